import { DAY_MS } from "../../../lib/time/time";

/**
 * Result of a render. stored: now the snapshot; overtaken: an invalidation came first; not_kept: fine, but its status
 * is not cached; rejected: the guard refused it; failed: the browser returned nothing.
 */
export const RENDER_ENDS = ["stored", "overtaken", "not_kept", "rejected", "failed"] as const;
export type RenderEnd = (typeof RENDER_ENDS)[number];

/** Result of waiting for another render: look in the cache again, or use the origin's page. */
export type WaitEnd = "look_again" | "failed";

/** One entry of the render log. */
export interface RenderRecord {
  /** When the render began, epoch ms. */
  at: number;
  outcome: RenderEnd;
  /** Why the render was refused or failed, or what was still pending when a stored page was taken; null otherwise. */
  reason: string | null;
  /** The screen that it was rendered for. Missing: desktop. */
  screen?: "desktop" | "mobile";
  /** Status for crawlers; null if the page did not respond. */
  status: number | null;
  /** Why the page counted as ready; null if it never did. */
  readySignal: "flag" | "quiet" | "deadline" | "redirect" | null;
  durationMs: number;
  words: number;
  /** The page's failed same-site requests, one line each. */
  failedRequests: string[];
  /** Uncaught exceptions and console errors, one line each. */
  consoleErrors: string[];
}

/** Limits of the log. */
export const RENDER_LOG = { perPath: 20, perDomain: 5_000, ageMs: 30 * DAY_MS } as const;

const MAX_LINES = 20;
const MAX_LINE = 300;

/** Truncates page data to the log's limits. */
export function boundRecord(record: RenderRecord): RenderRecord {
  const lines = (list: readonly string[]) => list.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  return {
    ...record,
    reason: record.reason?.slice(0, MAX_LINE) ?? null,
    failedRequests: lines(record.failedRequests),
    consoleErrors: lines(record.consoleErrors),
  };
}
