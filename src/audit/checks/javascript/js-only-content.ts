import { wordsOf } from "../shared/words";
import { renderedCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { fewWords: 50, manyWords: 200, share: 0.2 };

export const jsOnlyContent = renderedCheck({
  id: "js_only_content",
  severity: "error",
  category: "JavaScript dependence",
  title: "The text exists only after scripts have run",
  rule: "The served HTML has fewer than 50 words and the rendered page at least 200, or the served HTML has less than 20 % of the rendered words. Only reported if there is no snapshot for crawlers.",
  thresholds: LIMITS,
  why: "Nearly all AI crawlers run no JavaScript, so the page is empty for them.",
  fix: "Pre-render the page for crawlers.",
  blamesScripts: true,
  test: ({ raw, rendered, snapshot }) => {
    if (snapshot) return null;
    const [before, after] = [wordsOf(raw), wordsOf(rendered)];
    const missing = (before < LIMITS.fewWords && after >= LIMITS.manyWords) || before < LIMITS.share * after;
    return missing
      ? { found: `${inNumber(before, "words")} as served, ${after} rendered`, expected: "the text in the served HTML" }
      : null;
  },
});
