import { launch, type Browser, type BrowserContext } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline";
import { SECOND_MS } from "../../lib/time";
import type { RawRender } from "../core/raw-render";
import type { BrowserBudget } from "./browser-budget";
import { RenderTurns, type RenderPriority } from "./render-turns";
import { Tab } from "./tab";

export interface PoolOptions {
  allowPrivateHosts: boolean;
  /** Pages rendered at once. */
  tabs: number;
  /** Renders that may wait for a tab; more are refused at once. */
  queue: number;
  /** The browser time that all renders of a day share. */
  budget: BrowserBudget;
}

/** Browser Rendering allows one new session a second. */
const LAUNCH_PAUSE_MS = SECOND_MS;
/** After a launch that failed, further ones fail at once for a while. */
const LAUNCH_FAILURE_PAUSE_MS = 10 * SECOND_MS;
const KEEP_ALIVE_MS = 600 * SECOND_MS;
const RENDERS_PER_SESSION = 500;
const MAX_CONTEXTS = 8;
const REST_AFTER_MS = 2 * SECOND_MS;
/** A browser that has said nothing for so long after a render's deadline is given up. */
const HANG_MS = 5 * SECOND_MS;

interface DomainTabs {
  context: Promise<BrowserContext>;
  idle: Tab[];
  busy: number;
  /** What the files that they loaded weigh, by address. */
  sizes: Map<string, number>;
}

/** One browser session. Retired: it takes no new renders and is closed after its last. */
interface Session {
  browser: Browser;
  domains: Map<string, DomainTabs>;
  renders: number;
  active: number;
  state: "open" | "retired" | "lost";
}

/** The pool can't take a render now: no browser, or too many waiting. */
export class PoolUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = "PoolUnavailable";
  }
}

/**
 * One browser with a context for each domain — the wall between customers — and tabs that are used again inside it.
 * Lives in the memory of one Durable Object; when that goes, the next render starts a new session.
 */
export class BrowserPool {
  private session: Promise<Session> | null = null;
  private lastLaunchAt = 0;
  private launchFailedAt = 0;
  private readonly turns: RenderTurns;

  constructor(
    private readonly binding: Fetcher,
    private readonly options: PoolOptions,
  ) {
    this.turns = new RenderTurns(options);
  }

  /** Renders a page in a tab of its domain. @throws PoolUnavailable, or what the browser reports. */
  async render(domainId: string, url: string, deadlineMs: number, priority: RenderPriority): Promise<RawRender> {
    if (!(await this.turns.take(priority))) throw new PoolUnavailable("too many renders are waiting");
    const { budget } = this.options;
    const startedAt = Date.now();
    const time = budget.begin(deadlineMs, startedAt);
    try {
      if (!time) throw new PoolUnavailable("the service's browser time of the day is used up");
      return await this.renderInSession(domainId, url, startedAt + deadlineMs, true);
    } finally {
      if (time) budget.end(time, Date.now());
      this.turns.end(priority);
    }
  }

  private async renderInSession(domainId: string, url: string, endAt: number, mayRetry: boolean): Promise<RawRender> {
    const session = await this.connected();
    session.active++;
    try {
      const work = renderInTab(session, domainId, url, endAt - Date.now(), this.options.allowPrivateHosts);
      const page = await withDeadline(work, endAt + HANG_MS - Date.now());
      if (page) return page;
      this.retire(session);
      throw new Error("the browser did not answer in time");
    } catch (error) {
      // The browser went away under the page, which is not the page's fault.
      if (session.state === "lost" && mayRetry && Date.now() < endAt)
        return await this.renderInSession(domainId, url, endAt, false);
      throw error;
    } finally {
      session.active--;
      if (++session.renders >= RENDERS_PER_SESSION && session.state === "open") this.retire(session);
      if (session.state === "retired" && session.active === 0) void session.browser.close().catch(() => {});
    }
  }

  private retire(session: Session): void {
    if (session.state === "open") this.session = null;
    session.state = "retired";
  }

  private connected(): Promise<Session> {
    this.session ??= this.launch().catch((error: unknown) => {
      this.session = null;
      this.launchFailedAt = Date.now();
      throw error;
    });
    return this.session;
  }

  private async launch(): Promise<Session> {
    if (Date.now() - this.launchFailedAt < LAUNCH_FAILURE_PAUSE_MS)
      throw new PoolUnavailable("the browser could not be started a moment ago");
    const pause = this.lastLaunchAt + LAUNCH_PAUSE_MS - Date.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    this.lastLaunchAt = Date.now();
    const browser = await launch(this.binding, { keep_alive: KEEP_ALIVE_MS });
    const session: Session = { browser, domains: new Map(), renders: 0, active: 0, state: "open" };
    browser.on("disconnected", () => {
      if (session.state === "open") this.session = null;
      session.state = "lost";
    });
    return session;
  }
}

async function renderInTab(
  session: Session,
  domainId: string,
  url: string,
  deadlineMs: number,
  allowPrivateHosts: boolean,
): Promise<RawRender> {
  const tabs = await tabsOf(session, domainId);
  tabs.busy++;
  let tab: Tab | undefined;
  try {
    tab = tabs.idle.pop() ?? (await Tab.open(await tabs.context, allowPrivateHosts, tabs.sizes));
    const used = tab;
    const result = await used.render(url, deadlineMs);
    tabs.idle.push(used);
    setTimeout(() => restIfIdle(tabs, used), REST_AFTER_MS);
    return result;
  } catch (error) {
    // A tab that failed once is not trusted again.
    void tab?.close();
    throw error;
  } finally {
    tabs.busy--;
  }
}

/** Stops what the last page of a tab still does. Not right after each render: an empty page in between costs a third of the speed. */
function restIfIdle(tabs: DomainTabs, tab: Tab): void {
  const at = tabs.idle.indexOf(tab);
  if (at < 0) return;
  tabs.idle.splice(at, 1);
  tab.rest().then(
    () => tabs.idle.push(tab),
    () => tab.close(),
  );
}

/** The domain's own context: the wall between customers. The one used longest ago makes room. */
async function tabsOf(session: Session, domainId: string): Promise<DomainTabs> {
  const known = session.domains.get(domainId);
  if (known) {
    session.domains.delete(domainId);
    session.domains.set(domainId, known); // most recently used last
    return known;
  }
  const made = { context: session.browser.createBrowserContext(), idle: [], busy: 0, sizes: new Map<string, number>() };
  session.domains.set(domainId, made);
  made.context.catch(() => session.domains.delete(domainId));
  const spare = [...session.domains].find(([, tabs]) => tabs.busy === 0 && tabs !== made);
  if (session.domains.size > MAX_CONTEXTS && spare) {
    session.domains.delete(spare[0]);
    void spare[1].context.then((context) => context.close()).catch(() => {});
  }
  return made;
}
