import { DurableObject } from "cloudflare:workers";
import { ceilingsOf, settingsOf, type Bindings } from "../env";
import { BrowserBudget } from "./browser/browser-budget";
import { BrowserPool } from "./browser/pool";
import type { RenderPriority } from "./browser/render-turns";
import type { RawRender } from "./core/raw-render";

export type PoolAnswer = { ok: true; page: RawRender } | { ok: false; reason: string };

const TABS = 4;
const QUEUE = 100;

/** The one gate to the browser: every render of the service goes through this object's pool. */
export class RenderPool extends DurableObject<Bindings> {
  private readonly pool: BrowserPool;
  private readonly budget: BrowserBudget;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    const { allowPrivateHosts } = settingsOf(env);
    this.budget = new BrowserBudget(ctx.storage.sql, ceilingsOf(env).browserSecondsPerDay);
    const options = { allowPrivateHosts, tabs: TABS, queue: QUEUE, budget: this.budget };
    this.pool = new BrowserPool(env.BROWSER as unknown as Fetcher, options);
  }

  /** Browser time spent and set aside on a UTC day, `yyyy-mm-dd`, in ms. */
  spentMs(day: string): number {
    return this.budget.spentMs(day);
  }

  /** Loads `url` for a domain; failures come back as data, so that the caller can fall back. */
  async render(domainId: string, url: string, deadlineMs: number, priority: RenderPriority): Promise<PoolAnswer> {
    try {
      return { ok: true, page: await this.pool.render(domainId, url, deadlineMs, priority) };
    } catch (error) {
      return {
        ok: false,
        reason: error instanceof Error ? error.message.split("\n")[0]!.slice(0, 300) : "the browser failed",
      };
    }
  }
}
