import type { EgressRules } from "./egress";
import { guardedFetch, readTextBody, type FetchFailed } from "./guarded-fetch";
import { ROBOTS_MAX_BYTES } from "./robots";
import { DEFAULT_SITEMAP_PATHS } from "./sitemap";

/** Most sitemaps of one robots.txt that are read. */
const MAX_LISTED_SITEMAPS = 50;

/** The answer to /robots.txt. */
export interface RobotsFile {
  /** 0: no answer. */
  status: number;
  url: string;
  finalUrl: string;
  redirects: number;
  /** More redirects than can be followed, or a loop of them. */
  redirectLimit: boolean;
  contentType: string | null;
  text: string;
  /** One more than the cap for any file past it. */
  bytes: number;
  /** The file goes on after what was read. */
  truncated: boolean;
  fetchedAt: number;
}

/** Fetches /robots.txt of a site. Status 0: no answer. */
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
      response.status === 200
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
 * Redirects that lead nowhere, or to a host that is not ours to ask, make the file "unavailable": everything is allowed
 * (RFC 9309 §2.3.1.2). Without a redirect nothing answered at all.
 */
function unfollowed({ hops, failure }: FetchFailed): Partial<RobotsFile> {
  const last = hops.at(-1);
  if (!last || (failure !== "too_many_redirects" && failure !== "redirect_loop" && failure !== "refused")) return {};
  return { status: last.status, finalUrl: last.url, redirects: hops.length, redirectLimit: failure !== "refused" };
}

/** Where a site's sitemaps may be. */
export interface SitemapCandidates {
  urls: string[];
  /** Somebody names them. The usual places are guesses: they may not exist. */
  certain: boolean;
}

/** Where a site's sitemaps are: the one that was named, else those that robots.txt lists, else the usual places. */
export function sitemapCandidates(
  base: URL | string,
  named: string | null,
  listed: readonly string[],
): SitemapCandidates {
  if (named !== null) return { urls: [named], certain: true };
  if (listed.length > 0) return { urls: [...new Set(listed)].slice(0, MAX_LISTED_SITEMAPS), certain: true };
  return { urls: DEFAULT_SITEMAP_PATHS.map((path) => new URL(path, base).href), certain: false };
}
