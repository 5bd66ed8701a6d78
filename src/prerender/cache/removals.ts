import { DAY_MS } from "../../lib/time/time";
import { keysOf, PAGE_SQL } from "../core/variant";
import { presentBody } from "./entries";

/** Pages by path, with all their snapshots: a list, all of them, or those whose path begins with this. */
export type ChosenPages = readonly string[] | null | { under: string };

/** An SQL condition on `path`, and its first parameter. */
export function chosenPages(pages: ChosenPages): { where: string; value: string | null } {
  if (pages === null) return { where: "?1 IS NULL", value: null };
  if ("under" in pages) return { where: "path >= ?1 AND path < ?1 || char(1114111)", value: pages.under };
  return { where: "path IN (SELECT value FROM json_each(?1))", value: JSON.stringify(pages.flatMap(keysOf)) };
}

/** Whether a cache key is of a chosen page. */
export function keyFilter(pages: ChosenPages): (key: string) => boolean {
  if (pages === null) return () => true;
  if ("under" in pages) return (key) => key.startsWith(pages.under);
  const keys = new Set(pages.flatMap(keysOf));
  return (key) => keys.has(key);
}

/** Bodies per row of the garbage. The collector deletes them in one step. */
const BODIES_PER_ROW = 500;
/** A page that was known this long before, with the same content, is not written again. */
const KNOWN_ANEW_MS = DAY_MS;

/**
 * Removes entries. Remembers which were pages, and hands their bodies to the collector in rows of many. `where`: a
 * condition with the parameter ?1.
 */
function moveOut(sql: SqlStorage, where: string, value: string | number | null, now: number): void {
  sql.exec(
    `INSERT INTO known(path, at, content, changed_at)
     SELECT ${PAGE_SQL}, max(created_at), max(iif(path LIKE '% mobile', '', content)),
       max(iif(path LIKE '% mobile', 0, changed_at)) FROM entry WHERE ${where} AND status = 200 GROUP BY 1
     ON CONFLICT DO UPDATE SET at = excluded.at, content = iif(excluded.content = '', content, excluded.content),
       changed_at = iif(excluded.content = '', changed_at, excluded.changed_at)
       WHERE excluded.at > known.at + ?2 OR excluded.content NOT IN ('', known.content)
         OR excluded.changed_at > known.changed_at`,
    value,
    KNOWN_ANEW_MS,
  );
  sql.exec(
    `INSERT INTO garbage(since, copied, snaps) SELECT ?2, copied, json_group_array(snap) FROM (
       SELECT snap, copied_at > 0 AS copied, row_number() OVER (PARTITION BY copied_at > 0) / ${BODIES_PER_ROW} AS part
       FROM entry WHERE ${where}) GROUP BY copied, part`,
    value,
    now,
  );
  sql.exec(`DELETE FROM entry WHERE ${where}`, value);
}

/**
 * Removes the chosen pages, and hands their snapshots to the collector. SQL moves the rows, so memory
 * does not grow with their number. Returns how many pages were still live.
 */
export function removeEntries(sql: SqlStorage, pages: ChosenPages, now: number): number {
  const { where, value } = chosenPages(pages);
  const { live } = sql
    .exec<{ live: number }>(
      `SELECT count(DISTINCT ${PAGE_SQL}) AS live FROM entry WHERE ${where} AND expires_at > ?2`,
      value,
      now,
    )
    .one();
  moveOut(sql, where, value, now);
  // Whoever removes a page has changed something, so it is worth another try.
  sql.exec(`DELETE FROM slow WHERE ${where}`, value);
  return live;
}

/** Removes a page's entry if it still refers to this snapshot, whose body is lost. */
export function dropEntry(sql: SqlStorage, path: string, snap: string, now: number): void {
  if (presentBody(sql, path)?.snap === snap) moveOut(sql, "path = ?1", path, now);
}

/** Removes expired entries and hands their snapshots to the collector. */
export function removeExpired(sql: SqlStorage, now: number): void {
  moveOut(sql, "expires_at <= ?1", now, now);
}

/** Forgets which pages there were, but for renders under way and bodies that are still to be deleted. */
export function forgetKnownPages(sql: SqlStorage): void {
  sql.exec("DELETE FROM known");
  sql.exec("DELETE FROM tried");
  sql.exec("DELETE FROM slow");
  sql.exec("DELETE FROM watched");
  sql.exec("DELETE FROM version");
  sql.exec("DELETE FROM ledger");
  sql.exec("DELETE FROM render_log WHERE claimed = 0 AND left_since = 0");
}
