import { log } from "../../lib/text/log";
import { SECOND_MS } from "../../lib/time/time";
import type { BrowserSessions } from "./browser-sessions";
import { blamedFor } from "../core/turns/browser-blame";
import { closesAt, keptAfter, nextLookAt, type BrowserUse, type IdleTimes } from "../core/turns/browser-idle";
import { IdleTabs } from "./idle-tabs";
import type { RemoteBrowser } from "./driver/remote-browser";

/** Browser Rendering allows one new session per second. */
const LAUNCH_PAUSE_MS = SECOND_MS;
/** For this long after a failed launch, further launches fail at once. */
const LAUNCH_FAILURE_PAUSE_MS = 10 * SECOND_MS;
const RENDERS_PER_SESSION = 500;
/** While pages render, we check this often whether the browser still responds. */
const WATCH_MS = SECOND_MS;
/** A browser that works answers a question about itself within milliseconds. */
const ANSWER_MS = 2 * SECOND_MS;
/** Shorter for a browser that a page has just flooded. */
const FLOODED_MS = SECOND_MS;

/** One browser session. Retired: it takes no new renders and is closed after its last one. */
export interface Session extends BrowserUse {
  browser: RemoteBrowser;
  idle: IdleTabs;
  /** The domain whose render ended last, if the browser itself did not respond then. */
  silentFor: string | null;
  /** The tabs that render, with their accounts. */
  rendering: Map<{ readonly share: number }, string>;
  /** The account whose pages kept the browser busy, if the browser was given up for that. */
  blamed: string | null;
  isWatched: boolean;
  renders: number;
  state: "open" | "retired" | "lost";
}

/**
 * The pool can't take a render now, for reasons unrelated to the page. `because`: no tab in time, no browser, or a
 * reason that applies to every pool.
 */
export class PoolUnavailable extends Error {
  constructor(
    message: string,
    readonly because: "busy" | "no_browser" | "everywhere",
  ) {
    super(message);
    this.name = "PoolUnavailable";
  }
}

/** The one browser that takes new renders. */
export class CurrentSession {
  private session: Promise<Session> | null = null;
  private started: Session | null = null;
  private lastLaunchAt = 0;
  private launchFailedAt = 0;

  /**
   * `idle`: a browser is closed after this long without a render. `onBlame` is called with the account whose pages made a
   * browser unresponsive.
   */
  constructor(
    private readonly sessions: BrowserSessions,
    private readonly idle: IdleTimes,
    private readonly onBlame: (accountId: string) => void,
  ) {}

  /** The browser, started when there is none. @throws PoolUnavailable when it doesn't start. */
  connected(): Promise<Session> {
    this.session ??= this.launch().catch((error: unknown) => {
      this.session = null;
      this.launchFailedAt = Date.now();
      if (error instanceof PoolUnavailable) throw error;
      // What Browser Rendering said is for the operator, not for customers.
      log("warn", "browser_not_started", { error: String(error).slice(0, 500) });
      throw new PoolUnavailable("the browser could not be started", "no_browser");
    });
    return this.session;
  }

  /** There is a browser for new renders, or one starts. */
  get isOpen(): boolean {
    return this.session !== null;
  }

  /** The session takes no new renders; the next render starts another browser. */
  retire(session: Session): void {
    if (session.state === "open") {
      this.session = null;
      session.state = "retired";
    }
  }

  /**
   * Call when a domain's render failed. Returns whether the browser still responds. The second domain in a row without
   * a response ends it, with all renders in progress. Their pages are not to blame, so they are retried elsewhere.
   */
  async answers(session: Session, domainId: string): Promise<boolean> {
    if (session.state === "lost" || !session.browser.connected) return false;
    if (await session.browser.answers(ANSWER_MS)) {
      session.silentFor = null;
      return true;
    }
    if (session.silentFor !== null && session.silentFor !== domainId) session.browser.drop();
    session.silentFor = domainId;
    return false;
  }

  /**
   * Call when a page was ended because it floods the browser. Work that it already caused can't be undone, so a browser
   * that is still busy with it is given up. The other renders are retried elsewhere.
   */
  async flooded(session: Session, accountId: string): Promise<void> {
    if (session.state !== "lost" && !(await session.browser.answers(FLOODED_MS))) this.giveUp(session, accountId);
  }

  /** Call at the beginning of each render of the session. */
  begin(session: Session): void {
    session.active++;
    if (!session.isWatched) void this.watch(session);
  }

  /** Call at the end of each render of the session. */
  release(session: Session, isAwaited: boolean, now: number): void {
    session.active--;
    session.keptUntil = keptAfter(session, isAwaited ? this.idle.awaited : this.idle.unawaited, now);
    if (++session.renders >= RENDERS_PER_SESSION) this.retire(session);
    if (session.state === "retired" && session.active === 0) void this.sessions.close(session.browser);
  }

  /** Closes an idle browser and sessions without an owner. Returns true while a browser exists. */
  async tick(now: number): Promise<boolean> {
    await this.sessions.endLeftovers();
    const session = await this.session?.catch(() => null);
    if (session?.state === "open" && (closesAt(session) ?? Infinity) <= now) {
      this.retire(session);
      await this.sessions.close(session.browser);
    }
    return this.session !== null || this.sessions.count > 0;
  }

  /** When to call `tick` next. */
  nextTickAt(now: number): number {
    return nextLookAt(this.started?.state === "open" ? this.started : null, this.idle, now);
  }

  private async launch(): Promise<Session> {
    const now = Date.now();
    if (now - this.launchFailedAt < LAUNCH_FAILURE_PAUSE_MS)
      throw new PoolUnavailable("the browser could not be started a moment ago", "no_browser");
    const pause = this.lastLaunchAt + LAUNCH_PAUSE_MS - now;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    this.lastLaunchAt = Date.now();
    const browser = await this.sessions.start();
    const session: Session = {
      browser,
      idle: new IdleTabs(),
      silentFor: null,
      rendering: new Map(),
      blamed: null,
      isWatched: false,
      renders: 0,
      active: 0,
      keptUntil: Date.now() + this.idle.unawaited,
      state: "open",
    };
    browser.onDisconnected(() => this.lose(session));
    return (this.started = session);
  }

  /**
   * Gives up a browser that a page keeps busy. Waiting until renders fail could take as long as a render may last. If
   * no page stands out, the machine may just be slow.
   */
  private async watch(session: Session): Promise<void> {
    session.isWatched = true;
    while (session.active > 0 && session.state !== "lost") {
      await new Promise((resolve) => setTimeout(resolve, WATCH_MS));
      if (session.active === 0 || (await session.browser.answers(ANSWER_MS))) continue;
      const blamed = blamedFor([...session.rendering].map(([tab, accountId]) => ({ accountId, share: tab.share })));
      if (blamed !== null) this.giveUp(session, blamed);
    }
    session.isWatched = false;
  }

  private giveUp(session: Session, blamed: string): void {
    session.blamed = blamed;
    this.onBlame(blamed);
    session.browser.drop();
  }

  /** The browser is gone. */
  private lose(session: Session): void {
    if (session.state === "open") this.session = null;
    if (session.state !== "lost") void this.sessions.close(session.browser);
    session.state = "lost";
  }
}
