/** A path of the same site: no full address, and no other host as in `//host/path`. */
export const OWN_PATH = /^\/(?![/\\])/;

const PERCENT = 37;
/** 1 for characters that need no escape (RFC 3986 §2.3). */
const UNRESERVED = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Characters converted to text per call. A call can't have many more arguments. */
const PIECE = 8_192;

/**
 * Normalises percent-encoding (RFC 3986 §6.2.2): upper-case hex digits, unreserved characters decoded. Applying it
 * twice changes nothing.
 */
export function normalizeEscapes(text: string): string {
  const start = text.indexOf("%");
  if (start < 0) return text;
  const out = new Uint16Array(text.length - start);
  let length = 0;
  for (let i = start; i < text.length; i++) {
    out[length++] = text.charCodeAt(i);
    length = closeEscapes(out, length);
  }
  let normal = text.slice(0, start);
  for (let i = 0; i < length; i += PIECE)
    normal += String.fromCharCode(...out.subarray(i, Math.min(i + PIECE, length)));
  return normal;
}

/**
 * Decodes the escape that ends here, if there is one. The decoded character may complete an earlier escape, as in
 * %%341, so this repeats. Each round removes two characters.
 */
function closeEscapes(out: Uint16Array, end: number): number {
  for (let length = end; ; length -= 2) {
    const at = length - 3;
    if (at < 0 || out[at] !== PERCENT) return length;
    const high = hexDigit(out[at + 1]!);
    const low = hexDigit(out[at + 2]!);
    if (high < 0 || low < 0) return length;
    const code = high * 16 + low;
    if (UNRESERVED[code] === 0) {
      out[at + 1] = upperDigit(high);
      out[at + 2] = upperDigit(low);
      return length;
    }
    out[at] = code;
  }
}

function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const letter = (code | 32) - 97;
  return code < 128 && letter >= 0 && letter < 6 ? letter + 10 : -1;
}

function upperDigit(value: number): number {
  return value < 10 ? value + 48 : value + 55;
}

/**
 * The canonical form of a page's URL: parsed by the URL standard (lower-case host, no default port, dot segments
 * resolved), without fragment and credentials, with normalised escapes. The query keeps its order; a trailing slash is
 * significant.
 */
export function canonicalUrl(url: URL): string {
  // Decoding an escaped dot can create a new dot segment, so parse once more to get the final form.
  const path = normalizeEscapes(url.pathname);
  const search = url.search === "?" ? "" : normalizeEscapes(url.search);
  const text = `${url.protocol}//${url.host}${path}${search}`;
  return path.includes("/.") ? new URL(text).href : text;
}

/** Whether a URL carries a user name or a password. A text that is not a URL carries none. */
export function hasCredentials(given: URL | string): boolean {
  const url = typeof given === "string" ? URL.parse(given) : given;
  return url !== null && (url.username !== "" || url.password !== "");
}

/** Parses an absolute or relative reference; null if it is invalid by the URL standard. */
export function parseUrl(reference: string, base?: string | URL): URL | null {
  return URL.parse(reference, base);
}

/** Path and query of a canonical URL, e.g. `/a?b=1`. */
export function pathOf(canonical: string): string {
  const start = canonical.indexOf("/", canonical.indexOf("//") + 2);
  return start < 0 ? "/" : canonical.slice(start);
}

/** A URL with `***` in place of its user name and password. Any other text stays as it is. */
export function maskCredentials(url: string): string {
  const parsed = hasCredentials(url) ? new URL(url) : null;
  if (!parsed) return url;
  parsed.username = "***";
  parsed.password = "";
  return parsed.href;
}

/** A JSON value in which `maskCredentials` was applied to every URL. */
export function maskUrls<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, each: unknown) =>
    typeof each === "string" && /^https?:/i.test(each) ? maskCredentials(each) : each,
  ) as T;
}
