import { DAY_MS } from "../../lib/time";

/** How a render ended. stored: it is the snapshot now; overtaken: an invalidation came first; not_kept: good, but its status is not cached; rejected: the guard refused it; failed: the browser brought nothing. */
export type RenderEnd = "stored" | "overtaken" | "not_kept" | "rejected" | "failed";

/** How a render that somebody waited for ended: look again, or take the origin's page. */
export type WaitEnd = "look_again" | "failed";

/** One line of the log of renders. */
export interface RenderRecord {
  /** When the render began, epoch ms. */
  at: number;
  outcome: RenderEnd;
  /** Why the render was refused or failed; null otherwise. */
  reason: string | null;
  /** Status that crawlers get; null when the page never answered. */
  status: number | null;
  /** Why the page was taken as ready; null when it never was. */
  readySignal: "flag" | "quiet" | "deadline" | "redirect" | null;
  durationMs: number;
  words: number;
  /** Same-site requests of the page that failed, one line each. */
  failedRequests: string[];
  /** Uncaught exceptions and console errors, one line each. */
  consoleErrors: string[];
}

/** The log keeps this much. */
export const RENDER_LOG = { perPath: 20, perDomain: 5_000, ageMs: 30 * DAY_MS } as const;

const MAX_LINES = 20;
const MAX_LINE = 300;

/** Cuts what a page sent to what the log holds. */
export function boundRecord(record: RenderRecord): RenderRecord {
  const lines = (list: readonly string[]) => list.slice(0, MAX_LINES).map((line) => line.slice(0, MAX_LINE));
  return {
    ...record,
    reason: record.reason?.slice(0, MAX_LINE) ?? null,
    failedRequests: lines(record.failedRequests),
    consoleErrors: lines(record.consoleErrors),
  };
}
