/** One row of a run's frontier: what one call changed. */
export interface FrontierRow {
  /** `seq` of the first new URL; the highest `seq` plus one if there is none. */
  firstSeq: number;
  /** The new URLs, one per line. */
  urls: string;
  /** What is known of new and changed URLs: see packChanges. */
  changes: ArrayBuffer;
  /** What the sampler learnt, one note per line. */
  notes: string;
}

/** The frontiers of the active run and of one that may be continued, as logs: rows are only added. */
export function createFrontier(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS frontier(
    run_id TEXT NOT NULL, number INTEGER NOT NULL, first_seq INTEGER NOT NULL, urls TEXT NOT NULL, changes BLOB NOT NULL,
    notes TEXT NOT NULL, PRIMARY KEY (run_id, number)) WITHOUT ROWID`);
}

export function addFrontierRow(sql: SqlStorage, runId: string, number: number, row: FrontierRow): void {
  const insert =
    "INSERT INTO frontier (run_id, number, first_seq, urls, changes, notes) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
  sql.exec(insert, runId, number, row.firstSeq, row.urls, row.changes, row.notes);
}

/** The rows of a run, in order. */
export function frontierRows(sql: SqlStorage, runId: string): Iterable<FrontierRow & { number: number }> {
  const query = `SELECT number, first_seq AS firstSeq, urls, changes, notes FROM frontier WHERE run_id = ?1 ORDER BY number`;
  return sql.exec<Record<keyof FrontierRow | "number", any>>(query, runId);
}

/** The new URLs of one row, one per line. */
export function frontierUrls(sql: SqlStorage, runId: string, number: number): string {
  const query = "SELECT urls FROM frontier WHERE run_id = ?1 AND number = ?2";
  return sql.exec<{ urls: string }>(query, runId, number).one().urls;
}

/** Gives a run the frontier of the run that it continues. */
export function passFrontier(sql: SqlStorage, fromRunId: string, runId: string): void {
  sql.exec("UPDATE frontier SET run_id = ?2 WHERE run_id = ?1", fromRunId, runId);
}

/** Forgets all frontiers, except that of a run that may be continued. */
export function dropFrontiers(sql: SqlStorage, exceptRunId: string | null): void {
  sql.exec("DELETE FROM frontier WHERE run_id IS NOT ?1", exceptRunId);
}
