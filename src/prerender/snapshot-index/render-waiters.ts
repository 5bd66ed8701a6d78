/** How a render that somebody waited for ended: look again, or take the origin's page. */
export type WaitEnd = "look_again" | "failed";

/** Those who wait for a page that another one renders. */
export class RenderWaiters {
  private readonly waiting = new Map<string, Array<(end: WaitEnd) => void>>();

  /** Waits until the page's render ends, or has held the page for too long (`leaseMs`), at most `timeoutMs`. */
  async wait(path: string, leaseMs: number, timeoutMs: number): Promise<WaitEnd> {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = await new Promise<WaitEnd>((resolve) => {
      this.waiting.set(path, [...(this.waiting.get(path) ?? []), resolve]);
      const late = leaseMs <= timeoutMs ? "look_again" : "failed";
      timer = setTimeout(() => resolve(late), Math.min(timeoutMs, leaseMs));
    });
    clearTimeout(timer);
    return end;
  }

  /** Tells all who wait for a page how its render ended. */
  wake(path: string, end: WaitEnd): void {
    for (const resolve of this.waiting.get(path) ?? []) resolve(end);
    this.waiting.delete(path);
  }
}
