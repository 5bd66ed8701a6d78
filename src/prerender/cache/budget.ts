import type { JournalBlock } from "../core/turns/render-journal";
import { judgeBudget, windowsOf, type BudgetRefusal } from "../core/turns/render-budget";
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
