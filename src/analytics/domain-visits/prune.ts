import { FIRST_DAY, LEVELS } from "../core/day-spans";
import { dayNumber, RETENTION_DAYS } from "../core/window";
import { pruneReferrals } from "./referral-rows";

/** Rows per statement, so that other calls get their turn. */
const PATHS_AT_ONCE = 2_000;
const ROWS_AT_ONCE = 20_000;
/** Ranges of paths per call. */
const RANGES_A_CALL = 10;
/** Where pruning continues, while it is not done. */
const PRUNING = "pruning";
/** The pruning in progress deletes the counts before this day. */
const PRUNED_TO = "prunedTo";
/** The first day that still has counts: those of earlier days were deleted. */
const KEPT_SINCE = "keptSince";

export const keptSince = (kv: DurableObjectStorage["kv"]): number => kv.get<number>(KEPT_SINCE) ?? 0;

/** Deletes a part of what is too old for any report. The caller opens the transaction. Returns whether something is left. */
export function pruneCounts({ kv, sql }: Pick<DurableObjectStorage, "sql" | "kv">, now: number): boolean {
  const today = dayNumber(now);
  const begun = kv.get<number>(PRUNING);
  // Keeps one day for all paths, however long it takes, so that no day has counts without totals.
  const day = (begun === undefined ? undefined : kv.get<number>(PRUNED_TO)) ?? today - RETENTION_DAYS;
  if (begun === undefined && keptSince(kv) >= day) return false;
  // Stored first, so that no report adds a partly deleted block.
  kv.put(KEPT_SINCE, Math.max(day, keptSince(kv)));
  kv.put(PRUNED_TO, day);
  pruneReferrals(sql, day);
  let after: number | null = begun ?? 0;
  for (let i = 0; i < RANGES_A_CALL && after !== null; i++) after = prunePaths(sql, day, after, PATHS_AT_ONCE);
  if (after === null && pruneTotals(sql, day, today)) {
    kv.delete(PRUNING);
    return false;
  }
  // Every path was handled: only ids are left.
  kv.put(PRUNING, after ?? Number.MAX_SAFE_INTEGER);
  return true;
}

/**
 * Deletes the counts before `day` of the next paths after `after`, and paths that then have no counts. Returns the last
 * path it handled, or null if there are no more.
 */
function prunePaths(sql: SqlStorage, day: number, after: number, paths: number): number | null {
  const last = sql
    .exec<{ id: number | null }>(
      "SELECT max(id) AS id FROM (SELECT id FROM visit_path WHERE id > ? ORDER BY id LIMIT ?)",
      after,
      paths,
    )
    .one().id;
  if (last === null) return null;
  // A block is deleted when all of its days are old. No report reads one that is partly old.
  for (const shift of LEVELS)
    sql.exec(
      `DELETE FROM visit_daily WHERE slot IN (
        SELECT daily.slot FROM visit_path AS path CROSS JOIN visit_daily AS daily
          ON daily.slot BETWEEN (path.id << 26) + ((${FIRST_DAY} >> ${shift}) << 11) AND (path.id << 26) + ((CAST(?1 AS INTEGER) >> ${shift}) << 11) - 1
        WHERE path.id > ?2 AND path.id <= ?3)`,
      day,
      after,
      last,
    );
  const empty = `id > ?2 AND id <= ?3 AND coalesce(last_day, 0) < ?1 AND NOT EXISTS (
    SELECT 1 FROM visit_daily AS daily WHERE daily.slot BETWEEN (visit_path.id << 26) + (${FIRST_DAY} << 11) AND ((visit_path.id + 1) << 26) - 1)`;
  sql.exec(
    `DELETE FROM visit_daily WHERE slot IN (
      SELECT daily.slot FROM (SELECT id FROM visit_path WHERE ${empty}) AS path CROSS JOIN visit_daily AS daily
        ON daily.slot BETWEEN path.id << 26 AND ((path.id + 1) << 26) - 1)`,
    day,
    after,
    last,
  );
  sql.exec(`DELETE FROM visit_path WHERE ${empty}`, day, after, last);
  return last;
}

/** Deletes the other counts before `day`, and ids that expired before `today`. Returns false if something is left. */
function pruneTotals(sql: SqlStorage, day: number, today: number): boolean {
  for (const table of ["visit_total", "visit_render_time", "visit_violation", "visit_response"])
    sql.exec(`DELETE FROM ${table} WHERE day < ?`, day);
  // The version that applied on the first kept day stays, however old it is.
  sql.exec(
    `DELETE FROM robots_version WHERE EXISTS (
      SELECT 1 FROM robots_version AS later WHERE later.since > robots_version.since AND later.since < ? * 86400000)`,
    day,
  );
  const seen = sql.exec(
    "DELETE FROM visit_seen WHERE key IN (SELECT key FROM visit_seen WHERE expires_day < ? LIMIT ?) RETURNING 1",
    today,
    ROWS_AT_ONCE,
  );
  return seen.toArray().length < ROWS_AT_ONCE;
}
