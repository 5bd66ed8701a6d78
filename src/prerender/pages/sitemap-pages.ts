import { foreignSitemap, isBeyondReach, knownSitemaps, type Caller, type KnownSitemaps } from "../../accounts";
import { openDb } from "../../db/client";
import { ApiError, schemaError } from "../../errors/api-error";
import { settingsOf, signerOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import {
  egressRules,
  fetchRobots,
  isReadable,
  lastmodInstant,
  parseRobots,
  readSitemap,
  type EgressRules,
  type SitemapEntry,
  type SitemapFile,
} from "../../web";
import { pagePathOf, type PrerenderSite } from "../cache/site";
import type { SitemapPage } from "../cache/listed-entries";
import { isNotFound } from "../../lib/hosts/not-found";

const TIMEOUT_MS = 20 * SECOND_MS;
/** Maximum pages of all sitemaps together; the rest is ignored. */
const MAX_PAGES = 100_000;

/**
 * The pages in a site's sitemaps, each once under its cache key. Reads the given sitemap, else the domain's own, else
 * those in robots.txt, else the usual places. Null if there is none.
 * @throws ApiError `invalid_request` (a sitemap on another host), `sitemap_unreachable`.
 */
export async function readSitemapPages(
  env: Pick<Bindings, "ALLOW_PRIVATE_HOSTS" | "API_HOSTS" | "DB" | "SIGNING_KEYS">,
  site: PrerenderSite,
  asked: { url: string | null; by: Caller } | null,
): Promise<SitemapPage[] | null> {
  const own = egressRules(
    { domain: site.domain, origin: site.originBase },
    settingsOf(env).allowPrivateHosts,
    signerOf(env),
  );
  const given = asked?.url ?? null;
  const named = given ?? site.sitemapUrl;
  const isElsewhere = named !== null && !own.hosts.has(new URL(named).host);
  const listed = named === null || isElsewhere ? await sitemapsOfRobots(site, own) : [];
  const onlyListed = asked !== null && isBeyondReach(asked.by, given, site.sitemapUrl);
  const places = { base: site.publicBase, rules: own, named, listed, onlyListed };
  const known = await knownSitemaps(openDb(env.DB), site.accountId, places);
  const { urls, certain, isForeign } = known;
  if (isForeign && given !== null) throw schemaError([{ path: "sitemapUrl", message: foreignSitemap(site.domain) }]);
  if (certain) return readAll(site, known);
  for (const url of urls) {
    const pages = new Map<string, SitemapPage>();
    const [root, ...children] = await readInto(pages, site, known, url);
    if (!isReadable(root!)) continue;
    refuseUnread([root!, ...children]);
    return [...pages.values()];
  }
  return null;
}

async function readAll(site: PrerenderSite, known: KnownSitemaps): Promise<SitemapPage[]> {
  const pages = new Map<string, SitemapPage>();
  let isFound = false;
  let missing: SitemapFile | null = null;
  for (const url of known.urls) {
    const files = await readInto(pages, site, known, url);
    refuseUnread(files);
    if (isReadable(files[0]!)) isFound = true;
    else missing ??= files[0]!;
  }
  if (!isFound) throw unreachable(missing!);
  return [...pages.values()];
}

const isGone = ({ status }: SitemapFile) => isNotFound(status);

async function sitemapsOfRobots(site: PrerenderSite, rules: EgressRules): Promise<string[]> {
  const { status, text } = await fetchRobots(site.publicBase, rules, { now: Date.now(), timeoutMs: TIMEOUT_MS });
  return parseRobots(status === 200 ? text : "").sitemaps.map((entry) => entry.url);
}

function readInto(
  pages: Map<string, SitemapPage>,
  site: PrerenderSite,
  { rules, visits }: KnownSitemaps,
  url: string,
): Promise<SitemapFile[]> {
  return readSitemap(url, {
    rules,
    visits,
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

/**
 * Missing files of an index, or of several in robots.txt, are skipped. A file without a response makes the list
 * incomplete, so it is an error.
 */
function refuseUnread(files: readonly SitemapFile[]): void {
  for (const file of files) {
    const whole = isReadable(file) && ["complete", "stopped", "too_large"].includes(file.end);
    if (!isGone(file) && !whole) throw unreachable(file);
  }
}

function unreachable(file: SitemapFile): ApiError {
  const what =
    file.status === 200 ? `could not be read (${file.kind}, ${file.end})` : `returned ${file.status || "no response"}`;
  return new ApiError("sitemap_unreachable", `The sitemap ${file.url.slice(0, 300)} ${what}.`);
}
