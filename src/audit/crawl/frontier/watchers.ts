import { SECOND_MS } from "../../../lib/time/time";

const LOOK_EVERY_MS = SECOND_MS / 2;
/** Keeps proxies from closing the connection while a slow site has nothing to report. */
const SAY_AT_LEAST_EVERY_MS = 10 * SECOND_MS;
/** Buffer per slow watcher. It may miss lines, but every line is the whole state. */
const WAITING_BYTES = 16_384;

type Watcher = ReadableByteStreamController;

/**
 * All watchers of this domain's run. Reads the state once per half second, however many watchers there are, and sends
 * each of them one line.
 */
export class Watchers {
  private readonly watchers = new Set<Watcher>();
  private timer: ReturnType<typeof setInterval> | undefined;
  private told = "";
  private toldAt = 0;
  private readonly encoder = new TextEncoder();

  /** `look`: the current state as one line of text; null: the run is over. */
  constructor(private readonly look: () => string | null) {}

  /** Streams lines of text, the first one immediately, until the run is over. */
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

  /** Ends all streams, because the run is over. */
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
      // The watcher is already gone.
    }
  }
}
