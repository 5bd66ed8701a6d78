import type { AnswerFact } from "../statistics/fact";
import { MIN_ANSWERS } from "./detectors/define";
import { visibilityOf, type Scene } from "./figures/scene";
import type { ActionItem } from "./figures/schema";

/** Findings that end without anything having been put right. */
const NEWS: ReadonlySet<string> = new Set(["rising", "new_competitor", "anchor_url", "single_provider_save"]);
/** Findings about citations, which also end when the site is cited less. */
const CITED: ReadonlySet<string> = new Set(["ghost_citation", "own_source_underweight", "mentioned_not_cited"]);

/**
 * Whether an item that no longer fires got better. Many rules also stop when things get worse or the prompt is no
 * longer asked: a brand that is not named at all no longer ranks low.
 */
export function isResolved(item: ActionItem, scene: Scene, found: readonly ActionItem[]): boolean {
  if (NEWS.has(item.rule)) return false;
  if (item.rule === "crawl_blocked" || item.rule === "cited_page_has_errors") return scene.crawl.known ?? true;
  if (item.rule === "thin_data") return true;
  const isSubject = ({ promptId, provider }: AnswerFact) =>
    (item.promptIds.length === 0 || item.promptIds.includes(promptId)) &&
    (item.providers.length === 0 || item.providers.includes(provider));
  const now = scene.current.filter(isSubject);
  const before = scene.previous.filter(isSubject);
  if (now.length < MIN_ANSWERS) return false;
  const worse = found.some(
    ({ impact, promptIds, providers }) =>
      impact >= item.impact &&
      promptIds.join() === item.promptIds.join() &&
      providers.join() === item.providers.join() &&
      promptIds.length + providers.length > 0,
  );
  const cited = (facts: readonly AnswerFact[]) =>
    facts.filter(({ ownUrls }) => ownUrls.length > 0).length / facts.length;
  const named = now.filter(({ position }) => position > 0);
  if (item.rule === "negative_sentiment") return !worse && named.some(({ sentiment }) => sentiment !== 0);
  if (before.length === 0) return !worse && named.length > 0;
  if (CITED.has(item.rule) && cited(now) < cited(before)) return false;
  return !worse && named.length > 0 && visibilityOf(now) >= visibilityOf(before);
}
