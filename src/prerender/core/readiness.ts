/** What a page says of itself while it is waited for. */
export interface PageProbe {
  /** window.prerenderReady, undefined when the page does not use it. */
  flag: boolean | undefined;
  /** The document is parsed. */
  parsed: boolean;
  /** Since the DOM last changed. */
  domStillMs: number;
  /** One-shot timers under way that end within two seconds. */
  timers: number;
  /** Visible characters, counted up to what tells a blank page. */
  chars: number;
}

export interface NetworkState {
  inFlight: number;
  /** Since the last request began or ended. */
  stillMs: number;
}

/** A page is quiet when neither network nor DOM has stirred for this long. */
const QUIET_MS = 150;
/** A page that never stops moving, or keeps setting timers, is taken when its network has been silent for this long. */
const RESTLESS_MS = 2_000;
/** A page that is still blank although it should not be is given this long. */
const BLANK_MS = 2_000;
export const BLANK_CHARS = 50;

/**
 * Whether a page is ready to be taken: by its own flag, or because nothing is under way any more. The flag alone counts for a
 * page that has one. `expectsText`: the page answered 200, so a blank one is not finished yet.
 */
export function readinessOf(
  page: PageProbe,
  network: NetworkState,
  expectsText: boolean
): "flag" | "quiet" | "wait" {
  if (page.flag !== undefined) return page.flag ? "flag" : "wait";
  if (!page.parsed || network.inFlight > 0 || network.stillMs < QUIET_MS)
    return "wait";
  if (
    expectsText &&
    page.chars < BLANK_CHARS &&
    Math.min(page.domStillMs, network.stillMs) < BLANK_MS
  )
    return "wait";
  if (network.stillMs >= RESTLESS_MS) return "quiet";
  return page.timers === 0 && page.domStillMs >= QUIET_MS ? "quiet" : "wait";
}
