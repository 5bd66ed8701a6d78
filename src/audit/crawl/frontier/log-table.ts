/** What a log is of: the URLs of a run, or the files that its pages refer to. */
export type LogKind = "urls" | "files";

/** What one call changed. */
export interface LogRow {
  /** Place of the first new item; items count from 1. */
  first: number;
  /** The new items, one per line. */
  items: string;
  /** What is known of new and changed items, packed. */
  changes: ArrayBuffer;
  /** Other things to remember, one per line. */
  notes: string;
}

/** The logs of the active run and of one that may be continued. Rows are only added. */
export function createLogs(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS run_log(
    run_id TEXT NOT NULL, kind TEXT NOT NULL, number INTEGER NOT NULL, first INTEGER NOT NULL, items TEXT NOT NULL,
    changes BLOB NOT NULL, notes TEXT NOT NULL, PRIMARY KEY (run_id, kind, number)) WITHOUT ROWID`);
}

export function addLogRow(sql: SqlStorage, runId: string, kind: LogKind, number: number, row: LogRow): void {
  sql.exec(
    "INSERT INTO run_log (run_id, kind, number, first, items, changes, notes) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    runId,
    kind,
    number,
    row.first,
    row.items,
    row.changes,
    row.notes,
  );
}

/** The rows of a log, in order. */
export function logRows(sql: SqlStorage, runId: string, kind: LogKind): Iterable<LogRow & { number: number }> {
  const query =
    "SELECT number, first, items, changes, notes FROM run_log WHERE run_id = ?1 AND kind = ?2 ORDER BY number";
  return sql.exec<Record<keyof LogRow | "number", any>>(query, runId, kind);
}

/** The new items of one row, one per line. */
export function logItems(sql: SqlStorage, runId: string, kind: LogKind, number: number): string {
  const query = "SELECT items FROM run_log WHERE run_id = ?1 AND kind = ?2 AND number = ?3";
  return sql.exec<{ items: string }>(query, runId, kind, number).one().items;
}

/** Gives a run the logs of the run that it continues. */
export function passLogs(sql: SqlStorage, fromRunId: string, runId: string): void {
  sql.exec("UPDATE run_log SET run_id = ?2 WHERE run_id = ?1", fromRunId, runId);
}

/** Forgets all logs, except those of a run that may be continued. */
export function dropLogs(sql: SqlStorage, exceptRunId: string | null): void {
  // Emptying a table writes no rows.
  if (exceptRunId === null) sql.exec("DELETE FROM run_log");
  else sql.exec("DELETE FROM run_log WHERE run_id <> ?1", exceptRunId);
}
