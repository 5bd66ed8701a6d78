import type { SchemaStep } from "../../../db/object-schema";

/** What the object of a server's links is upgraded through. Append steps and never change a released one. */
export const LINK_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    sql.exec(`
      CREATE TABLE IF NOT EXISTS link(
        url TEXT PRIMARY KEY, status INTEGER NOT NULL, tries INTEGER NOT NULL, final INTEGER NOT NULL,
        asked_at INTEGER NOT NULL) WITHOUT ROWID;
      CREATE INDEX IF NOT EXISTS link_age ON link(asked_at);`);
  },
];
