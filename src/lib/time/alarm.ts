/** A timer that is reset only to an earlier time. Resetting it for every wait would cost far more than an early call. */
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
