import {
  DEFAULT_SITEMAP_PATHS,
  guardedFetch,
  isReadable,
  readSitemap,
  readTextBody,
  ROBOTS_MAX_BYTES,
  SITEMAP_MAX_URLS,
  type EgressRules,
  type FetchFailed,
  type SitemapEntry,
  type SitemapFile,
} from "../../web";
import { canonicalUrl } from "../../lib/url";
import { SECOND_MS } from "../../lib/time";
import { parsedRobots, robotsAvailability, type RobotsFile } from "../model/site/robots-file";

const ROBOTS_TIMEOUT_MS = 10 * SECOND_MS;
const SITEMAP_TIMEOUT_MS = 20 * SECOND_MS;

/** Fetches /robots.txt of a site. Status 0: no answer. */
export async function fetchRobots(base: URL, rules: EgressRules, now: number): Promise<RobotsFile> {
  const url = new URL("/robots.txt", base);
  const none: RobotsFile = {
    status: 0,
    url: url.href,
    finalUrl: url.href,
    redirects: 0,
    redirectLimit: false,
    contentType: null,
    text: "",
    bytes: 0,
    truncated: false,
    fetchedAt: now,
  };
  const response = await guardedFetch(url, {
    rules,
    timeoutMs: ROBOTS_TIMEOUT_MS,
    maxRedirects: 5,
    headers: { accept: "text/plain,*/*;q=0.5" },
  });
  if (!response.ok) return { ...none, ...unfollowed(response) };
  const { text, bytes, end } =
    response.status === 200
      ? await readTextBody(response, ROBOTS_MAX_BYTES + 1)
      : { text: "", bytes: 0, end: "complete" as const };
  response.release();
  return {
    ...none,
    status: response.status,
    finalUrl: response.url.href,
    redirects: response.hops.length,
    contentType: response.headers.get("content-type"),
    text,
    bytes,
    truncated: bytes > ROBOTS_MAX_BYTES || end !== "complete",
  };
}

/**
 * Redirects that lead nowhere, or to a host that is not ours to ask, make the file "unavailable": everything is allowed
 * (RFC 9309 §2.3.1.2). Without a redirect nothing answered at all.
 */
function unfollowed({ hops, failure }: FetchFailed): Partial<RobotsFile> {
  const last = hops.at(-1);
  if (!last || (failure !== "too_many_redirects" && failure !== "redirect_loop" && failure !== "refused")) return {};
  return { status: last.status, finalUrl: last.url, redirects: hops.length, redirectLimit: failure !== "refused" };
}

/** Whether a site's robots.txt can be honoured at all: a server error or silence forbids everything (RFC 9309 §2.3.1.4). */
export function forbidsEverything(robots: RobotsFile): boolean {
  return robotsAvailability(robots) === "unreachable";
}

/**
 * Where the domain's sitemaps are: the one that was named, else those of robots.txt, else the usual places, in this order.
 * The usual places are candidates: they may not exist.
 */
export function sitemapCandidates(
  base: URL,
  named: string | null,
  robots: RobotsFile,
): { urls: string[]; certain: boolean } {
  if (named !== null) return { urls: [named], certain: true };
  const listed = parsedRobots(robots).sitemaps.map((entry) => entry.url);
  if (listed.length > 0) return { urls: [...new Set(listed)].slice(0, 50), certain: true };
  return { urls: DEFAULT_SITEMAP_PATHS.map((path) => new URL(path, base).href), certain: false };
}

/** All sitemaps of a run are read within this time; files left over are counted as unread. */
const SITEMAPS_BUDGET_MS = 120 * SECOND_MS;

/** What reading the sitemaps brought, besides their URLs. */
export interface SitemapReading {
  /** Some candidate is a sitemap. */
  readable: boolean;
  /** Something other than 404 or 410 answered. */
  answered: boolean;
  files: SitemapFile[];
}

export interface SitemapWatcher {
  entries: (entries: SitemapEntry[], file: SitemapFile) => void;
  /** After each file. Return false to stop. */
  file: (file: SitemapFile) => boolean | Promise<boolean>;
}

/**
 * Reads sitemaps and hands their URLs of this host over in canonical form, batch by batch: `onUrls` returns false to stop.
 * `watcher` sees every entry as it stands.
 */
export async function streamSitemaps(
  candidates: { urls: string[]; certain: boolean },
  host: string,
  rules: EgressRules,
  onUrls: (urls: Array<{ url: string; lastmod: string | null }>) => boolean | Promise<boolean>,
  watcher?: SitemapWatcher,
): Promise<SitemapReading> {
  const reading: SitemapReading = { readable: false, answered: false, files: [] };
  const endAt = Date.now() + SITEMAPS_BUDGET_MS;
  for (const candidate of candidates.urls) {
    const files = await readSitemap(candidate, {
      rules,
      timeoutMs: SITEMAP_TIMEOUT_MS,
      onEntries: (entries, file) => {
        watcher?.entries(entries, file);
        // Entries past the protocol's limit are counted, and not crawled.
        const kept = file.entries > SITEMAP_MAX_URLS ? entries.slice(0, SITEMAP_MAX_URLS - file.entries) : entries;
        return onUrls(kept.flatMap((entry) => ownUrl(entry.loc, entry.lastmod, host)));
      },
      onFile: async (file) => (watcher ? await watcher.file(file) : true) && Date.now() < endAt,
    });
    const [first] = files;
    reading.files.push(...files);
    reading.answered ||= first!.status !== 404 && first!.status !== 410;
    reading.readable ||= isReadable(first!);
    if ((reading.readable && !candidates.certain) || files.at(-1)!.end === "stopped" || Date.now() >= endAt) break;
  }
  return reading;
}

function ownUrl(loc: string, lastmod: string | null, host: string): Array<{ url: string; lastmod: string | null }> {
  const url = URL.parse(loc);
  return url && url.host === host && /^https?:$/.test(url.protocol) ? [{ url: canonicalUrl(url), lastmod }] : [];
}
