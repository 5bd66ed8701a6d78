import type { LinkedFrom } from "../../../model/run/findings";

/** Who links to pages that are broken or redirect, known once a run is analysed. */
export function createLinkedFrom(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS linked_from(
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, links TEXT NOT NULL, PRIMARY KEY (run_id, seq)) WITHOUT ROWID`);
}

/** Stores who links to pages of a run. Storing it again changes nothing. */
export function storeLinkedFrom(sql: SqlStorage, runId: string, rows: readonly LinkedFrom[]): void {
  sql.exec(
    `INSERT OR REPLACE INTO linked_from (run_id, seq, links)
     SELECT ?1, value ->> 'seq', json_object('pages', value ->> 'pages', 'paths', json(value -> 'paths')) FROM json_each(?2)`,
    runId,
    JSON.stringify(rows),
  );
}

export function dropLinkedFrom(sql: SqlStorage, runId: string): void {
  sql.exec("DELETE FROM linked_from WHERE run_id = ?1", runId);
}
