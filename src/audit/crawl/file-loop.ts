import { mapBounded } from "../../lib/platform/async-pool";
import type { FileResult, FileTarget } from "../model/run/calls";
import { NO_STATUS, type FileStatus } from "../model/site/file-statuses";
import type { AskedFile } from "./fetch/ask-file";
import type { LinkStatus } from "./fetch/link-host.do";
import { Pace } from "./fetch/pace";

/** What requesting files depends on. */
export interface FilePorts {
  /** Reports responses and silent hosts, and gets more files. Empty: none are left. Null: another job has taken over. */
  next: (results: FileResult[], silent: Array<string | null>) => Promise<FileTarget[] | null>;
  /** Requests a file of the site. */
  ask: (url: string, image: boolean) => Promise<AskedFile>;
  /** Whether robots.txt lets us request it. */
  isAllowed: (url: string) => boolean;
  /** Requests a URL of another host, by the name of its server. */
  look: (server: string, url: string) => Promise<LinkStatus>;
  now: () => number;
  sleep: (ms: number) => Promise<void>;
}

export interface FileOptions {
  concurrency: number;
  delayMs: number;
  /** Time, and requests, after which the job hands over. */
  budgetMs: number;
  budgetRequests: number;
}

/** Requests to other servers at once. */
const SERVERS_AT_ONCE = 10;
/** A host that leaves this many requests in a row unanswered gets no further ones. */
const SILENT_AFTER = 8;
const SILENT: FileStatus = { status: NO_STATUS.silent, contentType: null, bytes: null };
const BLOCKED: FileStatus = { ...SILENT, status: NO_STATUS.blocked };

/** One job's share of requesting a run's files: the site's own at its pace, and those of other hosts in parallel. */
export class FileLoop {
  private readonly pace: Pace;
  private readonly startedAt: number;
  private requests = 0;
  private silentInARow = 0;
  private isLate = false;
  private results: FileResult[] = [];
  private silent: Array<string | null> = [];

  constructor(
    private readonly ports: FilePorts,
    private readonly options: FileOptions,
  ) {
    this.pace = new Pace(options.concurrency, options.delayMs);
    this.startedAt = ports.now();
  }

  /** done: nothing is left; budget: another job should continue; lost: another job already does. */
  async run(): Promise<"done" | "budget" | "lost"> {
    for (;;) {
      const [results, silent] = [this.results, this.silent];
      [this.results, this.silent] = [[], []];
      const files = await this.ports.next(results, silent);
      if (files === null) return "lost";
      if (files.length === 0) return "done";
      if (this.isSpent()) return "budget";
      await Promise.all([this.askOwn(files.filter(({ host }) => host === null)), this.askOthers(files)]);
    }
  }

  /** How long the next job should wait before it starts, ms. */
  get restMs(): number {
    return Math.max(0, this.pace.nextStartAt - this.ports.now());
  }

  private isSpent(): boolean {
    const { budgetMs, budgetRequests } = this.options;
    return this.isLate || this.ports.now() - this.startedAt > budgetMs || this.requests >= budgetRequests;
  }

  private keep(hash: number, { status, contentType, bytes }: FileStatus): void {
    this.results.push({ hash, status, contentType, bytes });
  }

  private async askOwn(files: readonly FileTarget[]): Promise<void> {
    let next = 0;
    let active = 0;
    await mapBounded(Array.from({ length: this.options.concurrency }), this.options.concurrency, async () => {
      for (;;) {
        const file = files[next];
        if (file === undefined || this.isSpent() || this.silent.includes(null)) return;
        if (!this.ports.isAllowed(file.url)) {
          next++;
          this.keep(file.hash, BLOCKED);
          continue;
        }
        const waitMs = this.pace.nextStartAt - this.ports.now();
        if (waitMs > 0 || active >= this.pace.limit) {
          // A Crawl-delay that lasts longer than this job is left to the next one.
          if (this.ports.now() + waitMs > this.startedAt + this.options.budgetMs) {
            this.isLate = true;
            return;
          }
          await this.ports.sleep(Math.max(waitMs, 50));
          continue;
        }
        next++;
        active++;
        this.pace.started(this.ports.now());
        await this.askOwnFile(file).finally(() => active--);
      }
    });
  }

  private async askOwnFile({ url, hash, image }: FileTarget): Promise<void> {
    const { requests, retryAfter, ...answer } = await this.ports.ask(url, image === 1);
    this.requests += requests;
    const headers: Record<string, string> = retryAfter === null ? {} : { "retry-after": retryAfter };
    this.pace.answered({ status: answer.status, headers }, this.ports.now());
    this.silentInARow = answer.status === NO_STATUS.silent ? this.silentInARow + 1 : 0;
    this.keep(hash, answer);
    if ((this.pace.isDown || this.silentInARow >= SILENT_AFTER) && !this.silent.includes(null)) this.silent.push(null);
  }

  private async askOthers(files: readonly FileTarget[]): Promise<void> {
    const servers = [...new Set(files.flatMap(({ host }) => host ?? []))];
    await mapBounded(servers, SERVERS_AT_ONCE, async (server) => {
      const statuses = new Map<string, number[]>();
      for (const { url, hash } of files.filter(({ host }) => host === server)) {
        const status = await this.lookAt(server, url);
        if (status === null) return;
        this.keep(hash, { ...SILENT, status });
        const { host } = new URL(url);
        statuses.set(host, [...(statuses.get(host) ?? []), status]);
      }
      for (const [host, found] of statuses)
        if (found.length > 1 && found.every((status) => status === NO_STATUS.silent)) this.silent.push(host);
    });
  }

  /** Null: the job has no time left for it. */
  private async lookAt(server: string, url: string): Promise<number | null> {
    while (!this.isSpent()) {
      this.requests++;
      // An object that fails shows nothing about the link, and must not end the run.
      const answer = await this.ports.look(server, url).catch((): LinkStatus => ({ status: NO_STATUS.silent }));
      if ("status" in answer) return answer.status;
      await this.ports.sleep(answer.waitMs);
    }
    return null;
  }
}
