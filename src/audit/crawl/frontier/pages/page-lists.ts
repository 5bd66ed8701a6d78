import type { PagesWanted } from "../../../model/page/page-query";
import { packed, unpacked } from "./issue-pages";

/** Lists kept per run: a caller that reads on finds its list, and many different queries take bounded space. */
const MAX_LISTS = 20;

/**
 * Results of queries about runs that have ended: places of pages, in order. Finding them may read every page of a run,
 * so it happens once, however many parts a caller reads.
 */
export function createPageLists(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS page_list(
    run_id TEXT NOT NULL, query TEXT NOT NULL, number INTEGER NOT NULL, seqs BLOB NOT NULL,
    PRIMARY KEY (run_id, query)) WITHOUT ROWID`);
}

/** The kept result of a query; null: there is none. */
export function keptList(sql: SqlStorage, runId: string, query: PagesWanted): Uint32Array | null {
  const found = sql.exec<{ seqs: ArrayBuffer }>(
    "SELECT seqs FROM page_list WHERE run_id = ?1 AND query = ?2",
    runId,
    JSON.stringify(query),
  );
  const [row] = found.toArray();
  return row ? unpacked(row.seqs) : null;
}

/** Keeps a result and drops the oldest ones. */
export function keepList(sql: SqlStorage, runId: string, query: PagesWanted, seqs: Uint32Array): void {
  const next = "SELECT coalesce(max(number), 0) + 1 FROM page_list WHERE run_id = ?1";
  sql.exec(
    `INSERT OR REPLACE INTO page_list (run_id, query, number, seqs) VALUES (?1, ?2, (${next}), ?3)`,
    runId,
    JSON.stringify(query),
    packed(seqs),
  );
  sql.exec(
    `DELETE FROM page_list WHERE run_id = ?1 AND number <= (SELECT max(number) FROM page_list WHERE run_id = ?1) - ?2`,
    runId,
    MAX_LISTS,
  );
}

export function dropPageLists(sql: SqlStorage, runId: string): void {
  sql.exec("DELETE FROM page_list WHERE run_id = ?1", runId);
}
