import { recordVisits, type VisitEvent } from "../../analytics";

const BATCH = 100;
const FLUSH_MS = 500;
const RETRY_MS = 5_000;
const MAX_WAITING = 20_000;

/**
 * Batches visits for the queue, because one message per hit would cost more than the hit. Each visit has an id, so a
 * batch sent twice counts once. A crash loses at most half a second of visits.
 */
export class VisitBuffer {
  private waiting: VisitEvent[] = [];
  private timer: ReturnType<typeof setTimeout> | null = null;
  private sending = false;

  constructor(private readonly queue: Queue) {}

  add(visit: VisitEvent): void {
    if (this.waiting.length < MAX_WAITING) this.waiting.push(visit);
    if (this.waiting.length >= BATCH && !this.sending) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS);
  }

  /** Sends the buffered visits. A refused batch stays and is retried. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.sending) return;
    this.sending = true;
    let pause = 0;
    while (this.waiting.length > 0 && pause === 0) {
      const batch = this.waiting.slice(0, BATCH);
      if (await recordVisits(this.queue, batch)) this.waiting.splice(0, batch.length);
      else pause = RETRY_MS;
    }
    this.sending = false;
    if (pause > 0) this.timer ??= setTimeout(() => void this.flush(), pause);
  }
}
