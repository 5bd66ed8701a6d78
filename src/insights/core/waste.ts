import { distance } from "fastest-levenshtein";
import { isNotFound } from "../../lib/hosts/not-found";

/** Why a crawler visit is wasted. Each visit gets the first reason that applies. */
export const WASTE_REASONS = ["not_found", "redirect", "error", "noindex", "duplicate", "parameters"] as const;
export type WasteReason = (typeof WASTE_REASONS)[number];

/** Facts from the latest audit about a page. */
export interface AuditedFacts {
  statusCode: number;
  indexable: boolean;
  nonIndexableReason: string | null;
  /** Another page has the same text. */
  duplicate: boolean;
  /** Another page has the same text or nearly the same. Such pages are no waste: each may have its readers. */
  alike: boolean;
}

/**
 * Why visits to a path are wasted, or null. `served` is the last served status, which is newer than the audit; null if
 * unknown. `pages` maps paths to the audit's pages.
 */
export function wasteReason(
  path: string,
  served: number | null,
  pages: ReadonlyMap<string, AuditedFacts>,
): WasteReason | null {
  const page = pages.get(path);
  const status = served ?? page?.statusCode ?? 200;
  if (isNotFound(status)) return "not_found";
  if (status >= 300 && status < 400) return "redirect";
  if (status >= 400) return "error";
  if (page?.nonIndexableReason === "noindex") return "noindex";
  if (page?.duplicate || page?.nonIndexableReason === "canonicalised") return "duplicate";
  // A URL with parameters is a separate page if the audit says so. Otherwise it duplicates the URL without
  // parameters.
  const bare = path.split("?")[0]!;
  return bare !== path && !page?.indexable && pages.get(bare)?.indexable ? "parameters" : null;
}

/** Kinds of crawlers whose operators take pages with noindex out of what they find. */
export const INDEXERS: ReadonlySet<string> = new Set(["search", "llm-search"]);

/**
 * Whether a crawler of this kind loses nothing with a page that is wasted for this reason. noindex concerns those who keep an index, and
 * a page that names a canonical page of other content may be the only one that has its own.
 */
export function isSparable(reason: WasteReason, path: string, kind: string, page: AuditedFacts | undefined): boolean {
  if (reason === "noindex") return INDEXERS.has(kind);
  if (reason === "duplicate") return page?.duplicate === true || page?.alike === true || path.includes("?");
  return true;
}

/** Whether the audit found a page at an address that answered otherwise before. `statusAt`: when that was, epoch ms. */
export function answersNow(
  reason: WasteReason,
  audited: AuditedFacts | undefined,
  statusAt: number,
  auditedAt: number,
) {
  if (reason !== "not_found" && reason !== "redirect" && reason !== "error") return false;
  return audited !== undefined && audited.statusCode >= 200 && audited.statusCode < 300 && auditedAt > statusAt;
}

/** What the service itself answers instead of pages, because the owner wants it. */
export interface OwnAnswers {
  /** Pages that some crawlers get a redirect instead of. */
  redirected: ReadonlySet<string>;
  /** Pages that some crawlers get a 410 for. */
  gone: ReadonlySet<string>;
}

/** The status that says something of a page: a redirect of ours does not. */
export const statusOfPage = (path: string, served: number | null, { redirected }: OwnAnswers): number | null =>
  served !== null && served >= 300 && served < 400 && redirected.has(path) ? null : served;

/** Whether the service already answers such visits as the owner wants, so that nothing is left to do. */
export function isRoutedNow(reason: WasteReason, path: string, { redirected, gone }: OwnAnswers): boolean {
  if (reason === "not_found") return gone.has(path);
  return (reason === "duplicate" || reason === "parameters") && redirected.has(path);
}

/** Paths whose edit distance exceeds this share of the longer path's length are unrelated. */
const MAX_SHARE = 0.4;

/** Endings that old URLs have and new ones omit. */
const FILE_ENDING = /\.(html?|php|aspx?|jsp)$/i;

/**
 * The other page that a missing path most likely meant: the one with the smallest edit distance. Null if none is
 * close.
 */
export function nearestPath(missing: string, candidates: Iterable<string>): string | null {
  const wanted = missing.split("?")[0]!.replace(FILE_ENDING, "");
  let best: { path: string; changes: number } | null = null;
  for (const path of candidates) {
    if (path === missing) continue;
    const limit = Math.floor(Math.max(path.length, wanted.length) * MAX_SHARE);
    const nearEnough = best === null ? limit : Math.min(limit, best.changes - 1);
    if (Math.abs(path.length - wanted.length) > nearEnough) continue;
    const changes = distance(path, wanted);
    if (changes <= nearEnough) best = { path, changes };
  }
  return best && best.path;
}
