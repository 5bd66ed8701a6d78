import { canonicalUrl } from "./url";

/** Query parameters that never change a page: campaign parameters and click ids. A trailing * matches any ending. */
export const IGNORED_PARAMETERS = [
  "utm_*",
  "gclid",
  "gbraid",
  "wbraid",
  "fbclid",
  "msclkid",
  "dclid",
  "yclid",
  "_ga",
  "_gl",
  "mc_cid",
  "mc_eid",
  "_ke",
  "ref",
  "referrer",
];

/** Longest path and query of a page, in characters. Longer ones are never cached. */
export const MAX_PAGE_PATH = 1_024;
/** Longest path and query that is parsed at all: Cloudflare accepts no longer URL. */
const MAX_READ_LENGTH = 16_384;

/** The beginning of cache keys that a path without query stands for, in canonical form; null: too long. */
export function pathPrefix(path: string): string | null {
  // A final letter keeps what the canonical form would drop at the end of a path.
  return pagePath(`${path}x`, [])?.slice(0, -1) ?? null;
}

function isAmong(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => (pattern.endsWith("*") ? name.startsWith(pattern.slice(0, -1)) : name === pattern));
}

/** A parameter's name as rules spell it: decoded, with + as a space; a malformed escape stays as it is. */
function nameOf(pair: string): string {
  const [raw = ""] = pair.split("=", 1);
  if (!/[%+]/.test(raw)) return raw;
  const spaced = raw.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/**
 * The cache key of a page: path and query in canonical form, without ignored parameters, the others sorted. Serving,
 * storing, invalidating, sitemaps and reported visits all use this function. `countingOn`: the only parameters that
 * count on a path; undefined: all others. Null: too long.
 */
export function pagePath(
  pathAndQuery: string,
  ignored: readonly string[] = IGNORED_PARAMETERS,
  countingOn: (path: string) => readonly string[] | undefined = () => undefined,
  maxLength = MAX_PAGE_PATH,
): string | null {
  if (pathAndQuery.length > MAX_READ_LENGTH) return null;
  const url = URL.parse(pathAndQuery, "http://key.invalid");
  if (!url || url.hostname !== "key.invalid") return null;
  const canonical = new URL(canonicalUrl(url));
  const counting = countingOn(canonical.pathname);
  const counts = (name: string) => !isAmong(name, ignored) && (!counting || isAmong(name, counting));
  const pairs = canonical.search
    .slice(1)
    .split("&")
    .filter((pair) => pair !== "" && counts(nameOf(pair)))
    .sort();
  const path = canonical.pathname + (pairs.length > 0 ? `?${pairs.join("&")}` : "");
  return path.length <= maxLength ? path : null;
}
