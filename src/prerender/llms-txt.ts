import type { Bindings } from "../env";
import { log } from "../lib/log";
import { HOUR_MS } from "../lib/time";
import { llmsText } from "./core/llms-text";
import { indexOf } from "./render-page";
import type { PrerenderSite } from "./site";
import { readSitemapPages } from "./sitemap-pages";

export const LLMS_TXT_PATH = "/llms.txt";

const MAX_PAGES = 500;
const SITEMAP_TTL_SECONDS = HOUR_MS / 1000;

/** Whether the origin has its own file at a path of ours, such as /llms.txt. Single-page sites answer every path with their HTML. */
export function isOwnTextFile(response: Response): boolean {
  return response.status === 200 && !/html/i.test(response.headers.get("content-type") ?? "");
}

/**
 * Generates a site's llms.txt: the pages of its sitemap, or the cached pages if there is none, with titles from their
 * snapshots.
 */
export async function makeLlmsTxt(env: Bindings, site: PrerenderSite): Promise<Response> {
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
