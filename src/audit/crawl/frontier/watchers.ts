import { SECOND_MS } from "../../../lib/time";

const LOOK_EVERY_MS = SECOND_MS / 2;
/** A proxy on the way must not take the silence of a slow site for the end. */
const SAY_AT_LEAST_EVERY_MS = 10 * SECOND_MS;
/** What waits for a watcher that reads slowly. Every line is the whole state: it misses some, and gets a later one. */
const WAITING_BYTES = 16_384;

type Watcher = ReadableByteStreamController;

/** Everybody who watches this domain's run: one look each half second, whatever their number, and one line to each. */
export class Watchers {
  private readonly watchers = new Set<Watcher>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private told = "";
  private toldAt = 0;
  private readonly encoder = new TextEncoder();

  /** `look`: the state now as one line of text; null: the run is over. */
  constructor(private readonly look: () => string | null) {}

  /** Lines of text, the first one at once, until the run is over. */
  open(): ReadableStream<Uint8Array> {
    let own: Watcher;
    return new ReadableStream(
      {
        type: "bytes",
        start: (controller) => {
          own = controller;
          const now = this.look();
          if (now === null) return own.close();
          own.enqueue(this.encoder.encode(`${now}\n`));
          this.watchers.add(own);
          this.timer ??= setInterval(() => this.tell(Date.now()), LOOK_EVERY_MS);
        },
        cancel: () => this.leave(own),
      },
      { highWaterMark: WAITING_BYTES },
    );
  }

  /** The run is over: nobody waits for the next look. */
  close(): void {
    for (const watcher of this.watchers) this.leave(watcher, () => watcher.close());
  }

  private tell(now: number): void {
    const text = this.look();
    if (text === null) return this.close();
    if (text === this.told && now - this.toldAt < SAY_AT_LEAST_EVERY_MS) return;
    this.told = text;
    this.toldAt = now;
    const line = this.encoder.encode(`${text}\n`);
    for (const watcher of this.watchers) {
      try {
        if ((watcher.desiredSize ?? 0) > 0) watcher.enqueue(line.slice());
      } catch {
        this.leave(watcher);
      }
    }
  }

  private leave(watcher: Watcher, end: () => void = () => {}): void {
    this.watchers.delete(watcher);
    if (this.watchers.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    try {
      end();
    } catch {
      // It has gone already.
    }
  }
}
