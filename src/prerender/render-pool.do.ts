import { DurableObject } from "cloudflare:workers";
import { upgradeObject, type SchemaStep } from "../db/object-schema";
import { settingsOf, type Bindings, ceilingsOf } from "../env";
import { SECOND_MS } from "../lib/time";
import { PoolUnavailable } from "./browser/current-session";
import { BrowserPool, type RenderJob } from "./browser/pool";
import { BrowserBudget } from "./browser/browser-budget";
import type { RawRender } from "./core/raw-render";

/** `passing`: the cause is the pool, not the page, so a later attempt may succeed. */
export type PoolAnswer =
  | { ok: true; page: RawRender; startedAt?: number }
  | { ok: false; reason: string; passing?: boolean };

/** The page in a domain's index that a render holds (SnapshotIndex.begin). */
export interface HeldPage {
  path: string;
  token: string;
}

const TABS = 8;
const QUEUE = 100;
const TICK_MS = 15 * SECOND_MS;
const SESSIONS = "sessions";

const STEPS: readonly SchemaStep[] = [
  ({ sql }) => BrowserBudget.create(sql),
  ({ sql }) => BrowserBudget.shareByAccount(sql),
];

/** The only access to the browser: every render of the service goes through this object's pool. */
export class RenderPool extends DurableObject<Bindings> {
  private readonly pool: BrowserPool;
  private readonly budget: BrowserBudget;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    const { allowPrivateHosts } = settingsOf(env);
    const { kv } = ctx.storage;
    const record = {
      read: () => kv.get<string[]>(SESSIONS) ?? [],
      write: (ids: readonly string[]) => kv.put(SESSIONS, [...ids]),
    };
    upgradeObject(ctx.storage, STEPS);
    this.budget = new BrowserBudget(ctx.storage.sql, ceilingsOf(env).browserSecondsPerDay);
    const options = { allowPrivateHosts, tabs: TABS, queue: QUEUE, budget: this.budget };
    this.pool = new BrowserPool(env.BROWSER as unknown as Fetcher, record, options);
  }

  /** Browser time used and reserved on a UTC day, `yyyy-mm-dd`, in ms. */
  spentMs(day: string): number {
    return this.budget.spentMs(day);
  }

  /**
   * Loads a page of a domain. Returns failures as data, so that the caller can fall back. `held`: the page, whose lease
   * restarts when the render gets a tab.
   */
  async render(job: RenderJob, held: HeldPage | null): Promise<PoolAnswer> {
    let startedAt = Date.now();
    try {
      const page = await this.pool.render(job, async () => {
        startedAt = Date.now();
        await this.armTick();
        return held === null || this.hold(job.domainId, held, startedAt);
      });
      return { ok: true, page, startedAt };
    } catch (error) {
      const reason = error instanceof Error ? error.message.split("\n")[0]!.slice(0, 300) : "the browser failed";
      return { ok: false, reason, passing: error instanceof PoolUnavailable };
    }
  }

  private hold(domainId: string, { path, token }: HeldPage, now: number): Promise<boolean> {
    return this.env.SNAPSHOT_INDEX.getByName(domainId).hold(path, token, now);
  }

  private async armTick(): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + TICK_MS);
  }

  /** Maintains the browsers while there are any. Rearms first, so that the alarm fires again even if this fails. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(Date.now() + TICK_MS);
    if (!(await this.pool.tick(Date.now()))) await this.ctx.storage.deleteAlarm();
  }
}
