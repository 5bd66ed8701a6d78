/** An open socket, event source or streamed response of the page's own site that has sent something. */
export interface OpenStream {
  /** Time since its first part, and since its last one. */
  forMs: number;
  stillMs: number;
  parts: number;
  /** Sockets often greet, and then stay silent. */
  isSocket: boolean;
}

/** What a page shows, as far as its streams are judged by it: see PageProbe. */
interface Shown {
  domStillMs: number;
  textStillMs: number;
  marked?: boolean;
}

/**
 * Pause between two parts of a stream that the page may still gather, and how long it may gather them: in general,
 * while its text is short and unchanged, and while it shows that it is loading. A live stream never ends.
 */
const POUR_MS = { pause: [700, 1_500, 6_000], most: [5_000, 6_000, 12_000] } as const;
/** The pause after a part that has brought text, at least. */
const TOLD_MS = 2_000;
/** How long a live stream that only moves what the page shows is waited for, if the page looks unfinished. */
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
  for (const { forMs, stillMs, parts, isSocket } of streams) {
    const tells = page.textStillMs <= stillMs + LAG_MS;
    const moves = !tells && page.domStillMs <= stillMs + LAG_MS;
    if (level === 0 && !tells && (moves || (isSocket && parts === 1))) continue;
    if (stillMs >= Math.max(POUR_MS.pause[level], tells ? TOLD_MS : 0)) continue;
    if (forMs < (level === 1 && moves ? LIVE_MS : POUR_MS.most[level])) return "awaited";
    isOverdue ||= level > 0 && !moves;
  }
  return isOverdue ? "overdue" : null;
}
