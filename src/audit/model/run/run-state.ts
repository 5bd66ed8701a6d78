import { SECOND_MS } from "../../../lib/time";

export type Mode = "follow" | "selected" | "sitemap";

/** What a run was asked to do; fixed from its start. */
export interface RunConfig {
  runId: string;
  accountId: string;
  domainId: string;
  domain: string;
  /** Where the domain's pages are fetched from, when that is not the domain itself. */
  origin: string | null;
  mode: Mode;
  /** Canonical seed URLs. */
  seeds: string[];
  /** Sitemap named by the call or the domain's settings. */
  sitemapUrl: string | null;
  allowSampling: boolean;
  newPagesOnly: boolean;
  /** With newPagesOnly: when the last finished run started, epoch ms; null: there is none, every page is new. */
  newSince: number | null;
  /** Runs with the same key are compared, and go on from one another. */
  scopeKey: string;
  pageLimit: number;
  /** What the run ends with when its page limit cuts it: the plan's limit of a run, or what was left of the month. */
  limitReason: "url_limit" | "month_limit";
  startedAt: number;
}

/** prepare: robots.txt and sitemaps; crawl: pages; analyse: cross-page checks and scores. */
export type Phase = "prepare" | "crawl" | "analyse";

export type CloseReason =
  | "finished"
  | "url_limit"
  | "time_limit"
  | "month_limit"
  | "cancelled"
  | "seed_unreachable"
  | "robots_blocked"
  | "internal_error";

/** The row that is the domain's lock. Small: it is written with every report of the job. */
export interface RunState {
  runId: string;
  domainId: string;
  pageLimit: number;
  phase: Phase;
  /** Names the one job that may act; a new one replaces it when a lease runs out. */
  token: string;
  claimed: boolean;
  leaseUntil: number;
  /** When the lock was taken. */
  beganAt: number;
  /** Times a job had to be replaced since the last progress. */
  resumptions: number;
  lastProgressAt: number;
  /** URLs in the hands of the job; of these, pages of the result. */
  leased: number;
  leasedListed: number;
  /** Pages done that count against the limit. */
  counted: number;
  /** Issues found on them so far, for progress displays. */
  issues: number;
  sampling: boolean;
  /** The run that this one continues. */
  continues: string | null;
  /** Renders taken from the run's budget. */
  renders: number;
  /** Set as soon as it is settled; the crawl stops then. */
  closeReason: CloseReason | null;
}

/** A job must be claimed, and then give a sign, within these times. */
const CLAIM_MS = 45 * SECOND_MS;
const LEASE_MS = 30 * SECOND_MS;
/** How often the watchdog looks. */
export const WATCH_MS = 10 * SECOND_MS;
const MAX_RESUMPTIONS = 3;

export function newRun(config: RunConfig, token: string, now: number, continues: string | null): RunState {
  return {
    runId: config.runId,
    domainId: config.domainId,
    pageLimit: config.pageLimit,
    phase: "prepare",
    token,
    claimed: false,
    leaseUntil: now + CLAIM_MS,
    beganAt: now,
    resumptions: 0,
    lastProgressAt: now,
    leased: 0,
    leasedListed: 0,
    counted: 0,
    issues: 0,
    sampling: config.allowSampling && config.mode !== "selected",
    continues,
    renders: 0,
    closeReason: null,
  };
}

/** What the watchdog should do about a run: nothing, send a new job, or close the run by itself. */
export type WatchVerdict = "wait" | "resume" | "give_up";

export function judgeLease(run: RunState, now: number): WatchVerdict {
  if (now < run.leaseUntil) return "wait";
  return run.resumptions >= MAX_RESUMPTIONS ? "give_up" : "resume";
}

/** The run with a new job, which begins after `waitMs`; everything the old job held is due again. */
export function redispatched(run: RunState, token: string, now: number, resumed: boolean, waitMs = 0): RunState {
  const resumptions = resumed ? run.resumptions + 1 : run.resumptions;
  return {
    ...run,
    token,
    claimed: false,
    leaseUntil: now + waitMs + CLAIM_MS,
    resumptions,
    leased: 0,
    leasedListed: 0,
  };
}

/** The run after a sign of life from its job; `progress`: something new was done. */
export function renewed(run: RunState, now: number, progress: boolean): RunState {
  const lease = { ...run, claimed: true, leaseUntil: now + LEASE_MS };
  return progress ? { ...lease, resumptions: 0, lastProgressAt: now } : lease;
}
