import type { SchemaStep } from "../../db/object-schema";

/**
 * `hits` counts how often crawlers requested a snapshot, `stale_at` says when it goes stale, and `content` is a hash of
 * what the page says (core/pages/content-text.ts).
 */
function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS entry(
      path TEXT PRIMARY KEY, snap TEXT NOT NULL, status INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      etag TEXT NOT NULL, bytes INTEGER NOT NULL, render_ms INTEGER NOT NULL, words INTEGER NOT NULL, headers TEXT NOT NULL,
      title TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
      refresh_at INTEGER NOT NULL DEFAULT 0, smaller_words INTEGER NOT NULL DEFAULT 0, smaller_runs INTEGER NOT NULL DEFAULT 0,
      hits INTEGER NOT NULL DEFAULT 0, stale_at INTEGER NOT NULL DEFAULT 0, canonical TEXT NOT NULL DEFAULT '',
      content TEXT NOT NULL DEFAULT '') WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS entry_stale_at ON entry(stale_at) WHERE hits > 0;
    CREATE TABLE IF NOT EXISTS render(
      path TEXT PRIMARY KEY, token TEXT NOT NULL, lease_until INTEGER NOT NULL, budgeted INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS garbage(snap TEXT PRIMARY KEY, since INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS known(path TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS begun(at INTEGER NOT NULL);
    CREATE INDEX IF NOT EXISTS begun_at ON begun(at);
    CREATE TABLE IF NOT EXISTS tried(path TEXT PRIMARY KEY, at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS render_log(
      id INTEGER PRIMARY KEY, path TEXT NOT NULL, at INTEGER NOT NULL, record TEXT NOT NULL);
    CREATE INDEX IF NOT EXISTS render_log_path ON render_log(path, at);`);
}

/** The tables of one domain's index (docs/storage.md). Append steps and never change a released one. */
export const INDEX_STEPS: readonly SchemaStep[] = [({ sql }) => createTables(sql)];
