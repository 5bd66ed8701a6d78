import type { StoredRenderRule } from "../../accounts";

/** Which of a page's snapshots: for desktops and all crawlers of pages that have only one, or for phones. */
export type Variant = "desktop" | "mobile";

/**
 * Ends the cache keys of snapshots for phones. Paths in canonical form contain no space, and no other character of a
 * path sorts before it, so a page's keys are neighbours and in the order of the paths.
 */
const MOBILE = " mobile";

/** The cache key of one of a page's snapshots. */
export function keyOf(path: string, variant: Variant): string {
  return variant === "mobile" ? path + MOBILE : path;
}

/** Every cache key that a page can have, whatever its rule says now. */
export function keysOf(path: string): string[] {
  return [path, path + MOBILE];
}

/** The page of a cache key, and which of its snapshots it is. */
export function pageOfKey(key: string): { path: string; variant: Variant } {
  return key.endsWith(MOBILE)
    ? { path: key.slice(0, -MOBILE.length), variant: "mobile" }
    : { path: key, variant: "desktop" };
}

/** SQL for the page of a cache key in the column `path`. */
export const PAGE_SQL = `replace(path, '${MOBILE}', '')`;

type Rule = Pick<StoredRenderRule, "viewport"> | null;

/** The snapshots that a page has according to its rule. */
export function variantsOf(rule: Rule): readonly Variant[] {
  return rule?.viewport === "both" ? ["desktop", "mobile"] : ["desktop"];
}

/** The snapshot for a client. Only its user agent counts, and only if the page has two. */
export function variantFor(rule: Rule, userAgent: string | null): Variant {
  return rule?.viewport === "both" && /\b(?:Mobile|Android|iPhone)\b/.test(userAgent ?? "") ? "mobile" : "desktop";
}

/** The screen that a snapshot is rendered for. */
export function screenOf(rule: Rule, variant: Variant): Variant {
  return rule?.viewport === "mobile" ? "mobile" : variant;
}
