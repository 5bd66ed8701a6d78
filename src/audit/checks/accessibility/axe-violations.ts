import { axeFinding } from "../shared/axe-finding";
import { renderedCheck } from "../shared/define";

export const axeViolations = renderedCheck({
  id: "axe_violations",
  severity: "warning",
  category: "Accessibility",
  title: "After scripts run, parts of the page are not accessible",
  rule: "After scripts have run, elements break a rule of axe-core for WCAG 2.1 A or AA with critical or serious impact. Rules about colors and layout are ignored, and so is what another check reports for the HTML as served.",
  why: "People who use a keyboard or a screen reader can't use what scripts have added, and assistants that operate pages read the same names and roles.",
  fix: "Follow the help page of each rule. The examples name the elements.",
  test: (pair, told) => axeFinding(pair, told, ["critical", "serious"]),
});
