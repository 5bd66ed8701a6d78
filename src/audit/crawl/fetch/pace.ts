import { retryAfterMs } from "../../../lib/time/backoff";
import { SECOND_MS } from "../../../lib/time/time";

/** Longest pause that a site can request with Retry-After, so that it can't hold up a run forever. */
const MAX_PAUSE_MS = 5 * SECOND_MS;
/** Pause after the first refusal without Retry-After; it doubles with each further refusal. */
const FIRST_PAUSE_MS = SECOND_MS;
/** After this many refusals in a row the site counts as down rather than busy, and waiting is pointless. */
const DOWN_AFTER = 20;
/** Successful responses in a row after which the concurrency rises by one. */
const RAISE_AFTER = 10;

/** Maximum concurrent requests to one domain. */
export const CONCURRENCY = 5;
const MAX_CRAWL_DELAY_MS = 30 * SECOND_MS;

/** The Crawl-delay of robots.txt in ms, up to a maximum. */
export function crawlDelayMs({ crawlDelaySeconds }: { crawlDelaySeconds: number | null }): number {
  return Math.min(MAX_CRAWL_DELAY_MS, (crawlDelaySeconds ?? 0) * SECOND_MS);
}

/**
 * Limits concurrency and decides when the next request may start: slower after 429 and 503, faster again after
 * successes.
 */
export class Pace {
  private most: number;
  private refusals = 0;
  private good = 0;
  private startAt = 0;
  private startBefore = 0;

  /** `delayMs`: the site's Crawl-delay. If set, requests run one at a time. */
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

  /** Whether the site answers everything with 429 or 503. */
  get isDown(): boolean {
    return this.refusals >= DOWN_AFTER;
  }

  started(now: number): void {
    this.startBefore = this.startAt;
    if (this.delayMs > 0) this.startAt = Math.max(this.startAt, now + this.delayMs);
  }

  /** Undoes `started` for a page that needed no request, so that it costs no Crawl-delay. */
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
