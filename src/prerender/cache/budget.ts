import { judgeBudget, windowsOf, type BudgetRefusal } from "../core/turns/render-budget";

/** Counts a render against the domain's crawler budget, or returns why it must not begin. */
export function spendBudget(sql: SqlStorage, path: string, now: number): BudgetRefusal | null {
  const count = (query: string, ...values: Array<string | number>) =>
    sql.exec<{ amount: number }>(`SELECT count(*) AS amount FROM ${query}`, ...values).one().amount;
  const { minute, newPaths } = windowsOf(now);
  const isNew =
    count("known WHERE path = ?1", path) + count("tried WHERE path = ?1 AND at >= ?2", path, newPaths) === 0;
  const refused = judgeBudget({
    isNew,
    underWay: count("render WHERE budgeted = 1 AND lease_until > ?1", now),
    thisMinute: count("begun WHERE at > ?1", minute),
    newToday: count("tried WHERE at >= ?1", newPaths),
  });
  if (refused) return refused;
  pruneSpent(sql, now);
  sql.exec("INSERT INTO begun(at) VALUES(?1)", now);
  if (isNew) sql.exec("INSERT OR REPLACE INTO tried(path, at) VALUES(?1, ?2)", path, now);
  return null;
}

/** Deletes records that no longer count. */
export function pruneSpent(sql: SqlStorage, now: number): void {
  const { minute, newPaths } = windowsOf(now);
  sql.exec("DELETE FROM begun WHERE at <= ?1", minute);
  sql.exec("DELETE FROM tried WHERE at < ?1", newPaths);
}
