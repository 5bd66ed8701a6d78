import { DAY_MS } from "../../../lib/time/time";
import type { FoundPage, LandedPage } from "../../../prerender";
import { isChosen, judgeContent, type PageState } from "../core/page-state";

/** How often the day on which a page was last listed is updated. */
const SEEN_STEP_MS = 7 * DAY_MS;
/** Pages that no sitemap has listed for this long are forgotten. */
const FORGOTTEN_AFTER_MS = 90 * DAY_MS;

/** How many deploys a domain's ledger keeps. */
const KEPT_DEPLOYS = 100;

interface KnownRow extends Record<string, SqlStorageValue> {
  path: string;
  content: string;
  changed_at: number | null;
  seen_at: number;
}

/**
 * Records listed pages. Named pages and those that may have changed become the deploy's pages, with their previous
 * content. Recorded pages stay, so listing a page again changes nothing. Call it in a transaction.
 */
export function noteListed(
  sql: SqlStorage,
  no: number,
  { isFirst, named }: { isFirst: boolean; named: ReadonlySet<string> },
  pages: readonly FoundPage[],
  now: number,
): void {
  const known = new Map(
    sql
      .exec<KnownRow>(
        "SELECT path, content, changed_at, seen_at FROM released_page WHERE path IN (SELECT value FROM json_each(?1))",
        JSON.stringify(pages.map(({ path }) => path)),
      )
      .toArray()
      .map((row) => [row.path, row]),
  );
  for (const page of pages) {
    const row = known.get(page.path) ?? null;
    const chosen = isChosen(page, row && { changedAt: row.changed_at }, { isFirst, isGiven: named.has(page.path) });
    const before = row && row.content !== "" ? row.content : page.content;
    if (chosen)
      sql.exec(
        "INSERT OR IGNORE INTO deploy_page(no, path, changed_at, before, was_known, state) VALUES(?1, ?2, ?3, ?4, ?5, 'chosen')",
        no,
        page.path,
        page.changedAt,
        before,
        row ? 1 : 0,
      );
    // The date of a chosen page counts as seen once it is rendered.
    if (!row)
      sql.exec(
        "INSERT OR IGNORE INTO released_page(path, content, changed_at, seen_at) VALUES(?1, ?2, ?3, ?4)",
        page.path,
        page.content,
        chosen ? null : page.changedAt,
        now,
      );
    else if (row.seen_at < now - SEEN_STEP_MS)
      sql.exec("UPDATE released_page SET seen_at = ?2 WHERE path = ?1", page.path, now);
  }
}

/** Pages of a deploy in one state, in order, after `after`. */
export function pagesIn(sql: SqlStorage, no: number, state: PageState, after: string, limit: number): string[] {
  return sql
    .exec<{ path: string }>(
      "SELECT path FROM deploy_page WHERE no = ?1 AND state = ?2 AND path > ?3 ORDER BY path LIMIT ?4",
      no,
      state,
      after,
      limit,
    )
    .toArray()
    .map(({ path }) => path);
}

/** Moves pages from one state to another; those that have already left the first state stay where they are. */
export function movePages(
  sql: SqlStorage,
  no: number,
  paths: readonly string[] | null,
  from: PageState,
  to: PageState,
  reason = "",
): void {
  sql.exec(
    `UPDATE deploy_page SET state = ?3, reason = ?4
     WHERE no = ?1 AND state = ?2 AND (?5 IS NULL OR path IN (SELECT value FROM json_each(?5)))`,
    no,
    from,
    to,
    reason.slice(0, 300),
    paths && JSON.stringify(paths),
  );
}

/**
 * Compares rendered pages with their previous content and records the new content. `owes`: changed pages are to be
 * submitted, and `resubmitted` ones in any case. A page that was already compared stays unchanged. Call it in a transaction.
 */
export function settlePages(
  sql: SqlStorage,
  no: number,
  landed: readonly LandedPage[],
  { isFirst, owes, resubmitted }: { isFirst: boolean; owes: boolean; resubmitted?: ReadonlySet<string> },
): void {
  for (const { path, content } of landed) {
    const [page] = sql
      .exec<{ before: string; was_known: number; changed_at: number | null }>(
        "SELECT before, was_known, changed_at FROM deploy_page WHERE no = ?1 AND path = ?2 AND state = 'queued'",
        no,
        path,
      )
      .toArray();
    if (!page || content === null) continue;
    const verdict = judgeContent({ before: page.before, wasKnown: page.was_known === 1 }, content, isFirst);
    sql.exec(
      `UPDATE released_page SET content = iif(?2 = '', content, ?2), changed_at = coalesce(?3, changed_at), owed = max(owed, ?4) WHERE path = ?1`,
      path,
      content,
      page.changed_at,
      owes && (verdict === "changed" || verdict === "added" || resubmitted?.has(path)) ? 1 : 0,
    );
    movePages(sql, no, [path], "queued", verdict);
  }
}

/** Pages to submit. */
export function owedPages(sql: SqlStorage, limit: number): string[] {
  return sql
    .exec<{ path: string }>("SELECT path FROM released_page WHERE owed = 1 ORDER BY path LIMIT ?1", limit)
    .toArray()
    .map(({ path }) => path);
}

/** Records that pages were submitted. Returns how many of them were still owed. */
export function payPages(sql: SqlStorage, paths: readonly string[]): number {
  const paid = sql.exec<{ path: string }>(
    "UPDATE released_page SET owed = 0 WHERE owed = 1 AND path IN (SELECT value FROM json_each(?1)) RETURNING path",
    JSON.stringify(paths),
  );
  return paid.toArray().length;
}

/** The number of a deploy's pages in each state. */
export function countStates(sql: SqlStorage, no: number): Partial<Record<PageState, number>> {
  const rows = sql.exec<{ state: PageState; n: number }>(
    "SELECT state, count(*) AS n FROM deploy_page WHERE no = ?1 GROUP BY state",
    no,
  );
  return Object.fromEntries(rows.toArray().map(({ state, n }) => [state, n]));
}

/** Some pages of a deploy in these states, with the reasons. */
export function samplePages(
  sql: SqlStorage,
  no: number,
  states: readonly PageState[],
  limit: number,
): Array<{ path: string; reason: string }> {
  return sql
    .exec<{ path: string; reason: string }>(
      "SELECT path, reason FROM deploy_page WHERE no = ?1 AND state IN (SELECT value FROM json_each(?2)) ORDER BY path LIMIT ?3",
      no,
      JSON.stringify(states),
      limit,
    )
    .toArray();
}

/** Drops the pages of an ended deploy, and deploys that are too old. */
export function pruneDeploys(sql: SqlStorage, ended: number): void {
  sql.exec("DELETE FROM deploy_page WHERE no <= ?1", ended);
  sql.exec("DELETE FROM deploy WHERE no <= ?1", ended - KEPT_DEPLOYS);
  sql.exec("DELETE FROM deploy_ref WHERE no <= ?1", ended - KEPT_DEPLOYS);
}

/** Forgets pages that no sitemap lists any longer. */
export function forgetPages(sql: SqlStorage, now: number): void {
  sql.exec("DELETE FROM released_page WHERE seen_at < ?1", now - FORGOTTEN_AFTER_MS);
}
