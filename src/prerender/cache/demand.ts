import { RENEW_AHEAD_MS, RENEWAL_PAUSE_MS, staleAt, type Demand } from "../core/turns/renewal";

/** Adds requests to the counts of the current snapshots. A new snapshot starts at 0. */
export function noteDemand(sql: SqlStorage, counts: ReadonlyMap<string, Demand>): void {
  for (const [key, { hits, ttlHours }] of counts)
    sql.exec(
      "UPDATE entry SET hits = hits + ?2, stale_at = created_at + ?3 WHERE path = ?1 AND status = 200",
      key,
      hits,
      staleAt(0, ttlHours),
    );
}

/** Snapshots that crawlers requested and that go stale soon, the one requested most often per hour first. */
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
