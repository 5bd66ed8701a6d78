import { pagePath } from "../../prerender";
import type { Issue } from "../model/issue";
import { CHECKS, runCrossChecks } from "../checks/run-checks";
import { unpackEdges } from "../model/page/edges";
import { unpackRelations } from "../model/page/relations";
import type { Rows } from "../model/page/page-row";
import { healthOf } from "../crawl/page-row";
import type { CrossUpdate, JudgedRow } from "../crawl/frontier/pages/analysis-rows";
import type { PathScore } from "../crawl/frontier/pages/trends";
import type { JobContext } from "../crawl/job-context";
import type { Gathered } from "./gathered";

/**
 * Runs the cross-page checks on each page, stores their issues and adds up the figures. False: another job has taken
 * over.
 */
export async function judgePages(stub: JobContext["stub"], token: string, all: Gathered): Promise<boolean> {
  for (let after = 0; ;) {
    const batch = (await stub.judgedRows(token, after)) as Rows<JudgedRow> | null;
    if (batch === null) return false;
    const { rows, more } = batch;
    const updates: CrossUpdate[] = [];
    const scores: PathScore[] = [];
    for (const row of rows) {
      const { cross, issues, healthScore, previewScore } = judgePage(row, all);
      scores.push({ urlHash: row.urlHash, healthScore });
      const crossIssues = JSON.stringify(cross);
      const changed = healthScore !== row.healthScore || previewScore !== row.previewScore;
      if (changed || crossIssues !== row.crossIssues)
        updates.push({ seq: row.seq, crossIssues, issueCount: issues.length, healthScore, previewScore });
    }
    if (!(await stub.storeJudgements(token, updates, all.keepTrends ? scores : []))) return false;
    if (!more) return true;
    after = rows.at(-1)!.seq;
  }
}

/** The result for one page after the cross-page checks. */
interface Judgement {
  cross: Issue[];
  issues: Issue[];
  healthScore: number;
  previewScore: number;
}

function judgePage(row: JudgedRow, all: Gathered): Judgement {
  const { graph, stats, totals, comparison, top, visits, siteBlocked, weights } = all;
  const node = graph.get(row.urlHash)!;
  const { path, titleHash, descriptionHash, textHash } = row;
  const relations = unpackRelations(row.relations);
  const cross = runCrossChecks(
    {
      node,
      path,
      titleHash,
      descriptionHash,
      textHash,
      edges: unpackEdges(row.links),
      relations,
    },
    graph,
  );
  all.access.addPath(path);
  all.sitemaps.addPage(node, path, graph.inlinksOf(node), node.depth === 0);
  const issues = [...(JSON.parse(row.issues) as Issue[]), ...cross];
  const healthScore = healthOf(issues, siteBlocked);
  totals.add(node, issues, healthScore, weights.of(row.pattern));
  comparison?.addNow(row.urlHash, { healthScore, issues });
  const pageVisits = visits.size === 0 ? 0 : (visits.get(pagePath(path) ?? path) ?? 0);
  for (const issue of issues) {
    stats.addIssue(issue.id, issue.severity);
    top.addPage(CHECKS.get(issue.id)!, path, pageVisits);
  }
  const previewScore = graph.previewOwners.isShared(relations.preview) ? row.sharedPreviewScore : row.previewScore;
  return { cross, issues, healthScore, previewScore };
}
