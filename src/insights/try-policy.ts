import type * as z from "zod";
import type { DomainRow } from "../accounts";
import { agentOf, canonicalPath, crawlerVisits, presentRobots, visitedPaths, type Window } from "../analytics";
import { latestRun, storedRobots } from "../audit";
import type { Bindings } from "../env";
import { AI_PROVIDERS, type Provider } from "../lib/ai-providers";
import { canonicalTargets, datedPages } from "../prerender";
import { parseRobots, type Robots } from "../web";
import { citationsOfPages } from "./sources/cited-pages";
import { auditedPages } from "./sources/audited-pages";
import { MostVisited } from "./core/most-visited";
import { replayPolicy, type CrawlerReplay, type ReplayedCitations, type ReplayedVisits } from "./core/policy";
import { PolicyJudge, type PolicyEffect, type TargetState } from "./core/policy-judge";
import { isSparable, wasteReason, type WasteReason } from "./core/waste";
import type { PolicyBody, PolicyResponse } from "./schemas";

type Env = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX">;
type Asked = Pick<z.output<typeof PolicyBody>, "robotsTxt" | "noindex" | "redirects" | "canonicalRedirects" | "limit">;
type Report = Omit<z.infer<typeof PolicyResponse>, "domain" | "window">;

const MAX_CANONICALS = 20_000;
const MAX_CACHED = 20_000;
const MAX_CRAWLERS = 50;
/** Visits of one crawler to one page each. */
const MAX_ROWS = 200_000;

/** Replays the visits and citations of a window under another policy. Nothing is requested from the site. */
export async function tryPolicy(
  env: Env,
  domain: DomainRow,
  window: Window,
  asked: Asked,
  now: number,
): Promise<Report> {
  const { robotsTxt, noindex = [], redirects = [], canonicalRedirects = false, limit } = asked;
  const present = await currentRobots(env, domain.id);
  const proposed = robotsTxt === undefined ? null : parseRobots(robotsTxt);
  const canonicals = canonicalRedirects
    ? await canonicalTargets(env, domain, { limit: MAX_CANONICALS, now })
    : new Map<string, string>();
  const seen = await seenPages(env, domain.id, window);
  const [visits, citations, cached] = await Promise.all([
    replayedVisits(env, domain.id, window, seen),
    replayedCitations(env, domain, window),
    redirects.length > 0 ? cachedPaths(env, domain.id, now) : new Set<string>(),
  ]);
  const pageAt = (path: string) => knownPage(path, seen, cached);
  const judge = new PolicyJudge(present.robots, { robots: proposed, noindex, redirects, canonicals, pageAt });
  const replay = replayPolicy(judge, visits.rows(), citations, { limit });
  return {
    robots: { source: present.source, since: present.since },
    invalidLines: proposed?.invalidLines ?? [],
    visits: visits.total,
    judgedVisits: replay.judged,
    crawlers: replay.crawlers.slice(0, MAX_CRAWLERS).map(presentCrawler),
    citations: {
      total: replay.citations.total,
      lost: replay.citations.lost,
      pages: replay.citations.pages.map(({ effect, ...page }) => Object.assign(page, { by: presentEffect(effect) })),
    },
  };
}

function presentCrawler({ agent, pages, ...sums }: CrawlerReplay) {
  const { token, provider, kind, obeysRobots } = agent;
  return Object.assign(sums, {
    crawler: token,
    provider,
    kind,
    obeysRobots,
    pages: pages.map(({ effect, ...page }) => Object.assign(page, { by: presentEffect(effect) })),
  });
}

const presentEffect = ({ by, line, rule, removed, target, targetState }: PolicyEffect) => ({
  decider: by,
  line,
  rule,
  removed,
  target,
  targetState,
});

/** The present file: what the service saw last, or what the latest audit read. */
async function currentRobots(
  env: Env,
  domainId: string,
): Promise<{ robots: Robots; source: Report["robots"]["source"]; since: number | null }> {
  const seen = await presentRobots(env, domainId);
  if (seen) return { robots: parseRobots(seen.text), source: "visits", since: seen.since };
  const run = await latestRun(env, domainId);
  if (!run) return { robots: parseRobots(""), source: null, since: null };
  return { robots: storedRobots(run.robotsAnalysis ?? {}), source: "audit", since: run.startedAt };
}

/** How pages answered last, as visits of the window and the latest audit know. */
interface SeenPages {
  audited: Awaited<ReturnType<typeof auditedPages>>["pages"];
  statuses: ReadonlyMap<string, number | null>;
}

async function seenPages(env: Env, domainId: string, window: Window): Promise<SeenPages> {
  const [{ pages }, visited] = await Promise.all([auditedPages(env, domainId), visitedPaths(env, domainId, window)]);
  return { audited: pages, statuses: new Map(visited.map(({ path, status }) => [path, status])) };
}

/** Paths of the cached pages. */
async function cachedPaths(env: Env, domainId: string, now: number): Promise<Set<string>> {
  const paths = new Set<string>();
  for await (const part of datedPages(env, domainId, now)) {
    for (const [path] of part) paths.add(path);
    if (paths.size >= MAX_CACHED) break;
  }
  return paths;
}

/** What is known of the page at a path that somebody wrote. */
function knownPage(path: string, { audited, statuses }: SeenPages, cached: ReadonlySet<string>): TargetState {
  const key = canonicalPath(path) ?? path;
  const page = audited.get(key);
  const status = cached.has(key) ? 200 : statuses.get(key) || page?.statusCode;
  if (status === undefined) return "unknown";
  if (status >= 400) return "missing";
  return page?.nonIndexableReason === "noindex" ? "noindex" : "page";
}

async function replayedVisits(
  env: Env,
  domainId: string,
  window: Window,
  { audited, statuses }: SeenPages,
): Promise<MostVisited<ReplayedVisits>> {
  const reasons = new Map<string, WasteReason>();
  for (const [path, status] of statuses) {
    const reason = wasteReason(path, status, audited);
    if (reason) reasons.set(path, reason);
  }
  const isWasted = (path: string, kind: string) => {
    const reason = reasons.get(path);
    return reason !== undefined && isSparable(reason, path, kind, audited.get(path));
  };
  const visits = new MostVisited<ReplayedVisits>(MAX_ROWS);
  for await (const part of crawlerVisits(env, domainId, window))
    for (const [path, crawlers] of Map.groupBy(part, (row) => row.path)) {
      if (!path.startsWith("/")) continue;
      const rows = crawlers.flatMap(({ crawler, verified, unverified }) => {
        const agent = agentOf(crawler.token);
        return agent
          ? [{ path, agent, visits: verified + unverified, verified, wasted: isWasted(path, agent.kind) }]
          : [];
      });
      visits.add(rows);
    }
  return visits;
}

const SEARCHES = new Set(["search", "llm-search"]);

/** The crawlers on which it depends whether a provider's search has a page. */
function decidersOf(provider: Provider) {
  const agents = AI_PROVIDERS[provider].crawlers.flatMap((token) => agentOf(token) ?? []);
  const searching = agents.filter(({ kind }) => SEARCHES.has(kind));
  return searching.length > 0 ? searching : agents;
}

async function replayedCitations(env: Env, domain: DomainRow, window: Window): Promise<ReplayedCitations[]> {
  const cited = await citationsOfPages(env, domain, window);
  return [...cited].flatMap(([path, byProvider]) =>
    [...byProvider].map(([provider, citations]) => {
      const crawlers = decidersOf(provider as Provider);
      return { path, provider, citations, crawlers };
    }),
  );
}
