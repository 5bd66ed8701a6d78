import { plainText } from "./report/plain-text.ts";

/** Lines on a stream that is not a terminal appear at most this often. */
const LINE_MS = 5_000;

/** What progress is written to: stderr, or a test's. */
export interface ProgressStream {
  isTTY?: boolean;
  columns?: number;
  write: (text: string) => unknown;
}

/** Shows progress: on a terminal in one line that is rewritten, elsewhere in a line every few seconds. */
export class ProgressLine {
  readonly #stream: ProgressStream;
  readonly #now: () => number;
  #lastAt = -Infinity;
  #last = "";
  #open = false;

  constructor(stream: ProgressStream = process.stderr, now = Date.now) {
    this.#stream = stream;
    this.#now = now;
  }

  /** The current state, such as `12 pages`. */
  show(text: string): void {
    const line = plainText(text, Math.max(20, (this.#stream.columns ?? 120) - 1));
    if (line === this.#last) return;
    if (this.#stream.isTTY) {
      this.#stream.write(`\r\x1b[2K${line}`);
      this.#open = true;
    } else {
      if (this.#now() - this.#lastAt < LINE_MS) return;
      this.#stream.write(`${line}\n`);
      this.#lastAt = this.#now();
    }
    this.#last = line;
  }

  /** A line that stays. */
  note(text: string): void {
    this.clear();
    this.#stream.write(`${plainText(text, 1_000)}\n`);
  }

  clear(): void {
    if (this.#open) this.#stream.write("\r\x1b[2K");
    this.#open = false;
    this.#last = "";
  }
}
