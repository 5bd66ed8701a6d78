import { authorizeDomain, type Caller } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { HOUR_MS } from "../lib/time";
import { ruleFor } from "./core/render-rules";
import { ERROR_TTL_MS, freshnessOf } from "./core/snapshot";
import { indexOf } from "./render-page";
import { pagePathOf, siteOf } from "./site";

/** A domain's cached pages, sorted by path; only one of them if a path is given. @throws ApiError as authorizeDomain. */
export async function listCached(
  env: Bindings,
  caller: Caller,
  input: { domain: string; path?: string; limit: number; cursor: string },
) {
  const site = siteOf(await authorizeDomain(openDb(env.DB), caller, input.domain));
  const now = Date.now();
  // A page that can't be cached has no key. No page has the empty one.
  const only = input.path === undefined ? null : (pagePathOf(site, input.path) ?? "");
  const { entries, total } = await indexOf(env, site.domainId).list(input.cursor, input.limit, now, only);
  const presented = entries.map((entry) => {
    const ttlHours = ruleFor(site.rules, entry.path)?.ttlHours ?? site.ttlHours;
    return {
      ...entry,
      state: freshnessOf(entry, ttlHours, now),
      ageSeconds: Math.floor((now - entry.createdAt) / 1000),
      freshUntil: entry.createdAt + (entry.status === 200 ? ttlHours * HOUR_MS : ERROR_TTL_MS),
    };
  });
  return {
    entries: presented,
    total,
    nextCursor: only === null && entries.length === input.limit ? entries.at(-1)!.path : null,
  };
}

/**
 * A domain's render log, newest first; only one page's entries if a path is given. @throws ApiError as authorizeDomain.
 */
export async function listPageRenders(
  env: Bindings,
  caller: Caller,
  input: { domain: string; path?: string; limit: number; cursor?: number },
) {
  const site = siteOf(await authorizeDomain(openDb(env.DB), caller, input.domain));
  const path = input.path === undefined ? null : pagePathOf(site, input.path);
  if (input.path !== undefined && path === null) return { renders: [], nextCursor: null };
  const before = input.cursor ?? Number.MAX_SAFE_INTEGER;
  const renders = await indexOf(env, site.domainId).renders(path, before, input.limit);
  const shown = renders.map((render) => ({ ...render, screen: render.screen ?? "desktop" }));
  return { renders: shown, nextCursor: renders.length === input.limit ? String(renders.at(-1)!.id) : null };
}
