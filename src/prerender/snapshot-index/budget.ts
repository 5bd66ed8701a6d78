import { judgeBudget, windowsOf, type BudgetRefusal } from "../core/render-budget";

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

/** Converts the previous release's counters, one row per window, into one row per render. The paths have no names. */
export function upgradeSpent(sql: SqlStorage): void {
  if (sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'spent'").toArray().length === 0) return;
  const rows = sql.exec<{ what: string; window: number; amount: number }>("SELECT what, window, amount FROM spent");
  for (const { what, window, amount } of rows.toArray())
    for (let i = 0; i < amount; i++) {
      if (what === "minute") sql.exec("INSERT INTO begun(at) VALUES(?1)", window);
      else sql.exec("INSERT INTO tried(path, at) VALUES(?1, ?2)", `unknown ${i}`, window);
    }
  sql.exec("DROP TABLE spent");
}
