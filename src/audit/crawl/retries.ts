import { SECOND_MS } from "../../lib/time/time";
import type { AuditedPage } from "../model/page/page";
import type { FrontierUrl } from "../model/run/calls";

const RETRY_AFTER_MS = 2 * SECOND_MS;
/** If the job has nothing else to do, a retry starts this much earlier. */
const RETRY_SOONER_MS = 1.5 * SECOND_MS;

/** The URLs that a job fetches a second time, each at most once. */
export class Retries {
  private readonly waiting: Array<{ url: FrontierUrl; at: number }> = [];
  private readonly retried = new Set<number>();

  get isEmpty(): boolean {
    return this.waiting.length === 0;
  }

  /** Schedules a retry if `page` is a failure that may pass and `url` was not retried before. Returns whether it did. */
  add(url: FrontierUrl, page: AuditedPage, now: number): boolean {
    if (!mayPass(page) || this.retried.has(url.seq)) return false;
    this.retried.add(url.seq);
    this.waiting.push({ url, at: now + RETRY_AFTER_MS });
    return true;
  }

  /** When the next retry is due, epoch ms; Infinity without one. `idle`: the job has nothing else to do. */
  dueAt(idle: boolean): number {
    const [next] = this.waiting;
    return next === undefined ? Infinity : next.at - (idle ? RETRY_SOONER_MS : 0);
  }

  take(): FrontierUrl | undefined {
    return this.waiting.shift()?.url;
  }
}

/** Whether the failure is one that a retry a little later often resolves. */
function mayPass(page: AuditedPage): boolean {
  return (
    page.outcome === "timeout" ||
    page.outcome === "unreachable" ||
    (page.outcome === "error" && (page.status >= 500 || page.status === 429))
  );
}
