/**
 * A page of a deploy. chosen: it may have changed; removed: it is no longer cached; queued: its render has been
 * requested. The rest are final. same, changed: compared with its previous content; added: the sitemap lists it for the
 * first time; baseline: there was nothing to compare it with; left_out: the hour's allowance of renders did not reach
 * it; not_rendered: its render gave nothing.
 */
export const PAGE_STATES = [
  "chosen",
  "removed",
  "queued",
  "same",
  "changed",
  "added",
  "baseline",
  "left_out",
  "not_rendered",
] as const;
export type PageState = (typeof PAGE_STATES)[number];

/** Whether a page may have changed since the previous deploy. */
export function isChosen(
  page: { changedAt: number | null; outdated: boolean },
  known: { changedAt: number | null } | null,
  { isFirst, isGiven }: { isFirst: boolean; isGiven: boolean },
): boolean {
  if (isGiven || page.outdated) return true;
  // A snapshot can be newer than the lastmod and older than the release.
  return known === null ? !isFirst : page.changedAt !== null && page.changedAt !== known.changedAt;
}

/** What a page's new content means for the deploy. Contents are hashes; an empty one is unknown. */
export function judgeContent(
  page: { before: string; wasKnown: boolean },
  content: string,
  isFirst: boolean,
): "same" | "changed" | "added" | "baseline" {
  if (content === "") return "baseline";
  if (page.before !== "") return page.before === content ? "same" : "changed";
  return page.wasKnown || isFirst ? "baseline" : "added";
}

const GIVEN_UP_MS = 60_000;
const TRIES = 2;

/** Whether a page's render has ended without a snapshot: every attempt failed, and none is left. */
export function isGivenUp(landed: { failures: number; failedAt: number }, now: number): boolean {
  return landed.failures >= TRIES && now - landed.failedAt >= GIVEN_UP_MS;
}
