import type { SchemaStep } from "../../db/object-schema";

/** The tables of a domain's answers. */
export const ANSWER_STEPS: readonly SchemaStep[] = [
  ({ sql }) => {
    // Keyed by time, so that writing an answer writes one row and lists read a range. What statistics read comes first:
    // SQLite keeps the start of a long row with its key and the bodies elsewhere.
    sql.exec(`CREATE TABLE answer (
      day TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      run_id TEXT NOT NULL,
      prompt_id TEXT NOT NULL,
      provider TEXT NOT NULL,
      -- ok or error, once the run is settled: it ended, and D1 has given it away. Null: D1 knows where the run stands.
      status TEXT,
      attempt INTEGER NOT NULL,
      model TEXT,
      -- Of the analysis; null without one.
      rules_key TEXT,
      analysis_attempt INTEGER NOT NULL DEFAULT 0,
      position INTEGER,
      sentiment REAL,
      tone_found INTEGER,
      own_urls TEXT,
      competitors TEXT,
      cited TEXT,
      search TEXT,
      -- JSON: what else D1 knew of a settled run.
      run TEXT,
      -- Grows with each analysis, so that nothing older replaces it.
      revision INTEGER NOT NULL DEFAULT 0,
      answer_size INTEGER NOT NULL DEFAULT 0,
      analysis_size INTEGER NOT NULL DEFAULT 0,
      pack TEXT,
      at INTEGER NOT NULL DEFAULT 0,
      answer_length INTEGER NOT NULL DEFAULT 0,
      analysis_length INTEGER NOT NULL DEFAULT 0,
      -- Deflated JSON; null once it is in the file that pack names.
      answer BLOB,
      analysis BLOB,
      PRIMARY KEY (day, created_at, run_id)
    ) WITHOUT ROWID`);
    // Every file of R2 that was ever begun. due: it has to be written anew or deleted.
    sql.exec(`CREATE TABLE pack (key TEXT PRIMARY KEY, day TEXT NOT NULL, due INTEGER NOT NULL) WITHOUT ROWID`);
    sql.exec(`CREATE TABLE report (
      day TEXT NOT NULL,
      type TEXT NOT NULL,
      id TEXT NOT NULL,
      week_start TEXT,
      created_at INTEGER NOT NULL,
      size INTEGER NOT NULL,
      -- Deflated JSON {json, markdown}.
      body BLOB NOT NULL,
      PRIMARY KEY (day, type)
    ) WITHOUT ROWID`);
  },
];
