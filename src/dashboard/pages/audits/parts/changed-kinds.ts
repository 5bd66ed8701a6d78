import type { RunDetail } from "./words";

/** What the API says of the run before, if there was one that may be compared. */
type Comparable = RunDetail["crawlStats"]["comparable"];

/** Kinds of issues, of pages and of the site, that came, went and stayed since the run before. */
export interface KindChanges {
  added: readonly string[];
  fixed: readonly string[];
  /** Null: an earlier version has not counted them. */
  remaining: number | null;
}

/** Null: there is nothing to compare. The page "Compare" counts in the same way. */
export function changedKinds(comparable: Comparable): KindChanges | null {
  if (!comparable) return null;
  const { kinds, newIssueIds, fixedIssueIds } = comparable;
  if (!kinds) return { added: newIssueIds, fixed: fixedIssueIds, remaining: null };
  return { added: kinds.newIds, fixed: kinds.fixedIds, remaining: kinds.remaining };
}
