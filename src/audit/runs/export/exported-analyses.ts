import type { Db } from "../../../db/client";
import { wholeRuns, type RunRow } from "../../repo";

/** Analysis of a run → its column. */
const COLUMNS = {
  robotsAnalysis: "robots_analysis",
  crawlStats: "crawl_stats",
  sitemapIssues: "sitemap_issues",
  topIssues: "top_issues",
} as const;
type Name = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Name[];

type Row = Record<string, unknown>;
const parsed = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : null);

/** Rows of audit_run as D1 stores them, with their whole analyses. */
export async function exportedAnalyses(db: Db, rows: Row[]): Promise<Row[]> {
  const packed = rows.map((row) => {
    const analyses = Object.fromEntries(NAMES.map((name) => [name, parsed(row[COLUMNS[name]])])) as Pick<RunRow, Name>;
    const parts = parsed(row["parts"]) as RunRow["parts"];
    return { row, domainId: String(row["domain_id"]), parts, ...analyses };
  });
  return (await wholeRuns(db, packed)).map((whole) => {
    const texts = NAMES.map((name) => [COLUMNS[name], whole[name] === null ? null : JSON.stringify(whole[name])]);
    return Object.assign({}, whole.row, Object.fromEntries(texts));
  });
}
