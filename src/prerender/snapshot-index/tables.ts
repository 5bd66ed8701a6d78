import type { SchemaStep } from "../../db/object-schema";
import { upgradeSpent } from "./budget";
import { addDemand } from "./demand";

function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS entry(
      path TEXT PRIMARY KEY, snap TEXT NOT NULL, status INTEGER NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
      etag TEXT NOT NULL, bytes INTEGER NOT NULL, render_ms INTEGER NOT NULL, words INTEGER NOT NULL, headers TEXT NOT NULL,
      title TEXT NOT NULL DEFAULT '', description TEXT NOT NULL DEFAULT '',
      refresh_at INTEGER NOT NULL DEFAULT 0, smaller_words INTEGER NOT NULL DEFAULT 0, smaller_runs INTEGER NOT NULL DEFAULT 0) WITHOUT ROWID;
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

function addCanonical(sql: SqlStorage): void {
  const known = sql.exec("SELECT 1 FROM pragma_table_info('entry') WHERE name = 'canonical'").toArray();
  if (known.length === 0) sql.exec("ALTER TABLE entry ADD COLUMN canonical TEXT NOT NULL DEFAULT ''");
}

/** Hash of what the page says (core/content-text.ts); empty in snapshots of the releases before. */
function addContent(sql: SqlStorage): void {
  const known = sql.exec("SELECT 1 FROM pragma_table_info('entry') WHERE name = 'content'").toArray();
  if (known.length === 0) sql.exec("ALTER TABLE entry ADD COLUMN content TEXT NOT NULL DEFAULT ''");
}

/** The tables of one domain's index (docs/storage.md). */
export const INDEX_STEPS: readonly SchemaStep[] = [
  ({ sql }) => createTables(sql),
  ({ sql }) => upgradeSpent(sql),
  ({ sql }) => addDemand(sql),
  ({ sql }) => addCanonical(sql),
  ({ sql }) => addContent(sql),
];
