import { pagePath } from "../../prerender";
import { type Issue, worstSeverity } from "../model/issue";
import { CHECKS, runCrossChecks } from "../checks/run-checks";
import { unpackEdges } from "../model/page/edges";
import { unpackFiles } from "../model/page/files";
import { unpackRelations } from "../model/page/relations";
import { healthOf } from "../crawl/page-row";
import type { IssuePages } from "../model/run/findings";
import type { CrossUpdate, JudgedRow } from "../crawl/frontier/pages/analysis-rows";
import type { PathScore } from "../crawl/frontier/pages/trend-block";
import type { JobContext } from "../crawl/frontier/job-context";
import type { ComparedPages, CrawledUrls, RunFigures } from "./gathered";

/** What judging a page needs to know. */
export interface PagesInput {
  urls: CrawledUrls;
  compared: ComparedPages;
  /** Crawler visits in the last 30 days, by path. */
  visits: ReadonlyMap<string, number>;
  /** A site-wide problem keeps every page out of search. */
  isSiteBlocked: boolean;
}

/**
 * Runs the cross-page checks on each page, stores their issues and adds to the figures. Returns the scores of all pages,
 * for their trends; null: another job has taken over.
 */
export async function judgePages(
  stub: JobContext["stub"],
  token: string,
  input: PagesInput,
  figures: RunFigures,
): Promise<PathScore[] | null> {
  const scores: PathScore[] = [];
  for (let after = 0; ;) {
    const batch = await stub.judgedRows(token, after);
    if (batch === null) return null;
    const { rows, more } = batch;
    const updates: CrossUpdate[] = [];
    for (const row of rows) {
      const { cross, issues, healthScore, previewScore } = judgePage(row, input, figures);
      const { status: statusCode } = input.urls.graph.get(row.urlHash)!;
      scores.push({ urlHash: row.urlHash, healthScore, statusCode, issueCount: issues.length });
      const crossIssues = JSON.stringify(cross);
      const changed = healthScore !== row.healthScore || previewScore !== row.previewScore;
      if (changed || crossIssues !== row.crossIssues)
        updates.push({ seq: row.seq, crossIssues, issueCount: issues.length, healthScore, previewScore });
    }
    if (!(await stub.storeJudgements(token, updates, []))) return null;
    if (!more) return (await storeFindings(stub, token, figures)) ? scores : null;
    after = rows.at(-1)!.seq;
  }
}

/** Places of pages, and links to broken ones, per call of the object. A row of it takes two MB: half a million places. */
const PLACES = 200_000;
const LINKS = 1_000;

/** Stores which pages have which issue, and which pages link to broken ones. */
async function storeFindings(
  stub: JobContext["stub"],
  token: string,
  { index, inlinks }: RunFigures,
): Promise<boolean> {
  let batch: IssuePages[] = [];
  let number = 0;
  let places = 0;
  for (const issue of index.list()) {
    batch.push(issue);
    places += issue.seqs.length;
    if (places < PLACES) continue;
    if (!(await stub.storeFindings(token, number++, batch, []))) return false;
    batch = [];
    places = 0;
  }
  if (!(await stub.storeFindings(token, number, batch, []))) return false;
  // In the order of the pages: each call then changes few rows.
  const links = inlinks.list().sort((a, b) => a.seq - b.seq);
  for (let from = 0; from < links.length; from += LINKS)
    if (!(await stub.storeFindings(token, number + 1, [], links.slice(from, from + LINKS)))) return false;
  return true;
}

/** Scores per call of the object. */
const SCORES = 5_000;

/** Adds the scores of a run to the trends of its paths. `scored`: they mean something. False: another job has taken over. */
export async function keepTrends(
  stub: JobContext["stub"],
  token: string,
  scores: readonly PathScore[],
  scored: boolean,
): Promise<boolean> {
  // In the order of their hashes: each call then changes few rows.
  const ordered = scores.toSorted((a, b) => a.urlHash - b.urlHash);
  for (let from = 0; from < ordered.length; from += SCORES) {
    const part = ordered.slice(from, from + SCORES);
    const kept = scored ? part : part.map((each) => Object.assign(each, { healthScore: null }));
    if (!(await stub.storeJudgements(token, [], kept))) return false;
  }
  return true;
}

/** The result for one page after the cross-page checks. */
interface Judgement {
  cross: Issue[];
  issues: Issue[];
  healthScore: number;
  previewScore: number;
}

function judgePage(
  row: JudgedRow,
  { urls, compared, visits, isSiteBlocked }: PagesInput,
  figures: RunFigures,
): Judgement {
  const { graph, stats, weights, namesakes } = urls;
  const node = graph.get(row.urlHash)!;
  const { path, titleHash, descriptionHash, textHash } = row;
  const relations = unpackRelations(row.relations);
  const edges = unpackEdges(row.links);
  const files = graph.files.size === 0 ? [] : unpackFiles(row.files);
  const page = { node, path, titleHash, descriptionHash, textHash, edges, relations, files };
  const cross = runCrossChecks(page, graph).map((issue) => namesakes.named(issue, row.urlHash, row, relations));
  figures.inlinks.add(path, edges);
  figures.access.addPath(path);
  figures.sitemaps.addPage(node, path, graph.inlinksOf(node), node.depth === 0);
  const issues = [...(JSON.parse(row.issues) as Issue[]), ...cross];
  figures.map.add({ path, depth: node.depth, indexable: node.indexable, worst: worstSeverity(issues) });
  figures.index.add(row.seq, issues);
  const healthScore = healthOf(issues, isSiteBlocked);
  const rendered = row.renderedIssues === null ? null : (JSON.parse(row.renderedIssues) as Issue[]);
  const weight = weights.of(row.pattern);
  figures.estimates.add(weight === 1 ? null : row.pattern, weight, issues);
  figures.scores.add({ node, issues, cross, healthScore, weight, isShell: row.isShell, rendered });
  compared.comparison?.addNow(row.urlHash, { healthScore, issues });
  compared.unreadable.addNow(row.urlHash, path, { issues });
  const pageVisits = visits.size === 0 ? 0 : (visits.get(pagePath(path) ?? path) ?? 0);
  if (row.unscored !== null) figures.unscored.add(JSON.parse(row.unscored) as Issue[], node.reason ?? "");
  for (const issue of issues) stats.addIssue(issue.id, issue.severity);
  figures.top.addPage(
    path,
    pageVisits,
    issues.map(({ id, detail }) => ({ check: CHECKS.get(id)!, detail })),
  );
  const previewScore = graph.previewOwners.isShared(relations.preview) ? row.sharedPreviewScore : row.previewScore;
  return { cross, issues, healthScore, previewScore };
}
