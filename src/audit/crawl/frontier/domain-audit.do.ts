import { DurableObject } from "cloudflare:workers";
import type { RobotsFile } from "../../../web";
import type { Bindings } from "../../../env";
import { openDb } from "../../../db/client";
import { announceEvents } from "../../../events";
import { upgradeObject } from "../../../db/object-schema";
import { log } from "../../../lib/text/log";
import { SECOND_MS } from "../../../lib/time/time";
import type { PagesWanted } from "../../model/page/page-query";
import type { ResultRow, Rows } from "../../model/page/page-row";
import type { AnalysesKey, FoundAnalyses, PackedAnalyses } from "../../model/run/analyses";
import { afterCancel, afterCrawl, afterRender } from "../../model/run/crawl-steps";
import type { NotRendered, RenderingReason, TemplateVerdict } from "../../model/page/rendering-policy";
import { judgeLease, renewed, WATCH_MS, type CloseReason, type RunConfig } from "../../model/run/run-state";
import type { IssuePages, LinkedFrom } from "../../model/run/findings";
import type { SitemapReport } from "../../model/site/sitemap-report";
import { closingOf, progressOf } from "./counts";
import { JOB_VERSION } from "../../model/run/calls";
import type {
  Closing,
  CrawlProgress,
  FileFindings,
  FileResult,
  FileTarget,
  Job,
  JobReply,
} from "../../model/run/calls";
import type { JobReport, SitemapUrl, StartResult } from "../../model/run/calls";
import { Frontier } from "./frontier";
import { Jobs } from "./jobs";
import { KeptAnalyses } from "./kept-analyses";
import { KeptFiles } from "./kept-files";
import { KeptPages } from "./kept-pages";
import { KeptRun } from "./kept-run";
import { RunLock } from "./run-lock";
import type { ContentRow, CrossUpdate, JudgedRow, ScoredRow, SkeletonRow } from "./pages/analysis-rows";
import { PageTable } from "./pages/page-table";
import type { PathScore } from "./pages/trend-block";
import type { TrendRow } from "./pages/trends";
import { AUDIT_STEPS } from "./audit-steps";
import { takeReport } from "./take-report";
import { closeAbandonedRun, findRun } from "../../repo";
import { Watchers } from "./watchers";

/** Pause before a job that an isolate of another release claimed is sent again. */
const PAUSE_MS = 5 * SECOND_MS;

/**
 * One object per domain: the lock, the frontier and the watchdog of its audit. Each queue message carries a token, and
 * only the job with the current token may act. A lost, duplicate or late message costs at most one lease.
 */
export class DomainAudit extends DurableObject<Bindings> {
  private readonly sql = this.ctx.storage.sql;
  private readonly kept = new KeptRun(this.ctx.storage.kv);
  private readonly table = new PageTable(this.ctx.storage.sql);
  private readonly pages = new KeptPages(this.ctx.storage, this.kept, this.table);
  private readonly analyses = new KeptAnalyses(this.ctx.storage);
  private readonly files = new KeptFiles(this.ctx.storage.sql, (work) => this.transaction(work), this.kept);
  private readonly frontier = new Frontier(this.ctx.storage.sql, () => this.activeRun() ?? "");
  private readonly lock = new RunLock(this.ctx.storage.kv, this.kept, this.frontier, this.files, this.table, this.sql);
  private readonly jobs = new Jobs((work) => this.transaction(work), this.kept, this.frontier, this.env.CRAWL_QUEUE);
  /** Watchers of the active run; their streams end with it. */
  private readonly watchers = new Watchers(() => {
    const runId = this.activeRun();
    return runId === null ? null : JSON.stringify(this.progress(runId));
  });

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    void ctx.blockConcurrencyWhile(async () => {
      upgradeObject(ctx.storage, AUDIT_STEPS);
      if (!this.kept.state()) return;
      // A run without an alarm would hang: a fired alarm is gone, and the object can die before it sets the next. One that is
      // further ahead than the watchdog's interval is from before the clock was set back.
      const alarm = await ctx.storage.getAlarm();
      if (alarm === null || alarm > Date.now() + 2 * WATCH_MS) await ctx.storage.setAlarm(Date.now() + SECOND_MS);
    });
  }

  /** Takes the lock and starts the run, or returns the run that holds it. A second call for a run changes nothing. */
  async start(config: RunConfig): Promise<StartResult> {
    await this.freeEnded();
    const active = this.kept.state();
    if (active) return active.runId === config.runId ? { started: true } : { started: false, runId: active.runId };
    const now = Date.now();
    const run = this.transaction(() => this.lock.take(config, crypto.randomUUID(), now));
    await this.ctx.storage.setAlarm(now + WATCH_MS);
    await this.jobs.send(run);
    return { started: true };
  }

  /** Frees the lock of a run that has ended in D1, because its job died before it did. */
  private async freeEnded(): Promise<void> {
    const runId = this.activeRun();
    if (runId === null) return;
    const row = await findRun(openDb(this.env.DB), runId);
    if (!row || row.completedAt === null || this.activeRun() !== runId) return;
    await this.unlock(row.needsContinuation);
  }

  private transaction<T>(work: () => T): T {
    try {
      return this.ctx.storage.transactionSync(work);
    } catch (error) {
      this.forgetMemory();
      throw error;
    }
  }

  /** Ends the run's crawl at the next report of its job. False: this run is not active. */
  cancel(runId: string): boolean {
    const run = this.kept.state();
    if (run?.runId !== runId) return false;
    this.kept.save(afterCancel(run));
    return true;
  }

  /** The active run's id, or null. */
  activeRun(): string | null {
    return this.kept.state()?.runId ?? null;
  }

  /** The id of the run that the next one of its scope continues at `now`, or null. Its pages are not archived. */
  parkedRun(now: number): string | null {
    return this.lock.parkedRun(now);
  }

  /** Counts for progress displays; null when this run is not active. */
  progress(runId: string): CrawlProgress | null {
    const run = this.kept.state();
    return run?.runId === runId ? progressOf(run, this.frontier) : null;
  }

  /** Streams a line of JSON (CrawlProgress) now and on every change until the run ends; null: it is not active. */
  watch(runId: string): ReadableStream<Uint8Array> | null {
    return this.activeRun() === runId ? this.watchers.open() : null;
  }

  /**
   * Claims the job with this token, once. Null: the message is old or a duplicate, or another job will come. `version`: the
   * JOB_VERSION of the caller. While a release is deployed, isolates of two run: one that works in another way gets
   * nothing, and the job is sent again.
   */
  async claim(token: string, version: number): Promise<Job | null> {
    const run = this.kept.heldBy(token);
    if (!run || run.claimed) return null;
    if (version !== JOB_VERSION) {
      await this.jobs.replace(run, false, PAUSE_MS);
      return null;
    }
    this.kept.save(renewed(run, Date.now(), false));
    const begun = run.phase !== "prepare";
    const robots = this.kept.robots();
    const looks = this.frontier.looks();
    return { version: JOB_VERSION, config: this.kept.config()!, phase: run.phase, robots, begun, looks };
  }

  /** Renews the lease of a job that has nothing to report yet. False: the job has been replaced. */
  renew(token: string): boolean {
    return this.kept.renewedBy(token, Date.now()) !== null;
  }

  /** Adds paths that sampling never leaves out. */
  keepAlways(token: string, paths: string[]): void {
    if (this.kept.heldBy(token)) this.transaction(() => this.frontier.keepAlways(paths));
  }

  /** Takes one render from the run's budget, or tells why there is none for this reason. */
  takeRender(token: string, reason: RenderingReason): NotRendered | null {
    const run = this.kept.heldBy(token);
    const after = run ? afterRender(run, reason, Date.now()) : "budget_spent";
    if (typeof after === "string") return after;
    this.kept.save(after);
    return null;
  }

  /** Notes that a job has stopped rendering, because the browser failed. */
  gaveUpRendering(token: string): void {
    const run = this.kept.heldBy(token);
    if (run) this.kept.save({ ...run, gaveUp: (run.gaveUp ?? 0) + 1 });
  }

  /** Keeps what rendering the sample of a template, perhaps of a look, showed. */
  judgeTemplate(token: string, template: string, verdict: TemplateVerdict, look: number | null): void {
    if (this.kept.heldBy(token)) this.transaction(() => this.frontier.judgeTemplate(template, verdict, look));
  }

  /** Adds URLs of a sitemap. False: the job has been replaced or the run is ending, so stop reading. */
  addSitemapUrls(token: string, entries: SitemapUrl[]): boolean {
    const run = this.kept.heldBy(token);
    if (!run || run.closeReason !== null) return false;
    this.transaction(() => {
      this.frontier.addFromSitemap(entries, run.sampling);
      this.frontier.save();
      this.kept.save(renewed(run, Date.now(), true));
    });
    return true;
  }

  /** Ends the prepare phase. */
  prepared(token: string, robots: RobotsFile, sitemaps: SitemapReport | null): boolean {
    const run = this.kept.heldBy(token);
    if (!run) return false;
    this.kept.keepFiles(robots, sitemaps);
    this.kept.save({ ...renewed(run, Date.now(), true), phase: "crawl" });
    return true;
  }

  /** Stores a job's pages, records what it did and hands out more URLs, all in one transaction. Null: the job has been replaced and must stop. */
  advance(token: string, report: JobReport): JobReply | null {
    const held = this.kept.heldBy(token);
    return (
      held &&
      this.transaction(() =>
        takeReport(
          held,
          report,
          { kept: this.kept, frontier: this.frontier, pages: this.table, files: this.files },
          Date.now(),
        ),
      )
    );
  }

  /** Ends the crawl phase with its reason. */
  crawled(token: string, closeReason: CloseReason): boolean {
    const run = this.kept.heldBy(token);
    if (!run) return false;
    this.transaction(() => {
      // URLs leased but not started are due in the run that continues from here.
      this.frontier.release();
      this.kept.save(afterCrawl(run, closeReason, this.files.hasFiles(), Date.now()));
    });
    return true;
  }

  /** Sitemap URLs of the run, up to `limit` per call. */
  sitemapUrls(token: string, afterSeq: number, limit: number): Array<{ seq: number; url: string }> {
    return this.kept.heldBy(token) ? this.frontier.sitemapUrls(afterSeq, limit) : [];
  }

  /** Replaces a job that has used up its budget. The next job starts after `restMs`, to keep the site's Crawl-delay. */
  async handOver(token: string, restMs = 0): Promise<void> {
    const run = this.kept.heldBy(token);
    if (run) await this.jobs.replace(run, false, restMs);
  }

  /** What the analysis needs to close the run. */
  closing(token: string): Closing | null {
    const run = this.kept.heldBy(token);
    return (
      run &&
      closingOf(run, this.frontier, this.kept.sitemaps(), {
        pagesCrawled: this.pages.countPages(run.runId),
        carriedPages: this.pages.countCarried(run.runId),
      })
    );
  }

  /** Frees the lock once D1 has the run's result. `park`: the next run of the same scope continues from here. */
  async finish(token: string, park: boolean): Promise<void> {
    if (this.kept.heldBy(token)) await this.unlock(park);
  }

  /** Pages that the active run has fetched; 0: none is active. */
  activePages(): number {
    return this.kept.state()?.counted ?? 0;
  }

  /** Ends any active run without a result: the domain is deleted. The current job finds out with its next call. */
  abandon(): Promise<void> {
    this.lock.forgetParked();
    return this.unlock(false);
  }

  /** Deletes everything that is kept of a deleted domain. */
  async forget(): Promise<void> {
    await this.ctx.storage.deleteAll();
    upgradeObject(this.ctx.storage, AUDIT_STEPS);
    this.forgetMemory();
  }

  /** Drops what is in memory: the storage has something else. */
  private forgetMemory(): void {
    this.frontier.forget();
    this.files.forget();
    this.pages.forget();
  }

  private async unlock(park: boolean): Promise<void> {
    this.transaction(() => this.lock.free(park, Date.now()));
    this.watchers.close();
    await this.ctx.storage.deleteAlarm();
  }

  /** The watchdog. It sets the next alarm first and never throws: the runtime drops an alarm that fails six times. */
  override async alarm(): Promise<void> {
    const run = this.kept.state();
    if (!run) return;
    await this.ctx.storage.setAlarm(Date.now() + WATCH_MS);
    try {
      const verdict = judgeLease(run, Date.now());
      if (verdict === "resume") {
        await this.jobs.replace(run, true);
      } else if (verdict === "give_up") {
        await closeAbandonedRun(openDb(this.env.DB), run.runId, this.pages.countPages(run.runId), Date.now());
        this.transaction(() => this.frontier.release());
        await this.unlock(true);
        await announceEvents(this.env);
      }
    } catch (error) {
      log("error", "audit_watchdog_failed", { runId: run.runId, error: String(error) });
    }
  }

  // Callers reach only methods of this class, so it passes on what its parts offer. Pages: see KeptPages.

  resultRows(runId: string, afterSeq: number, limit: number): Rows<ResultRow> {
    return this.pages.resultRows(runId, afterSeq, limit);
  }

  matchingRows(runId: string, query: PagesWanted, afterSeq: number, limit: number): Rows<ResultRow> {
    return this.pages.matchingRows(runId, query, afterSeq, limit);
  }

  findPage(runId: string, path: string): ResultRow | null {
    return this.pages.findPage(runId, path);
  }

  knownPaths(urlHashes: number[]): number[] {
    return this.pages.knownPaths(urlHashes);
  }

  trendsOf(urlHashes: number[]): string[] {
    return this.pages.trendsOf(urlHashes);
  }

  trends(afterHash: number): Rows<TrendRow> {
    return this.pages.trends(afterHash);
  }

  contentRows(runId: string, afterSeq: number): Rows<ContentRow> {
    return this.pages.contentRows(runId, afterSeq);
  }

  scoredRows(runId: string, afterSeq: number): Rows<ScoredRow> {
    return this.pages.scoredRows(runId, afterSeq);
  }

  pruneTrends(before: number): void {
    this.pages.pruneTrends(before);
  }

  countPages(runId: string): number {
    return this.pages.countPages(runId);
  }

  countListed(runId: string): number {
    return this.pages.countListed(runId);
  }

  storedRuns(): string[] {
    return this.pages.storedRuns();
  }

  dropPages(runId: string): void {
    this.pages.dropPages(runId);
  }

  skeletonRows(token: string, afterSeq: number): Rows<SkeletonRow> | null {
    return this.pages.skeletonRows(token, afterSeq);
  }

  judgedRows(token: string, afterSeq: number): Rows<JudgedRow> | null {
    return this.pages.judgedRows(token, afterSeq);
  }

  storeJudgements(token: string, updates: CrossUpdate[], scores: PathScore[]): boolean {
    return this.pages.storeJudgements(token, updates, scores);
  }

  storeFindings(token: string, number: number, issues: IssuePages[], links: LinkedFrom[]): boolean {
    return this.pages.storeFindings(token, number, issues, links);
  }

  // Analyses: see KeptAnalyses.

  /** Keeps what the job found before D1 ends the run. False: the job has been replaced. */
  keepAnalyses(token: string, run: PackedAnalyses): boolean {
    const held = this.kept.renewedBy(token, Date.now()) !== null;
    if (held) this.analyses.keep([run]);
    return held;
  }

  /** Takes over analyses of ended runs from D1. */
  adoptAnalyses(runs: PackedAnalyses[]): void {
    this.analyses.keep(runs);
  }

  findAnalyses(keys: AnalysesKey[]): FoundAnalyses {
    return this.analyses.find(keys);
  }

  dropAnalyses(runIds: string[]): void {
    this.analyses.drop(runIds);
  }

  // Files: see KeptFiles.

  nextFiles(token: string, results: FileResult[], silent: Array<string | null>): FileTarget[] | null {
    return this.files.nextFiles(token, results, silent);
  }

  filesAsked(token: string): boolean {
    return this.files.filesAsked(token);
  }

  fileFindings(token: string): FileFindings | null {
    return this.files.fileFindings(token);
  }
}
