import {
  DEFAULT_SITEMAP_PATHS,
  guardedFetch,
  isReadable,
  parseRobots,
  readSitemap,
  readTextBody,
  ROBOTS_MAX_BYTES,
  type EgressRules,
} from "../../web";
import { canonicalUrl } from "../../lib/url";
import { SECOND_MS } from "../../lib/time";
import type { RobotsFile } from "../core/run-state";

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
    contentType: null,
    text: "",
    bytes: 0,
    fetchedAt: now,
  };
  const response = await guardedFetch(url, {
    rules,
    timeoutMs: ROBOTS_TIMEOUT_MS,
    maxRedirects: 5,
    headers: { accept: "text/plain,*/*;q=0.5" },
  });
  // More redirects than can be followed count as "unavailable": everything is allowed (RFC 9309 §2.3.1.2).
  if (!response.ok)
    return response.failure === "too_many_redirects" ? { ...none, status: 404, redirects: response.hops.length } : none;
  const { text, bytes } =
    response.status === 200 ? await readTextBody(response, ROBOTS_MAX_BYTES) : { text: "", bytes: 0 };
  response.release();
  return {
    ...none,
    status: response.status,
    finalUrl: response.url.href,
    redirects: response.hops.length,
    contentType: response.headers.get("content-type"),
    text,
    bytes,
  };
}

/** Whether a site's robots.txt can be honoured at all: a server error or silence forbids everything (RFC 9309 §2.3.1.4). */
export function forbidsEverything(robots: RobotsFile): boolean {
  return robots.status === 0 || robots.status === 429 || robots.status >= 500;
}

/** The rules in force: those of the file when there is one, else none. */
export function rulesText(robots: RobotsFile): string {
  return robots.status === 200 ? robots.text : "";
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
  const listed = parseRobots(rulesText(robots)).sitemaps.map((entry) => entry.url);
  if (listed.length > 0) return { urls: [...new Set(listed)].slice(0, 50), certain: true };
  return { urls: DEFAULT_SITEMAP_PATHS.map((path) => new URL(path, base).href), certain: false };
}

/**
 * Reads sitemaps and hands their URLs of this host over in canonical form, batch by batch. Returns whether any was readable.
 * `onUrls` returns false to stop.
 */
export async function streamSitemaps(
  candidates: { urls: string[]; certain: boolean },
  host: string,
  rules: EgressRules,
  onUrls: (urls: Array<{ url: string; lastmod: string | null }>) => boolean | Promise<boolean>,
): Promise<{ readable: boolean; answered: boolean }> {
  let readable = false;
  let answered = false;
  for (const candidate of candidates.urls) {
    const files = await readSitemap(candidate, {
      rules,
      timeoutMs: SITEMAP_TIMEOUT_MS,
      onEntries: (entries) => onUrls(entries.flatMap((entry) => ownUrl(entry.loc, entry.lastmod, host))),
    });
    answered ||= files[0]!.status !== 404 && files[0]!.status !== 410;
    readable ||= isReadable(files[0]!);
    if (readable && !candidates.certain) break;
    if (files.at(-1)!.end === "stopped") break;
  }
  return { readable, answered };
}

function ownUrl(loc: string, lastmod: string | null, host: string): Array<{ url: string; lastmod: string | null }> {
  const url = URL.parse(loc);
  return url && url.host === host && /^https?:$/.test(url.protocol) ? [{ url: canonicalUrl(url), lastmod }] : [];
}
