import { recordVisits, type VisitEvent } from "../../analytics";

const BATCH = 100;
const FLUSH_MS = 500;
const RETRY_MS = 5_000;
const MAX_WAITING = 20_000;

/**
 * Visits on their way to the queue, sent together: one message for each hit would cost more than the hit. Each has an id, so
 * that a batch sent twice counts once. What a crash finds here, half a second at most, is not counted.
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

  /** Sends what waits. A batch that is refused stays and is tried again. */
  async flush(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (this.sending) return;
    this.sending = true;
    let pause = 0;
    while (this.waiting.length > 0 && pause === 0) {
      const batch = this.waiting.slice(0, BATCH);
      if (await recordVisits(this.queue, batch))
        this.waiting.splice(0, batch.length);
      else pause = RETRY_MS;
    }
    this.sending = false;
    if (pause > 0) this.timer ??= setTimeout(() => void this.flush(), pause);
  }
}
