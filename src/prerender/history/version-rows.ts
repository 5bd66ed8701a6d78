import { DAY_MS } from "../../lib/time/time";
import { packedText, unpackedText, type KeptText } from "../core/page-text";

/** A version of a page's snapshot, from the render that brought it. */
export interface PageVersion {
  path: string;
  /** When that render began, epoch ms. */
  at: number;
  status: number;
  text: KeptText;
}

/** Per page. A version that was replaced before the days of visits is of no use. */
const MAX_VERSIONS = 40;
const MAX_BYTES = 64 * 1024;
const KEPT_MS = 180 * DAY_MS;
/** Bytes of text that one call returns. */
const MOST_TEXT = 8 * 1024 * 1024;

type Row = { at: number; status: number; bytes: number; body: ArrayBuffer };

/**
 * Keeps a version if it says something else than the latest. The latest is kept whole, each earlier one as what differs from
 * the one after it. A render that comes late or twice changes nothing.
 */
export function keepVersion(sql: SqlStorage, { path, at, status, text }: PageVersion): void {
  const [latest] = sql
    .exec<Row>("SELECT at, status, bytes, body FROM version WHERE path = ?1 ORDER BY at DESC LIMIT 1", path)
    .toArray();
  const before = latest && unpackedText(latest.body, null);
  if (before && latest.at >= at) return;
  const setBody = (packed: Uint8Array) =>
    sql.exec(
      "UPDATE version SET body = ?3, bytes = ?4 WHERE path = ?1 AND at = ?2",
      path,
      latest!.at,
      packed,
      packed.length,
    );
  if (before && latest.status === status && before.given === text.given) {
    // What a browser shows was not known, or has changed without what crawlers get.
    if (before.rendered === "" && text.rendered !== "") setBody(packedText(text, null));
    return;
  }
  if (before) setBody(packedText(before, text));
  const body = packedText(text, null);
  sql.exec(
    "INSERT INTO version(path, at, status, bytes, body) VALUES(?1, ?2, ?3, ?4, ?5)",
    path,
    at,
    status,
    body.length,
    body,
  );
  if (before) dropOldest(sql, path, at - KEPT_MS);
}

function dropOldest(sql: SqlStorage, path: string, until: number): void {
  const rows = sql
    .exec<{ at: number; bytes: number }>("SELECT at, bytes FROM version WHERE path = ?1 ORDER BY at DESC", path)
    .toArray();
  let bytes = 0;
  // A version was there until the one after it came.
  const kept = rows.findIndex((row, i) => {
    bytes += row.bytes;
    return i > 0 && (i >= MAX_VERSIONS || bytes > MAX_BYTES || rows[i - 1]!.at <= until);
  });
  if (kept > 0) sql.exec("DELETE FROM version WHERE path = ?1 AND at <= ?2", path, rows[kept]!.at);
}

/** The versions of these pages, each page's in order of time, as long as they fit into one answer. */
export function versionsOf(sql: SqlStorage, paths: readonly string[]): PageVersion[] {
  const found: PageVersion[] = [];
  let chars = 0;
  for (const path of paths) {
    const own: PageVersion[] = [];
    let later: KeptText | null = null;
    const rows = sql.exec<Row>("SELECT at, status, bytes, body FROM version WHERE path = ?1 ORDER BY at DESC", path);
    for (const { at, status, body } of rows) {
      later = unpackedText(body, later);
      chars += later.given.length + later.rendered.length;
      own.push({ path, at, status, text: later });
    }
    if (chars > MOST_TEXT) return found;
    found.push(...own.reverse());
  }
  return found;
}

/** Of these pages, those that have no version. */
export function withoutVersion(sql: SqlStorage, paths: readonly string[]): string[] {
  return paths.filter((path) => sql.exec("SELECT 1 FROM version WHERE path = ?1 LIMIT 1", path).toArray().length === 0);
}

/** Deletes versions that were replaced before the days of visits. */
export function pruneVersions(sql: SqlStorage, now: number): void {
  sql.exec(
    `DELETE FROM version WHERE at < ?1 AND EXISTS (
       SELECT 1 FROM version AS later WHERE later.path = version.path AND later.at > version.at AND later.at <= ?1)`,
    now - KEPT_MS,
  );
}
