import type { AnalysesKey, FoundAnalyses, PackedAnalyses } from "../../model/run/analyses";

/** The analyses of a domain's ended runs, and their large parts, each once however many runs have it. */
export function createAnalyses(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS run_analysis(
    run_id TEXT NOT NULL, completed_at INTEGER NOT NULL, parts TEXT NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (run_id, completed_at)) WITHOUT ROWID`);
  sql.exec(`CREATE TABLE IF NOT EXISTS run_analysis_part(
    hash TEXT NOT NULL PRIMARY KEY, body BLOB NOT NULL) WITHOUT ROWID`);
}

type Row = { run_id: string; completed_at: number; parts: string; body: ArrayBuffer };

/** The analyses of a domain's ended runs. D1 has their figures, and says which attempt to end a run counts. */
export class KeptAnalyses {
  private readonly sql: SqlStorage;

  constructor(private readonly storage: DurableObjectStorage) {
    this.sql = storage.sql;
  }

  /** Stores analyses, replacing what the same attempt stored. */
  keep(runs: readonly PackedAnalyses[]): void {
    const addRun = `INSERT INTO run_analysis (run_id, completed_at, parts, body) VALUES (?1, ?2, ?3, ?4)
      ON CONFLICT (run_id, completed_at) DO UPDATE SET parts = excluded.parts, body = excluded.body`;
    this.storage.transactionSync(() => {
      for (const { runId, completedAt, parts, body, bodies } of runs) {
        this.sql.exec(addRun, runId, completedAt, JSON.stringify(parts), body);
        for (const [hash, part] of bodies)
          this.sql.exec("INSERT OR IGNORE INTO run_analysis_part (hash, body) VALUES (?1, ?2)", hash, part);
      }
    });
  }

  /** Those of these analyses that are stored, with their parts. */
  find(keys: readonly AnalysesKey[]): FoundAnalyses {
    const found = this.sql.exec<Row>(
      `SELECT a.* FROM json_each(?1) AS key
       JOIN run_analysis AS a ON a.run_id = key.value ->> 'runId' AND a.completed_at = key.value ->> 'completedAt'`,
      JSON.stringify(keys),
    );
    const runs = [...found].map(({ run_id: runId, completed_at: completedAt, parts, body }) => {
      return { runId, completedAt, parts: JSON.parse(parts) as Record<string, string>, body };
    });
    const hashes = new Set(runs.flatMap(({ parts }) => Object.values(parts)));
    const stored = this.sql.exec<{ hash: string; body: ArrayBuffer }>(
      "SELECT hash, body FROM run_analysis_part WHERE hash IN (SELECT value FROM json_each(?1))",
      JSON.stringify([...hashes]),
    );
    return { runs, bodies: new Map([...stored].map(({ hash, body }) => [hash, body])) };
  }

  /** Deletes all that is stored of these runs, and parts that no other run has. */
  drop(runIds: readonly string[]): void {
    this.storage.transactionSync(() => {
      const ids = JSON.stringify(runIds);
      this.sql.exec("DELETE FROM run_analysis WHERE run_id IN (SELECT value FROM json_each(?1))", ids);
      this.sql.exec(`DELETE FROM run_analysis_part WHERE hash NOT IN (
        SELECT part.value FROM run_analysis, json_each(run_analysis.parts) AS part)`);
    });
  }
}
