import { SECOND_MS } from "../../lib/time";
import type { AuditedPage } from "../model/page/page";
import type { CloseReason } from "../model/run/run-state";
import type { FrontierUrl, JobReply, JobReport } from "./frontier/calls";
import type { FoundUrls } from "./found-urls";
import { Pace } from "./pace";
import { pageRow } from "./page-row";
import type { PageRow } from "../model/page/page-row";

/** What the loop needs from outside. */
export interface CrawlPorts {
  /** Fetches and judges one URL. Never throws. */
  audit: (url: FrontierUrl) => Promise<AuditedPage>;
  /** Stores rows; writing one twice changes nothing. */
  store: (rows: PageRow[]) => Promise<void>;
  /** Reports to the frontier and takes more. Null: another job has taken over. */
  advance: (report: JobReport) => Promise<JobReply | null>;
  /** What pages need besides themselves has used up the job: another one goes on. */
  isSpent?: () => boolean;
  now: () => number;
}

export interface CrawlOptions {
  /** Requests under way at once. */
  concurrency: number;
  /** Pause before each request, ms (Crawl-delay); then requests go one by one. */
  delayMs: number;
  /** Time after which the loop stops starting pages, ms. */
  budgetMs: number;
  /** Pages after which it stops, which keeps an invocation under its subrequest limit. */
  budgetPages: number;
  /** A report goes out at least this often, ms, however slow the pages are: without one the job's lease runs out. */
  heartbeatMs: number;
}

/** A reason to close the run; budget: another job should go on; lost: another one already does. */
export type CrawlEnd = CloseReason | "budget" | "lost";

const FLUSH_ROWS = 200;
const FLUSH_AFTER_MS = SECOND_MS;
const RETRY_AFTER_MS = 2 * SECOND_MS;
/** With nothing else to do, a second try comes this much earlier. */
const RETRY_SOONER_MS = 1.5 * SECOND_MS;

/** One job's work: keeps `concurrency` requests under way while results go out in batches beside them. */
export class CrawlLoop {
  private queue: FrontierUrl[] = [];
  private readonly retries: Array<{ url: FrontierUrl; at: number }> = [];
  private readonly retried = new Set<number>();
  /** Pages go as soon as their rows are made: a batch of large ones would be many megabytes. */
  private results: Array<{ row: PageRow; listed: number }> = [];
  private active = 0;
  private started = 0;
  private flushing = false;
  private lastFlushAt: number;
  private end: CrawlEnd | null = null;
  private failure: unknown = null;
  private wake: () => void = () => {};
  private readonly startedAt: number;
  private readonly pace: Pace;

  constructor(
    private readonly ports: CrawlPorts,
    private readonly options: CrawlOptions,
    private readonly found: FoundUrls,
  ) {
    this.startedAt = this.lastFlushAt = ports.now();
    this.pace = new Pace(options.concurrency, options.delayMs);
  }

  async run(): Promise<CrawlEnd> {
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

  /** Results to report; or second tries, which a job makes before it ends: in the next one they would be first tries again. */
  private hasOpenWork(): boolean {
    return this.results.length > 0 || (this.end === "budget" && this.retries.length > 0);
  }

  private outOfBudget(): boolean {
    const { ports, options } = this;
    const isLate = ports.now() - this.startedAt > options.budgetMs;
    return isLate || this.started >= options.budgetPages || ports.isSpent?.() === true;
  }

  /** The site's Crawl-delay ends after this job: it need not wait for that. */
  private waitsPastBudget(): boolean {
    return this.options.delayMs > 0 && this.pace.nextStartAt > this.startedAt + this.options.budgetMs;
  }

  /** How long the next job should wait before it begins, ms. */
  get restMs(): number {
    return Math.max(0, this.pace.nextStartAt - this.ports.now());
  }

  private startFetches(): void {
    const now = this.ports.now();
    if (this.end === null && (this.outOfBudget() || this.waitsPastBudget())) this.end = "budget";
    if (this.failure !== null || (this.end !== null && this.end !== "budget")) return;
    while (this.active < this.pace.limit && this.pace.nextStartAt <= now) {
      const next = this.retries.length > 0 && this.retryDueAt() <= now ? this.retries.shift()!.url : this.nextInQueue();
      if (!next) return;
      this.pace.started(now);
      void this.fetchOne(next);
    }
  }

  private retryDueAt(): number {
    const idle = this.queue.length === 0 && this.active === 0 && !this.flushing;
    return this.retries[0]!.at - (idle ? RETRY_SOONER_MS : 0);
  }

  private nextInQueue(): FrontierUrl | undefined {
    return this.end === null ? this.queue.shift() : undefined;
  }

  private async fetchOne(url: FrontierUrl): Promise<void> {
    this.active++;
    this.started++;
    try {
      const page = await this.ports.audit(url);
      if (page.outcome === "blocked") this.pace.notAsked();
      else this.pace.answered(page, this.ports.now());
      if (mayPass(page) && !this.retried.has(url.seq) && !this.pace.isDown) {
        this.retried.add(url.seq);
        this.retries.push({ url, at: this.ports.now() + RETRY_AFTER_MS });
      } else {
        this.found.collect(page, url.listed);
        this.results.push({ row: pageRow(page, url), listed: url.listed });
      }
    } catch (error) {
      this.failure = error;
    } finally {
      this.active--;
      this.wake();
    }
  }

  private shouldFlush(): boolean {
    if (this.flushing || this.end === "lost" || this.failure !== null) return false;
    const low = this.queue.length < this.options.concurrency * 2;
    const due = this.results.length >= FLUSH_ROWS || this.ports.now() - this.lastFlushAt > FLUSH_AFTER_MS;
    if (this.results.length > 0) return due || low || this.active === 0;
    if (this.ports.now() - this.lastFlushAt > this.options.heartbeatMs) return true;
    // Nothing to report: ask for work only when there is none left, and not while retries are being waited for.
    return this.end === null && this.queue.length === 0 && this.active === 0 && this.retries.length === 0;
  }

  private async flush(): Promise<void> {
    this.flushing = true;
    const batch = this.results;
    this.results = [];
    try {
      if (batch.length > 0) await this.ports.store(batch.map(({ row }) => row));
      const want = this.end === null ? Math.max(0, FLUSH_ROWS * 2 - this.queue.length) : 0;
      const done = batch.map(({ row, listed }) => ({
        seq: row.seq,
        listed,
        counted: row.listed === 1 && row.outcome !== "blocked",
        issues: row.listed === 1 ? row.issueCount : 0,
      }));
      this.take(await this.ports.advance({ done, found: this.found.take(), want }));
    } catch (error) {
      this.failure = error;
    } finally {
      this.lastFlushAt = this.ports.now();
      this.flushing = false;
      this.wake();
    }
  }

  private take(reply: JobReply | null): void {
    if (reply === null) this.end = "lost";
    else {
      this.queue.push(...reply.urls);
      this.end ??= reply.end;
    }
  }

  /** Waits for a fetch or a flush to end, or for the next retry, delayed start or flush to fall due. */
  private async nextEvent(): Promise<void> {
    const due = [this.lastFlushAt + (this.results.length > 0 ? FLUSH_AFTER_MS : this.options.heartbeatMs) + 1];
    // With all slots taken, the end of a fetch wakes; what could start now has been started.
    if (this.active < this.pace.limit) {
      if (this.retries.length > 0) due.push(Math.max(this.retryDueAt(), this.pace.nextStartAt));
      if (this.queue.length > 0 && this.end === null) due.push(this.pace.nextStartAt);
    }
    const waitMs = Math.max(1, Math.min(...due) - this.ports.now());
    let timer: ReturnType<typeof setTimeout> | undefined;
    await new Promise<void>((resolve) => {
      this.wake = resolve;
      timer = setTimeout(resolve, waitMs);
    });
    clearTimeout(timer);
  }
}

/** Failures that a second try, a little later, often mends. */
function mayPass(page: AuditedPage): boolean {
  return (
    page.outcome === "timeout" ||
    page.outcome === "unreachable" ||
    (page.outcome === "error" && (page.status >= 500 || page.status === 429))
  );
}
