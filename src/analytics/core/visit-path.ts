import { IGNORED_PARAMETERS, pagePath } from "../../lib/hosts/page-path";
import { canonicalUrl, pathOf } from "../../lib/hosts/url";

/** Longest path that is counted separately, in characters. */
export const MAX_PATH_LENGTH = 2_048;
/** Stands for all paths of a domain beyond its limit. */
export const OTHER_PATHS = "(other)";
/** Paths that a domain may have at once. Visits to further paths count under `(other)`. */
export const MAX_PATHS = 100_000;

/** Path and query in canonical form, as audits and the cache write them; null if it is not a path or is too long. */
export function canonicalPath(path: string): string | null {
  if (!path.startsWith("/") || path.length > MAX_PATH_LENGTH) return null;
  const url = URL.parse(`http://path.invalid${path}`);
  if (!url || url.hostname !== "path.invalid" || url.port !== "") return null;
  const canonical = pathOf(canonicalUrl(url));
  return canonical.length <= MAX_PATH_LENGTH ? canonical : null;
}

/**
 * The path under which a visit counts: the page's cache key, without parameters that never change a page (`ignored`:
 * the domain's own). Null if it is not a path or is too long.
 */
export function countedPath(path: string, ignored: readonly string[] | null): string | null {
  if (!path.startsWith("/")) return null;
  return pagePath(path, [...IGNORED_PARAMETERS, ...(ignored ?? [])], undefined, MAX_PATH_LENGTH) ?? canonicalPath(path);
}

/** The paths under which a page's visits count. */
export function countedPaths(path: string, ignored: readonly string[] | null): string[] {
  return [...new Set([countedPath(path, ignored) ?? path, canonicalPath(path) ?? path])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Folds case and percent-encoding, for substring search. Upper-casing turns ß into SS, but ẞ only once it is ß.
 * Lower-casing turns a final Σ into ς; undoing that lets ΟΔΟΣ match inside οδοσήμανση.
 */
export function foldText(text: string): string {
  return decoded(text).normalize("NFC").toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFC");
}
