import { authorizeDomain, type Caller } from "../../../accounts";
import { openDb } from "../../../db/client";
import { ApiError, schemaError } from "../../../errors/api-error";
import { AUDIT_CRAWLERS, CRAWLER_TOKEN, judgePath, parseRobots, rulesFor, type PathVerdict } from "../../../web";
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
  const listed = body.list && judges.find(({ change }) => change.token === body.list?.crawler);
  if (body.list && !listed) throw schemaError([{ path: "list.crawler", message: "must be one of the crawlers" }]);
  const list = new ChangeList(body.list?.limit ?? 0, body.list?.cursor);
  let pages = 0;
  for await (const batch of runPages(env, run)) {
    for (const { seq, json } of batch) {
      const { path } = JSON.parse(json) as { path: string };
      pages++;
      for (const each of judges) {
        const [before, after] = [judgePath(each.now, path), judgePath(each.proposed, path)];
        count(path, before.allowed, after.allowed, each.change);
        if (each === listed && before.allowed !== after.allowed) list.add(seq, path, before, after);
      }
    }
  }
  return {
    domain: domain.domain,
    runId: run.id,
    pages,
    invalidLines: proposed.invalidLines,
    crawlers: judges.map(({ change }) => change),
    ...(listed && { paths: list.paths, nextCursor: list.nextCursor }),
  };
}

function unchanged(token: string): CrawlerChange {
  const nobody = () => ({ pages: 0, samplePaths: [] });
  return { token, blockedNow: 0, blockedThen: 0, newlyBlocked: nobody(), newlyAllowed: nobody() };
}

function count(path: string, wasAllowed: boolean, isAllowed: boolean, change: CrawlerChange): void {
  if (!wasAllowed) change.blockedNow++;
  if (!isAllowed) change.blockedThen++;
  if (wasAllowed === isAllowed) return;
  const list = isAllowed ? change.newlyAllowed : change.newlyBlocked;
  list.pages++;
  if (list.samplePaths.length < NAMED) list.samplePaths.push(path);
}

const shown = ({ allowed, rule }: PathVerdict) => ({
  allowed,
  rule: rule && `${rule.allow ? "allow" : "disallow"}: ${rule.pattern}`,
});

/** One part of the pages that change for a crawler, in the order of the run. */
class ChangeList {
  readonly paths: Array<{ path: string; before: ReturnType<typeof shown>; after: ReturnType<typeof shown> }> = [];
  nextCursor: string | null = null;
  private readonly afterSeq: number;
  private last = 0;

  constructor(
    private readonly limit: number,
    cursor: string | undefined,
  ) {
    this.afterSeq = cursor === undefined ? 0 : Number(cursor.slice(1));
  }

  add(seq: number, path: string, before: PathVerdict, after: PathVerdict): void {
    if (seq <= this.afterSeq) return;
    if (this.paths.length === this.limit) {
      this.nextCursor = `p${this.last}`;
      return;
    }
    this.paths.push({ path, before: shown(before), after: shown(after) });
    this.last = seq;
  }
}
