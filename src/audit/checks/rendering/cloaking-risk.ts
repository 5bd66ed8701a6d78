import type { ParsedPage } from "../../model/page/page";
import { keptShare, mainWordsOf, roundedDown, textSimilarity, wordsOf } from "../shared/words";
import { renderedCheck } from "../shared/define";
import { isBlank } from "./snapshot-blank";

const LIMITS = { minWords: 50, minSimilarity: 0.6 };

export const cloakingRisk = renderedCheck({
  id: "cloaking_risk",
  severity: "error",
  category: "JavaScript dependence",
  title: "Crawlers and visitors get different text",
  rule: "The main text that crawlers get and the one that visitors see have a similarity below 0.6, and both have at least 50 words. Not reported if visitors see at least 60 % of the words that crawlers get, because scripts then only add text, if scripts add the main element beside text that may be what crawlers get, or if the snapshot for crawlers lacks most of the text (snapshot_blank).",
  thresholds: LIMITS,
  why: "Search engines penalise sites that show crawlers different content.",
  fix: "Make both show the same text.",
  comparesPage: true,
  test: (pair) => {
    const { raw, rendered, snapshot } = pair;
    if (isBlank(pair)) return null;
    const served = snapshot?.page ?? raw;
    if (mainWordsOf(served) < LIMITS.minWords || mainWordsOf(rendered) < LIMITS.minWords) return null;
    if (mayBeOutside(served, rendered)) return null;
    const similarity = textSimilarity(served.facts.text.main, rendered.facts.text.main);
    if (keptShare(served.facts.text.main, rendered.facts.text.main) >= LIMITS.minSimilarity) return null;
    return similarity < LIMITS.minSimilarity
      ? { found: `similarity ${roundedDown(similarity)}`, expected: `at least ${LIMITS.minSimilarity}` }
      : null;
  },
});

/**
 * Whether the served main text may still be on the page, outside of its main text: without a main element, all of a page's body
 * is its main text, and a script that adds one makes furniture of it.
 */
function mayBeOutside(served: ParsedPage, rendered: ParsedPage): boolean {
  const isNew = rendered.facts.mainLandmark && !served.facts.mainLandmark;
  return isNew && wordsOf(rendered) - mainWordsOf(rendered) >= LIMITS.minSimilarity * mainWordsOf(served);
}
