/** A timer that is only ever moved forward: to arm and clear one for every wait takes much longer than to look once too often. */
export class Alarm {
  private timer: ReturnType<typeof setTimeout> | null = null;
  private dueAt = 0;

  constructor(
    private readonly onDue: () => void,
    private readonly now: () => number,
  ) {}

  /** Calls `onDue` at `dueAt` (epoch ms), or sooner if it was to be called sooner. */
  by(dueAt: number): void {
    if (this.timer !== null && this.dueAt <= dueAt) return;
    this.stop();
    this.dueAt = dueAt;
    this.timer = setTimeout(
      () => {
        this.timer = null;
        this.onDue();
      },
      Math.max(1, dueAt - this.now()),
    );
  }

  stop(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
  }
}
