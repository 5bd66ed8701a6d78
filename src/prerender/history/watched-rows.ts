import { DAY_MS, dayNumber } from "../../lib/time/time";

/** Pages whose versions are kept: those that answers cite, and those that the owner chose, or had chosen. */
export const MAX_CITED_PAGES = 150;
export const MAX_CHOSEN_PAGES = 50;
export const MAX_LEFT_PAGES = 50;
/** A page that was cited, or taken from the chosen ones, this long ago is watched no more. */
const CITED_FOR_MS = 180 * DAY_MS;
/** In the column `chosen`: 0 no, 1 yes. More: the day (since 1970) on which the owner took it from the chosen ones. */
const CHOSEN = 1;
/** A page that was noted so recently is not written again. */
const NOTED_ANEW_MS = 7 * DAY_MS;

export const isWatched = (sql: SqlStorage, path: string): boolean =>
  sql.exec("SELECT 1 FROM watched WHERE path = ?1", path).toArray().length > 0;

/** Notes that answers cite these pages. Beyond the limit, the page that was cited longest ago gives way. */
export function noteCited(sql: SqlStorage, paths: readonly string[], now: number): void {
  for (const path of paths) {
    const [known] = sql.exec<{ cited_at: number }>("SELECT cited_at FROM watched WHERE path = ?1", path).toArray();
    if (known && known.cited_at > now - NOTED_ANEW_MS) continue;
    const isNew = known === undefined || known.cited_at === 0;
    if (isNew) {
      const cited = sql
        .exec<{ path: string; chosen: number }>(
          "SELECT path, chosen FROM watched WHERE cited_at > 0 ORDER BY cited_at, path",
        )
        .toArray();
      for (const { path: oldest, chosen } of cited.slice(0, Math.max(0, cited.length - MAX_CITED_PAGES + 1)))
        if (chosen >= CHOSEN) sql.exec("UPDATE watched SET cited_at = 0 WHERE path = ?1", oldest);
        else unwatch(sql, oldest);
    }
    sql.exec(
      `INSERT INTO watched(path, cited_at, chosen) VALUES(?1, ?2, 0) ON CONFLICT DO UPDATE SET cited_at = max(cited_at, ?2)`,
      path,
      now,
    );
  }
}

/** Replaces the pages that the owner chose. Those before keep their versions for as long as versions are kept: a list may be a mistake. */
export function chooseWatched(sql: SqlStorage, paths: readonly string[], now: number): void {
  const chosen = new Set(paths.slice(0, MAX_CHOSEN_PAGES));
  const before = sql.exec<{ path: string }>("SELECT path FROM watched WHERE chosen = ?1", CHOSEN).toArray();
  for (const { path } of before)
    if (!chosen.has(path))
      sql.exec("UPDATE watched SET chosen = ?2 WHERE path = ?1", path, Math.max(CHOSEN + 1, dayNumber(now)));
  for (const path of chosen)
    sql.exec(
      "INSERT INTO watched(path, cited_at, chosen) VALUES(?1, 0, ?2) ON CONFLICT DO UPDATE SET chosen = ?2",
      path,
      CHOSEN,
    );
  const left = sql
    .exec<{ path: string }>(
      "SELECT path FROM watched WHERE chosen > ?1 AND cited_at = 0 ORDER BY chosen DESC, path LIMIT -1 OFFSET ?2",
      CHOSEN,
      MAX_LEFT_PAGES,
    )
    .toArray();
  for (const { path } of left) unwatch(sql, path);
}

export interface WatchedPage {
  path: string;
  /** The owner chose it. */
  chosen: boolean;
  /** When an answer was last known to cite it, epoch ms; 0: none is. */
  citedAt: number;
  /** The day (since 1970) on which the owner took it from the chosen ones; null: that did not happen. */
  leftOn: number | null;
}

export function watchedRows(sql: SqlStorage): WatchedPage[] {
  return sql
    .exec<{ path: string; cited_at: number; chosen: number }>(
      "SELECT path, cited_at, chosen FROM watched ORDER BY path",
    )
    .toArray()
    .map(({ path, cited_at, chosen }) => ({
      path,
      chosen: chosen === CHOSEN,
      citedAt: cited_at,
      leftOn: chosen > CHOSEN ? chosen : null,
    }));
}

/** Forgets pages that were cited, or taken from the chosen ones, long ago, with their versions. */
export function pruneWatched(sql: SqlStorage, now: number): void {
  const until = now - CITED_FOR_MS;
  const old = sql
    .exec<{ path: string }>(
      "SELECT path FROM watched WHERE chosen <> ?1 AND chosen <= ?2 AND cited_at <= ?3",
      CHOSEN,
      Math.max(CHOSEN, dayNumber(until)),
      until,
    )
    .toArray();
  for (const { path } of old) unwatch(sql, path);
}

function unwatch(sql: SqlStorage, path: string): void {
  sql.exec("DELETE FROM watched WHERE path = ?1", path);
  sql.exec("DELETE FROM version WHERE path = ?1", path);
}
