import { HOUR_MS } from "../../../lib/time";
import { renewed, type CloseReason, type RunState } from "./run-state";

/** A crawl is cut after this long; the next run continues from there. */
const MAX_RUN_MS = 6 * HOUR_MS;
/** Shells of a run that are rendered; later ones are audited as their server sends them. */
const RENDER_BUDGET = 200;

/** A URL that a job is done with. */
export interface DoneUrl {
  seq: number;
  /** As it was handed out. */
  listed: number;
  /** A page of the result that was really fetched. */
  counted: boolean;
  /** Found on it. */
  issues: number;
}

function countListed(urls: ReadonlyArray<{ listed: number }>): number {
  return urls.filter((each) => each.listed === 1).length;
}

/** The run after its job reported; `done`: URLs that were in its hands until now. */
export function reported(run: RunState, done: readonly DoneUrl[], now: number): RunState {
  return {
    ...renewed(run, now, done.length > 0),
    counted: run.counted + done.filter((each) => each.counted).length,
    issues: run.issues + done.reduce((sum, each) => sum + each.issues, 0),
    leased: run.leased - done.length,
    leasedListed: run.leasedListed - countListed(done),
  };
}

/** The run after more URLs were given to its job. */
export function handedOut(run: RunState, urls: ReadonlyArray<{ listed: number }>): RunState {
  return { ...run, leased: run.leased + urls.length, leasedListed: run.leasedListed + countListed(urls) };
}

/** How many more pages the limit allows, when every one in the job's hands counts. */
export function roomLeft(run: RunState): number {
  return run.pageLimit - run.counted - run.leasedListed;
}

/** Why no more URLs may be handed out, even if some are waiting; null: the crawl continues. */
export function stopReason(run: RunState, now: number): CloseReason | null {
  return run.closeReason ?? (now - run.beganAt > MAX_RUN_MS ? "time_limit" : null);
}

/** Nothing is in the job's hands although it asked for more, or there is no room for more. */
export function isDrained(run: RunState, want: number): boolean {
  return run.leased === 0 && (want > 0 || roomLeft(run) <= 0);
}

/** The run after one more render; null: its budget is used up, or it is being ended. */
export function afterRender(run: RunState, now: number): RunState | null {
  if (run.closeReason !== null || run.renders >= RENDER_BUDGET) return null;
  return { ...renewed(run, now, false), renders: run.renders + 1 };
}

/** The run after its crawl. A reason that was settled before stays. */
export function afterCrawl(run: RunState, reason: CloseReason, now: number): RunState {
  const closeReason = run.closeReason ?? reason;
  return { ...renewed(run, now, true), leased: 0, leasedListed: 0, phase: "analyse", closeReason };
}
