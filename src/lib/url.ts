const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * Percent-encoding in its normal form (RFC 3986 §6.2.2): upper-case hex digits, unreserved characters decoded.
 * Applying it twice changes nothing.
 */
export function normalizeEscapes(text: string): string {
  if (!text.includes("%")) return text;
  const once = text.replace(/%([0-9a-fA-F]{2})/g, (whole, digits: string) => {
    const char = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(char) ? char : whole.toUpperCase();
  });
  // Decoding can complete an escape that was broken before, as in %%341: go on until nothing changes.
  return once === text ? text : normalizeEscapes(once);
}

/**
 * The one spelling of a page's URL: parsed by the URL standard (lower-case host, no default port, dot segments resolved),
 * without fragment and credentials, with normal escapes. The query keeps its order; a trailing slash is significant.
 */
export function canonicalUrl(url: URL): string {
  // Decoding an escaped dot can make a new dot segment: parse once more so that the form is final.
  const path = normalizeEscapes(url.pathname);
  const search = url.search === "?" ? "" : normalizeEscapes(url.search);
  const text = `${url.protocol}//${url.host}${path}${search}`;
  return path.includes("/.") ? new URL(text).href : text;
}

/** Parses an absolute or relative reference; null when the URL standard refuses it. */
export function parseUrl(reference: string, base?: string | URL): URL | null {
  return URL.parse(reference, base);
}

/** Path and query of a canonical URL, e.g. `/a?b=1`. */
export function pathOf(canonical: string): string {
  const start = canonical.indexOf("/", canonical.indexOf("//") + 2);
  return start < 0 ? "/" : canonical.slice(start);
}
