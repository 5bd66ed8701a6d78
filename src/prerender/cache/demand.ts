import { RENEW_AHEAD_MS, staleAt, type Demand } from "../core/turns/renewal";

/** Adds requests to the counts of the current snapshots, one row each. A new snapshot starts at 0. */
export function noteDemand(sql: SqlStorage, counts: ReadonlyMap<string, Demand>): void {
  for (const [key, { snap, hits, ttlHours }] of counts)
    sql.exec(
      "UPDATE entry SET hits = hits + ?3, stale_at = created_at + ?4 WHERE path = ?1 AND snap = ?2 AND status = 200",
      key,
      snap,
      hits,
      staleAt(0, ttlHours),
    );
}

/** Snapshots that crawlers requested and that go stale soon, the one requested most often per hour first. */
export function dueRenewals(sql: SqlStorage, except: readonly string[], now: number, limit: number): string[] {
  return sql
    .exec<{ path: string }>(
      `SELECT path FROM entry
       WHERE hits > 0 AND stale_at > ?1 AND stale_at <= ?1 + ?2 AND created_at < ?1
         AND path NOT IN (SELECT value FROM json_each(?3))
       ORDER BY CAST(hits AS REAL) / (?1 - created_at) DESC, path LIMIT ?4`,
      now,
      RENEW_AHEAD_MS,
      JSON.stringify(except),
      limit,
    )
    .toArray()
    .map((row) => row.path);
}
