import { carryExtracted } from "./extracted-fields";
import { ALL_COLUMNS } from "./page-table";

/** Pages that a run has from the run it continues: they were not fetched again. */
export function createCarried(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS carried(
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, fetched_at INTEGER NOT NULL, PRIMARY KEY (run_id, seq)) WITHOUT ROWID`);
}

/** A page's pattern belongs to the sampling of its own run, and the page is compared with other pages again. */
const OWN: Readonly<Record<string, string>> = { run_id: "?1", pattern: "NULL", cross_issues: "'[]'" };
const COPIED = ALL_COLUMNS.map((column) => OWN[column] ?? `page.${column}`);

/** Gives a run the pages of the run that it continues. `fetchedAt`: when that run ended, epoch ms. */
export function carryPages(sql: SqlStorage, fromRunId: string, runId: string, fetchedAt: number): void {
  sql.exec(
    `INSERT OR IGNORE INTO page (${ALL_COLUMNS.join(", ")}) SELECT ${COPIED.join(", ")} FROM page WHERE run_id = ?2`,
    runId,
    fromRunId,
  );
  sql.exec(
    `INSERT OR IGNORE INTO carried (run_id, seq, fetched_at)
     SELECT ?1, page.seq, coalesce(carried.fetched_at, ?3) FROM page
     LEFT JOIN carried ON carried.run_id = page.run_id AND carried.seq = page.seq WHERE page.run_id = ?2`,
    runId,
    fromRunId,
    fetchedAt,
  );
  carryExtracted(sql, fromRunId, runId);
}

/** The run has fetched these pages itself. */
export function replaceCarried(sql: SqlStorage, runId: string, seqs: readonly number[]): void {
  sql.exec(
    "DELETE FROM carried WHERE run_id = ?1 AND seq IN (SELECT value FROM json_each(?2))",
    runId,
    JSON.stringify(seqs),
  );
}

/** Number of pages that a run did not fetch itself. */
export function countCarried(sql: SqlStorage, runId: string): number {
  return sql.exec<{ n: number }>("SELECT count(*) AS n FROM carried WHERE run_id = ?1", runId).one().n;
}

export function dropCarried(sql: SqlStorage, runId: string): void {
  sql.exec("DELETE FROM carried WHERE run_id = ?1", runId);
}
