import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { HOUR_MS } from "../../lib/time/time";
import { llmsText } from "../core/llms-text";
import { askOrigin, countResponse, isOwnTextFile } from "./origin-response";
import { pathOnly, type PageRequest } from "./page-request";
import { indexOf } from "../cache/index-of";
import type { PrerenderSite } from "../cache/site";
import { readSitemapPages } from "../pages/sitemap-pages";

export const LLMS_TXT_PATH = "/llms.txt";

const MAX_PAGES = 500;
const SITEMAP_TTL_SECONDS = HOUR_MS / 1000;

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
 * snapshots.
 */
async function makeLlmsTxt(env: Bindings, site: PrerenderSite): Promise<Response> {
  const known = await indexOf(env, site.domainId).describe(MAX_PAGES, Date.now());
  const listed = await sitemapPaths(env, site);
  const byPath = new Map(known.map((page) => [page.path, page]));
  const pages = listed?.map((path) => byPath.get(path) ?? { path, title: "", description: "" }) ?? known;
  return new Response(llmsText(site.domain, site.publicBase, pages), {
    headers: {
      "content-type": "text/plain; charset=utf-8",
      "cache-control": "private, max-age=0, must-revalidate",
      "cdn-cache-control": "no-store",
    },
  });
}

/** The first paths of the sitemap, read once per hour. */
async function sitemapPaths(env: Bindings, site: PrerenderSite): Promise<string[] | null> {
  const key = `sitemap:${site.domainId}`;
  const known = await env.KV.get<string[]>(key, "json");
  if (known) return known;
  try {
    const pages = await readSitemapPages(env, site, null);
    if (!pages) return null;
    const paths = pages.slice(0, MAX_PAGES).map((page) => page.path);
    await env.KV.put(key, JSON.stringify(paths), { expirationTtl: SITEMAP_TTL_SECONDS });
    return paths;
  } catch (error) {
    log("warn", "llms_txt_without_sitemap", { domain: site.domain, error: String(error) });
    return null;
  }
}
