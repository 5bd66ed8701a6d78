import { mapBounded } from "../../lib/async-pool";
import type { FileResult, FileTarget } from "./frontier/calls";
import { NO_STATUS, type FileAnswer } from "../model/site/file-answers";
import type { AskedFile } from "./ask-file";
import type { LinkAnswer } from "./link-host.do";
import { Pace } from "./pace";

/** What asking for files depends on. */
export interface FilePorts {
  /** Reports answers and silent hosts, and gets more files. Empty: none are left. Null: another job has taken over. */
  next: (results: FileResult[], silent: Array<string | null>) => Promise<FileTarget[] | null>;
  /** Asks for a file of the site. */
  ask: (url: string, image: boolean) => Promise<AskedFile>;
  /** Whether robots.txt lets us ask for it. */
  isAllowed: (url: string) => boolean;
  /** Asks for a URL of another host. */
  look: (host: string, url: string) => Promise<LinkAnswer>;
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

/** Other hosts asked at once. */
const HOSTS_AT_ONCE = 10;
/** A host that leaves so many requests in a row unanswered is not asked any further. */
const SILENT_AFTER = 8;
const SILENT: FileAnswer = { status: NO_STATUS.silent, contentType: null, bytes: null };
const BLOCKED: FileAnswer = { ...SILENT, status: NO_STATUS.blocked };

/** One job's part of asking for the files of a run, the site's own at its pace and other hosts beside it. */
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

  private keep(hash: number, { status, contentType, bytes }: FileAnswer): void {
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
    const hosts = [...new Set(files.flatMap(({ host }) => host ?? []))];
    await mapBounded(hosts, HOSTS_AT_ONCE, async (host) => {
      let unanswered = 0;
      const links = files.filter((file) => file.host === host);
      for (const { url, hash } of links) {
        const status = await this.lookAt(host, url);
        if (status === null) return;
        this.keep(hash, { ...SILENT, status });
        if (status === NO_STATUS.silent) unanswered++;
      }
      if (unanswered > 1 && unanswered === links.length) this.silent.push(host);
    });
  }

  /** Null: the job has no time left for it. */
  private async lookAt(host: string, url: string): Promise<number | null> {
    while (!this.isSpent()) {
      this.requests++;
      // An object that fails says nothing about the link, and must not end the run.
      const answer = await this.ports.look(host, url).catch((): LinkAnswer => ({ status: NO_STATUS.silent }));
      if ("status" in answer) return answer.status;
      await this.ports.sleep(answer.waitMs);
    }
    return null;
  }
}
