import type { SchemaStep } from "../../db/object-schema";

/**
 * `hits` counts how often crawlers requested a snapshot, `stale_at` says when it goes stale, and `content` is a hash of
 * what the page says (core/pages/content-text.ts). `copied_at`: when KV was to get a copy of its body; 0: never.
 * A row of `render_log` is a block of renders, and a row of `garbage` a list of bodies. `known` has pages that were
 * cached once and are not now.
 */
function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS entry(
      path TEXT PRIMARY KEY, snap TEXT NOT NULL, status INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      hits INTEGER NOT NULL DEFAULT 0, stale_at INTEGER NOT NULL DEFAULT 0,
      copied_at INTEGER NOT NULL DEFAULT 0, smaller_words INTEGER NOT NULL DEFAULT 0, smaller_runs INTEGER NOT NULL DEFAULT 0,
      etag TEXT NOT NULL, bytes INTEGER NOT NULL, render_ms INTEGER NOT NULL, words INTEGER NOT NULL, headers TEXT NOT NULL,
      title TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '', canonical TEXT NOT NULL DEFAULT '',
      content TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS garbage(
      id INTEGER PRIMARY KEY, since INTEGER NOT NULL, copied INTEGER NOT NULL, snaps TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS known(path TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS tried(path TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS render_log(
      id INTEGER PRIMARY KEY, at INTEGER NOT NULL, claimed INTEGER NOT NULL, left_since INTEGER NOT NULL, block TEXT NOT NULL);`);
}

/** Pages that are not rendered for now, because they used up their time without a result. */
function addSlowPages(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS slow(
      path TEXT PRIMARY KEY, tries INTEGER NOT NULL, since INTEGER NOT NULL, retry_at INTEGER NOT NULL, reason TEXT NOT NULL)
      WITHOUT ROWID;`);
}

/**
 * When a page's content last became another than before, epoch ms; 0: not known. `known` has the last content of a page
 * that is not cached now, so that a render after an invalidation is compared with it.
 */
function addChanges(sql: SqlStorage): void {
  sql.exec(`
    ALTER TABLE entry ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE known ADD COLUMN content TEXT NOT NULL DEFAULT '';
    ALTER TABLE known ADD COLUMN changed_at INTEGER NOT NULL DEFAULT 0;`);
}

/** Pages whose versions are kept (`cited_at` 0: no answer cites it), and these: the latest whole, others as differences from the next. */
function addVersions(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS watched(path TEXT PRIMARY KEY, cited_at INTEGER NOT NULL, chosen INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS version(
      path TEXT NOT NULL, at INTEGER NOT NULL, status INTEGER NOT NULL, bytes INTEGER NOT NULL, body BLOB NOT NULL,
      PRIMARY KEY(path, at)) WITHOUT ROWID;`);
}

/** Days of the ledger, since 1970: root, signature, and what the root covers (null once it is old). */
function addLedger(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS ledger(
      day INTEGER PRIMARY KEY, previous TEXT NOT NULL, root TEXT NOT NULL, key TEXT NOT NULL, signature TEXT NOT NULL, body BLOB);`);
}

/** The tables of one domain's index (docs/storage.md). Append steps and never change a released one. */
export const INDEX_STEPS: readonly SchemaStep[] = [
  ({ sql }) => createTables(sql),
  ({ sql }) => addSlowPages(sql),
  ({ sql }) => addChanges(sql),
  ({ sql }) => addVersions(sql),
  ({ sql }) => addLedger(sql),
];
