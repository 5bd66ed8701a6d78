import { canonicalUrl, pathOf } from "../../lib/url";

/** Longest path that is told apart, in characters. */
export const MAX_PATH_LENGTH = 2_048;
/** Represents all paths of a domain beyond its limit. */
export const OTHER_PATHS = "(other)";
/** Paths a domain may have at once; visits of further ones count under `(other)`. */
export const MAX_PATHS = 100_000;

/** Path and query in canonical form, as audits and the cache write them; null when it is no path or too long. */
export function canonicalPath(path: string): string | null {
  if (!path.startsWith("/") || path.length > MAX_PATH_LENGTH) return null;
  const url = URL.parse(`http://path.invalid${path}`);
  if (!url || url.hostname !== "path.invalid" || url.port !== "") return null;
  const canonical = pathOf(canonicalUrl(url));
  return canonical.length <= MAX_PATH_LENGTH ? canonical : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A text without regard to case or percent-encoding, for finding one inside another. Upper case first: it turns ß into SS.
 * Lower-casing writes a last Σ as ς, which would keep ΟΔΟΣ from being found in οδοσήμανση.
 */
export function foldText(text: string): string {
  return decoded(text).normalize("NFC").toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
