import { wordsOf } from "../shared/words";
import { renderedCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { minShare: 0.2, maxShare: 0.7 };

export const jsDependentContent = renderedCheck({
  id: "js_dependent_content",
  severity: "warning",
  category: "JavaScript dependence",
  title: "Much of the text exists only after scripts have run",
  rule: "The served HTML has 20 to 70 % of the rendered words.",
  thresholds: LIMITS,
  why: "Crawlers that run no JavaScript read only part of the page.",
  fix: "Pre-render the page for crawlers.",
  comparesPage: true,
  blamesScripts: true,
  test: ({ raw, rendered }) => {
    const [before, after] = [wordsOf(raw), wordsOf(rendered)];
    const share = before / after;
    return after > 0 && share >= LIMITS.minShare && share < LIMITS.maxShare
      ? { found: `${inNumber(before, "words")} as served, ${after} rendered`, expected: "all text in the served HTML" }
      : null;
  },
});
