import { authorizeDomain, type Caller } from "../../../accounts";
import { openDb } from "../../../db/client";
import { ApiError } from "../../../errors/api-error";
import { AUDIT_CRAWLERS, CRAWLER_TOKEN, judgePath, parseRobots, rulesFor, type RobotsRule } from "../../../web";
import type { TryRobotsBody } from "../../schemas";
import { latestRun } from "./latest-run";
import { runPages, type PagesEnv } from "../pages/run-pages";
import { storedRobots } from "./stored-robots";

const NAMED = 10;

/** Pages of which something is true. */
interface Pages {
  pages: number;
  samplePaths: string[];
}

/** What a new file would change for one crawler. */
interface CrawlerChange {
  token: string;
  blockedNow: number;
  blockedThen: number;
  newlyBlocked: Pages;
  newlyAllowed: Pages;
}

/**
 * Judges the pages of a domain's latest finished run by another robots.txt, without requests to the site.
 * @throws ApiError `run_not_found` without such a run, and those of authorizeDomain.
 */
export async function tryRobots(env: PagesEnv, caller: Caller, body: TryRobotsBody) {
  const db = openDb(env.DB);
  const domain = await authorizeDomain(db, caller, body.domain);
  const run = await latestRun(env, domain.id);
  if (!run) throw new ApiError("run_not_found", "The domain has no finished audit to try the file on.");
  const current = storedRobots(run.robotsAnalysis ?? {});
  const proposed = parseRobots(body.robotsTxt);
  const tokens = [...new Set(body.crawlers ?? [CRAWLER_TOKEN, ...AUDIT_CRAWLERS])];
  const judges = tokens.map((token) => ({
    now: rulesFor(current, token).rules,
    proposed: rulesFor(proposed, token).rules,
    change: unchanged(token),
  }));
  let pages = 0;
  for await (const batch of runPages(env, run)) {
    for (const { json } of batch) {
      const { path } = JSON.parse(json) as { path: string };
      pages++;
      for (const each of judges) judge(path, each.now, each.proposed, each.change);
    }
  }
  return {
    domain: domain.domain,
    runId: run.id,
    pages,
    invalidLines: proposed.invalidLines,
    crawlers: judges.map(({ change }) => change),
  };
}

function unchanged(token: string): CrawlerChange {
  const nobody = () => ({ pages: 0, samplePaths: [] });
  return { token, blockedNow: 0, blockedThen: 0, newlyBlocked: nobody(), newlyAllowed: nobody() };
}

function judge(path: string, now: readonly RobotsRule[], proposed: readonly RobotsRule[], change: CrawlerChange): void {
  const wasAllowed = judgePath(now, path).allowed;
  const isAllowed = judgePath(proposed, path).allowed;
  if (!wasAllowed) change.blockedNow++;
  if (!isAllowed) change.blockedThen++;
  if (wasAllowed === isAllowed) return;
  const list = isAllowed ? change.newlyAllowed : change.newlyBlocked;
  list.pages++;
  if (list.samplePaths.length < NAMED) list.samplePaths.push(path);
}
