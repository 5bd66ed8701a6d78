import { RENEW_AHEAD_MS, RENEWAL_PAUSE_MS, staleAt, type Demand } from "../core/renewal";

/** Adds the columns that count how often crawlers asked for a snapshot, and say when it goes stale. */
export function addDemand(sql: SqlStorage): void {
  const known = sql.exec<{ name: string }>("SELECT name FROM pragma_table_info('entry')").toArray();
  for (const name of ["hits", "stale_at"])
    if (!known.some((column) => column.name === name))
      sql.exec(`ALTER TABLE entry ADD COLUMN ${name} INTEGER NOT NULL DEFAULT 0`);
  sql.exec("CREATE INDEX IF NOT EXISTS entry_stale_at ON entry(stale_at) WHERE hits > 0");
}

/** Adds requests to the counts of the snapshots that are current. A new snapshot starts at 0. */
export function noteDemand(sql: SqlStorage, counts: ReadonlyMap<string, Demand>): void {
  for (const [key, { hits, ttlHours }] of counts)
    sql.exec(
      "UPDATE entry SET hits = hits + ?2, stale_at = created_at + ?3 WHERE path = ?1 AND status = 200",
      key,
      hits,
      staleAt(0, ttlHours),
    );
}

/** Snapshots that crawlers asked for and that go stale soon, the one asked for most often per hour first. */
export function dueRenewals(sql: SqlStorage, now: number, limit: number): string[] {
  return sql
    .exec<{ path: string }>(
      `SELECT path FROM entry
       WHERE hits > 0 AND stale_at > ?1 AND stale_at <= ?1 + ?2 AND created_at < ?1 AND refresh_at <= ?1 - ?3
       ORDER BY CAST(hits AS REAL) / (?1 - created_at) DESC, path LIMIT ?4`,
      now,
      RENEW_AHEAD_MS,
      RENEWAL_PAUSE_MS,
      limit,
    )
    .toArray()
    .map((row) => row.path);
}
