import type { WaitEnd } from "../core/turns/render-record";

/** Requests that wait for another request's render of a page. */
export class RenderWaiters {
  private readonly waiting = new Map<string, Set<(end: WaitEnd) => void>>();

  /**
   * Waits until the page's render or its lease ends, at most `timeoutMs`. `leaseOf`: end of the page's lease, or null.
   * It is read again when a lease ends, because it may have been renewed.
   */
  async wait(path: string, leaseOf: (now: number) => number | null, timeoutMs: number): Promise<WaitEnd> {
    const endAt = Date.now() + timeoutMs;
    for (;;) {
      const now = Date.now();
      if (now >= endAt) return "failed";
      const leaseUntil = leaseOf(now);
      if (leaseUntil === null) return "look_again";
      const end = await this.untilWoken(path, Math.min(leaseUntil, endAt) - now);
      if (end) return end;
    }
  }

  private async untilWoken(path: string, timeoutMs: number): Promise<WaitEnd | null> {
    const waiting = this.waiting.get(path) ?? new Set();
    this.waiting.set(path, waiting);
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        waiting.delete(wake);
        if (waiting.size === 0 && this.waiting.get(path) === waiting) this.waiting.delete(path);
        resolve(null);
      }, timeoutMs);
      const wake = (end: WaitEnd) => {
        clearTimeout(timer);
        resolve(end);
      };
      waiting.add(wake);
    });
  }

  /** Notifies everyone waiting for a page how its render ended. */
  wake(path: string, end: WaitEnd): void {
    const waiting = this.waiting.get(path) ?? [];
    this.waiting.delete(path);
    for (const wake of waiting) wake(end);
  }
}
