import { SECOND_MS } from "../../lib/time";
import type { BrowserSessions } from "./browser-sessions";
import type { BrowserContext, RemoteBrowser } from "./remote-browser";
import type { Tab } from "./tab";

/** Browser Rendering allows one new session per second. */
const LAUNCH_PAUSE_MS = SECOND_MS;
/** For this long after a failed launch, further launches fail at once. */
const LAUNCH_FAILURE_PAUSE_MS = 10 * SECOND_MS;
/** A browser is closed after this long without a render. */
const IDLE_MS = 60 * SECOND_MS;
const RENDERS_PER_SESSION = 500;

export interface DomainTabs {
  context: Promise<BrowserContext>;
  idle: Tab[];
  busy: number;
  /** Size of the files that the tabs loaded, by URL. */
  sizes: Map<string, number>;
}

/** One browser session. Retired: it takes no new renders and is closed after its last one. */
export interface Session {
  browser: RemoteBrowser;
  domains: Map<string, DomainTabs>;
  renders: number;
  active: number;
  usedAt: number;
  state: "open" | "retired" | "lost";
}

/**
 * The pool can't take a render now, for reasons that say nothing about the page. `because`: no tab in time, no browser, or
 * something that is the same in every pool.
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
  private lastLaunchAt = 0;
  private launchFailedAt = 0;

  constructor(private readonly sessions: BrowserSessions) {}

  /** The browser, started when there is none. @throws PoolUnavailable when it doesn't start. */
  connected(): Promise<Session> {
    this.session ??= this.launch().catch((error: unknown) => {
      this.session = null;
      this.launchFailedAt = Date.now();
      throw new PoolUnavailable(
        error instanceof Error ? error.message : "the browser could not be started",
        "no_browser",
      );
    });
    return this.session;
  }

  /** The session takes no new renders; the next render starts another browser. */
  retire(session: Session): void {
    if (session.state === "open") {
      this.session = null;
      session.state = "retired";
    }
  }

  /** Call at the end of each render of the session. */
  release(session: Session, now: number): void {
    session.active--;
    session.usedAt = now;
    if (++session.renders >= RENDERS_PER_SESSION) this.retire(session);
    if (session.state === "retired" && session.active === 0) void this.sessions.close(session.browser);
  }

  /** Closes an idle browser and sessions without an owner. Returns true while a browser exists. */
  async tick(now: number): Promise<boolean> {
    await this.sessions.endLeftovers();
    const session = await this.session?.catch(() => null);
    if (session?.state === "open" && session.active === 0 && session.usedAt + IDLE_MS <= now) {
      this.retire(session);
      await this.sessions.close(session.browser);
    }
    return this.session !== null || this.sessions.count > 0;
  }

  private async launch(): Promise<Session> {
    const now = Date.now();
    if (now - this.launchFailedAt < LAUNCH_FAILURE_PAUSE_MS)
      throw new PoolUnavailable("the browser could not be started a moment ago", "no_browser");
    const pause = this.lastLaunchAt + LAUNCH_PAUSE_MS - now;
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    this.lastLaunchAt = Date.now();
    const browser = await this.sessions.start();
    const session: Session = { browser, domains: new Map(), renders: 0, active: 0, usedAt: Date.now(), state: "open" };
    browser.onDisconnected(() => {
      if (session.state === "open") this.session = null;
      session.state = "lost";
      void this.sessions.close(browser);
    });
    return session;
  }
}
