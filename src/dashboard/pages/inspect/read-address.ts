import { attempt } from "../../server/attempt";
import { readUnless } from "../../server/read";
import { pageAddress } from "../../ui/typed-address";
import { readChecks } from "../../server/read-checks";
import { readHistory } from "../audits/pages/page-page";
import { readRuns, type SiteContext } from "../audits/parts/read-runs";
import { isFinished } from "../audits/parts/words";

/** Days that visits and answers are counted over. */
export const INSPECTED_DAYS = 30;
const LOG_LINES = 10;

/** Everything that the service knows about one address, each part separately. */
export async function readAddress(c: SiteContext, path: string) {
  const { domain } = c.var.domain;
  const { api } = c.var;
  const url = pageAddress(domain, path);
  const [snapshot, renders, history, checks, visits, robots, citations] = await Promise.all([
    attempt(c, readUnless("snapshot_not_found", api.readSnapshot({ query: { domain, path } }))),
    attempt(c, api.listRenders({ query: { domain, path, limit: LOG_LINES } })),
    attempt(c, readHistory(c, path)),
    attempt(c, readChecks(c.var.api)),
    attempt(c, api.readPageInsights({ query: { url, days: INSPECTED_DAYS } })),
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

/** The path of a cited address, without what does not distinguish pages. */
const plainPath = (path: string) => path.replace(/[?#].*$/s, "").replace(/\/+$/, "") || "/";

/** Answers of AI providers that cite the page. */
async function readCitations(c: SiteContext, path: string) {
  const { domain } = c.var.domain;
  const { ownPages } = await c.var.api.readPromptStats({ query: { domain } });
  const wanted = plainPath(path);
  return ownPages.filter(({ url }) => plainPath(URL.parse(url)?.pathname ?? "") === wanted);
}
