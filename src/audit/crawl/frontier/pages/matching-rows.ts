import { prefixOf, SORTED_CHARS, type PagesWanted, type SortField } from "../../../model/page/page-query";
import type { ResultRow, Rows } from "../../../model/page/page-row";
import { pagesWith } from "./issue-pages";
import { RESULT, RESULT_TABLES, rowsUpTo } from "./page-table";

/** Sort field → what SQLite sorts by. Binary order of UTF-8 differs from JavaScript's only above U+FFFF; paths are ASCII. */
const SORT_BY: Record<SortField, string> = {
  path: `substr(page.path, 1, ${SORTED_CHARS})`,
  statusCode: "status_code",
  loadTimeMs: "load_time_ms",
  depth: "depth",
  healthScore: "health_score",
  previewScore: "preview_score",
  issueCount: "issue_count",
};

/** Values that a query's pages are searched and sorted by. A row itself may take hundreds of kilobytes. */
export function createPageFacts(sql: SqlStorage): void {
  sql.exec(`CREATE INDEX IF NOT EXISTS page_facts ON page(
    run_id, seq, listed, status_code, indexable, load_time_ms, depth, health_score, preview_score, issue_count)`);
}

/** Conditions of a query with their values. */
class Conditions {
  private readonly texts = ["page.run_id = ?", "listed = 1"];
  private readonly values: SqlStorageValue[];

  constructor(runId: string) {
    this.values = [runId];
  }

  add(text: string, ...values: SqlStorageValue[]): void {
    this.texts.push(text);
    this.values.push(...values);
  }

  get where(): string {
    return this.texts.join(" AND ");
  }

  get bound(): SqlStorageValue[] {
    return this.values;
  }
}

/** The run's listed pages that a query asks for, after the page `afterSeq` in the query's order. */
export function matchingRows(
  sql: SqlStorage,
  runId: string,
  query: PagesWanted,
  afterSeq: number,
  limit: number,
): Rows<ResultRow> {
  const conditions = new Conditions(runId);
  addFilters(sql, runId, query, conditions);
  const by = query.sort && SORT_BY[query.sort.field];
  const direction = query.sort?.descending === true ? "DESC" : "ASC";
  if (by === null) conditions.add("page.seq > ?", afterSeq);
  else if (afterSeq > 0) addPlace(by, direction, runId, afterSeq, conditions);
  const order = by === null ? "page.seq" : `${by} ${direction}, page.seq`;
  const found = sql
    .exec<{ seq: number }>(
      `SELECT page.seq FROM page WHERE ${conditions.where} ORDER BY ${order} LIMIT ?`,
      ...conditions.bound,
      limit,
    )
    .toArray();
  const rows = sql.exec(
    `SELECT ${RESULT} FROM json_each(?2) AS wanted
     CROSS JOIN ${RESULT_TABLES.replace(/^page/, "page ON page.run_id = ?1 AND page.seq = wanted.value")}
     ORDER BY wanted.key`,
    runId,
    JSON.stringify(found.map(({ seq }) => seq)),
  );
  const { rows: read, more } = rowsUpTo<ResultRow>(rows, limit);
  return { rows: read, more: more || found.length > read.length };
}

function addFilters(sql: SqlStorage, runId: string, query: PagesWanted, conditions: Conditions): void {
  const { path, status, indexable } = query;
  if (indexable !== null) conditions.add("indexable = ?", indexable ? 1 : 0);
  if (status !== null) conditions.add("status_code BETWEEN ? AND ?", status.from, status.to);
  const prefix = path === null ? null : prefixOf(path);
  if (prefix !== null) conditions.add("page.path >= ? AND page.path < ?", prefix, `${prefix}\u{10ffff}`);
  else if (path !== null) conditions.add("page.path = ?", path);
  if (query.issue !== null || query.severity !== null) addIssueFilter(sql, runId, query, conditions);
}

/** Uses the index of an analysed run; others are searched page by page. */
function addIssueFilter(sql: SqlStorage, runId: string, query: PagesWanted, conditions: Conditions): void {
  const { issue, severity } = query;
  const indexed = pagesWith(sql, runId, query);
  if (indexed !== null) return conditions.add("page.seq IN (SELECT value FROM json_each(?))", JSON.stringify(indexed));
  const has = `SELECT 1 FROM json_each(COLUMN) WHERE (? IS NULL OR value ->> 'id' = ?) AND (? IS NULL OR value ->> 'severity' = ?)`;
  const either = ["issues", "cross_issues"].map((column) => `EXISTS (${has.replace("COLUMN", column)})`).join(" OR ");
  const values = [issue, issue, severity, severity];
  conditions.add(`(${either})`, ...values, ...values);
}

/** Continues after a page, wherever the order puts it. */
function addPlace(by: string, direction: string, runId: string, afterSeq: number, conditions: Conditions): void {
  const last = `(SELECT ${by} FROM page WHERE run_id = ? AND seq = ?)`;
  const beyond = direction === "DESC" ? "<" : ">";
  conditions.add(
    `(${by} ${beyond} ${last} OR (${by} = ${last} AND page.seq > ?))`,
    runId,
    afterSeq,
    runId,
    afterSeq,
    afterSeq,
  );
}
