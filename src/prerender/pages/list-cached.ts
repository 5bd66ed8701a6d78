import type { Caller } from "../../accounts";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import type { RenderEnd } from "../core/turns/render-record";
import { ruleFor } from "../core/render-rules";
import { freshnessOf, freshUntil } from "../core/snapshot";
import { keyOf, pageOfKey, screenOf } from "../core/variant";
import { indexOf } from "../cache/index-of";
import type { EntriesQuery, SnapshotQuery } from "../schemas";
import { pagePathOf, type PrerenderSite } from "../cache/site";
import type { ListedEntry } from "../cache/listed-entries";
import { siteOfCaller } from "./site-of-caller";
import { gunzip, readStoredBody } from "../cache/snapshot-bucket";

/** Pages that one call checks if it filters by state, which depends on the rules; and pages per read. */
const LOOKED_AT = 5_000;
const PAGES_PER_READ = 1_000;
/** Most pages that are not rendered for now in one response. */
const SLOW_PAGES = 100;

const ttlOf = (site: PrerenderSite, path: string) => ruleFor(site.rules, path)?.ttlHours ?? site.ttlHours;

function presentEntry(site: PrerenderSite, entry: ListedEntry, now: number) {
  const ttlHours = ttlOf(site, entry.path);
  return {
    ...entry,
    state: freshnessOf(entry, ttlHours, now),
    ageSeconds: Math.floor((now - entry.createdAt) / 1000),
    freshUntil: freshUntil(entry, ttlHours),
  };
}

/** A domain's cached pages, sorted by path; only one of them if a path is given. @throws ApiError as authorizeDomain. */
export async function listCached(env: Bindings, caller: Caller, input: EntriesQuery) {
  const site = await siteOfCaller(env, caller, input.domain);
  const { limit, state, path } = input;
  const now = Date.now();
  const size = state === undefined ? limit : PAGES_PER_READ;
  // Paths are stored escaped.
  const search = (input.search ?? "").replace(/[^!-~]+/g, encodeURI);
  // A page that can't be cached has no key. No page has the empty one.
  const filter = path === undefined ? { search } : { only: pagePathOf(site, path) ?? "" };
  const entries: ReturnType<typeof presentEntry>[] = [];
  let after = input.cursor;
  let total = 0;
  for (let looked = 0; looked < LOOKED_AT; looked += size) {
    const read = await indexOf(env, site.domainId).list(after, size, now, filter);
    total = read.total;
    for (const entry of read.entries) {
      after = entry.path;
      const shown = presentEntry(site, entry, now);
      if (state !== undefined && shown.state !== state) continue;
      if (entries.push(shown) === limit) return { entries, total, nextCursor: path === undefined ? after : null };
    }
    if (read.entries.length < size) return { entries, total, nextCursor: null };
  }
  return { entries, total, nextCursor: after };
}

/**
 * A page's stored snapshot, as crawlers get it. Nothing is counted or rendered.
 * @throws ApiError `snapshot_not_found`, and those of authorizeDomain.
 */
export async function readCached(env: Bindings, caller: Caller, { domain, path: given, screen }: SnapshotQuery) {
  const site = await siteOfCaller(env, caller, domain);
  const path = pagePathOf(site, given);
  const now = Date.now();
  const entry = path === null ? null : await indexOf(env, site.domainId).lookup(keyOf(path, screen), now);
  const stored = entry && (await readStoredBody(env, entry));
  if (path === null || !entry || !stored) throw new ApiError("snapshot_not_found", "This page is not cached.");
  const { status, createdAt, bytes, renderMs, words, headers } = entry;
  const ttlHours = ttlOf(site, path);
  const fresh = { state: freshnessOf(entry, ttlHours, now), freshUntil: freshUntil(entry, ttlHours) };
  return {
    path,
    screen,
    status,
    ...fresh,
    createdAt,
    bytes,
    renderMs,
    words,
    headers,
    html: await gunzip(stored.body),
  };
}

/**
 * A domain's render log, newest first, and the pages that are not rendered for now; only one page's if a path is given. @throws ApiError as authorizeDomain.
 */
export async function listPageRenders(
  env: Bindings,
  caller: Caller,
  input: { domain: string; path?: string; outcome?: RenderEnd; limit: number; cursor?: number },
) {
  const site = await siteOfCaller(env, caller, input.domain);
  const path = input.path === undefined ? null : pagePathOf(site, input.path);
  if (input.path !== undefined && path === null) return { renders: [], paused: [], nextCursor: null };
  const before = input.cursor ?? Number.MAX_SAFE_INTEGER;
  const index = indexOf(env, site.domainId);
  const [renders, slow] = await Promise.all([
    index.renders(path, before, input.limit, input.outcome ?? null),
    index.slowPages(path, SLOW_PAGES, Date.now()),
  ]);
  const shown = renders.map((render) => ({ ...render, screen: render.screen ?? "desktop" }));
  const paused = slow.map(({ key, reason, tries, since, retryAt }) => {
    const { path: slowPath, variant } = pageOfKey(key);
    return { path: slowPath, screen: screenOf(ruleFor(site.rules, slowPath), variant), reason, tries, since, retryAt };
  });
  return { renders: shown, paused, nextCursor: renders.length === input.limit ? String(renders.at(-1)!.id) : null };
}

/** How a domain's renders since a time ended. @throws ApiError as authorizeDomain. */
export async function countPageRenders(env: Bindings, caller: Caller, input: { domain: string; since: number }) {
  const { domainId } = await siteOfCaller(env, caller, input.domain);
  return indexOf(env, domainId).countRenders(input.since);
}
