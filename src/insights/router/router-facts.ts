import type { DomainRow } from "../../accounts";
import { crawlerVisits, referredPaths, visitedPaths, type Window } from "../../analytics";
import type { Bindings } from "../../env";
import { canonicalTargets, datedPages } from "../../prerender";
import { citationsByPath, citationsOfPages } from "../sources/cited-pages";
import { nearestPath, type AuditedFacts } from "../core/waste";
import { auditedPages } from "../sources/audited-pages";
import type { KindVisits, RouterFacts } from "../core/router-proposals";
import { isNotFound } from "../../lib/hosts/not-found";

export type RouterEnv = Pick<
  Bindings,
  "DB" | "ARCHIVE" | "DOMAIN_AUDIT" | "DOMAIN_VISITS" | "DOMAIN_ANSWERS" | "SNAPSHOT_INDEX"
>;

const MAX_CACHED = 20_000;
/** The status of the cached pages that are read. */
const CACHED = 200;
/** Paths that are missing, the most visited first: each is compared with all pages. */
const MAX_MISSING = 100;

export interface SiteRouterFacts extends RouterFacts {
  /** How each path answered last, as far as the cache, visits of the window or the latest audit know. */
  answered: (path: string) => number | null;
}

/** Reads what proposals are made of: the visits of a window, the cache, the latest audit, citations and referrals. */
export async function routerFacts(
  env: RouterEnv,
  row: DomainRow,
  window: Window,
  now: number,
): Promise<SiteRouterFacts> {
  const [visits, targets, cached, audit, paths, cited, people] = await Promise.all([
    kindVisits(env, row.id, window),
    canonicalTargets(env, row, { limit: MAX_CACHED, now }),
    cachedPages(env, row.id, window.from, now),
    auditedPages(env, row.id),
    visitedPaths(env, row.id, window),
    citationsOfPages(env, row, window),
    referredPaths(env, row.id, window),
  ]);
  const missing = paths.filter(({ path, status }) => isNotFound(status) && !isFound(audit.pages.get(path)));
  const found = [...audit.pages].filter(([, page]) => page.indexable).map(([path]) => path);
  const isAlike = ([path, target]: [string, string]) => {
    const content = cached.get(path)?.content ?? "";
    return audit.pages.get(path)?.alike || (content !== "" && content === cached.get(target)?.content);
  };
  const statuses = new Map(paths.map(({ path, status }) => [path, status]));
  return {
    answered: (path) =>
      cached.has(path) ? CACHED : (statuses.get(path) ?? audit.pages.get(path)?.statusCode ?? null) || null,
    visits,
    targets,
    alike: new Set([...targets].filter(isAlike).map(([path]) => path)),
    cached,
    unfit: new Set([...audit.pages].filter(([, page]) => !page.indexable).map(([path]) => path)),
    missing: new Map(missing.slice(0, MAX_MISSING).map(({ path }) => [path, nearestPath(path, found)])),
    citations: citationsByPath(cited),
    people: new Map(people.map(({ path, total }) => [path, total])),
  };
}

const isFound = (page: AuditedFacts | undefined) =>
  page !== undefined && page.statusCode >= 200 && page.statusCode < 400;

/** Verified visits by path and kind. `paths`: only to these. */
export async function kindVisits(
  env: RouterEnv,
  domainId: string,
  window: Window,
  paths?: readonly string[],
): Promise<KindVisits[]> {
  const pages = new Map<string, KindVisits>();
  for await (const part of crawlerVisits(env, domainId, window, paths))
    for (const { path, crawler, verified, renders } of part) {
      if (verified === 0 || !path.startsWith("/")) continue;
      const key = `${crawler.kind} ${path}`;
      const row = pages.get(key) ?? { path, kind: crawler.kind, visits: 0, renders: 0 };
      row.visits += verified;
      row.renders += renders;
      pages.set(key, row);
    }
  return [...pages.values()];
}

interface CachedPage {
  bytes: number;
  isUnchanged: boolean;
  content: string;
}

async function cachedPages(
  env: RouterEnv,
  domainId: string,
  from: number,
  now: number,
): Promise<Map<string, CachedPage>> {
  const pages = new Map<string, CachedPage>();
  for await (const part of datedPages(env, domainId, now)) {
    for (const [path, changedAt, , bytes, content] of part)
      pages.set(path, { bytes, isUnchanged: changedAt > 0 && changedAt < from, content });
    if (pages.size >= MAX_CACHED) break;
  }
  return pages;
}
