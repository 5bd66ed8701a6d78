import { withDeadline } from "../../lib/time/deadline";
import { BlameRecord } from "../core/turns/browser-blame";
import type { IdleTimes } from "../core/turns/browser-idle";
import type { RawRender } from "../core/pages/raw-render";
import type { PageOptions } from "../core/render-rules";
import { HANG_MS } from "../core/turns/render-times";
import type { RenderPriority, TurnLimits } from "../core/turns/render-turns";
import { BrowserSessions, type SessionRecord } from "./browser-sessions";
import { CurrentSession, PoolUnavailable, type Session } from "./current-session";
import { RenderTurns } from "./render-turns";
import { ACCOUNT_TIME_USED } from "../core/turns/settle-render";
import type { DayBudget } from "./browser-budget";
import type { AxeSource } from "./tab/check-axe";
import { PageFault, Tab } from "./tab/tab";

export interface PoolOptions extends TurnLimits {
  allowPrivateHosts: boolean;
  /** A browser is closed after this long without a render. */
  idle: IdleTimes;
  /** The browser time that all renders of a day share, kept by another pool; undefined: kept by this one. */
  budgetOf: (ledger: string | undefined) => DayBudget;
  axeSource: AxeSource;
}

const SERVICE_TIME_USED = "the service's daily browser time is used up";

/** One render requested from the pool. */
export interface RenderJob {
  /** The account whose share of the tabs and of the day it takes. */
  accountId: string;
  domainId: string;
  /** The pool that keeps the day's browser time; missing: the one that renders. */
  ledger?: string;
  url: string;
  /** Counted from the moment the page has a tab. */
  deadlineMs: number;
  priority: RenderPriority;
  /** Nobody waits for the result, not even an audit. */
  unawaited?: boolean;
  /** Longest wait for a tab. */
  waitMs: number;
  options?: PageOptions | undefined;
  /** Runs axe on the page. Only for audits. */
  axe?: boolean;
}

/** A render tries again when its browser was lost or given up, which is not its page's fault. */
const MAX_TRIES = 3;
const KEEPS_BUSY = "the account's pages kept the browser from responding";
const REFUSALS = {
  too_many_waiting: "too many renders of the account are waiting",
  waited_too_long: "no tab was free in time",
} as const;

/**
 * One browser, in which each tab has its own context, so that renders share nothing. It lives in the memory of one
 * Durable Object. When that memory is lost, the next render or tick ends the session it left behind.
 */
export class BrowserPool {
  private readonly turns: RenderTurns;
  private readonly current: CurrentSession;
  private readonly blame = new BlameRecord();

  constructor(
    binding: Fetcher,
    record: SessionRecord,
    private readonly options: PoolOptions,
  ) {
    this.turns = new RenderTurns(options);
    this.current = new CurrentSession(new BrowserSessions(binding, record), options.idle, (accountId) =>
      this.blame.note(accountId, Date.now()),
    );
  }

  /**
   * Renders a page in a tab of its domain. `onTab` is called when the page has a tab; if it returns false, the tab is
   * released.
   * @throws PoolUnavailable, or the browser's error.
   */
  async render(job: RenderJob, onTab: () => Promise<boolean>): Promise<RawRender> {
    const { domainId, accountId, priority } = job;
    if (this.blame.holds(accountId, Date.now())) throw new PoolUnavailable(KEEPS_BUSY, "everywhere");
    const turn = await this.turns.take({ accountId, domainId, priority }, job.waitMs);
    if ("refused" in turn) throw new PoolUnavailable(REFUSALS[turn.refused], "busy");
    try {
      if (!(await onTab()))
        throw new PoolUnavailable("the page was invalidated or taken while it waited for a tab", "everywhere");
      return await this.renderWithinBudget(job, accountId, Date.now());
    } finally {
      turn.end();
    }
  }

  /** Renders that wait for a tab. */
  get waiting(): number {
    return this.turns.waiting;
  }

  /** Renders that have a tab. */
  get rendering(): number {
    return this.turns.held;
  }

  /** A browser is open or starts. */
  get hasBrowser(): boolean {
    return this.current.isOpen;
  }

  /** Closes an idle browser and sessions without an owner. Returns true while a browser exists. */
  tick(now: number): Promise<boolean> {
    return this.current.tick(now);
  }

  /** When to call `tick` next. */
  nextTickAt(now: number): number {
    return this.current.nextTickAt(now);
  }

  private async renderWithinBudget(job: RenderJob, accountId: string, startedAt: number): Promise<RawRender> {
    const budget = this.options.budgetOf(job.ledger);
    const time = await budget.begin(accountId, job.deadlineMs, startedAt);
    if (typeof time === "string")
      throw new PoolUnavailable(time === "account" ? ACCOUNT_TIME_USED : SERVICE_TIME_USED, "everywhere");
    const bill = { from: startedAt };
    try {
      return await this.renderInSession(job, startedAt + job.deadlineMs, bill);
    } finally {
      const now = Date.now();
      await budget.end(time, startedAt + now - bill.from);
    }
  }

  /**
   * `bill`: when the time charged to the render began, epoch ms. Only the account that made a browser unresponsive is
   * charged for that.
   */
  private async renderInSession(
    job: RenderJob,
    endAt: number,
    bill: { from: number },
    triesLeft = MAX_TRIES - 1,
  ): Promise<RawRender> {
    const { domainId, accountId } = job;
    const session = await withDeadline(this.current.connected(), endAt - Date.now());
    if (!session) throw new PoolUnavailable("the browser did not start in time", "no_browser");
    this.current.begin(session);
    try {
      const work = renderInTab(session, job, endAt - Date.now(), this.options);
      const page = await withDeadline(work, endAt + HANG_MS - Date.now());
      if (page) {
        session.silentFor = null;
        return page;
      }
      this.current.retire(session);
      throw new Error("the browser did not respond in time");
    } catch (error) {
      if (error instanceof PageFault) {
        await this.current.flooded(session, accountId);
        throw error;
      }
      if (await this.current.answers(session, domainId)) throw error;
      if (session.blamed === accountId) throw new PageFault(KEEPS_BUSY);
      bill.from = Date.now();
      if (session.state === "lost" && triesLeft > 0 && bill.from < endAt)
        return await this.renderInSession(job, endAt, bill, triesLeft - 1);
      throw new PoolUnavailable("the browser did not respond", "no_browser");
    } finally {
      this.current.release(session, !job.unawaited, Date.now());
    }
  }
}

async function renderInTab(
  session: Session,
  { domainId, accountId, url, options = {}, axe = false }: RenderJob,
  deadlineMs: number,
  { allowPrivateHosts, axeSource }: Pick<PoolOptions, "allowPrivateHosts" | "axeSource">,
): Promise<RawRender> {
  const { browser, idle } = session;
  // Headers may be secrets, so their context must not have been used by another page.
  const isSecret = Object.keys(options.headers ?? {}).length > 0;
  const rested = isSecret ? null : await idle.take(domainId);
  const sizes = isSecret ? new Map<string, number>() : idle.sizesOf(domainId);
  const tab = rested ?? (await Tab.open(browser, allowPrivateHosts, sizes));
  session.rendering.set(tab, accountId);
  try {
    const result = await tab.render(url, deadlineMs, options, axe ? axeSource : undefined);
    if (tab.rest()) idle.put(domainId, tab);
    return result;
  } catch (error) {
    // A tab that failed is not reused.
    void tab.close();
    throw error;
  } finally {
    session.rendering.delete(tab);
  }
}
