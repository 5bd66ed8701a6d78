import type { EgressRules } from "../fetch/egress";
import { guardedFetch, readTextBody, type FetchFailed } from "../fetch/guarded-fetch";
import { ROBOTS_MAX_BYTES } from "./robots";
import { DEFAULT_SITEMAP_PATHS } from "./sitemap";

/** Maximum sitemaps read from one robots.txt. */
const MAX_LISTED_SITEMAPS = 50;

/** The response to /robots.txt. */
export interface RobotsFile {
  /** 0: no response. */
  status: number;
  url: string;
  finalUrl: string;
  redirects: number;
  /** Too many redirects, or a redirect loop. */
  redirectLimit: boolean;
  contentType: string | null;
  text: string;
  /** For a file beyond the limit, the limit plus one. */
  bytes: number;
  /** The file is longer than the part that was read. */
  truncated: boolean;
  fetchedAt: number;
}

/** Fetches a site's /robots.txt. Status 0: no response. */
export async function fetchRobots(
  base: URL | string,
  rules: EgressRules,
  { now, timeoutMs }: { now: number; timeoutMs: number },
): Promise<RobotsFile> {
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
    timeoutMs,
    maxRedirects: 5,
    headers: { accept: "text/plain,*/*;q=0.5" },
  });
  if (!response.ok) return { ...none, ...unfollowed(response) };
  try {
    const { text, bytes, end } =
      response.status >= 200 && response.status < 300
        ? await readTextBody(response, ROBOTS_MAX_BYTES)
        : { text: "", bytes: 0, end: "complete" as const };
    return {
      ...none,
      status: response.status,
      finalUrl: response.url.href,
      redirects: response.hops.length,
      contentType: response.headers.get("content-type"),
      text,
      bytes: end === "too_large" ? ROBOTS_MAX_BYTES + 1 : bytes,
      truncated: end !== "complete",
    };
  } finally {
    response.release();
  }
}

/**
 * Redirects that end nowhere, or at a host that we must not request, make the file "unavailable": everything is allowed
 * (RFC 9309 §2.3.1.2). Without a redirect there was no response at all.
 */
function unfollowed({ hops, failure }: FetchFailed): Partial<RobotsFile> {
  const last = hops.at(-1);
  if (!last || (failure !== "too_many_redirects" && failure !== "redirect_loop" && failure !== "refused")) return {};
  return { status: last.status, finalUrl: last.url, redirects: hops.length, redirectLimit: failure !== "refused" };
}

/** Possible locations of a site's sitemaps. */
export interface SitemapCandidates {
  urls: string[];
  /** Explicitly named. Otherwise the URLs are guesses that may not exist. */
  certain: boolean;
}

/** Locations of a site's sitemaps: the given one, else those in robots.txt, else the usual places. */
export function sitemapCandidates(
  base: URL | string,
  named: string | null,
  listed: readonly string[],
): SitemapCandidates {
  if (named !== null) return { urls: [named], certain: true };
  if (listed.length > 0) return { urls: [...new Set(listed)].slice(0, MAX_LISTED_SITEMAPS), certain: true };
  return { urls: DEFAULT_SITEMAP_PATHS.map((path) => new URL(path, base).href), certain: false };
}
