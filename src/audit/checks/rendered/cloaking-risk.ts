import { textSimilarity, wordsOf } from "../../core/rendered-pair";
import { renderedCheck } from "../define";

const LIMITS = { minWords: 50, minSimilarity: 0.6 };

export const cloakingRisk = renderedCheck({
  id: "cloaking_risk",
  severity: "error",
  weight: 15,
  category: "JavaScript dependence",
  title: "Crawlers and visitors get different texts",
  rule: "The similarity of the text that crawlers get and the one that visitors see is below 0.6, though both have text.",
  thresholds: LIMITS,
  why: "Search engines punish sites that show crawlers something else.",
  fix: "Make both show the same text.",
  test: ({ raw, rendered }) => {
    if (wordsOf(raw) < LIMITS.minWords || wordsOf(rendered) < LIMITS.minWords) return null;
    const similarity = textSimilarity(raw.facts!.text.main, rendered.facts!.text.main);
    return similarity < LIMITS.minSimilarity
      ? { found: `similarity ${similarity.toFixed(2)}`, expected: `at least ${LIMITS.minSimilarity}` }
      : null;
  },
});
