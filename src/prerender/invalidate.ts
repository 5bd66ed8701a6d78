import { actorOf, authorizeDomain, recordAction, type Caller } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { pageKey } from "./core/page-key";
import { indexOf, renderPage } from "./render-page";
import { siteOf } from "./site";

export interface InvalidatePageInput {
  domain: string;
  path: string;
  prewarm: boolean;
}

/**
 * Removes one page from the cache, and renders it again right away when asked to.
 * @throws ApiError as authorizeDomain does.
 */
export async function invalidatePage(env: Bindings, caller: Caller, input: InvalidatePageInput) {
  const db = openDb(env.DB);
  const row = await authorizeDomain(db, caller, input.domain);
  const site = siteOf(row);
  const key = pageKey(input.path);
  if (key === null) return { ok: true, deleted: 0, prewarmed: 0 };
  const now = Date.now();
  const action = {
    accountId: row.accountId,
    actor: actorOf(caller),
    action: "cache.page_invalidated",
    target: row.domain,
  };
  await recordAction(db, { ...action, detail: { path: key } }, now);
  const deleted = await indexOf(env, site.domainId).invalidate([key], now);
  const outcome = input.prewarm ? await renderPage(env, site, key) : null;
  return { ok: true, deleted, prewarmed: outcome !== null && outcome.kind !== "failed" ? 1 : 0 };
}
