import { asksForAll, prefixOf, SORTED_CHARS, type PagesWanted, type SortField } from "../../../model/page/page-query";
import type { ResultRow, Rows } from "../../../model/page/page-row";
import { extractedCondition } from "./extracted-fields";
import { pagesWith } from "./issue-pages";
import { keepList, keptList } from "./page-lists";
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

/**
 * The run's listed pages that match a query, after the page `afterSeq` in the query's order. `ended`: the pages no
 * longer change, so the result is kept for the next parts.
 */
export function matchingRows(
  sql: SqlStorage,
  runId: string,
  query: PagesWanted,
  { afterSeq, limit, ended }: { afterSeq: number; limit: number; ended: boolean },
): Rows<ResultRow> {
  const kept = ended ? keptList(sql, runId, query) : null;
  // In a run that is still active, only this part is searched, if the order allows it.
  const bounds = !ended && query.sort === null ? { afterSeq, limit } : null;
  const all = kept ?? allMatches(sql, runId, query, bounds);
  if (ended && kept === null && all.length > limit) keepList(sql, runId, query, all);
  const from = query.sort === null ? firstAfter(all, afterSeq) : behind(all, afterSeq);
  const part = all.subarray(from, from + limit);
  const rows = sql.exec(
    `SELECT ${RESULT} FROM json_each(?2) AS wanted
     CROSS JOIN ${RESULT_TABLES.replace(/^page/, "page ON page.run_id = ?1 AND page.seq = wanted.value")}
     ORDER BY wanted.key`,
    runId,
    JSON.stringify([...part]),
  );
  const { rows: read, more } = rowsUpTo<ResultRow>(rows, limit);
  return { rows: read, more: more || part.length > read.length };
}

/** Places of all pages that match a query, in its order; or of the first `limit` after a place. */
function allMatches(
  sql: SqlStorage,
  runId: string,
  query: PagesWanted,
  part: { afterSeq: number; limit: number } | null,
): Uint32Array {
  const { issue, severity, ...others } = query;
  const isOnlyIssue = (issue !== null || severity !== null) && asksForAll({ ...others, issue: null, severity: null });
  const indexed = isOnlyIssue ? pagesWith(sql, runId, query) : null;
  if (indexed !== null) return Uint32Array.from(indexed).sort();
  const conditions = new Conditions(runId);
  addFilters(sql, runId, query, conditions);
  if (part) conditions.add("page.seq > ?", part.afterSeq);
  const by = query.sort && SORT_BY[query.sort.field];
  const direction = query.sort?.descending === true ? "DESC" : "ASC";
  const order = by === null ? "page.seq" : `${by} ${direction}, page.seq`;
  const select = `SELECT page.seq FROM page WHERE ${conditions.where} ORDER BY ${order}${part ? ` LIMIT ${part.limit}` : ""}`;
  const seqs: number[] = [];
  for (const { seq } of sql.exec<{ seq: number }>(select, ...conditions.bound)) seqs.push(seq);
  return Uint32Array.from(seqs);
}

/** Index of the first place after `seq` in an ascending list. */
function firstAfter(seqs: Uint32Array, seq: number): number {
  let low = 0;
  for (let high = seqs.length; low < high;) {
    const middle = (low + high) >> 1;
    if (seqs[middle]! > seq) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Index after the place `seq` in a list of any order; nothing comes after a place that is not in it. */
function behind(seqs: Uint32Array, seq: number): number {
  if (seq === 0) return 0;
  const at = seqs.indexOf(seq);
  return at < 0 ? seqs.length : at + 1;
}

function addFilters(sql: SqlStorage, runId: string, query: PagesWanted, conditions: Conditions): void {
  const { path, status, indexable, extracted } = query;
  if (extracted !== null) conditions.add(...extractedCondition(runId, extracted));
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
