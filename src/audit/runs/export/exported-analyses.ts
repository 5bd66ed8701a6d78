import type { RunRow } from "../../repo";
import type { Analyses } from "../../model/run/analyses";
import { wholeRuns, type AnalysesEnv } from "../results/whole-runs";

/** Analysis of a run → its column. */
const COLUMNS: Record<keyof Analyses, string> = {
  robotsAnalysis: "robots_analysis",
  crawlStats: "crawl_stats",
  sitemapIssues: "sitemap_issues",
  topIssues: "top_issues",
};
const NAMES = Object.keys(COLUMNS) as Array<keyof Analyses>;

type Row = Record<string, unknown>;
const parsed = (text: unknown): unknown => (typeof text === "string" ? JSON.parse(text) : null);

/** Rows of audit_run as D1 stores them, with their whole analyses. */
export async function exportedAnalyses(env: AnalysesEnv, rows: Row[]): Promise<Row[]> {
  const packed = rows.map((row) => {
    const analyses = Object.fromEntries(NAMES.map((name) => [name, parsed(row[COLUMNS[name]])])) as unknown as Analyses;
    const parts = parsed(row["parts"]) as RunRow["parts"];
    const completedAt = row["completed_at"] as number | null;
    return { row, id: String(row["id"]), domainId: String(row["domain_id"]), completedAt, parts, ...analyses };
  });
  return (await wholeRuns(env, packed)).map((whole) => {
    const texts = NAMES.map((name) => [COLUMNS[name], whole[name] === null ? null : JSON.stringify(whole[name])]);
    return Object.assign({}, whole.row, Object.fromEntries(texts));
  });
}
