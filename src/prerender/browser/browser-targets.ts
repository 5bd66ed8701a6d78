import type { Browser, CDPSession } from "@cloudflare/puppeteer";

/** What the browser tells of a target: a page, a worker, a frame with a process of its own. */
export interface TargetInfo {
  targetId: string;
  type: string;
  url: string;
  browserContextId?: string;
}

export interface AttachedEvent {
  sessionId: string;
  targetInfo: TargetInfo;
}

/** Takes a target that is held and lets it go on; what it gives back is done once the target is gone. */
export type Adopt = (session: CDPSession, target: TargetInfo) => () => void;

/** Whoever answers for the targets that the pages of a context share. */
export interface TargetKeeper {
  adopt: Adopt;
}

/**
 * Kinds that the browser hands out by itself. The others come through the page that started them. Parts of the browser's own
 * window must not be held: it could open no page any more.
 */
const ROOT_KINDS = [{ type: "page" }, { type: "shared_worker" }, { type: "service_worker" }];

/** How every session takes what its target starts: held before it runs, under a session of its own. */
const HELD = {
  autoAttach: true,
  waitForDebuggerOnStart: true,
  flatten: true,
} as const;

/** Sends commands in order and waits for none: a target that never answers holds nothing up. */
export function sendCommands(session: CDPSession, commands: ReadonlyArray<[method: string, params?: object]>): void {
  for (const [method, params] of commands) session.send(method as "Network.enable", params as never).catch(() => {});
}

/** Calls `adopt` for every target that comes by way of `session`, and what that gave back when the target goes. */
function watchTargets(
  session: CDPSession,
  adopt: (child: CDPSession, target: TargetInfo) => (() => void) | false,
): void {
  const endings = new Map<CDPSession, () => void>();
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }: AttachedEvent) => {
    const child = session.connection()?.session(sessionId);
    const ending = child && adopt(child, targetInfo);
    if (ending) endings.set(child, ending);
  });
  session.on("sessiondetached", (child) => {
    endings.get(child)?.();
    endings.delete(child);
  });
}

/** Holds what a session's target starts, workers and frames, and gives each to `adopt`. */
export function holdChildren(session: CDPSession, adopt: Adopt): void {
  watchTargets(session, adopt);
  // Workers that pages share come through the browser.
  const filter = [{ type: "service_worker", exclude: true }, { type: "shared_worker", exclude: true }, {}];
  sendCommands(session, [["Target.setAutoAttach", { ...HELD, filter }]]);
}

/** Lets a target go on that may ask for nothing. A service worker's registration fails then. */
function refuse(session: CDPSession): void {
  session.on("Fetch.requestPaused", ({ requestId }) =>
    sendCommands(session, [["Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }]]),
  );
  sendCommands(session, [["Fetch.enable", { patterns: [{ urlPattern: "*" }] }], ["Runtime.runIfWaitingForDebugger"]]);
}

/**
 * Every target of a browser is held when it comes to be, before it asks for anything. A page that was opened here goes to
 * who opened it, a shared worker to a page that is being rendered; what no snapshot needs, popups and service workers, is refused.
 */
export class BrowserTargets {
  private static readonly known = new WeakMap<Browser, Promise<BrowserTargets>>();
  /** Pages that have come while some are being opened; which is whose, the answers will tell. */
  private readonly held = new Map<string, CDPSession>();
  private readonly awaited = new Map<string, (session: CDPSession) => void>();
  private opening = 0;
  /** Until then come those that were there before: the browser's own first page. */
  private begun = false;
  /** The pages under way by context, those that began last at the end. */
  private readonly keepers = new Map<string, Set<TargetKeeper>>();

  private constructor(private readonly root: CDPSession) {
    watchTargets(root, (session, target) => this.begun && this.attached(session, target));
  }

  static of(browser: Browser): Promise<BrowserTargets> {
    let targets = this.known.get(browser);
    if (!targets) this.known.set(browser, (targets = this.begin(browser)));
    return targets;
  }

  private static async begin(browser: Browser): Promise<BrowserTargets> {
    const root = await browser.target().createCDPSession();
    const targets = new BrowserTargets(root);
    // The driver would let every target run at once.
    await root.connection()!.send("Target.setAutoAttach", {
      ...HELD,
      autoAttach: false,
      waitForDebuggerOnStart: false,
    });
    await root.send("Target.setAutoAttach", { ...HELD, filter: ROOT_KINDS });
    targets.begun = true;
    return targets;
  }

  /** Opens a page of our own in a context; its main frame has the same id. It waits to be let go on. */
  async openPage(browserContextId: string | undefined): Promise<{ session: CDPSession; targetId: string }> {
    this.opening++;
    try {
      const { targetId } = await this.root.send("Target.createTarget", {
        url: "about:blank",
        ...(browserContextId !== undefined && { browserContextId }),
      });
      const here = this.held.get(targetId);
      this.held.delete(targetId);
      return {
        targetId,
        session: here ?? (await new Promise((resolve) => this.awaited.set(targetId, resolve))),
      };
    } finally {
      if (--this.opening === 0) for (const [targetId, session] of this.held) this.closePopup(session, targetId);
    }
  }

  closeTarget(targetId: string): Promise<unknown> {
    return this.root.send("Target.closeTarget", { targetId }).catch(() => {});
  }

  /** From now on `keeper` answers for what comes up in the context and belongs to no page alone. */
  beginRender(browserContextId: string, keeper: TargetKeeper): void {
    const keepers = this.keepers.get(browserContextId) ?? new Set();
    this.keepers.set(browserContextId, keepers.add(keeper));
  }

  endRender(browserContextId: string, keeper: TargetKeeper): void {
    const keepers = this.keepers.get(browserContextId);
    keepers?.delete(keeper);
    if (keepers?.size === 0) this.keepers.delete(browserContextId);
  }

  private attached(session: CDPSession, target: TargetInfo): (() => void) | false {
    const { targetId, type } = target;
    const keeper = [...(this.keepers.get(target.browserContextId ?? "") ?? [])].at(-1);
    if (type === "shared_worker" && keeper) return keeper.adopt(session, target);
    if (type === "page") this.pageAttached(session, targetId);
    else refuse(session);
    if (type === "shared_worker") void this.closeTarget(targetId);
    return false;
  }

  private pageAttached(session: CDPSession, targetId: string): void {
    const awaited = this.awaited.get(targetId);
    this.awaited.delete(targetId);
    if (awaited) awaited(session);
    else if (this.opening > 0) this.held.set(targetId, session);
    else this.closePopup(session, targetId);
  }

  private closePopup(session: CDPSession, targetId: string): void {
    this.held.delete(targetId);
    void this.closeTarget(targetId);
    // It may hold up the page that opened it until it goes on.
    refuse(session);
  }
}
