import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env";
import { openDb } from "../db/client";
import { log } from "../http/log";
import {
  judgeLease,
  newRun,
  redispatched,
  renewed,
  WATCH_MS,
  type CloseReason,
  type Phase,
  type RobotsFile,
  type RunConfig,
  type RunState,
} from "./core/run-state";
import type { SitemapReport } from "./crawl/read-sitemaps";
import { Frontier, type FoundUrl, type FrontierUrl } from "./frontier";
import { closeAbandonedRun } from "./repo";

/** What a job gets when it takes up a run. */
export interface Job {
  config: RunConfig;
  phase: Phase;
  robots: RobotsFile | null;
}

export interface JobReport {
  /** `counted`: a page of the result that was really fetched. */
  done: Array<{ seq: number; counted: boolean }>;
  found: FoundUrl[];
  /** How many URLs the job would like next. */
  want: number;
}

export interface JobReply {
  urls: FrontierUrl[];
  /** Nothing more can be handed out and nothing is under way. */
  finished: boolean;
  /** URLs are due, but the page limit leaves no room for them. */
  cutByLimit: boolean;
  pagesCrawled: number;
}

export interface Progress {
  phase: Phase;
  discovered: number;
  fetched: number;
  queued: number;
}

/** What the frontier knows when the crawl is over. */
export interface Closing {
  closeReason: CloseReason;
  discovered: number;
  queueLeft: number;
  /** Null: the run read none. */
  sitemaps: SitemapReport | null;
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
    const run = this.ctx.storage.transactionSync(() => {
      this.frontier.clear();
      this.frontier.add(config.seeds.map((url) => ({ url, depth: 0, listed: 1 })));
      this.ctx.storage.kv.put("config", config);
      return this.save(newRun(config, crypto.randomUUID(), now));
    });
    await this.ctx.storage.setAlarm(now + WATCH_MS);
    await this.send(run);
    return { started: true };
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
    };
  }

  private async send(run: RunState): Promise<void> {
    try {
      await this.env.CRAWL_QUEUE.send({ domainId: run.domainId, runId: run.runId, token: run.token });
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

  /** Adds URLs of a sitemap. False: the job has been replaced. */
  addSitemapUrls(token: string, urls: string[], crawl: boolean): boolean {
    const run = this.held(token);
    if (!run) return false;
    this.ctx.storage.transactionSync(() => {
      this.frontier.addFromSitemap(urls, crawl);
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
    return this.ctx.storage.transactionSync(() => {
      const fresh = this.frontier.complete(report.done.map((each) => each.seq));
      const countedSeqs = new Set(report.done.filter((each) => each.counted).map((each) => each.seq));
      const counted = held.counted + fresh.filter((each) => countedSeqs.has(each.seq)).length;
      const leased = held.leased - fresh.length;
      const leasedListed = held.leasedListed - fresh.filter((each) => each.listed === 1).length;
      this.frontier.add(report.found);
      const room = held.pageLimit - counted - leasedListed;
      const urls = this.frontier.lease(Math.min(report.want, room));
      const run = {
        ...renewed(held, Date.now(), fresh.length > 0),
        counted,
        leased: leased + urls.length,
        leasedListed: leasedListed + urls.filter((each) => each.listed === 1).length,
      };
      this.save(run);
      const finished = urls.length === 0 && run.leased === 0 && (report.want > 0 || room <= 0);
      return { urls, finished, cutByLimit: finished && this.frontier.hasPending(), pagesCrawled: counted };
    });
  }

  /** Ends the crawl phase with its reason. */
  crawled(token: string, closeReason: CloseReason): boolean {
    const run = this.held(token);
    if (!run) return false;
    this.save({ ...renewed(run, Date.now(), true), phase: "analyse", closeReason: run.closeReason ?? closeReason });
    return true;
  }

  /** Sitemap URLs of the run, a page at a time. */
  sitemapUrls(token: string, afterSeq: number, limit: number): Array<{ seq: number; url: string }> {
    return this.held(token) ? this.frontier.sitemapUrls(afterSeq, limit) : [];
  }

  /** The job stops for now (its time is used up): another one goes on. */
  async handOver(token: string): Promise<void> {
    const run = this.held(token);
    if (run) await this.redispatch(run, false);
  }

  private async redispatch(run: RunState, resumed: boolean): Promise<void> {
    const next = this.ctx.storage.transactionSync(() => {
      this.frontier.release();
      return this.save(redispatched(run, crypto.randomUUID(), Date.now(), resumed));
    });
    await this.send(next);
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
    };
  }

  /** The run's end is in D1: frees the lock. */
  async finish(token: string): Promise<void> {
    if (this.held(token)) await this.unlock();
  }

  /** Ends whatever runs, without a result: the domain is gone. The job at work learns it by its next call. */
  abandon(): Promise<void> {
    return this.unlock();
  }

  private async unlock(): Promise<void> {
    this.ctx.storage.transactionSync(() => {
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
        await this.unlock();
      }
    } catch (error) {
      log("error", "audit_watchdog_failed", { runId: run.runId, error: String(error) });
    }
  }
}
