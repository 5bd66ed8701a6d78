import { actorOf, recordAction, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { mapBounded } from "../../lib/platform/async-pool";
import { queuePrewarming } from "./queue-renders";
import { indexOf } from "../cache/index-of";
import { renderPage } from "../render/render-page";
import { pathPrefix } from "../../lib/hosts/page-path";
import { ruleFor } from "../core/render-rules";
import { keyOf, variantsOf } from "../core/variant";
import { type PrerenderSite, pagePathOf } from "../cache/site";
import { MAX_PATHS_PER_CALL } from "../schemas";
import { siteOfCaller } from "../pages/site-of-caller";
import { readSitemapPages } from "../pages/sitemap-pages";
import type { SitemapPage } from "../cache/listed-entries";

const MAX_PREWARMED_PATHS = 25;
const PREWARM_AT_ONCE = 5;
/** Enough for several calls that invalidate and prewarm the same page at once. */
const PREWARM_LOOKS = 6;
/** Pages per step of an invalidation by sitemap. Each step is atomic, and its paths fit into one 2 MB parameter. */
const PAGES_PER_STEP = 300;
/** Cached paths read at once. */
const PATHS_PER_READ = 5_000;

/**
 * Removes pages from the cache; with `prewarm`, renders them again before the response. Equivalent paths count once.
 * @throws ApiError `too_many_paths`, and those of authorizeDomain.
 */
export async function invalidatePaths(
  env: Bindings,
  caller: Caller,
  input: { domain: string; paths: string[]; prewarm: boolean },
) {
  const limit = input.prewarm ? MAX_PREWARMED_PATHS : MAX_PATHS_PER_CALL;
  if (input.paths.length > limit)
    throw new ApiError("too_many_paths", `At most ${limit} paths ${input.prewarm ? "with" : "without"} prewarm.`);
  const site = await siteOfCaller(env, caller, input.domain);
  const paths = [...new Set(input.paths.map((given) => pagePathOf(site, given)))].filter((path) => path !== null);
  const now = Date.now();
  await noteInvalidation(
    env,
    caller,
    site,
    "cache.paths_invalidated",
    { paths: paths.slice(0, 25), count: paths.length },
    now,
  );
  const deleted = await removePaths(env, site, paths, keysWithoutRules(site, input.paths), now);
  const warmed = input.prewarm ? await mapBounded(paths, PREWARM_AT_ONCE, (path) => prewarmPage(env, site, path)) : [];
  return { ok: true, deleted, prewarmed: warmed.filter(Boolean).length };
}

/**
 * The keys that pages have without rules for parameters. They are needed because a snapshot may be older than the
 * rules.
 */
function keysWithoutRules({ ignoredParameters }: PrerenderSite, given: readonly string[]): string[] {
  return given.map((path) => pagePathOf({ ignoredParameters, rules: [] }, path)).filter((path) => path !== null);
}

/**
 * Removes the pages under their current and their earlier keys. Two calls, each of which fits into one parameter. They
 * run in parallel, because each may have to wait for a second.
 */
async function removePaths(
  env: Bindings,
  site: PrerenderSite,
  paths: readonly string[],
  earlier: readonly string[],
  now: number,
): Promise<number> {
  const current = new Set(paths);
  const others = [...new Set(earlier)].filter((path) => !current.has(path));
  const steps = [others, [...paths]].filter((step) => step.length > 0);
  const deleted = await Promise.all(steps.map((step) => indexOf(env, site.domainId).invalidate(step, now)));
  return deleted.reduce((sum, each) => sum + each, 0);
}

/** Removes every page whose path begins with `pattern` without its final `*`. @throws those of authorizeDomain. */
export async function invalidateUnder(env: Bindings, caller: Caller, input: { domain: string; pattern: string }) {
  const site = await siteOfCaller(env, caller, input.domain);
  const under = pathPrefix(input.pattern.slice(0, -1));
  const now = Date.now();
  const detail = { pattern: input.pattern.slice(0, 300) };
  await noteInvalidation(env, caller, site, "cache.pattern_invalidated", detail, now);
  const deleted = under === null ? 0 : await indexOf(env, site.domainId).invalidate({ under }, now);
  return { ok: true, deleted };
}

/** True if all of the page's snapshots were made after the invalidation. */
async function prewarmPage(env: Bindings, site: PrerenderSite, path: string): Promise<boolean> {
  const made: boolean[] = [];
  for (const variant of variantsOf(ruleFor(site.rules, path)))
    made.push(await prewarmSnapshot(env, site, keyOf(path, variant)));
  return made.every(Boolean);
}

/** True if there is a snapshot under this key made after the invalidation, because all earlier ones are gone. */
async function prewarmSnapshot(env: Bindings, site: PrerenderSite, key: string): Promise<boolean> {
  const options = { priority: "live", budgeted: false, replace: false } as const;
  // After waiting for another request's render, look in the cache. It is empty if a further invalidation came in
  // between.
  for (let attempt = 0; attempt < PREWARM_LOOKS; attempt++) {
    const outcome = await renderPage(env, site, key, options);
    if (outcome.kind === "stored") return true;
    // Another call removed the page meanwhile, and renders it too.
    if (outcome.kind === "once" && outcome.because === "overtaken") continue;
    if (outcome.kind !== "joined" || outcome.end === "failed") return false;
    if (await indexOf(env, site.domainId).lookup(key, Date.now())) return true;
  }
  return false;
}

/**
 * Removes all pages of a domain. With `prewarm`, the pages of its sitemap are rendered in the background, or those that
 * were cached if there is no sitemap.
 * @throws ApiError `sitemap_unreachable`, and those of authorizeDomain.
 */
export async function invalidateSite(
  env: Bindings,
  caller: Caller,
  input: { domain: string; sitemapUrl: string | null; prewarm: boolean },
) {
  const site = await siteOfCaller(env, caller, input.domain);
  // Read first, so that nothing changes if the sitemap is unreadable.
  const pages = input.prewarm ? await readSitemapPages(env, site, { url: input.sitemapUrl, by: caller }) : null;
  const now = Date.now();
  await noteInvalidation(env, caller, site, "cache.site_invalidated", { prewarm: input.prewarm }, now);
  const paths = pages?.map((page) => page.path) ?? (input.prewarm ? await cachedPaths(env, site, now) : null);
  const deleted = await indexOf(env, site.domainId).invalidate(null, now);
  const queued = paths ? await queuePrewarming(env, site, paths, now) : 0;
  return { ok: true, deleted, queued, pathSource: pages ? "sitemap" : "cache", totalPaths: paths?.length ?? deleted };
}

/** Paths of all live pages, read in batches. */
async function cachedPaths(env: Bindings, site: PrerenderSite, now: number): Promise<string[]> {
  const paths: string[] = [];
  for (;;) {
    const next = await indexOf(env, site.domainId).paths(paths.at(-1) ?? "", PATHS_PER_READ, now);
    paths.push(...next);
    if (next.length < PATHS_PER_READ) return paths;
  }
}

/**
 * Removes the pages that, according to the sitemap, changed after their snapshot, were never cached, or have no date
 * (docs/serving.md).
 * @throws ApiError `no_sitemap`, `sitemap_unreachable`, and those of authorizeDomain.
 */
export async function invalidateUpdated(
  env: Bindings,
  caller: Caller,
  input: { domain: string; sitemapUrl: string | null; prewarm: boolean },
) {
  const site = await siteOfCaller(env, caller, input.domain);
  const pages = await readSitemapPages(env, site, { url: input.sitemapUrl, by: caller });
  if (!pages) throw new ApiError("no_sitemap", `No sitemap is configured for ${site.domain}, and none was found.`);
  const now = Date.now();
  await noteInvalidation(env, caller, site, "cache.updated_paths_invalidated", { prewarm: input.prewarm }, now);
  const { selected, deleted } = await removeOutdated(env, site, pages, now);
  const queued = input.prewarm ? await queuePrewarming(env, site, selected, now) : 0;
  return { ok: true, deleted, queued, pathSource: "sitemap", totalPaths: pages.length };
}

async function removeOutdated(
  env: Bindings,
  site: PrerenderSite,
  pages: readonly SitemapPage[],
  now: number,
): Promise<{ selected: string[]; deleted: number }> {
  const total = { selected: [] as string[], deleted: 0 };
  const index = indexOf(env, site.domainId);
  for (let start = 0; start < pages.length; start += PAGES_PER_STEP) {
    const step = await index.invalidateOutdated(pages.slice(start, start + PAGES_PER_STEP), now, false);
    total.selected.push(...step.selected);
    total.deleted += step.deleted;
  }
  // Once for all steps, because each may have to wait for a second.
  await index.leasesEnded();
  return total;
}

function noteInvalidation(
  env: Bindings,
  caller: Caller,
  site: PrerenderSite,
  action: string,
  detail: Record<string, unknown>,
  now: number,
): Promise<unknown> {
  const { accountId } = caller;
  return recordAction(openDb(env.DB), { accountId, actor: actorOf(caller), action, target: site.domain, detail }, now);
}
