import { visibleLetters } from "../shared/text-letters";
import type { RenderedPair } from "../../model/page/page";
import { wordsOf } from "../shared/words";
import { renderedCheck } from "../shared/define";
import { inNumber } from "../shared/listed";

const LIMITS = { minCharacters: 50, minShare: 0.4 };

export const snapshotBlank = renderedCheck({
  id: "snapshot_blank",
  severity: "error",
  category: "JavaScript dependence",
  title: "The snapshot for crawlers is blank or half a page",
  rule: "The stored snapshot has fewer than 50 characters of text, or less than 40 % of the words of a fresh render, as the page without its scripts has. A snapshot with fewer words than a page that needs no scripts is older, not half a page (snapshot_stale). Not reported if the fresh render has fewer than 50 characters too.",
  thresholds: LIMITS,
  why: "Crawlers get the snapshot, not the page that visitors see, until it is rendered again.",
  fix: "Invalidate the page's cache. If that does not help, set window.prerenderReady when the page is done.",
  test: (pair) => {
    if (!pair.snapshot || !isBlank(pair)) return null;
    const { page } = pair.snapshot;
    return {
      found: `${inNumber(wordsOf(page), "words")} (${inNumber(page.facts.text.chars, "characters")}) in the snapshot, ${inNumber(wordsOf(pair.rendered), "words")} rendered`,
      expected: "the page's text in its snapshot",
    };
  },
});

/**
 * Whether there is a stored snapshot and it lacks most of the page's current text because it was not rendered to its end. One of a page that
 * has its text without scripts can only be older than that text.
 */
export function isBlank({ snapshot, rendered, raw }: RenderedPair): boolean {
  if (!snapshot || hasNoText(rendered)) return false;
  if (hasNoText(snapshot.page)) return true;
  const isShort = (page: RenderedPair["rendered"]) => wordsOf(page) < LIMITS.minShare * wordsOf(rendered);
  return isShort(snapshot.page) && isShort(raw);
}

/** Whether a page has too few characters to count as having text. */
export function hasNoText(page: RenderedPair["rendered"]): boolean {
  return visibleLetters(page.facts) < LIMITS.minCharacters;
}
