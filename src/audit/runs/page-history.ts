import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import { hash53 } from "../../lib/hash";
import { canonicalUrl } from "../../lib/url";
import { homeOf } from "../../web";
import { pathOf } from "../../lib/url";
import { objectOrLegacy } from "../crawl/frontier/object-or-legacy";
import { stubOf } from "../crawl/frontier/stub-of";
import { pageOfRun } from "./latest-page";
import { legacyTrend, runsById } from "./repo";
import type { PagesEnv } from "./run-pages";

/** A score that a run gave a page. The release before kept only the run and the score. */
type Point = [runId: string, healthScore: number | null, statusCode?: number | null, issueCount?: number | null];

/** The results of one page in the domain's finished runs, newest first, with the latest one in full. */
export async function pageHistory(env: PagesEnv, caller: Caller, domainName: string, given: string) {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, domainName);
  const url = new URL(canonicalUrl(new URL(`/${given.replace(/^\/+/, "")}`, homeOf(domain.domain))));
  const path = pathOf(url.href);
  const points = await pointsOf(env, domain.id, url);
  const runs = await runsById(
    db,
    points.map(([runId]) => runId),
  );
  const history = points.flatMap(([runId, healthScore, statusCode = null, issueCount = null]) => {
    const run = runs.get(runId);
    if (!run) return [];
    const { startedAt, completedAt, status } = run;
    return [{ runId, startedAt, completedAt, status, healthScore, statusCode, issueCount }];
  });
  history.sort((a, b) => b.startedAt - a.startedAt);
  const latest = history[0] && runs.get(history[0].runId);
  const page = latest ? await pageOfRun(env, latest, path) : null;
  return { domain: domain.domain, path, history, page: page ?? null };
}

/** The page's points under both schemes: an audit may begin at either. */
async function pointsOf(env: PagesEnv, domainId: string, url: URL): Promise<Point[]> {
  const other = new URL(url);
  other.protocol = url.protocol === "https:" ? "http:" : "https:";
  const hashes = [hash53(url.href), hash53(other.href)];
  const stub = stubOf(env, domainId);
  const texts = await objectOrLegacy<string[]>(
    async () => stub.trendsOf(hashes),
    () => legacyTrend(openDb(env.DB), domainId, hashes),
  );
  return texts.flatMap((text) => JSON.parse(text) as Point[]);
}
