import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env";
import { openDb } from "../db/client";
import { log } from "../http/log";
import { DAY_MS, SECOND_MS } from "../lib/time";
import {
  judgeLease,
  MAX_RUN_MS,
  newRun,
  redispatched,
  RENDER_BUDGET,
  renewed,
  WATCH_MS,
  type CloseReason,
  type Phase,
  type RobotsFile,
  type RunConfig,
  type RunState,
} from "./core/run-state";
import type { PatternCount } from "./core/sampling";
import type { SitemapReport } from "./crawl/read-sitemaps";
import { Frontier, type FoundUrl, type FrontierUrl, type SitemapUrl } from "./frontier";
import { closeAbandonedRun } from "./repo";

/** What a job gets when it takes up a run. */
export interface Job {
  config: RunConfig;
  phase: Phase;
  robots: RobotsFile | null;
}

export interface JobReport {
  /** `listed`: as it was handed out; `counted`: a page of the result that was really fetched; `issues`: found on it. */
  done: Array<{ seq: number; listed: number; counted: boolean; issues: number }>;
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

/** What the next run of the same scope goes on from. */
interface Parked {
  runId: string;
  scopeKey: string;
  at: number;
}

/** A frontier that was put aside longer ago than this says little about the site. */
const PARKED_MAX_AGE_MS = 30 * DAY_MS;

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

export type StartResult = { started: true } | { started: false; runId: string };

/**
 * One object a domain: the lock (the run's row), the frontier and the watchdog of its audit. Queue messages are hints that
 * carry a token; whoever holds the current token is the one job at work. A lost, doubled or late message costs a lease.
 */
export class DomainAudit extends DurableObject<Bindings> {
  private readonly frontier: Frontier;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.frontier = new Frontier(ctx.storage.sql);
    void ctx.blockConcurrencyWhile(async () => {
      this.frontier.create();
      // A run without an alarm would sleep for ever: an alarm that fired is used up, and a re-arm can die with its incarnation.
      if (this.run() && (await ctx.storage.getAlarm()) === null) await ctx.storage.setAlarm(Date.now() + 1_000);
    });
  }

  private run(): RunState | undefined {
    return this.ctx.storage.kv.get<RunState>("run");
  }

  private save(run: RunState): RunState {
    this.ctx.storage.kv.put("run", run);
    return run;
  }

  private held(token: string): RunState | null {
    const run = this.run();
    return run && run.token === token ? run : null;
  }

  /** Takes the lock and starts the run, or says which run holds it. Starting the same run again changes nothing. */
  async start(config: RunConfig): Promise<StartResult> {
    const active = this.run();
    if (active) return active.runId === config.runId ? { started: true } : { started: false, runId: active.runId };
    const now = Date.now();
    const run = this.transaction(() => {
      this.frontier.clear();
      const parked = this.takeParked(config, now);
      if (parked) this.frontier.unpark();
      const run = newRun(config, crypto.randomUUID(), now, parked?.runId ?? null);
      this.frontier.begin(config.newPagesOnly ? [] : config.seeds, run.sampling);
      this.ctx.storage.kv.put("config", config);
      return this.save(run);
    });
    await this.ctx.storage.setAlarm(now + WATCH_MS);
    await this.send(run);
    return { started: true };
  }

  private transaction<T>(work: () => T): T {
    try {
      return this.ctx.storage.transactionSync(work);
    } catch (error) {
      this.frontier.forget();
      throw error;
    }
  }

  private takeParked(config: RunConfig, now: number): Parked | null {
    const parked = this.ctx.storage.kv.get<Parked>("parked");
    if (!parked || parked.scopeKey !== config.scopeKey) return null;
    this.ctx.storage.kv.delete("parked");
    return now - parked.at < PARKED_MAX_AGE_MS ? parked : null;
  }

  /** Ends the run's crawl at the next report of its job. False: this run is not active. */
  cancel(runId: string): boolean {
    const run = this.run();
    if (run?.runId !== runId) return false;
    if (run.closeReason === null) this.save({ ...run, closeReason: "cancelled" });
    return true;
  }

  /** The active run's id, or null. */
  activeRun(): string | null {
    return this.run()?.runId ?? null;
  }

  /** Counts for progress displays; null when this run is not active. */
  progress(runId: string): Progress | null {
    const run = this.run();
    if (run?.runId !== runId) return null;
    return {
      phase: run.phase,
      discovered: this.frontier.discovered(),
      fetched: run.counted,
      queued: this.frontier.countPending() + run.leased,
      issues: run.issues,
    };
  }

  private async send(run: RunState, restMs = 0): Promise<void> {
    try {
      const delaySeconds = Math.ceil(restMs / SECOND_MS);
      await this.env.CRAWL_QUEUE.send({ domainId: run.domainId, runId: run.runId, token: run.token }, { delaySeconds });
    } catch (error) {
      // The watchdog sends another when the claim time has passed.
      log("warn", "crawl_job_not_sent", { runId: run.runId, error: String(error) });
    }
  }

  /** Takes up the job with this token, once. Null: the message is old or a duplicate. */
  claim(token: string): Job | null {
    const run = this.held(token);
    if (!run || run.claimed) return null;
    this.save(renewed(run, Date.now(), false));
    const config = this.ctx.storage.kv.get<RunConfig>("config")!;
    return { config, phase: run.phase, robots: this.ctx.storage.kv.get<RobotsFile>("robots") ?? null };
  }

  /** Tells that the job is still at work where nothing else would. False: it has been replaced. */
  renew(token: string): boolean {
    const run = this.held(token);
    if (run) this.save(renewed(run, Date.now(), false));
    return run !== null;
  }

  /** Paths that sampling never leaves out. */
  keepAlways(token: string, paths: string[]): void {
    if (this.held(token)) this.frontier.keepAlways(paths);
  }

  /** Takes one render from the run's budget. False: it is used up, the job has been replaced or the run is being ended. */
  takeRender(token: string): boolean {
    const run = this.held(token);
    if (!run || run.closeReason !== null || run.renders >= RENDER_BUDGET) return false;
    this.save({ ...renewed(run, Date.now(), false), renders: run.renders + 1 });
    return true;
  }

  /** Adds URLs of a sitemap. False: enough, the job has been replaced or the run is being ended. */
  addSitemapUrls(token: string, entries: SitemapUrl[]): boolean {
    const run = this.held(token);
    if (!run || run.closeReason !== null) return false;
    this.transaction(() => {
      this.frontier.addFromSitemap(entries, run.sampling);
      this.save(renewed(run, Date.now(), true));
    });
    return true;
  }

  /** Ends the prepare phase. */
  prepared(token: string, robots: RobotsFile, sitemaps: SitemapReport | null): boolean {
    const run = this.held(token);
    if (!run) return false;
    this.ctx.storage.kv.put("robots", robots);
    this.ctx.storage.kv.put("sitemaps", sitemaps);
    this.save({ ...renewed(run, Date.now(), true), phase: "crawl" });
    return true;
  }

  /** Takes in what a job did and hands out more. Null: the job has been replaced and must stop. */
  advance(token: string, report: JobReport): JobReply | null {
    const held = this.held(token);
    if (!held) return null;
    return this.transaction(() => {
      const now = Date.now();
      const fresh = this.frontier.complete(report.done);
      const done = report.done.filter((each) => fresh.delete(each.seq));
      this.frontier.add(report.found, held.sampling);
      const counted = held.counted + done.filter((each) => each.counted).length;
      const leased = held.leased - done.length;
      const leasedListed = held.leasedListed - done.filter((each) => each.listed === 1).length;
      const stop = held.closeReason ?? (now - held.beganAt > MAX_RUN_MS ? "time_limit" : null);
      const room = held.pageLimit - counted - leasedListed;
      const urls = stop === null ? this.frontier.lease(Math.min(report.want, room)) : [];
      const run = this.save({
        ...renewed(held, now, done.length > 0),
        counted,
        issues: held.issues + done.reduce((sum, each) => sum + each.issues, 0),
        leased: leased + urls.length,
        leasedListed: leasedListed + urls.filter((each) => each.listed === 1).length,
      });
      const drained = urls.length === 0 && run.leased === 0 && (report.want > 0 || room <= 0);
      const end = stop ?? (drained ? this.drainedReason() : null);
      return { urls, end, pagesCrawled: counted };
    });
  }

  /** Nothing more can be handed out: everything is done, or the page limit leaves no room for the rest. */
  private drainedReason(): CloseReason {
    return this.frontier.hasPending() ? this.ctx.storage.kv.get<RunConfig>("config")!.limitReason : "finished";
  }

  /** Ends the crawl phase with its reason. */
  crawled(token: string, closeReason: CloseReason): boolean {
    const run = this.held(token);
    if (!run) return false;
    this.transaction(() => {
      // What the job held and did not start is due in the run that goes on from here.
      this.frontier.release();
      const state = { ...renewed(run, Date.now(), true), leased: 0, leasedListed: 0 };
      this.save({ ...state, phase: "analyse", closeReason: run.closeReason ?? closeReason });
    });
    return true;
  }

  /** Sitemap URLs of the run, a page at a time. */
  sitemapUrls(token: string, afterSeq: number, limit: number): Array<{ seq: number; url: string }> {
    return this.held(token) ? this.frontier.sitemapUrls(afterSeq, limit) : [];
  }

  /** The job stops for now (its time is used up): another one goes on, after `restMs` where the site asks for a pause. */
  async handOver(token: string, restMs = 0): Promise<void> {
    const run = this.held(token);
    if (run) await this.redispatch(run, false, restMs);
  }

  private async redispatch(run: RunState, resumed: boolean, restMs = 0): Promise<void> {
    const next = this.transaction(() => {
      this.frontier.release();
      return this.save(redispatched(run, crypto.randomUUID(), Date.now(), resumed, restMs));
    });
    await this.send(next, restMs);
  }

  /** How the run is to be closed, for the analysis. */
  closing(token: string): Closing | null {
    const run = this.held(token);
    if (!run) return null;
    const queueLeft = this.frontier.countPending();
    return {
      closeReason: run.closeReason ?? "finished",
      discovered: this.frontier.discovered(),
      queueLeft,
      sitemaps: this.ctx.storage.kv.get<SitemapReport | null>("sitemaps") ?? null,
      sampledPatterns: run.sampling ? this.frontier.cutPatterns() : [],
      continues: run.continues,
      beganAt: run.beganAt,
    };
  }

  /** The run's end is in D1: frees the lock. `park`: the next run of the same scope goes on from here. */
  async finish(token: string, park: boolean): Promise<void> {
    if (this.held(token)) await this.unlock(park);
  }

  /** Ends whatever runs, without a result: the domain is gone. The job at work learns it by its next call. */
  abandon(): Promise<void> {
    this.ctx.storage.kv.delete("parked");
    return this.unlock(false);
  }

  private async unlock(park: boolean): Promise<void> {
    this.transaction(() => {
      const config = this.ctx.storage.kv.get<RunConfig>("config");
      if (park && config && this.frontier.hasPending()) {
        this.frontier.park();
        const parked: Parked = { runId: config.runId, scopeKey: config.scopeKey, at: Date.now() };
        this.ctx.storage.kv.put("parked", parked);
      }
      for (const key of ["run", "config", "robots", "sitemaps"]) this.ctx.storage.kv.delete(key);
      this.frontier.clear();
    });
    await this.ctx.storage.deleteAlarm();
  }

  /** The watchdog. Armed again before anything else, and it never throws: an alarm that fails six times is gone for good. */
  override async alarm(): Promise<void> {
    const run = this.run();
    if (!run) return;
    await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
    try {
      const verdict = judgeLease(run, Date.now());
      if (verdict === "resume") {
        await this.redispatch(run, true);
      } else if (verdict === "give_up") {
        await closeAbandonedRun(openDb(this.env.DB), run.runId, Date.now());
        this.frontier.release();
        await this.unlock(true);
      }
    } catch (error) {
      log("error", "audit_watchdog_failed", { runId: run.runId, error: String(error) });
    }
  }
}
