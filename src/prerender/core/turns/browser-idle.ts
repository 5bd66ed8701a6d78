/** How a pool's browser is used. Times are epoch ms. */
export interface BrowserUse {
  /** Renders in progress. */
  active: number;
  /** Until when it stays open without a render in progress. */
  keptUntil: number;
}

/** How long a browser stays open after a render, in ms. */
export interface IdleTimes {
  /** That somebody waited for: whoever it was probably asks for another page. */
  awaited: number;
  /** That nobody waited for. */
  unawaited: number;
}

/** A pool looks after its browser at least so often while there is one. */
const LOOK_MS = 15_000;
/** Longer than the pause between two batches of messages, and much shorter than the one between two gatherings. */
const GATHERED_IDLE_MS = 2_000;

/** `gatherSeconds`: the pause between gatherings of renders that nobody waits for; 0: they come one by one, like all others. */
export function idleTimes(idleMs: number, gatherSeconds: number): IdleTimes {
  return { awaited: idleMs, unawaited: gatherSeconds > 0 ? Math.min(GATHERED_IDLE_MS, idleMs) : idleMs };
}

/** Until when a browser is kept after a render's end at `now`. */
export function keptAfter({ keptUntil }: BrowserUse, idleMs: number, now: number): number {
  return Math.max(keptUntil, now + idleMs);
}

/** When a browser is closed if no render begins before; null while one is in progress. */
export function closesAt({ active, keptUntil }: BrowserUse): number | null {
  return active > 0 ? null : keptUntil;
}

/**
 * When the pool looks after its browser next. Asked at each look and at each render's end, it says when an idle browser is to be
 * closed. `use`: null while no browser takes renders.
 */
export function nextLookAt(use: BrowserUse | null, { awaited }: IdleTimes, now: number): number {
  const regular = now + Math.min(LOOK_MS, awaited);
  const closing = use && closesAt(use);
  return closing === null || closing <= now ? regular : Math.min(closing, regular);
}
