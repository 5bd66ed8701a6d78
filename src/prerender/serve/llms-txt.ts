import { crawledPages, windowOfDays, type CrawlerKind } from "../../analytics";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { HOUR_MS } from "../../lib/time/time";
import { llmsText, MAX_LISTED, orderPages } from "../core/llms-text";
import { twinOf } from "../core/markdown-twin";
import { askOrigin, countResponse, isOwnTextFile } from "./origin-response";
import { pathOnly, type PageRequest } from "./page-request";
import { indexOf } from "../cache/index-of";
import type { PrerenderSite } from "../cache/site";
import { readSitemapPages } from "../pages/sitemap-pages";

export const LLMS_TXT_PATH = "/llms.txt";

const ORDER_TTL_SECONDS = HOUR_MS / 1000;
const VISIT_DAYS = 30;
const AGENT_KINDS = ["llm-user", "llm-search", "llm-training"] as const satisfies readonly CrawlerKind[];

/** The site's own /llms.txt if it has one, otherwise a generated one. HEAD gets the same without the body. */
export function llmsTxt(env: Bindings, page: PageRequest): Promise<Response> | null {
  const { method } = page.request;
  const isAsked = pathOnly(page.pathAndQuery) === LLMS_TXT_PATH && (method === "GET" || method === "HEAD");
  return page.site.llmsTxt && isAsked ? serveLlmsTxt(env, page) : null;
}

async function serveLlmsTxt(env: Bindings, page: PageRequest): Promise<Response> {
  const own = await askOrigin(page);
  const made = isOwnTextFile(own) || own.status >= 500 ? null : await generated(env, page.site);
  countResponse(env, page, made ? "generated" : "origin", made ?? own);
  if (made === null) return own;
  return page.request.method === "HEAD" ? new Response(null, made) : made;
}

async function generated(env: Bindings, site: PrerenderSite): Promise<Response | null> {
  try {
    return await makeLlmsTxt(env, site);
  } catch (error) {
    log("error", "llms_txt_not_made", { domain: site.domain, error: String(error) });
    return null;
  }
}

/**
 * Generates a site's llms.txt: the pages of its sitemap, or the cached pages if there is none, with titles from their
 * snapshots. Links lead to the pages' Markdown if the domain offers it.
 */
async function makeLlmsTxt(env: Bindings, site: PrerenderSite): Promise<Response> {
  const [known, order] = await Promise.all([
    indexOf(env, site.domainId).describe(MAX_LISTED, Date.now()),
    pageOrder(env, site),
  ]);
  const byPath = new Map(known.map((page) => [page.path, page]));
  const ranks = new Map(order.paths.map((path, index) => [path, MAX_LISTED - index]));
  const paths = order.isSitemap ? order.paths : orderPages([...byPath.keys()], ranks);
  const pages = paths.map((path) => byPath.get(path) ?? { path, title: "", description: "" });
  const text = llmsText(site.domain, site.publicBase, pages, site.markdown ? twinOf : undefined);
  return new Response(text, {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "private, max-age=0, must-revalidate",
      "cdn-cache-control": "no-store",
    },
  });
}

/** The pages to list, in order. Without a sitemap: the paths that AI crawlers read most. */
interface PageOrder {
  isSitemap: boolean;
  paths: string[];
}

/** Read once per hour. */
async function pageOrder(env: Bindings, site: PrerenderSite): Promise<PageOrder> {
  const key = `llms:${site.domainId}`;
  const stored = await env.KV.get<PageOrder>(key, "json");
  if (stored) return stored;
  const [listed, visits] = await Promise.all([sitemapPaths(env, site), agentVisits(env, site)]);
  const paths = orderPages(listed ?? [...visits.keys()], visits).slice(0, MAX_LISTED);
  const order = { isSitemap: Array.isArray(listed), paths };
  if (listed !== undefined) await env.KV.put(key, JSON.stringify(order), { expirationTtl: ORDER_TTL_SECONDS });
  return order;
}

/** Null: the site has no sitemap; undefined: it can't be read now. */
async function sitemapPaths(env: Bindings, site: PrerenderSite): Promise<string[] | null | undefined> {
  try {
    const pages = await readSitemapPages(env, site, null);
    return pages?.map(({ path }) => path) ?? null;
  } catch (error) {
    log("warn", "llms_txt_without_sitemap", { domain: site.domain, error: String(error) });
    return undefined;
  }
}

/** Visits of AI crawlers by path without its query. Without them, the list is in another order, and still right. */
async function agentVisits(env: Bindings, site: PrerenderSite): Promise<Map<string, number>> {
  const pages = await crawledPages(env, site.domainId, windowOfDays(Date.now(), VISIT_DAYS)).catch(() => new Map());
  const visits = new Map<string, number>();
  for (const [path, byKind] of pages as Awaited<ReturnType<typeof crawledPages>>) {
    const count = AGENT_KINDS.reduce((sum, kind) => sum + (byKind.get(kind) ?? 0), 0);
    if (count > 0 && path.startsWith("/")) visits.set(path, count);
  }
  return visits;
}
