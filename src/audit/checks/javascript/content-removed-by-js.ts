import { wordsOf } from "../shared/words";
import { renderedCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { share: 0.8 };

export const contentRemovedByJs = renderedCheck({
  id: "content_removed_by_js",
  severity: "warning",
  category: "JavaScript dependence",
  title: "A script removes text",
  rule: "Fewer than 80 % of the served words remain after rendering.",
  thresholds: LIMITS,
  why: "Visitors see less than crawlers; usually the app fails at start-up.",
  fix: "Find the script that empties the page.",
  comparesPage: true,
  blamesScripts: true,
  test: ({ raw, rendered }) => {
    const [before, after] = [wordsOf(raw), wordsOf(rendered)];
    return after < LIMITS.share * before
      ? { found: `${inNumber(before, "words")} as served, ${after} rendered`, expected: "all words of the served HTML" }
      : null;
  },
});
