import { attempt } from "../../server/attempt";
import { read, readUnless } from "../../server/read";
import { pageAddress } from "../../server/typed-address";
import { readChecks } from "../audits/page-findings";
import { readHistory } from "../audits/page-page";
import { readRuns, type SiteContext } from "../audits/read-runs";
import { isFinished } from "../audits/words";

/** Days that visits and answers are counted over. */
export const INSPECTED_DAYS = 30;
const LOG_LINES = "10";

/** Everything that the service knows about one address, each part by itself. */
export async function readAddress(c: SiteContext, path: string) {
  const { domain } = c.var.domain;
  const api = c.var.api.api;
  const url = pageAddress(domain, path);
  const days = String(INSPECTED_DAYS);
  const [snapshot, renders, history, checks, visits, robots, citations] = await Promise.all([
    attempt(c, readUnless("snapshot_not_found", api.prerender.cache.snapshot.$get({ query: { domain, path } }))),
    attempt(c, read(api.prerender.renders.$get({ query: { domain, path, limit: LOG_LINES } }))),
    attempt(c, readHistory(c, path)),
    attempt(c, readChecks(c)),
    attempt(c, read(api.analytics["page-insights"].$get({ query: { url, days } }))),
    attempt(c, readRobots(c)),
    attempt(c, readCitations(c, path)),
  ]);
  return { url, snapshot, renders, history, checks, visits, robots, citations };
}

/** robots.txt as the latest finished audit read it; null: there is none. */
async function readRobots(c: SiteContext) {
  const run = (await readRuns(c)).find(isFinished);
  return run ? { at: run.startedAt, analysis: run.robotsAnalysis } : null;
}

/** The path of a cited address, without what tells no pages apart. */
const plainPath = (path: string) => path.replace(/[?#].*$/s, "").replace(/\/+$/, "") || "/";

/** Answers of AI providers that cite the page. */
async function readCitations(c: SiteContext, path: string) {
  const { domain } = c.var.domain;
  const { ownPages } = await read(c.var.api.api["ai-mentions"]["prompt-stats"].$get({ query: { domain } }));
  const wanted = plainPath(path);
  return ownPages.filter(({ url }) => plainPath(URL.parse(url)?.pathname ?? "") === wanted);
}
