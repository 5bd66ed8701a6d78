import type { IssuePages } from "../../../model/run/findings";
import type { PagesWanted } from "../../../model/page/page-query";

/** Which pages have which issue: many issues of an analysed run per row. */
export function createIssuePages(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS issue_pages(
    run_id TEXT NOT NULL, number INTEGER NOT NULL, issues TEXT NOT NULL, seqs BLOB NOT NULL,
    PRIMARY KEY (run_id, number)) WITHOUT ROWID`);
}

/** An issue and how many of a row's places are its own. */
type Counted = [id: string, severity: string, places: number];

/** Stores a part of a run's index, replacing what an earlier attempt stored. The first one replaces all. */
export function storeIssuePages(sql: SqlStorage, runId: string, number: number, issues: readonly IssuePages[]): void {
  if (number === 0) dropIssuePages(sql, runId);
  const counted = issues.map(({ id, severity, seqs }): Counted => [id, severity, seqs.length]);
  // Places as 32-bit numbers: a run finds far fewer than 2^32 URLs.
  const places = new Uint32Array(issues.reduce((sum, { seqs }) => sum + seqs.length, 0));
  let at = 0;
  for (const { seqs } of issues) {
    places.set(seqs, at);
    at += seqs.length;
  }
  sql.exec(
    `INSERT INTO issue_pages (run_id, number, issues, seqs) VALUES (?1, ?2, ?3, ?4)
     ON CONFLICT DO UPDATE SET issues = ?3, seqs = ?4`,
    runId,
    number,
    JSON.stringify(counted),
    places.buffer,
  );
}

/** Places of the pages with this issue or severity; null: the run has no index. */
export function pagesWith(
  sql: SqlStorage,
  runId: string,
  { issue, severity }: Pick<PagesWanted, "issue" | "severity">,
): Set<number> | null {
  const query = "SELECT issues, seqs FROM issue_pages WHERE run_id = ?1";
  let found: Set<number> | null = null;
  for (const { issues, seqs } of sql.exec<{ issues: string; seqs: ArrayBuffer }>(query, runId)) {
    found ??= new Set();
    const places = new Uint32Array(seqs);
    let at = 0;
    for (const [id, level, count] of JSON.parse(issues) as Counted[]) {
      const isWanted = (issue === null || id === issue) && (severity === null || level === severity);
      if (isWanted) for (const seq of places.subarray(at, at + count)) found.add(seq);
      at += count;
    }
  }
  return found;
}

/** Deletes the index of a run whose pages are gone. */
export function dropIssuePages(sql: SqlStorage, runId: string): void {
  sql.exec("DELETE FROM issue_pages WHERE run_id = ?1", runId);
}
