import { MINUTE_MS, SECOND_MS } from "../../../lib/time/time";

import type { Extractor } from "../../../web/html";
import type { FileChoice } from "../page/files";
import type { RenderingPolicy } from "../page/rendering-policy";
import type { RunScope } from "./scope";

export type Mode = "follow" | "selected" | "sitemap";

/** The settings of a run, fixed at its start. */
export interface RunConfig {
  runId: string;
  accountId: string;
  domainId: string;
  /** The host that is audited. */
  domain: string;
  /** The domain, if its start redirects to the host that is audited; absent: that is the domain itself. */
  movedFrom?: string;
  /** Origin that serves the domain's pages, if it is not the domain itself. */
  origin: string | null;
  mode: Mode;
  /** Canonical seed URLs. */
  seeds: string[];
  /** For a run of given URLs alone, once it has begun: the hash of its seeds. */
  seedsHash?: number | null;
  /** Sitemap given in the request or the domain's settings. */
  sitemapUrl: string | null;
  /** Only robots.txt may say that a sitemap on another host counts. Absent: no. */
  onlyListedSitemaps?: boolean;
  allowSampling: boolean;
  newPagesOnly: boolean;
  /** With newPagesOnly: when the last finished run started, epoch ms; null: there is none, so every page is new. */
  newSince: number | null;
  /** Absent: the whole site. */
  scope?: RunScope;
  /** What to read from every page; absent: nothing. */
  extractors?: Extractor[];
  /** Encrypted headers that open the site; absent: it is public. */
  access?: string;
  /** Runs with the same key are compared and continue one another. */
  scopeKey: string;
  /** Absent: none. */
  files?: FileChoice;
  /** Absent: auto. */
  rendering?: RenderingPolicy;
  pageLimit: number;
  /** Close reason if the page limit stops the run: the plan's limit per run, or what was left of the month. */
  limitReason: "url_limit" | "month_limit";
  startedAt: number;
}

/** The run's choice of files to request. */
export function asksFor({ files = "none" }: Pick<RunConfig, "files">): FileChoice {
  return files;
}

/** prepare: robots.txt and sitemaps; crawl: pages; files: what they refer to; analyse: cross-page checks and scores. */
export type Phase = "prepare" | "crawl" | "files" | "analyse";

export type CloseReason =
  | "finished"
  | "url_limit"
  | "time_limit"
  | "month_limit"
  | "cancelled"
  | "seed_unreachable"
  | "robots_blocked"
  | "internal_error";

/** The record that acts as the domain's lock. It is small, because every report of the job writes it. */
export interface RunState {
  runId: string;
  domainId: string;
  pageLimit: number;
  phase: Phase;
  /** Identifies the one job that may act. A new token replaces it when the lease expires. */
  token: string;
  claimed: boolean;
  leaseUntil: number;
  /** When the lock was taken. */
  beganAt: number;
  /** Jobs replaced since the last progress. */
  resumptions: number;
  lastProgressAt: number;
  /** URLs leased to the job, and how many of them are pages of the result. */
  leased: number;
  leasedListed: number;
  /** Finished pages that count against the limit. */
  counted: number;
  /** Issues found on them so far, for progress displays. */
  issues: number;
  sampling: boolean;
  /** The run that this one continues. */
  continues: string | null;
  /** Renders taken from the run's budget. */
  renders: number;
  /** Jobs that stopped rendering, because the browser failed; absent: none. */
  gaveUp?: number;
  /** When the job began to request files, epoch ms; absent: not yet. */
  filesSince?: number;
  /** Set once decided; the crawl then stops. */
  closeReason: CloseReason | null;
}

/** A new job must be claimed within CLAIM_MS, and then report at least every LEASE_MS. */
const CLAIM_MS = 45 * SECOND_MS;
const LEASE_MS = 30 * SECOND_MS;
/** Longer than any lease with the rest before it: only a clock that was set back leaves more. */
const LONGEST_LEASE_MS = 3 * MINUTE_MS;
/** Interval of the watchdog. */
export const WATCH_MS = 10 * SECOND_MS;
/** Jobs replaced without progress before a run is given up. */
export const MAX_RESUMPTIONS = 3;

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

/** What the watchdog should do about a run: nothing, send a new job, or close the run itself. */
export type WatchVerdict = "wait" | "resume" | "give_up";

export function judgeLease(run: RunState, now: number): WatchVerdict {
  const left = run.leaseUntil - now;
  if (left > 0 && left <= LONGEST_LEASE_MS) return "wait";
  return run.resumptions >= MAX_RESUMPTIONS ? "give_up" : "resume";
}

/** The run with a new job that starts after `waitMs`. URLs leased to the old job become due again. */
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

/** The run after a heartbeat from its job. `progress`: the job has finished something new. */
export function renewed(run: RunState, now: number, progress: boolean): RunState {
  const lease = { ...run, claimed: true, leaseUntil: now + LEASE_MS };
  return progress ? { ...lease, resumptions: 0, lastProgressAt: now } : lease;
}
