import { launch, type Browser, type BrowserContext } from "@cloudflare/puppeteer";
import { SECOND_MS } from "../../lib/time";
import { Tab, type RawRender } from "./tab";

export interface PoolOptions {
  allowPrivateHosts: boolean;
  /** Pages rendered at once. */
  tabs: number;
  /** Renders that may wait for a tab; more are refused at once. */
  queue: number;
}

/** live: a crawler waits; background: stale pages, prewarming, audits. */
export type RenderPriority = "live" | "background";

/** This share of the tabs is kept for live renders. */
const LIVE_SHARE = 0.3;

/** Browser Rendering allows one new session a second. */
const LAUNCH_PAUSE_MS = SECOND_MS;
/** After a launch that failed, further ones fail at once for a while. */
const LAUNCH_FAILURE_PAUSE_MS = 10 * SECOND_MS;
const KEEP_ALIVE_MS = 600 * SECOND_MS;
const RENDERS_PER_SESSION = 500;
const MAX_CONTEXTS = 16;

interface DomainTabs {
  context: BrowserContext;
  idle: Tab[];
  busy: number;
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
  private browser: Promise<Browser> | null = null;
  private lastLaunchAt = 0;
  private launchFailedAt = 0;
  private renders = 0;
  private readonly active: Record<RenderPriority, number> = { live: 0, background: 0 };
  private readonly waiting: Record<RenderPriority, Array<() => void>> = { live: [], background: [] };
  private readonly domains = new Map<string, DomainTabs>();

  constructor(
    private readonly binding: Fetcher,
    private readonly options: PoolOptions,
  ) {}

  /** Renders a page in a tab of its domain. @throws PoolUnavailable, or what the browser reports. */
  async render(domainId: string, url: string, deadlineMs: number, priority: RenderPriority): Promise<RawRender> {
    await this.takeTurn(priority);
    try {
      return await this.renderInTab(domainId, url, deadlineMs);
    } finally {
      this.active[priority]--;
      this.callNext();
    }
  }

  private hasRoom(priority: RenderPriority): boolean {
    const { live, background } = this.active;
    if (live + background >= this.options.tabs) return false;
    return priority === "live" || background < Math.max(1, Math.floor(this.options.tabs * (1 - LIVE_SHARE)));
  }

  private async takeTurn(priority: RenderPriority): Promise<void> {
    if (this.hasRoom(priority)) {
      this.active[priority]++;
      return;
    }
    if (this.waiting[priority].length >= this.options.queue) throw new PoolUnavailable("too many renders are waiting");
    await new Promise<void>((resolve) => this.waiting[priority].push(resolve));
  }

  /** Hands free tabs to those who wait, live ones first. The turn is taken here: nobody may slip in between. */
  private callNext(): void {
    for (const priority of ["live", "background"] as const) {
      while (this.waiting[priority].length > 0 && this.hasRoom(priority)) {
        this.active[priority]++;
        this.waiting[priority].shift()!();
      }
    }
  }

  private async renderInTab(domainId: string, url: string, deadlineMs: number): Promise<RawRender> {
    const browser = await this.connected();
    const tabs = await this.tabsOf(browser, domainId);
    tabs.busy++;
    let tab: Tab | undefined;
    try {
      tab = tabs.idle.pop() ?? (await Tab.open(tabs.context, this.options.allowPrivateHosts));
      const result = await tab.render(url, deadlineMs);
      tabs.idle.push(tab);
      return result;
    } catch (error) {
      // A tab that failed once is not trusted again.
      void tab?.close();
      throw error;
    } finally {
      tabs.busy--;
      this.renders++;
      if (this.renders >= RENDERS_PER_SESSION && this.active.live + this.active.background === 1)
        await this.disposeSession();
    }
  }

  private async tabsOf(browser: Browser, domainId: string): Promise<DomainTabs> {
    const known = this.domains.get(domainId);
    if (known) {
      this.domains.delete(domainId);
      this.domains.set(domainId, known); // most recently used last
      return known;
    }
    await this.makeRoom();
    const made = { context: await browser.createBrowserContext(), idle: [], busy: 0 };
    const raced = this.domains.get(domainId);
    if (raced) {
      void made.context.close().catch(() => {});
      return raced;
    }
    this.domains.set(domainId, made);
    return made;
  }

  private async makeRoom(): Promise<void> {
    if (this.domains.size < MAX_CONTEXTS) return;
    for (const [domainId, tabs] of this.domains) {
      if (tabs.busy > 0) continue;
      this.domains.delete(domainId);
      await tabs.context.close().catch(() => {});
      return;
    }
  }

  private connected(): Promise<Browser> {
    this.browser ??= this.launch().catch((error: unknown) => {
      this.browser = null;
      this.launchFailedAt = Date.now();
      throw error;
    });
    return this.browser;
  }

  private async launch(): Promise<Browser> {
    if (Date.now() - this.launchFailedAt < LAUNCH_FAILURE_PAUSE_MS)
      throw new PoolUnavailable("the browser could not be started a moment ago");
    const pause = this.lastLaunchAt + LAUNCH_PAUSE_MS - Date.now();
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    this.lastLaunchAt = Date.now();
    const browser = await launch(this.binding, { keep_alive: KEEP_ALIVE_MS });
    browser.on("disconnected", () => this.forget());
    return browser;
  }

  private forget(): void {
    this.browser = null;
    this.renders = 0;
    this.domains.clear();
  }

  private async disposeSession(): Promise<void> {
    const browser = this.browser;
    this.forget();
    await (await browser)?.close().catch(() => {});
  }
}
