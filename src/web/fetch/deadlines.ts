import { Alarm } from "../../lib/time/alarm";

/** Ends requests that take too long, with one timer for all of them. Belongs to one invocation, like its timer. */
export class Deadlines {
  /** When each request is late, epoch ms. */
  private readonly open = new Map<AbortController, number>();
  private readonly alarm = new Alarm(() => this.abortLate(), Date.now);

  /** Aborts a request after `timeoutMs` unless the returned function is called before. */
  watch(request: AbortController, timeoutMs: number): () => void {
    const lateAt = Date.now() + timeoutMs;
    this.open.set(request, lateAt);
    this.alarm.by(lateAt);
    return () => this.open.delete(request);
  }

  private abortLate(): void {
    const now = Date.now();
    for (const [request, lateAt] of this.open) {
      if (lateAt > now) continue;
      this.open.delete(request);
      request.abort();
    }
    if (this.open.size > 0) this.alarm.by(Math.min(...this.open.values()));
  }
}
