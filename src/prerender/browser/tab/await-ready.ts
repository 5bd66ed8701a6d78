import type { CDPSession } from "@cloudflare/puppeteer";
import { isScriptless } from "../../core/pages/document-head";
import type { LoadEnd } from "../../core/pages/raw-render";
import {
  awaitedRequest,
  BLANK_CHARS,
  QUIET_MS,
  readinessOf,
  standsStill,
  type NetworkState,
} from "../../core/pages/readiness";
import type { PageOptions } from "../../core/render-rules";
import type { PageLoad } from "../load/page-load";
import { probePage, type TabProbe } from "./read-page";
import { grownHeight, SCREENS } from "./viewport";
import { SCROLL_SCRIPT } from "../scripts/readiness-script";

const TICK_MS = 50;
/** Pause between two probes. */
const PROBE_PAUSE_MS = 25;
/** A page whose main thread is busy does not respond to a probe. */
const PROBE_MS = 1_500;
/** The same while a page waits for its own site, which is told at once when the last request ends. */
const AWAITING_PAUSE_MS = 150;
/** A page over its request limit gets this long, so that requests already sent can finish. */
const CUT_OFF_MS = 2_000;
/** While requests are under way, nothing else can make a page ready before this long. */
const BUSY_MS = 500;

/** What a page without scripts reports once its document is there: nothing changes it. */
const SCRIPTLESS: TabProbe = {
  flag: undefined,
  parsed: true,
  domStillMs: Infinity,
  textStillMs: Infinity,
  timers: 0,
  rareTimers: 0,
  slowTimers: 0,
  workers: 0,
  chars: BLANK_CHARS,
  unchanged: false,
  loading: false,
  lazyHeight: 0,
  viewHeight: 0,
  found: true,
};

/** A page that is being loaded. */
export interface LoadingPage {
  cdp: CDPSession;
  load: PageLoad;
  crashed: () => boolean;
  /** The page answered 200, so it should have text. */
  expectsText: boolean;
  startedAt: number;
  endAt: number;
  options: PageOptions;
}

/** Waits until a page is ready, until its deadline at the latest. @throws when it can no longer become ready. */
export async function awaitReady(page: LoadingPage): Promise<LoadEnd & { grown: boolean; responds: boolean }> {
  const { cdp, load, expectsText, startedAt, endAt, options } = page;
  const { waitMs = 0 } = options;
  let last: TabProbe | null = null;
  let growths = 0;
  let grownAt = 0;
  let readyAt: number | null = null;
  let responds = true;
  const end = (ready: LoadEnd["ready"], pending: string | null) => {
    // Since the last probe, the page may have changed again.
    const still = last !== null && last.found && standsStill(last);
    const isLate = ready === "deadline";
    const overdue = pending === null && isLate ? "changes that never ended" : pending;
    const unanswered = isLate && expectsText && last ? awaitedRequest(last, networkOf(page, Date.now())) : null;
    return {
      ready,
      pending: overdue,
      unanswered,
      still,
      loading: last?.loading ?? false,
      grown: growths > 0,
      responds,
    };
  };
  for (;;) {
    throwIfOver(page);
    const now = Date.now();
    if (load.flagged) return end("flag", null);
    if (load.movedTo !== null) return end("quiet", null);
    const isCutOff = load.exceededAt !== null && now >= load.exceededAt + CUT_OFF_MS;
    if (now >= endAt || isCutOff) return end("deadline", null);
    const leftMs = busyMs(load, now);
    let pauseMs = PROBE_PAUSE_MS;
    if (leftMs <= 0) {
      responds = true;
      const seen = await probePage(cdp, options, Math.min(endAt, now + PROBE_MS)).catch(() => {
        responds = false;
        return null;
      });
      const probe = seen ?? (load.head && isScriptless(load.head) ? SCRIPTLESS : null);
      last = probe ?? last;
      const seenAt = Date.now();
      const network = networkOf(page, seenAt);
      const readiness = probe && readinessOf(probe, network, expectsText, seenAt - startedAt);
      if (probe && awaitedRequest(probe, network) !== null) pauseMs = AWAITING_PAUSE_MS;
      if (probe?.found && readiness && readiness !== "wait" && load.head && seenAt - grownAt >= BUSY_MS / 2) {
        const height = readiness.ready === "quiet" ? grownHeight(probe, growths) : null;
        readyAt ??= seenAt;
        if (height !== null) {
          await grow(page, height);
          growths++;
          grownAt = Date.now();
        } else if (seenAt - readyAt >= waitMs) return end(readiness.ready, readiness.pending);
      }
    }
    await load.untilChange(leftMs > 0 ? Math.min(leftMs, TICK_MS) : pauseMs);
  }
}

/** A rule that names what the page needs says that it needs no other answer, and no more of a stream. */
function networkOf({ load, options }: LoadingPage, now: number): NetworkState {
  const network = load.network.state(now);
  if (!options.waitFor) return network;
  for (const request of network.open) request.answers = false;
  return { ...network, streams: [] };
}

function throwIfOver({ cdp, load, crashed }: LoadingPage): void {
  if (crashed()) throw new Error("the page crashed");
  if (load.fault !== null) throw new Error(load.fault);
  if (!cdp.connection()) throw new Error("the browser went away");
  if (load.network.tooMuch) throw new Error("the page loads more than 20 MB");
}

/** How much longer a page can't be ready. Probing a page costs it a layout, so a page that is plainly busy is left alone. */
function busyMs(load: PageLoad, now: number): number {
  const { open, stillMs } = load.network.state(now);
  return (open.length === 0 ? QUIET_MS : BUSY_MS) - stillMs;
}

/** Shows more of a page that loads more as it is scrolled. */
async function grow({ cdp, options }: LoadingPage, height: number): Promise<void> {
  await cdp
    .send("Emulation.setDeviceMetricsOverride", { ...SCREENS[options.screen ?? "desktop"], height })
    .catch(() => {});
  await cdp.send("Runtime.evaluate", { expression: SCROLL_SCRIPT }).catch(() => {});
}
