/**
 * Limits requests to a site: at most `atOnce` at a time; with a Crawl-delay (`pauseMs`) one at a time, each after the
 * pause.
 */
export class Turns {
  private readonly waiting: Array<() => void> = [];
  private free: number;

  constructor(
    atOnce: number,
    private readonly pauseMs: number,
  ) {
    this.free = pauseMs > 0 ? 1 : atOnce;
  }

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free--;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      if (this.pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, this.pauseMs));
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free++;
    }
  }
}
