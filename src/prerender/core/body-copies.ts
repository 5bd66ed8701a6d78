import { HOUR_MS, MINUTE_MS } from "../../lib/time/time";

/** Bodies whose first read is remembered. Beyond that the oldest is forgotten. */
const MAX_READ_ONCE = 5_000;
/** How long a copy that was ordered may take. */
const WRITING_MS = MINUTE_MS;
/** A copy that a reader did not find is ordered again after this time. */
const LOST_AFTER_MS = HOUR_MS;

/**
 * Which bodies get a copy close to the readers: those that were read twice from the bucket. Kept in memory, so that a
 * read writes nothing; what is forgotten is copied a read later.
 */
export class BodyCopies {
  private readonly readOnce = new Set<string>();
  /** Body → when its copy was ordered, for copies that may not be written yet. */
  private readonly writing = new Map<string, number>();

  /**
   * A body was read from the bucket. True: order a copy, and record its time first. `copiedAt`: when the last one was
   * ordered, epoch ms; 0: never.
   */
  read(snap: string, copiedAt: number, now: number): boolean {
    if (copiedAt > 0) {
      // A reader elsewhere may just not see it yet. One that never came, or has expired, is ordered again.
      if (now < copiedAt + LOST_AFTER_MS) return false;
    } else if (!this.readOnce.delete(snap)) {
      this.readOnce.add(snap);
      if (this.readOnce.size > MAX_READ_ONCE) this.readOnce.delete(this.readOnce.values().next().value!);
      return false;
    }
    for (const [ordered, at] of this.writing) if (now >= at + WRITING_MS) this.writing.delete(ordered);
    this.writing.set(snap, now);
    return true;
  }

  /** The copy is written. */
  written(snap: string): void {
    this.writing.delete(snap);
  }

  /** Whether readers should look for a copy. KV would remember for a day that it was asked too early. */
  isReady(snap: string, copiedAt: number, now: number): boolean {
    return copiedAt > 0 && now >= (this.writing.get(snap) ?? -Infinity) + WRITING_MS;
  }
}
