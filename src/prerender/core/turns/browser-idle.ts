/** How a pool's browser is used. Times are epoch ms. */
export interface BrowserUse {
  /** Renders in progress. */
  active: number;
  /** When the last render ended, or the browser started. */
  usedAt: number;
}

/** A pool looks after its browser at least so often while there is one. */
const LOOK_MS = 15_000;

/** When a browser is closed if no render begins before; null while one is in progress. */
export function closesAt({ active, usedAt }: BrowserUse, idleMs: number): number | null {
  return active > 0 ? null : usedAt + idleMs;
}

/**
 * When the pool looks after its browser next. Looks are never further apart than the idle time, so an idle browser is closed
 * exactly when it is to be: a render that ends after this look has its whole idle time after the next one.
 * `use`: null while no browser takes renders.
 */
export function nextLookAt(use: BrowserUse | null, idleMs: number, now: number): number {
  const regular = now + Math.min(LOOK_MS, idleMs);
  const closing = use && closesAt(use, idleMs);
  return closing === null || closing <= now ? regular : Math.min(closing, regular);
}
