import type { IssuePages } from "../../../model/run/findings";
import type { PagesWanted } from "../../../model/page/page-query";

/** Which pages have which issue, one row per issue of an analysed run. */
export function createIssuePages(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS issue_pages(
    run_id TEXT NOT NULL, id TEXT NOT NULL, severity TEXT NOT NULL, seqs BLOB NOT NULL,
    PRIMARY KEY (run_id, id, severity)) WITHOUT ROWID`);
}

/** Places of pages as 32-bit numbers: a run finds far fewer than 2^32 URLs. */
export const packed = (seqs: ArrayLike<number>): ArrayBuffer => Uint32Array.from(seqs).buffer;
export const unpacked = (seqs: ArrayBuffer): Uint32Array => new Uint32Array(seqs);

/** Stores the index of a run, replacing what an earlier attempt stored. */
export function storeIssuePages(sql: SqlStorage, runId: string, issues: readonly IssuePages[]): void {
  for (const { id, severity, seqs } of issues)
    sql.exec(
      "INSERT OR REPLACE INTO issue_pages (run_id, id, severity, seqs) VALUES (?1, ?2, ?3, ?4)",
      runId,
      id,
      severity,
      packed(seqs),
    );
}

/** Places of the pages with this issue or severity; null: the run has no index. */
export function pagesWith(
  sql: SqlStorage,
  runId: string,
  { issue, severity }: Pick<PagesWanted, "issue" | "severity">,
): number[] | null {
  const some = "SELECT EXISTS (SELECT 1 FROM issue_pages WHERE run_id = ?1) AS n";
  if (sql.exec<{ n: number }>(some, runId).one().n === 0) return null;
  const query = `SELECT seqs FROM issue_pages
    WHERE run_id = ?1 AND (?2 IS NULL OR id = ?2) AND (?3 IS NULL OR severity = ?3)`;
  const places = new Set<number>();
  for (const { seqs } of sql.exec<{ seqs: ArrayBuffer }>(query, runId, issue, severity))
    for (const seq of unpacked(seqs)) places.add(seq);
  return [...places];
}

/** Deletes the index of a run whose pages are gone. */
export function dropIssuePages(sql: SqlStorage, runId: string): void {
  sql.exec("DELETE FROM issue_pages WHERE run_id = ?1", runId);
}
