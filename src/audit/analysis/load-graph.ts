import type { Bindings } from "../../env";
import { hash53 } from "../../lib/crypto/hash";
import type { Issue } from "../model/issue";
import type { ComparedPage } from "../model/page/compared-page";
import { unpackEdges } from "../model/page/edges";
import { unpackRelations } from "../model/page/relations";
import type { FileFindings } from "../model/run/calls";
import type { Node, SiteGraph } from "../model/site/site-graph";
import type { SkeletonRow } from "../crawl/frontier/pages/analysis-rows";
import type { JobContext } from "../crawl/frontier/job-context";
import type { RunRow } from "../repo";
import { runPages } from "../runs/pages/run-pages";
import type { Alive, ComparedPages, CrawledUrls } from "./gathered";

/** Reads every URL of the run into the graph, with the links between them. False: another job has taken over. */
export async function loadGraph(
  stub: JobContext["stub"],
  token: string,
  { graph, stats, weights, namesakes, canonicals }: CrawledUrls,
): Promise<boolean> {
  for (let after = 0; ;) {
    const batch = await stub.skeletonRows(token, after);
    if (batch === null) return false;
    const { rows, more } = batch;
    for (const row of rows) {
      const node: Node = {
        seq: row.seq,
        urlHash: row.urlHash,
        listed: row.listed === 1,
        outcome: row.outcome,
        status: row.statusCode,
        depth: row.depth,
        indexable: row.indexable === 1,
        reason: row.reason,
        redirectHash: row.redirectHash,
        canonicalHash: row.canonicalHash,
        inSitemap: row.inSitemap === 1,
        textHash: row.textHash,
        path: isNamed(row) ? row.path : null,
      };
      graph.add(node, row);
      graph.countInlinks(unpackEdges(row.links));
      if (!node.listed) continue;
      weights.count(row.pattern);
      if (row.outcome === "ok") canonicals.add(row.reason, row.otherHost);
      if (node.indexable) namesakes.add(row.urlHash, row.path, row, unpackRelations(row.relations));
      stats.addPage({
        node,
        loadTimeMs: row.loadTimeMs,
        bytes: row.bytes,
        rendered: row.isRendered,
        renderingReason: row.renderingReason,
        snapshot: row.hasSnapshot,
        blockedResources: row.blockedResources,
        carried: row.isCarried,
        otherHost: row.otherHost,
      });
    }
    if (!more) return true;
    after = rows.at(-1)!.seq;
  }
}

/** Reads the responses of the run's files into the graph and returns the counts. Null: another job has taken over. */
export async function loadFiles(
  stub: JobContext["stub"],
  token: string,
  graph: SiteGraph,
): Promise<Pick<FileFindings, "stats"> | null> {
  const findings = await stub.fileFindings(token);
  for (const file of findings?.faulty ?? []) graph.files.set(file.hash, file);
  return findings;
}

/** Whether another page's issue can name the page: it is not indexable, or has language versions. */
function isNamed({ outcome, indexable, relations }: SkeletonRow): boolean {
  return outcome !== "ok" || indexable !== 1 || relations?.includes('"a":') === true;
}

/** Reads the pages of the earlier run that this run also saw, from the object or the archive. */
export async function readPrevious(
  env: Bindings,
  stub: JobContext["stub"],
  previous: RunRow,
  base: URL,
  graph: SiteGraph,
  { comparison, unreadable }: ComparedPages,
  alive: Alive,
): Promise<boolean> {
  const addBefore = (urlHash: number, page: ComparedPage) => {
    if (graph.get(urlHash)?.listed !== true) return;
    comparison?.addBefore(urlHash, page);
    unreadable.addBefore(urlHash, page);
  };
  let after = 0;
  for (let more = previous.archiveKey === null; more;) {
    const batch = await stub.scoredRows(previous.id, after);
    for (const { urlHash, healthScore, issues, crossIssues } of batch.rows)
      addBefore(urlHash, { healthScore, issues: [...parseIssues(issues), ...parseIssues(crossIssues)] });
    if (!(await alive())) return false;
    after = batch.rows.at(-1)?.seq ?? after;
    more = batch.more;
  }
  // Pages that were archived before or during this pass.
  for await (const batch of runPages(env, previous, after)) {
    for (const { json } of batch) {
      const page = JSON.parse(json) as ComparedPage & { path: string };
      addBefore(hash53(new URL(page.path, base).href), page);
    }
    if (!(await alive())) return false;
  }
  return true;
}

function parseIssues(json: string): Issue[] {
  return JSON.parse(json) as Issue[];
}
