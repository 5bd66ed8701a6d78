import type { DoneUrl } from "../core/crawl-steps";
import type { CloseReason, Phase, RobotsFile, RunConfig, RunState } from "../core/run-state";
import type { PatternCount } from "../core/sampling";
import type { SitemapReport } from "../crawl/read-sitemaps";
import type { FoundUrl, Frontier, FrontierUrl } from "./frontier";

/** What callers tell a domain's audit, and what it answers. */
export type StartResult = { started: true } | { started: false; runId: string };

/** What a job gets when it takes up a run. */
export interface Job {
  config: RunConfig;
  phase: Phase;
  robots: RobotsFile | null;
}

export interface JobReport {
  done: DoneUrl[];
  found: FoundUrl[];
  /** How many URLs the job would like next. */
  want: number;
}

export interface JobReply {
  urls: FrontierUrl[];
  /** Why the crawl is over; null while it goes on. */
  end: CloseReason | null;
  pagesCrawled: number;
}

export interface Progress {
  phase: Phase;
  discovered: number;
  fetched: number;
  queued: number;
  issues: number;
}

export function progressOf(run: RunState, frontier: Frontier): Progress {
  return {
    phase: run.phase,
    discovered: frontier.discovered(),
    fetched: run.counted,
    queued: frontier.countPending() + run.leased,
    issues: run.issues,
  };
}

/** What the frontier knows when the crawl is over. */
export interface Closing {
  closeReason: CloseReason;
  discovered: number;
  queueLeft: number;
  /** Null: the run read none. */
  sitemaps: SitemapReport | null;
  /** Patterns of which sampling left URLs out. */
  sampledPatterns: PatternCount[];
  /** The run that this one went on from. */
  continues: string | null;
  /** When the lock was taken. */
  beganAt: number;
}

export function closingOf(run: RunState, frontier: Frontier, sitemaps: SitemapReport | null): Closing {
  return {
    closeReason: run.closeReason ?? "finished",
    discovered: frontier.discovered(),
    queueLeft: frontier.countPending(),
    sitemaps,
    sampledPatterns: run.sampling ? frontier.cutPatterns() : [],
    continues: run.continues,
    beganAt: run.beganAt,
  };
}
