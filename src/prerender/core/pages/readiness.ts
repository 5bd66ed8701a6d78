import { streamWait, type OpenStream } from "./open-streams";

/** State that a page reports while it loads. */
export interface PageProbe {
  /** window.prerenderReady; undefined if the page does not use it. */
  flag: boolean | undefined;
  /** The document has been parsed. */
  parsed: boolean;
  /** Time since the DOM last changed. */
  domStillMs: number;
  /** Time since text appeared that the page had not shown before. Digits don't count, so a clock is still. */
  textStillMs: number;
  /** Pending timers that every page waits for: short ones, and those of a chain that still adds text or requests. */
  timers: number;
  /** Those of them that fire once, or every two seconds or more. The others are short intervals and animations. */
  rareTimers: number;
  /** Other pending timers of up to five seconds. */
  slowTimers: number;
  /** What the longest one waits that is not waited for, of up to ten seconds. */
  slowTimerMs?: number;
  /** Operations of the browser that have not ended, as of its databases and cryptography. */
  operations?: number;
  /** The worker that has sent something last. */
  talk?: OpenStream | null;
  /** Workers that have not replied yet. */
  workers: number;
  /** Visible characters, counted only as far as needed to detect a blank page. */
  chars: number;
  /** The page has little text, about the same as at its first paint. */
  unchanged: boolean;
  /** The page shows that it is loading. */
  loading: boolean;
  /** The page listens for a service worker that takes it over, and has none. */
  gated?: boolean;
  /** Numbers on the page run, as those that count up to their value. */
  counting?: boolean;
  /** Those of an animation have run for too long to be waited for. */
  countsOn?: boolean;
  /** A page with little text shows a progress bar, a skeleton or a spinner. */
  marked?: boolean;
}

/**
 * What the end of a request could still change: scripts, data and frames of the page's own site or another one, or
 * nothing. own_poll: data that the page had before, or that may never come.
 */
export type RequestKind =
  | "own_script"
  | "foreign_script"
  | "own_data"
  | "own_poll"
  | "foreign_data"
  | "own_frame"
  | "other";

/** A request in progress. */
export interface OpenRequest {
  kind: RequestKind;
  /** The page's own site will answer it, and the page may show the answer. False for polls, streams and reports. */
  answers: boolean;
  /** Time since it was sent. */
  ageMs: number;
  /** How long no other request had started or finished when it was sent. */
  calmMs: number;
  /** Method and URL. */
  line: string;
}

export interface NetworkState {
  open: readonly OpenRequest[];
  /** Time since a request last started or finished. Requests that repeat themselves don't count. */
  stillMs: number;
  /** Open sockets and event sources that have not sent anything yet. */
  silentChannels: number;
  /** A socket or an event source has sent something and is still open. */
  talking: boolean;
  /** A request has failed, so the page may be about to try again. */
  failing?: boolean;
  streams: readonly OpenStream[];
}

/** A page is quiet when neither network nor DOM has changed for this long. */
export const QUIET_MS = 150;
/** A page whose DOM or timers never settle is taken once network and text have been still for this long. */
const RESTLESS_MS = 2_000;
/** The same while a timer is pending that fires once, or rarely: pages pause between their steps. */
const RESTLESS_TIMERS_MS = 6_000;
/** A request that began when text and network had been still for this long is not part of loading the page. */
const LATE_MS = 1_000;
/** Extra time for a page that is blank although it should not be. */
const BLANK_MS = 2_000;
/** A page that shows that it is loading gets this long, even if nothing is known to be pending. */
const LOADING_MS = 8_000;
/** Pause between two messages of a socket that the page still waits for. */
const TALK_MS = 700;
/** A page that keeps adding new text is taken at this age, once its network is silent. */
const ENDLESS_MS = 16_000;
export const BLANK_CHARS = 50;

/**
 * How long a still page waits for something pending: in general, while its text is short and unchanged since its first
 * paint, and while it shows that it is loading.
 */
const PATIENCE_MS = {
  other: [1_000, 1_500, 3_000],
  foreign_data: [2_000, 4_000, 8_000],
  foreign_script: [2_000, 3_000, 6_000],
  own_data: [8_000, 8_000, 12_000],
  own_poll: [3_000, 6_000, 12_000],
  own_frame: [12_000, 12_000, 12_000],
  own_script: [5_000, 8_000, 12_000],
  channel: [1_500, 5_000, 8_000],
  worker: [7_000, 7_000, 12_000],
  service_worker: [3_000, 5_000, 12_000],
  slowTimer: [0, 5_500, 5_500],
  retry: [5_500, 5_500, 5_500],
  operation: [5_000, 8_000, 12_000],
  parser: [5_000, 8_000, 8_000],
} as const;

export type Readiness = { ready: "flag" | "quiet"; pending: string | null } | "wait";

/**
 * Whether a page is ready: by its own flag, or because nothing is pending that could still change it. If a page uses
 * the flag, only the flag counts. `expectsText`: the page answered 200, so a blank page is not finished. `ageMs`: time
 * since the render began. `pending`: what the page is no longer waiting for.
 */
export function readinessOf(page: PageProbe, network: NetworkState, expectsText: boolean, ageMs = 0): Readiness {
  if (page.flag !== undefined) return page.flag ? { ready: "flag", pending: null } : "wait";
  if (network.stillMs < QUIET_MS) return "wait";
  const isBlank = expectsText && page.chars < BLANK_CHARS;
  const textStillMs = Math.min(page.textStillMs, network.stillMs);
  if (expectsText && awaitedRequest(page, network) !== null) return "wait";
  const level = !expectsText ? 0 : page.loading ? 2 : page.unchanged || isBlank ? 1 : 0;
  const open = openOf(page, network, level);
  if (open.some((kind) => textStillMs < PATIENCE_MS[kind][level])) return "wait";
  const streams = page.talk ? [...network.streams, page.talk] : network.streams;
  const stream = expectsText ? streamWait(page, streams, level) : null;
  if (expectsText && ageMs < ENDLESS_MS && (page.counting || stream === "awaited")) return "wait";
  const names = open.map((kind) => nameOf(kind, page));
  if (stream === "overdue") names.push("a stream that goes on");
  if (expectsText && page.countsOn) names.push("numbers that run on");
  const isLate = page.slowTimers === 0 && (page.slowTimerMs ?? 0) > 0;
  if (page.rareTimers > 0 || isLate) names.push(nameOf("slowTimer", page));
  const pending = names.length > 0 ? [...new Set(names)].join(", ") : null;
  if (isBlank && Math.min(page.domStillMs, network.stillMs) < BLANK_MS) return "wait";
  if (expectsText && page.loading && textStillMs < LOADING_MS) return "wait";
  if (network.talking && page.textStillMs < TALK_MS) return "wait";
  const isRestless =
    textStillMs >= (page.rareTimers > 0 ? RESTLESS_TIMERS_MS : RESTLESS_MS) ||
    (ageMs >= ENDLESS_MS && network.stillMs >= RESTLESS_MS);
  if (isRestless) return { ready: "quiet", pending };
  return page.timers === 0 && page.domStillMs >= QUIET_MS ? { ready: "quiet", pending } : "wait";
}

/**
 * The first request that a page with text is never taken without, as method and URL: its own site has not answered it,
 * and it began before the text stood still. Null: there is none.
 */
export function awaitedRequest(page: Pick<PageProbe, "textStillMs">, { open }: NetworkState): string | null {
  const isLate = ({ ageMs, calmMs }: OpenRequest) => calmMs >= LATE_MS && page.textStillMs - ageMs >= LATE_MS;
  return open.find((request) => request.answers && !isLate(request))?.line ?? null;
}

/**
 * Whether a page that never became ready may be taken at the deadline: it has stopped changing and does not show that
 * it is loading.
 */
export function standsStill(page: PageProbe): boolean {
  return page.flag === undefined && !page.loading && page.textStillMs >= RESTLESS_MS;
}

const NAMES: Record<keyof typeof PATIENCE_MS, string> = {
  other: "a request",
  foreign_data: "a request for data of another site",
  foreign_script: "a script of another site",
  own_data: "a request for data",
  own_poll: "a request for data",
  own_frame: "a frame",
  own_script: "a script",
  channel: "a socket or event source",
  worker: "a worker",
  service_worker: "a service worker, which renders do not start",
  slowTimer: "a timer",
  retry: "a timer",
  operation: "an operation of the browser, such as a database",
  parser: "the rest of the document",
};

/** Owners find a timer in their scripts by how long it takes. */
function nameOf(kind: keyof typeof PATIENCE_MS, { slowTimerMs = 0 }: PageProbe): string {
  const isTimer = kind === "slowTimer" && slowTimerMs > 0;
  return isTimer ? `a timer of ${Math.round(slowTimerMs / 100) / 10} s` : NAMES[kind];
}

function openOf(page: PageProbe, network: NetworkState, level: number): Array<keyof typeof PATIENCE_MS> {
  return [
    ...(page.parsed ? [] : ["parser" as const]),
    ...(page.workers > 0 ? ["worker" as const] : []),
    ...(page.gated && page.loading ? ["service_worker" as const] : []),
    ...(network.silentChannels > 0 ? ["channel" as const] : []),
    ...network.open.map(({ kind }) => kind),
    // A page that looks unfinished may count down to its text.
    ...(page.slowTimers > 0 || (level > 0 && page.timers > 0) ? ["slowTimer" as const] : []),
    ...(network.failing && page.slowTimers > 0 ? ["retry" as const] : []),
    ...((page.operations ?? 0) > 0 ? ["operation" as const] : []),
  ];
}
