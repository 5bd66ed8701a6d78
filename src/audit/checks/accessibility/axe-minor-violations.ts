import { axeFinding } from "../shared/axe-finding";
import { renderedCheck } from "../shared/define";

export const axeMinorViolations = renderedCheck({
  id: "axe_minor_violations",
  severity: "notice",
  category: "Accessibility",
  title: "After scripts run, parts of the page are hard to access",
  rule: "After scripts have run, elements break a rule of axe-core for WCAG 2.1 A or AA with moderate or minor impact, unless another check reports it for the HTML as served.",
  why: "Screen readers may announce these elements wrongly or not at all.",
  fix: "Follow the help page of each rule. The examples name the elements.",
  test: (pair, told) => axeFinding(pair, told, ["moderate", "minor"]),
});
