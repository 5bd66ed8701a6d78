import { retryAfterMs } from "../../lib/backoff";
import { SECOND_MS } from "../../lib/time";

/** A pause that a site asks for is kept up to this long; it must not hold a run for ever. */
const MAX_PAUSE_MS = 5 * SECOND_MS;
/** The pause after the first of some refusals where the site does not say. */
const FIRST_PAUSE_MS = SECOND_MS;
/** After so many refusals in a row the site is down rather than busy: waiting changes nothing. */
const DOWN_AFTER = 20;
/** Good answers in a row after which one more request may be under way. */
const RAISE_AFTER = 10;

/** Requests to one domain that may be under way at once. */
export const CONCURRENCY = 5;
const MAX_CRAWL_DELAY_MS = 30 * SECOND_MS;

/** The pause before each request that robots.txt asks for, ms. */
export function crawlDelayMs({ crawlDelaySeconds }: { crawlDelaySeconds: number | null }): number {
  return Math.min(MAX_CRAWL_DELAY_MS, (crawlDelaySeconds ?? 0) * SECOND_MS);
}

/** How many requests may be under way, and when the next one may start: less after 429 and 503, more again as they stop. */
export class Pace {
  private most: number;
  private refusals = 0;
  private good = 0;
  private startAt = 0;
  private startBefore = 0;

  /** `delayMs`: the site's Crawl-delay; with one, requests go one by one. */
  constructor(
    private readonly ceiling: number,
    private readonly delayMs: number,
  ) {
    this.most = delayMs > 0 ? 1 : ceiling;
  }

  get limit(): number {
    return this.most;
  }

  /** The earliest start of the next request, epoch ms. */
  get nextStartAt(): number {
    return this.startAt;
  }

  /** Answers 429 or 503 to everything. */
  get isDown(): boolean {
    return this.refusals >= DOWN_AFTER;
  }

  started(now: number): void {
    this.startBefore = this.startAt;
    if (this.delayMs > 0) this.startAt = Math.max(this.startAt, now + this.delayMs);
  }

  /** What was started needed no request: with a Crawl-delay the next may start as if it had not been. */
  notAsked(): void {
    if (this.delayMs > 0) this.startAt = this.startBefore;
  }

  answered(page: { status: number; headers: Readonly<Record<string, string>> }, now: number): void {
    if (page.status === 0) return;
    if (page.status !== 429 && page.status !== 503) return this.accepted();
    this.refusals++;
    this.good = 0;
    this.most = Math.max(1, Math.floor(this.most / 2));
    if (this.isDown) return;
    const asked = retryAfterMs(page.headers["retry-after"], now) ?? FIRST_PAUSE_MS * 2 ** (this.refusals - 1);
    this.startAt = Math.max(this.startAt, now + Math.min(asked, MAX_PAUSE_MS));
  }

  private accepted(): void {
    this.refusals = 0;
    if (this.delayMs > 0 || ++this.good % RAISE_AFTER !== 0) return;
    this.most = Math.min(this.ceiling, this.most + 1);
  }
}
