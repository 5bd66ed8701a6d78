import { HOUR_MS, MINUTE_MS } from "../../../lib/time/time";
import { renderLimit, type NotRendered, type RenderingReason } from "../page/rendering-policy";
import { renewed, type CloseReason, type RunState } from "./run-state";

/** A crawl stops after this time; the next run continues from there. */
const MAX_RUN_MS = 6 * HOUR_MS;
/** Jobs that may stop rendering, because the browser failed, before the run does. */
const MOST_GIVEN_UP = 3;

/** A URL that a job has finished. */
export interface DoneUrl {
  seq: number;
  /** Its value when the URL was handed out. */
  listed: number;
  /** A listed page that was actually fetched. */
  counted: boolean;
  /** Number of issues found on the page. */
  issues: number;
}

function countListed(urls: ReadonlyArray<{ listed: number }>): number {
  return urls.filter((each) => each.listed === 1).length;
}

/** The run after a report from its job. `done`: URLs that the job has just finished. */
export function reported(run: RunState, done: readonly DoneUrl[], now: number): RunState {
  return {
    ...renewed(run, now, done.length > 0),
    counted: run.counted + done.filter((each) => each.counted).length,
    issues: run.issues + done.reduce((sum, each) => sum + each.issues, 0),
    leased: run.leased - done.length,
    leasedListed: run.leasedListed - countListed(done),
  };
}

/** The run after more URLs were handed to its job. */
export function handedOut(run: RunState, urls: ReadonlyArray<{ listed: number }>): RunState {
  return { ...run, leased: run.leased + urls.length, leasedListed: run.leasedListed + countListed(urls) };
}

/** How many more pages the limit allows if every leased page counts. */
export function roomLeft(run: RunState): number {
  return run.pageLimit - run.counted - run.leasedListed;
}

/** Why no more URLs may be handed out, even if some are waiting; null: the crawl continues. */
export function stopReason(run: RunState, now: number): CloseReason | null {
  return run.closeReason ?? (now - run.beganAt > MAX_RUN_MS ? "time_limit" : null);
}

/** Whether the job holds no URLs although it wants more, or the limit leaves no room. */
export function isDrained(run: RunState, want: number): boolean {
  return run.leased === 0 && (want > 0 || roomLeft(run) <= 0);
}

/** The run after one more render, or why there is none: its budget for this reason is used up, it is ending, or it has no browser. */
export function afterRender(run: RunState, reason: RenderingReason, now: number): RunState | NotRendered {
  if ((run.gaveUp ?? 0) >= MOST_GIVEN_UP) return "failed";
  if (run.closeReason !== null || run.renders >= renderLimit(reason)) return "budget_spent";
  return { ...renewed(run, now, false), renders: run.renders + 1 };
}

/** Close reasons after which a run still requests files. A run that was stopped requests nothing more. */
const ASKING: ReadonlySet<CloseReason> = new Set(["finished", "url_limit", "month_limit"]);

/** The run after its crawl. A close reason set earlier is kept. `hasFiles`: its pages refer to files to request. */
export function afterCrawl(run: RunState, reason: CloseReason, hasFiles: boolean, now: number): RunState {
  const closeReason = run.closeReason ?? reason;
  const next = hasFiles && ASKING.has(closeReason) ? ({ phase: "files", filesSince: now } as const) : ANALYSIS;
  return { ...renewed(run, now, true), leased: 0, leasedListed: 0, ...next, closeReason };
}

const ANALYSIS = { phase: "analyse" } as const;
/** Time for requesting files. The result counts those that are left. */
const MAX_FILES_MS = 10 * MINUTE_MS;

/** Whether the run may request more files. */
export function asksFiles({ phase, filesSince }: RunState, now: number): boolean {
  return phase === "files" && now - (filesSince ?? now) < MAX_FILES_MS;
}

/** The run after its files. */
export function afterFiles(run: RunState, now: number): RunState {
  return { ...renewed(run, now, true), ...ANALYSIS };
}

/** The run after its cancellation: it fetches no more pages or files. An analysis is not stopped. */
export function afterCancel(run: RunState): RunState {
  if (run.phase === "files") return { ...run, ...ANALYSIS, closeReason: "cancelled" };
  return run.closeReason === null ? { ...run, closeReason: "cancelled" } : run;
}
