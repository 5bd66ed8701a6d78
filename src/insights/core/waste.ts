import { distance } from "fastest-levenshtein";

/** Why a crawler's visit is spent for nothing, in the order in which reasons are tried: a visit has one. */
export const WASTE_REASONS = ["not_found", "redirect", "error", "noindex", "duplicate", "parameters"] as const;
export type WasteReason = (typeof WASTE_REASONS)[number];

/** What the latest audit says of a page. */
export interface AuditedFacts {
  statusCode: number;
  indexable: boolean;
  nonIndexableReason: string | null;
  duplicate: boolean;
}

/**
 * Why visits of a path are wasted, or null. `served`: the status that was served last, which is newer than the audit;
 * null when it is not known. `pages`: the audit's pages by path.
 */
export function wasteReason(
  path: string,
  served: number | null,
  pages: ReadonlyMap<string, AuditedFacts>,
): WasteReason | null {
  const page = pages.get(path);
  const status = served ?? page?.statusCode ?? 200;
  if (status === 404 || status === 410) return "not_found";
  if (status >= 300 && status < 400) return "redirect";
  if (status >= 400) return "error";
  if (page?.nonIndexableReason === "noindex") return "noindex";
  if (page?.duplicate || page?.nonIndexableReason === "canonicalised") return "duplicate";
  // A page with parameters is a page of its own where the audit found it so; else it is the bare page once more.
  const bare = path.split("?")[0]!;
  return bare !== path && !page?.indexable && pages.get(bare)?.indexable ? "parameters" : null;
}

/** Paths further apart than this share of the longer one's length have nothing to do with each other. */
const MAX_SHARE = 0.4;

/** What old addresses end with and new ones leave out. */
const FILE_ENDING = /\.(html?|php|aspx?|jsp)$/i;

/** The page that a missing path was probably meant to be: the one with the fewest letters to change. Null: none is near. */
export function nearestPath(missing: string, candidates: Iterable<string>): string | null {
  const wanted = missing.split("?")[0]!.replace(FILE_ENDING, "");
  let best: { path: string; changes: number } | null = null;
  for (const path of candidates) {
    const limit = Math.floor(Math.max(path.length, wanted.length) * MAX_SHARE);
    const nearEnough = best === null ? limit : Math.min(limit, best.changes - 1);
    if (Math.abs(path.length - wanted.length) > nearEnough) continue;
    const changes = distance(path, wanted);
    if (changes <= nearEnough) best = { path, changes };
  }
  return best && best.path;
}
