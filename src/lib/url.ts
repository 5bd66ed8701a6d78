const PERCENT = 37;
/** 1: a character that needs no escape (RFC 3986 §2.3). */
const UNRESERVED = Uint8Array.from({ length: 256 }, (_, code) =>
  /[A-Za-z0-9\-._~]/.test(String.fromCharCode(code)) ? 1 : 0,
);
/** Characters that become text at once; more arguments than this a call may not have. */
const PIECE = 8_192;

/**
 * Percent-encoding in its normal form (RFC 3986 §6.2.2): upper-case hex digits, unreserved characters decoded.
 * Applying it twice changes nothing.
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
 * Reads the escape that ends here, if one does. What it decodes to may be the last digit of an escape that began before it,
 * as in %%341, so this goes on; each turn takes two characters away.
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
