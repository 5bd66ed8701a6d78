/** socket: greets often, and then stays silent. response: is read part by part, and nearly always ends. */
export type StreamKind = "socket" | "events" | "response";

/** An open socket, event source or streamed response of the page's own site that has sent something. */
export interface OpenStream {
  kind: StreamKind;
  /** Time since its first part, and since its last one. */
  forMs: number;
  stillMs: number;
  parts: number;
}

/** What a page shows, as far as its streams are judged by it: see PageProbe. */
interface Shown {
  domStillMs: number;
  textStillMs: number;
  marked?: boolean;
}

/**
 * Pause between two parts that the page may still gather: in general, while its text is short and unchanged, and while
 * it shows that it is loading.
 */
const PAUSE_MS = [2_000, 2_000, 6_000] as const;
/** How long a page may gather the parts of a stream, and show them. A live stream never ends. */
const MOST_MS = 12_000;
/** The same for a stream that only moves what the page shows, if the page has little text. */
const LIVE_MS = 4_000;
/** A part may be reported this much later than the page shows it. */
const LAG_MS = 300;

/**
 * Whether a stream of the page's own site may be bringing text that is not shown yet, or not all of it, and whether that
 * has lasted too long. A full page that shows each part at once, with nothing but numbers new, is live.
 */
export function streamWait(page: Shown, streams: readonly OpenStream[], base: 0 | 1 | 2): "awaited" | "overdue" | null {
  const level = Math.min(2, base + (page.marked ? 1 : 0)) as 0 | 1 | 2;
  let isOverdue = false;
  for (const { forMs, stillMs, parts, kind } of streams) {
    const tells = page.textStillMs <= stillMs + LAG_MS;
    const moves = !tells && page.domStillMs <= stillMs + LAG_MS;
    if (level === 0 && !tells && (moves || (kind === "socket" && parts === 1))) continue;
    if (kind !== "response" && stillMs >= PAUSE_MS[level]) continue;
    if (forMs < (level === 1 && moves ? LIVE_MS : MOST_MS)) return "awaited";
    isOverdue ||= !moves;
  }
  return isOverdue ? "overdue" : null;
}
