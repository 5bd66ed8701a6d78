import { withDeadline } from "../../lib/deadline";
import type { RawRender } from "../core/raw-render";
import type { PageOptions } from "../core/render-rules";
import { HANG_MS } from "../core/render-times";
import type { RenderPriority, TurnLimits } from "../core/render-turns";
import { BrowserSessions, type SessionRecord } from "./browser-sessions";
import { CurrentSession, PoolUnavailable, type DomainTabs, type Session } from "./current-session";
import { RenderTurns } from "./render-turns";
import { ACCOUNT_TIME_USED } from "../core/settle-render";
import type { DayBudget } from "./browser-budget";
import type { AxeSource } from "./check-axe";
import { Tab } from "./tab";

export interface PoolOptions extends TurnLimits {
  allowPrivateHosts: boolean;
  /** The browser time that all renders of a day share, by the pool that keeps it; undefined: this one. */
  budgetOf: (ledger: string | undefined) => DayBudget;
  axeSource: AxeSource;
}

const SERVICE_TIME_USED = "the service's browser time of the day is used up";

/** One render requested from the pool. */
export interface RenderJob {
  /** Missing in jobs of Workers of an older release: the domain then has a share of its own. */
  accountId?: string;
  domainId: string;
  /** The pool that keeps the day's browser time; missing: the one that renders. */
  ledger?: string;
  url: string;
  /** Counted from the moment the page has a tab. */
  deadlineMs: number;
  priority: RenderPriority;
  /** Longest wait for a tab. */
  waitMs: number;
  options?: PageOptions | undefined;
  /** Has axe look at the page. Only for audits. */
  axe?: boolean;
}

const MAX_CONTEXTS = 12;
const REFUSALS = {
  too_many_waiting: "too many renders of the account are waiting",
  waited_too_long: "no tab was free in time",
} as const;

/**
 * One browser with a context per domain, which separates customers, and tabs that are reused within a context. It lives
 * in the memory of one Durable Object. When that memory is lost, the next render or tick ends the session it left
 * behind.
 */
export class BrowserPool {
  private readonly turns: RenderTurns;
  private readonly current: CurrentSession;

  constructor(
    binding: Fetcher,
    record: SessionRecord,
    private readonly options: PoolOptions,
  ) {
    this.turns = new RenderTurns(options);
    this.current = new CurrentSession(new BrowserSessions(binding, record));
  }

  /**
   * Renders a page in a tab of its domain. `onTab` is called when the page has a tab; if it returns false, the tab is
   * released.
   * @throws PoolUnavailable, or the browser's error.
   */
  async render(job: RenderJob, onTab: () => Promise<boolean>): Promise<RawRender> {
    const { domainId, accountId = domainId, priority } = job;
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

  /** Closes an idle browser and sessions without an owner. Returns true while a browser exists. */
  tick(now: number): Promise<boolean> {
    return this.current.tick(now);
  }

  private async renderWithinBudget(job: RenderJob, accountId: string, startedAt: number): Promise<RawRender> {
    const budget = this.options.budgetOf(job.ledger);
    const time = await budget.begin(accountId, job.deadlineMs, startedAt);
    if (typeof time === "string")
      throw new PoolUnavailable(time === "account" ? ACCOUNT_TIME_USED : SERVICE_TIME_USED, "everywhere");
    try {
      return await this.renderInSession(job, startedAt + job.deadlineMs, true);
    } finally {
      await budget.end(time, Date.now());
    }
  }

  private async renderInSession(job: RenderJob, endAt: number, mayRetry: boolean): Promise<RawRender> {
    const session = await withDeadline(this.current.connected(), endAt - Date.now());
    if (!session) throw new PoolUnavailable("the browser did not start in time", "no_browser");
    session.active++;
    try {
      const work = renderInTab(session, job, endAt - Date.now(), this.options);
      const page = await withDeadline(work, endAt + HANG_MS - Date.now());
      if (page) return page;
      this.current.retire(session);
      throw new Error("the browser did not answer in time");
    } catch (error) {
      // The browser was lost, which is not the page's fault.
      if (session.state === "lost" && mayRetry && Date.now() < endAt)
        return await this.renderInSession(job, endAt, false);
      throw error;
    } finally {
      this.current.release(session, Date.now());
    }
  }
}

async function renderInTab(
  session: Session,
  { domainId, url, options = {}, axe = false }: RenderJob,
  deadlineMs: number,
  { allowPrivateHosts, axeSource }: Pick<PoolOptions, "allowPrivateHosts" | "axeSource">,
): Promise<RawRender> {
  const tabs = await tabsOf(session, domainId);
  tabs.busy++;
  let tab: Tab | undefined;
  try {
    tab = (await restedTab(tabs)) ?? (await Tab.open(await tabs.context, allowPrivateHosts, tabs.sizes));
    const result = await tab.render(url, deadlineMs, options, axe ? axeSource : undefined);
    tab.rest();
    tabs.idle.push(tab);
    return result;
  } catch (error) {
    // A tab that failed is not reused.
    void tab?.close();
    throw error;
  } finally {
    tabs.busy--;
  }
}

/** Returns the tab that has been idle longest. Skips tabs that could not leave their last page. */
async function restedTab(tabs: DomainTabs): Promise<Tab | null> {
  for (let tab = tabs.idle.shift(); tab; tab = tabs.idle.shift()) if (await tab.rested) return tab;
  return null;
}

/** Returns the domain's own context. When there are too many, the one used longest ago is closed. */
async function tabsOf(session: Session, domainId: string): Promise<DomainTabs> {
  const known = session.domains.get(domainId);
  if (known) {
    session.domains.delete(domainId);
    session.domains.set(domainId, known); // most recently used last
    return known;
  }
  const made = { context: session.browser.createContext(), idle: [], busy: 0, sizes: new Map<string, number>() };
  session.domains.set(domainId, made);
  made.context.catch(() => session.domains.delete(domainId));
  const spare = [...session.domains].find(([, tabs]) => tabs.busy === 0 && tabs !== made);
  if (session.domains.size > MAX_CONTEXTS && spare) {
    session.domains.delete(spare[0]);
    void spare[1].context.then((context) => context.close()).catch(() => {});
  }
  return made;
}
