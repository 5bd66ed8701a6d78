import type { PageRow } from "../../../model/page/page-row";
import type { PagesWanted } from "../../../model/page/page-query";

/** What runs read from their pages for the site's owner. In a separate table, so that filters don't read the large rows. */
export function createExtracted(sql: SqlStorage): void {
  sql.exec(`CREATE TABLE IF NOT EXISTS extracted(
    run_id TEXT NOT NULL, seq INTEGER NOT NULL, found TEXT NOT NULL, PRIMARY KEY (run_id, seq)) WITHOUT ROWID`);
}

export function storeExtracted(
  sql: SqlStorage,
  runId: string,
  rows: ReadonlyArray<Pick<PageRow, "seq" | "extracted">>,
): void {
  for (const { seq, extracted } of rows)
    if (extracted)
      sql.exec("INSERT OR REPLACE INTO extracted (run_id, seq, found) VALUES (?1, ?2, ?3)", runId, seq, extracted);
}

/** Gives a run what the run that it continues has read. */
export function carryExtracted(sql: SqlStorage, fromRunId: string, runId: string): void {
  sql.exec(
    "INSERT OR IGNORE INTO extracted (run_id, seq, found) SELECT ?1, seq, found FROM extracted WHERE run_id = ?2",
    runId,
    fromRunId,
  );
}

export function dropExtracted(sql: SqlStorage, runId: string): void {
  sql.exec("DELETE FROM extracted WHERE run_id = ?1", runId);
}

/** The condition of a query's field, with its values. */
export function extractedCondition(
  runId: string,
  { field, value, isThere }: NonNullable<PagesWanted["extracted"]>,
): [text: string, ...values: SqlStorageValue[]] {
  const path = `$.${field}.values`;
  const has =
    value === null ? "json_array_length(found, ?) > 0" : "EXISTS (SELECT 1 FROM json_each(found, ?) WHERE value = ?)";
  const text = `page.seq ${isThere ? "" : "NOT "}IN (SELECT seq FROM extracted WHERE run_id = ? AND ${has})`;
  return [text, runId, path, ...(value === null ? [] : [value])];
}
