import { ApiError, schemaError } from "../errors/api-error";
import { settingsOf, type Bindings } from "../env";
import { SECOND_MS } from "../lib/time";
import {
  egressRules,
  fetchRobots,
  isReadable,
  lastmodInstant,
  parseRobots,
  readSitemap,
  sitemapCandidates,
  type EgressRules,
  type SitemapEntry,
  type SitemapFile,
} from "../web";
import { pagePathOf, type PrerenderSite } from "./site";
import type { SitemapPage } from "./snapshot-index/entries";

const TIMEOUT_MS = 20 * SECOND_MS;
/** Maximum pages of all sitemaps together; the rest is ignored. */
const MAX_PAGES = 100_000;

/**
 * The pages in a site's sitemaps, each once under its cache key. Reads the given sitemap, else the domain's own, else
 * those in robots.txt, else the usual places. Null if there is none.
 * @throws ApiError `invalid_request` (a sitemap on another host), `sitemap_unreachable`.
 */
export async function readSitemapPages(
  env: Pick<Bindings, "ALLOW_PRIVATE_HOSTS">,
  site: PrerenderSite,
  given: string | null,
): Promise<SitemapPage[] | null> {
  const rules = egressRules({ domain: site.domain, origin: site.originBase }, settingsOf(env).allowPrivateHosts);
  if (given !== null && !rules.hosts.has(new URL(given).host))
    throw schemaError([{ path: "sitemapUrl", message: `the sitemap must be on ${site.domain}` }]);
  const named = given ?? site.sitemapUrl;
  const listed = named === null ? await sitemapsOfRobots(site, rules) : [];
  const { urls, certain } = sitemapCandidates(site.publicBase, named, listed);
  if (certain) return readAll(site, rules, urls);
  for (const url of urls) {
    const pages = new Map<string, SitemapPage>();
    const [root, ...children] = await readInto(pages, site, rules, url);
    if (!isReadable(root!)) continue;
    refuseUnread([root!, ...children]);
    return [...pages.values()];
  }
  return null;
}

async function readAll(site: PrerenderSite, rules: EgressRules, urls: readonly string[]): Promise<SitemapPage[]> {
  const pages = new Map<string, SitemapPage>();
  for (const url of urls) {
    const files = await readInto(pages, site, rules, url);
    if (!isReadable(files[0]!)) throw unreachable(files[0]!);
    refuseUnread(files);
  }
  return [...pages.values()];
}

async function sitemapsOfRobots(site: PrerenderSite, rules: EgressRules): Promise<string[]> {
  const { status, text } = await fetchRobots(site.publicBase, rules, { now: Date.now(), timeoutMs: TIMEOUT_MS });
  const own = parseRobots(status === 200 ? text : "").sitemaps.map((entry) => entry.url);
  return own.filter((url) => rules.hosts.has(URL.parse(url)?.host ?? ""));
}

function readInto(
  pages: Map<string, SitemapPage>,
  site: PrerenderSite,
  rules: EgressRules,
  url: string,
): Promise<SitemapFile[]> {
  return readSitemap(url, {
    rules,
    timeoutMs: TIMEOUT_MS,
    onEntries: (entries) => {
      for (const entry of entries) addPage(pages, site, entry);
      return pages.size < MAX_PAGES;
    },
  });
}

/** A page listed twice gets its later date; if one entry has no date, the page has none. */
function addPage(pages: Map<string, SitemapPage>, site: PrerenderSite, entry: SitemapEntry): void {
  const url = URL.parse(entry.loc);
  if (!url || url.host !== site.domain) return;
  const path = pagePathOf(site, url.pathname + url.search);
  if (path === null) return;
  const changedAt = entry.lastmod === null ? null : lastmodInstant(entry.lastmod);
  const known = pages.get(path)?.changedAt;
  const both =
    known === undefined ? changedAt : known === null || changedAt === null ? null : Math.max(known, changedAt);
  pages.set(path, { path, changedAt: both });
}

/** Missing files of an index are skipped. A file that did not answer makes the list incomplete, so it is an error. */
function refuseUnread(files: readonly SitemapFile[]): void {
  for (const file of files) {
    const gone = file.status === 404 || file.status === 410;
    const whole = isReadable(file) && ["complete", "stopped", "too_large"].includes(file.end);
    if (!gone && !whole) throw unreachable(file);
  }
}

function unreachable(file: SitemapFile): ApiError {
  const what =
    file.status === 200 ? `could not be read (${file.kind}, ${file.end})` : `returned ${file.status || "no response"}`;
  return new ApiError("sitemap_unreachable", `The sitemap ${file.url.slice(0, 300)} ${what}.`);
}
