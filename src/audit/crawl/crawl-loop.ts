import { Alarm } from "../../lib/time/alarm";
import { SECOND_MS } from "../../lib/time/time";
import type { AuditedPage } from "../model/page/page";
import type { CloseReason } from "../model/run/run-state";
import type { FrontierUrl, JobReply, JobReport } from "../model/run/calls";
import type { FoundFiles } from "./found-files";
import type { FoundUrls } from "./found-urls";
import { Pace } from "./fetch/pace";
import { pageRow } from "./page-row";
import { valueSize, type PageRow } from "../model/page/page-row";
import { Retries } from "./retries";

/** The loop's dependencies. */
export interface CrawlPorts {
  /** Fetches and judges one URL. Never throws. */
  audit: (url: FrontierUrl) => Promise<AuditedPage>;
  /** Reports to the domain's object, which stores the rows, and gets more URLs. Null: another job has taken over. */
  advance: (report: JobReport) => Promise<JobReply | null>;
  /** Whether the job has made as many requests as it should, so that another must continue. */
  isSpent?: () => boolean;
  now: () => number;
}

export interface CrawlOptions {
  /** Maximum concurrent requests. */
  concurrency: number;
  /** Pause before each request, ms (Crawl-delay). If set, requests run one at a time. */
  delayMs: number;
  /** Time after which the loop stops starting pages, ms. */
  budgetMs: number;
  /** Maximum time between two reports, ms: without a report the job's lease expires, however slow the pages are. */
  heartbeatMs: number;
}

/** A reason to close the run; budget: another job should continue; lost: another job already does. */
export type CrawlEnd = CloseReason | "budget" | "lost";

const FLUSH_ROWS = 200;
const FLUSH_AFTER_MS = SECOND_MS;
/** A slow site's pages wait longer, so that a report has some: each costs the object about three rows. */
const FEW_ROWS = 5;
const FLUSH_FEW_AFTER_MS = 3 * SECOND_MS;
/** A call of an object may carry 32 MiB. Rows of pages with very many links reach this size before `FLUSH_ROWS`. */
const FLUSH_CHARS = 4_000_000;

/** Size of a row's large values. */
function rowSize({ links, files, relations, issues, rendered }: PageRow): number {
  return [links, files, relations, issues, rendered].reduce<number>((sum, value) => sum + valueSize(value), 0);
}

/** Runs one job: keeps `concurrency` requests in flight while results are reported in batches. */
export class CrawlLoop {
  private queue: FrontierUrl[] = [];
  private readonly retries = new Retries();
  /** Rows, not pages: a batch of large pages would take many megabytes. */
  private results: Array<{ row: PageRow; listed: number }> = [];
  private active = 0;
  private flushing = false;
  /** The last reply had fewer URLs than the job wanted: there are no more until its pages are done. */
  private isShort = false;
  private lastFlushAt: number;
  private end: CrawlEnd | null = null;
  private failure: unknown = null;
  private wake: () => void = () => {};
  private readonly alarm: Alarm;
  private readonly startedAt: number;
  private readonly pace: Pace;

  constructor(
    private readonly ports: CrawlPorts,
    private readonly options: CrawlOptions,
    private readonly found: FoundUrls,
    private readonly files: FoundFiles | null = null,
  ) {
    this.startedAt = this.lastFlushAt = ports.now();
    this.pace = new Pace(options.concurrency, options.delayMs);
    this.alarm = new Alarm(() => this.wake(), ports.now);
  }

  async run(): Promise<CrawlEnd> {
    try {
      return await this.untilOver();
    } finally {
      this.alarm.stop();
    }
  }

  private async untilOver(): Promise<CrawlEnd> {
    await this.flush();
    for (;;) {
      this.startFetches();
      if (this.shouldFlush()) void this.flush();
      const idle = this.active === 0 && !this.flushing;
      if (this.failure !== null && idle) throw this.failure;
      if (this.end !== null && idle && (this.end === "lost" || !this.hasOpenWork())) return this.end;
      await this.nextEvent();
    }
  }

  /** Whether there are results to report, or retries to make: the next job would treat them as first tries. */
  private hasOpenWork(): boolean {
    return this.results.length > 0 || (this.end === "budget" && !this.retries.isEmpty);
  }

  private outOfBudget(): boolean {
    const { ports, options } = this;
    const isLate = ports.now() - this.startedAt > options.budgetMs;
    return isLate || ports.isSpent?.() === true;
  }

  /** Whether the Crawl-delay lasts longer than this job, so that waiting for it is pointless. */
  private waitsPastBudget(): boolean {
    return this.options.delayMs > 0 && this.pace.nextStartAt > this.startedAt + this.options.budgetMs;
  }

  /** How long the next job should wait before it starts, ms. */
  get restMs(): number {
    return Math.max(0, this.pace.nextStartAt - this.ports.now());
  }

  private startFetches(): void {
    const now = this.ports.now();
    if (this.end === null && (this.outOfBudget() || this.waitsPastBudget())) this.end = "budget";
    if (!this.mayFetch()) return;
    while (this.active < this.pace.limit && this.pace.nextStartAt <= now) {
      const next = this.retryDueAt() <= now ? this.retries.take() : this.nextInQueue();
      if (!next) return;
      this.pace.started(now);
      void this.fetchOne(next);
    }
  }

  /** A run that has reached a limit makes no more requests. One that goes on in another job still makes its retries. */
  private mayFetch(): boolean {
    return this.failure === null && (this.end === null || this.end === "budget");
  }

  private retryDueAt(): number {
    return this.retries.dueAt(this.queue.length === 0 && this.active === 0 && !this.flushing);
  }

  private nextInQueue(): FrontierUrl | undefined {
    return this.end === null ? this.queue.shift() : undefined;
  }

  private async fetchOne(url: FrontierUrl): Promise<void> {
    this.active++;
    try {
      const page = await this.ports.audit(url);
      if (page.outcome === "blocked") this.pace.notAsked();
      else this.pace.answered(page, this.ports.now());
      const isRetried = !this.pace.isDown && this.retries.add(url, page, this.ports.now());
      if (!isRetried) {
        this.found.collect(page, url.listed);
        const files = url.listed === 1 ? (this.files?.collect(page) ?? null) : null;
        this.results.push({ row: pageRow(page, url, files), listed: url.listed });
      }
    } catch (error) {
      this.failure = error;
    } finally {
      this.active--;
      this.wake();
    }
  }

  private mayFlush(): boolean {
    return !this.flushing && this.end !== "lost" && this.failure === null;
  }

  private shouldFlush(): boolean {
    if (!this.mayFlush()) return false;
    const low = this.queue.length < this.options.concurrency * 2;
    const due = this.results.length >= FLUSH_ROWS || this.ports.now() - this.lastFlushAt > this.flushAfterMs;
    if (this.results.length > 0) return due || (low && !this.isShort) || this.active === 0;
    if (this.ports.now() - this.lastFlushAt > this.options.heartbeatMs) return true;
    // With nothing to report, request URLs only if none are left and no retry is pending.
    return this.end === null && this.queue.length === 0 && this.active === 0 && this.retries.isEmpty;
  }

  private get flushAfterMs(): number {
    return this.results.length < FEW_ROWS ? FLUSH_FEW_AFTER_MS : FLUSH_AFTER_MS;
  }

  private async flush(): Promise<void> {
    this.flushing = true;
    const batch = this.takeResults();
    try {
      const want = this.end === null ? Math.max(0, FLUSH_ROWS * 2 - this.queue.length) : 0;
      const done = batch.map(({ row, listed }) => ({
        seq: row.seq,
        listed,
        counted: row.listed === 1 && row.outcome !== "blocked",
        issues: row.listed === 1 ? row.issueCount : 0,
      }));
      const rows = batch.map(({ row }) => row);
      const found = this.found.take();
      const last = found.pop()!;
      // A page is done once everything that it refers to is known.
      for (const batch of found) await this.report({ done: [], rows: [], found: batch, want: 0 });
      const files = this.files?.take() ?? [];
      const lastFiles = files.pop();
      for (const batch of files) await this.report({ done: [], rows: [], found: [], files: batch, want: 0 });
      await this.report({ done, rows, found: last, files: lastFiles, want });
    } catch (error) {
      this.failure = error;
    } finally {
      this.lastFlushAt = this.ports.now();
      this.flushing = false;
      this.wake();
    }
  }

  /** The results of one report; others wait for the next one. */
  private takeResults(): Array<{ row: PageRow; listed: number }> {
    let chars = 0;
    const more = this.results.findIndex(({ row }, index) => (chars += rowSize(row)) > FLUSH_CHARS && index > 0);
    return this.results.splice(0, more < 0 ? this.results.length : more);
  }

  private async report(report: JobReport): Promise<void> {
    if (this.end === "lost") return;
    const reply = await this.ports.advance(report);
    if (reply === null) this.end = "lost";
    else {
      this.queue.push(...reply.urls);
      if (report.want > 0) this.isShort = reply.urls.length < report.want;
      this.end ??= reply.end;
    }
  }

  /** Waits until a fetch or a flush ends, or until the next retry, delayed start or flush is due. */
  private async nextEvent(): Promise<void> {
    const flushDueAt = this.lastFlushAt + (this.results.length > 0 ? this.flushAfterMs : this.options.heartbeatMs) + 1;
    // The end of a flush or of the last fetch wakes the loop, too. Until then nothing else is due, however long that takes.
    const due = [this.mayFlush() ? flushDueAt : this.ports.now() + this.options.heartbeatMs];
    // If all slots are taken, the end of a fetch wakes the loop.
    if (this.mayFetch() && this.active < this.pace.limit) {
      if (!this.retries.isEmpty) due.push(Math.max(this.retryDueAt(), this.pace.nextStartAt));
      if (this.queue.length > 0 && this.end === null) due.push(this.pace.nextStartAt);
    }
    this.alarm.by(Math.min(...due));
    await new Promise<void>((resolve) => (this.wake = resolve));
  }
}
