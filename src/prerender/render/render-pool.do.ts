import { plainReason } from "../../lib/text/plain-reason";
import { DurableObject } from "cloudflare:workers";
import { upgradeObject } from "../../db/object-schema";
import { browserIdleMsOf, gatherSecondsOf, settingsOf, type Bindings, ceilingsOf } from "../../env";
import { objectStub } from "../../lib/platform/object-stub";
import { PoolUnavailable } from "../browser/current-session";
import { BrowserPool, type RenderJob } from "../browser/pool";
import { BrowserBudget, type BrowserTime, type DayBudget } from "../browser/browser-budget";
import { idleTimes } from "../core/turns/browser-idle";
import { POOL_LIMITS } from "../core/turns/render-turns";
import type { RawRender } from "../core/pages/raw-render";
import { countBrowser, usedBy } from "../../usage/metered-env";
import { SharedTime } from "../../usage/shared-time";
import { POOL_STEPS } from "./pool-steps";

/**
 * `passing`: the cause is the pool, not the page, so a later attempt may succeed. `elsewhere`: another pool may take it
 * now; `waiting`: how many renders wait for a tab here, set unless this pool has no browser.
 */
export type PoolResult =
  | { ok: true; page: RawRender; startedAt?: number }
  | { ok: false; reason: string; passing?: boolean; elsewhere?: { waiting?: number } };

/** What a pool does now. `places`: how many renders of one account may wait in each priority. */
export interface PoolState {
  hasBrowser: boolean;
  rendering: number;
  waiting: number;
  tabs: number;
  places: number;
  spentMs: number;
  /** Since when no browser has started or answered, epoch ms; null: the latest one rendered. */
  noBrowserSince: number | null;
}

/** The page in a domain's index that a render holds (SnapshotIndex.begin). */
export interface HeldPage {
  path: string;
  token: string;
}

const SESSIONS = "sessions";
const NO_BROWSER_SINCE = "no-browser-since";

/**
 * One browser with its tabs. Every render of the service goes through such a pool; there are RENDER_POOLS of them. The
 * first one keeps the browser time of the day for all.
 */
export class RenderPool extends DurableObject<Bindings> {
  private readonly pool: BrowserPool;
  private readonly budget: BrowserBudget;
  private noBrowserSince: number | null;
  private readonly time = new SharedTime((accountId, ms) => countBrowser(usedBy(this.env, accountId), ms));

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    const { allowPrivateHosts } = settingsOf(env);
    const { kv } = ctx.storage;
    const record = {
      read: () => kv.get<string[]>(SESSIONS) ?? [],
      write: (ids: readonly string[]) => kv.put(SESSIONS, [...ids]),
    };
    upgradeObject(ctx.storage, POOL_STEPS);
    this.noBrowserSince = kv.get<number>(NO_BROWSER_SINCE) ?? null;
    // The connection to a browser keeps the memory, and the tick settles what it knows.
    const staysAwake = () => this.pool.hasBrowser;
    this.budget = new BrowserBudget(ctx.storage.sql, ceilingsOf(env).browserSecondsPerDay, staysAwake);
    const options = {
      allowPrivateHosts,
      idle: idleTimes(browserIdleMsOf(env), gatherSecondsOf(env)),
      ...POOL_LIMITS,
      budgetOf: (ledger: string | undefined) => this.budgetOf(ledger),
      axeSource: () => loadAxe(env),
    };
    this.pool = new BrowserPool(env.BROWSER as unknown as Fetcher, record, options);
  }

  /** Browser time used and reserved on a UTC day, `yyyy-mm-dd`, in ms. */
  spentMs(day: string): number {
    return this.budget.spentMs(day);
  }

  /** For the operator. `spentMs`: as the method of that name says; 0 in a pool that does not keep the time of the day. */
  state(day: string): PoolState {
    const { hasBrowser, rendering, waiting } = this.pool;
    const spentMs = this.budget.spentMs(day);
    const { noBrowserSince } = this;
    return {
      hasBrowser,
      rendering,
      waiting,
      tabs: POOL_LIMITS.tabs,
      places: POOL_LIMITS.queue,
      spentMs,
      noBrowserSince,
    };
  }

  private noteBrowser(isThere: boolean): void {
    if (isThere === (this.noBrowserSince === null)) return;
    this.noBrowserSince = isThere ? null : Date.now();
    if (isThere) this.ctx.storage.kv.delete(NO_BROWSER_SINCE);
    else this.ctx.storage.kv.put(NO_BROWSER_SINCE, this.noBrowserSince);
  }

  /**
   * Loads a page of a domain. Returns failures as data, so that the caller can fall back. `held`: the page, whose lease
   * restarts when the render gets a tab.
   */
  async render(job: RenderJob, held: HeldPage | null): Promise<PoolResult> {
    let startedAt = Date.now();
    let hasTab = false;
    try {
      const page = await this.pool.render(job, async () => {
        startedAt = Date.now();
        hasTab = true;
        this.time.begin(job.accountId, startedAt);
        await this.armTick();
        return held === null || this.hold(job.domainId, held, startedAt);
      });
      this.noteBrowser(true);
      return { ok: true, page, startedAt };
    } catch (error) {
      const reason = plainReason(error instanceof Error ? error.message : "", "the browser failed");
      if (!(error instanceof PoolUnavailable)) return { ok: false, reason, passing: false };
      if (error.because === "no_browser") this.noteBrowser(false);
      if (error.because === "everywhere") return { ok: false, reason, passing: true };
      const elsewhere = error.because === "busy" ? { waiting: this.pool.waiting } : {};
      return { ok: false, reason, passing: true, elsewhere };
    } finally {
      if (hasTab) {
        this.time.end(job.accountId, Date.now());
        // Without it, the browser closes at the next regular tick.
        await this.armTick().catch(() => {});
      }
    }
  }

  /** For the other pools: reserves browser time of the day. */
  beginTime(accountId: string, deadlineMs: number): BrowserTime | "service" | "account" {
    return this.budget.begin(accountId, deadlineMs, Date.now());
  }

  /** For the other pools: takes back what a render did not use. */
  endTime(time: BrowserTime): void {
    this.budget.end(time, Date.now());
  }

  /** Without the ledger's object, nobody knows whether the ceiling is exceeded, so nothing is rendered. */
  private budgetOf(ledger: string | undefined): DayBudget {
    if (ledger === undefined) return this.budget;
    const first = objectStub(this.env.RENDER_POOL, ledger);
    return {
      begin: (accountId, deadlineMs) =>
        first.beginTime(accountId, deadlineMs).catch((): never => {
          throw new PoolUnavailable("the daily browser time can't be looked up", "everywhere");
        }),
      // A render whose end does not arrive counts as if it had used its whole time.
      end: (time) => first.endTime(time).catch(() => {}),
    };
  }

  private hold(domainId: string, { path, token }: HeldPage, now: number): Promise<boolean> {
    return objectStub(this.env.SNAPSHOT_INDEX, domainId).hold(path, token, now);
  }

  /** Makes sure that the next tick comes in time. */
  private async armTick(): Promise<void> {
    const { storage } = this.ctx;
    const at = this.pool.nextTickAt(Date.now());
    if (((await storage.getAlarm()) ?? Infinity) > at) await storage.setAlarm(at);
  }

  /** Maintains the browsers while there are any. Rearms first, so that the alarm fires again even if this fails. */
  override async alarm(): Promise<void> {
    await this.ctx.storage.setAlarm(this.pool.nextTickAt(Date.now()));
    const hasBrowser = await this.pool.tick(Date.now());
    this.time.tick(Date.now(), hasBrowser);
    const isUnsettled = this.budget.settle(hasBrowser);
    // A render that has its tab relies on the alarm, even if its browser has yet to start.
    if (!hasBrowser && !isUnsettled && this.pool.rendering === 0) await this.ctx.storage.deleteAlarm();
  }
}

const MAX_AXE_CHARS = 2 * 1024 * 1024;

let axeSource: string | null = null;

/** The source of axe-core, loaded once per isolate. @throws when the static file is missing. */
async function loadAxe(env: Pick<Bindings, "ASSETS">): Promise<string> {
  if (axeSource !== null) return axeSource;
  const response = await env.ASSETS.fetch("https://assets.invalid/axe.min.js");
  const text = await response.text();
  if (!response.ok || text.length > MAX_AXE_CHARS) throw new Error(`axe is missing: HTTP ${response.status}`);
  return (axeSource = text);
}
