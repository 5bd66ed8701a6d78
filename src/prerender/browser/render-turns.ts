/** Who waits for a render: a verified crawler, another one, or nobody (stale pages, prewarming, audits). The first goes first. */
const RENDER_PRIORITIES = ["verified", "live", "background"] as const;
export type RenderPriority = (typeof RENDER_PRIORITIES)[number];

/** This share of the tabs is kept for live renders. */
const LIVE_SHARE = 0.3;

/** Who may render when: `tabs` pages at once, and as many as `queue` waiting in each priority. */
export class RenderTurns {
  private readonly active: Record<RenderPriority, number> = { verified: 0, live: 0, background: 0 };
  private readonly waiting: Record<RenderPriority, Array<() => void>> = { verified: [], live: [], background: [] };

  constructor(private readonly limits: { tabs: number; queue: number }) {}

  /** Waits for a turn, which `end` gives back. False: too many wait already. */
  async take(priority: RenderPriority): Promise<boolean> {
    if (this.hasRoom(priority)) {
      this.active[priority]++;
      return true;
    }
    if (this.waiting[priority].length >= this.limits.queue) return false;
    await new Promise<void>((resolve) => this.waiting[priority].push(resolve));
    return true;
  }

  /** Ends a turn and hands what is free to those who wait. Their turns begin here: nobody may slip in between. */
  end(ended: RenderPriority): void {
    this.active[ended]--;
    for (const priority of RENDER_PRIORITIES) {
      while (this.waiting[priority].length > 0 && this.hasRoom(priority)) {
        this.active[priority]++;
        this.waiting[priority].shift()!();
      }
    }
  }

  private hasRoom(priority: RenderPriority): boolean {
    const { verified, live, background } = this.active;
    if (verified + live + background >= this.limits.tabs) return false;
    return priority !== "background" || background < Math.max(1, Math.floor(this.limits.tabs * (1 - LIVE_SHARE)));
  }
}
