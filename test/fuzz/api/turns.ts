export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** One request at a time, or all but one: who compares states has the service for itself. */
export class Turns {
  #running = 0;
  #alone: Promise<void> | null = null;

  async shared<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    this.#running++;
    try {
      return await work();
    } finally {
      this.#running--;
    }
  }

  async alone<T>(work: () => Promise<T>): Promise<T> {
    while (this.#alone) await this.#alone;
    let done = () => {};
    this.#alone = new Promise((resolve) => (done = resolve));
    try {
      while (this.#running > 0) await pause(2);
      return await work();
    } finally {
      this.#alone = null;
      done();
    }
  }
}
