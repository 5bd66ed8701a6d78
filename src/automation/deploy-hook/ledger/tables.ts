import type { SchemaStep } from "../../../db/object-schema";

function createTables(sql: SqlStorage): void {
  sql.exec(`
    CREATE TABLE IF NOT EXISTS deploy(no INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, record TEXT NOT NULL);
    CREATE TABLE IF NOT EXISTS deploy_ref(ref TEXT PRIMARY KEY, no INTEGER NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS deploy_page(
      no INTEGER NOT NULL, path TEXT NOT NULL, changed_at INTEGER, before TEXT NOT NULL, was_known INTEGER NOT NULL,
      state TEXT NOT NULL, reason TEXT NOT NULL DEFAULT '', PRIMARY KEY (no, path)) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS deploy_page_state ON deploy_page(no, state, path);
    CREATE TABLE IF NOT EXISTS released_page(
      path TEXT PRIMARY KEY, content TEXT NOT NULL, changed_at INTEGER, owed INTEGER NOT NULL DEFAULT 0,
      seen_at INTEGER NOT NULL) WITHOUT ROWID;
    CREATE INDEX IF NOT EXISTS released_page_owed ON released_page(path) WHERE owed = 1;`);
}

/** The tables of one domain's ledger of deploys (docs/storage.md). */
export const LEDGER_STEPS: readonly SchemaStep[] = [({ sql }) => createTables(sql)];
