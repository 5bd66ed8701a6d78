/** State that a page reports while it loads. */
export interface PageProbe {
  /** window.prerenderReady; undefined if the page does not use it. */
  flag: boolean | undefined;
  /** The document has been parsed. */
  parsed: boolean;
  /** Time since the DOM last changed. */
  domStillMs: number;
  /** Pending one-shot timers that fire within two seconds. */
  timers: number;
  /** Visible characters, counted only as far as needed to detect a blank page. */
  chars: number;
}

export interface NetworkState {
  inFlight: number;
  /** Time since a request last started or finished. */
  stillMs: number;
}

/** A page is quiet when neither network nor DOM has changed for this long. */
const QUIET_MS = 150;
/** A page whose DOM or timers never settle is taken once its network has been silent for this long. */
const RESTLESS_MS = 2_000;
/** Extra time for a page that is blank although it should not be. */
const BLANK_MS = 2_000;
export const BLANK_CHARS = 50;

/**
 * Whether a page is ready: by its own flag, or because nothing is pending. If a page uses the flag, only the flag
 * counts. `expectsText`: the page answered 200, so a blank page is not finished.
 */
export function readinessOf(page: PageProbe, network: NetworkState, expectsText: boolean): "flag" | "quiet" | "wait" {
  if (page.flag !== undefined) return page.flag ? "flag" : "wait";
  if (!page.parsed || network.inFlight > 0 || network.stillMs < QUIET_MS) return "wait";
  if (expectsText && page.chars < BLANK_CHARS && Math.min(page.domStillMs, network.stillMs) < BLANK_MS) return "wait";
  if (network.stillMs >= RESTLESS_MS) return "quiet";
  return page.timers === 0 && page.domStillMs >= QUIET_MS ? "quiet" : "wait";
}
