import type { JournalBlock } from "../core/turns/render-journal";
import { judgeBudget, windowsOf, type BudgetRefusal } from "../core/turns/render-budget";
import { retrySlowAt, SLOW_FOR_MS, type SlowPage } from "../core/turns/slow-pages";
import { keysOf, pageOfKey } from "../core/variant";

/**
 * Counts a render against the domain's crawler budget, or returns why it must not begin. `blocks`: all with claims or
 * renders of the last minute; `newest`: the one that the render is added to. The caller writes it.
 */
export function spendBudget(
  sql: SqlStorage,
  key: string,
  blocks: readonly JournalBlock[],
  newest: JournalBlock,
  now: number,
): BudgetRefusal | null {
  const { path } = pageOfKey(key);
  const { minute, newPaths } = windowsOf(now);
  const budgeted = blocks.flatMap(({ renders }) => renders.filter((render) => render.budgeted));
  const isNew =
    !isKnown(sql, path, newPaths) &&
    !budgeted.some((render) => pageOfKey(render.key).path === path && render.begunAt >= newPaths);
  const newToday = newest.newPaths.day === newPaths ? newest.newPaths.count : 0;
  const refused = judgeBudget({
    isNew,
    underWay: budgeted.filter(({ claim }) => claim && claim.until > now).length,
    thisMinute: budgeted.filter(({ begunAt }) => begunAt > minute).length,
    newToday,
  });
  if (!refused && isNew) newest.newPaths = { day: newPaths, count: newToday + 1 };
  return refused;
}

/** Whether a page was rendered with success, or tried at or after `since`. */
function isKnown(sql: SqlStorage, path: string, since: number): boolean {
  const query = `
    SELECT 1 FROM known WHERE path = ?1 UNION ALL SELECT 1 FROM tried WHERE path = ?1 AND at >= ?2
    UNION ALL SELECT 1 FROM entry WHERE path IN (?1, ?3) AND status = 200 LIMIT 1`;
  return sql.exec(query, path, since, keysOf(path)[1]!).toArray().length > 0;
}

/** Records that a budgeted render of a page yielded no page, so that the path counts as new once per day. */
export function noteTried(sql: SqlStorage, key: string, at: number): void {
  const { path } = pageOfKey(key);
  if (isKnown(sql, path, windowsOf(at).newPaths)) return;
  sql.exec("INSERT INTO tried(path, at) VALUES(?1, ?2) ON CONFLICT DO UPDATE SET at = ?2", path, at);
}

/** Deletes records that no longer count. */
export function pruneTried(sql: SqlStorage, now: number): void {
  sql.exec("DELETE FROM tried WHERE at < ?1", windowsOf(now).newPaths);
}

const MAX_REASON = 300;

/** Whether a page is not rendered for now. */
export function isPaused(sql: SqlStorage, key: string, now: number): boolean {
  return sql.exec("SELECT 1 FROM slow WHERE path = ?1 AND retry_at > ?2", key, now).toArray().length > 0;
}

/** A render of a page used up its time without a result. */
export function noteSlow(sql: SqlStorage, key: string, reason: string, now: number): void {
  const [row] = sql.exec<{ tries: number }>("SELECT tries FROM slow WHERE path = ?1", key).toArray();
  const tries = (row?.tries ?? 0) + 1;
  sql.exec(
    `INSERT INTO slow(path, tries, since, retry_at, reason) VALUES(?1, ?2, ?3, ?4, ?5)
     ON CONFLICT DO UPDATE SET tries = ?2, retry_at = ?4, reason = ?5`,
    key,
    tries,
    now,
    retrySlowAt(tries, now),
    reason.slice(0, MAX_REASON),
  );
}

/** The page has a snapshot again. */
export function forgetSlow(sql: SqlStorage, key: string): void {
  sql.exec("DELETE FROM slow WHERE path = ?1", key);
}

/** Forgets pages that nobody asked for again. */
export function pruneSlow(sql: SqlStorage, now: number): void {
  sql.exec("DELETE FROM slow WHERE retry_at <= ?1", now - SLOW_FOR_MS);
}

/** The pages that are not rendered for now, or only this one, by the end of their pause: the longest first. */
export function listSlow(sql: SqlStorage, path: string | null, limit: number, now: number): SlowPage[] {
  return sql
    .exec<{ path: string; tries: number; since: number; retry_at: number; reason: string }>(
      `SELECT * FROM slow WHERE retry_at > ?1 AND (?2 IS NULL OR path IN (SELECT value FROM json_each(?2)))
       ORDER BY retry_at DESC, path LIMIT ?3`,
      now,
      path === null ? null : JSON.stringify(keysOf(path)),
      limit,
    )
    .toArray()
    .map(({ path: key, tries, since, retry_at: retryAt, reason }) => ({ key, tries, since, retryAt, reason }));
}
