import type { CDPSession } from "@cloudflare/puppeteer";
import type { RemoteBrowser } from "./remote-browser";
import { RequestGate } from "./request-gate";
import { sendCommands } from "./send-commands";

/** A target as the browser reports it: a page, a worker, or a frame with its own process. */
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

/** Takes over a paused target and resumes it. The function it returns is called when the target is gone. */
export type Adopt = (session: CDPSession, target: TargetInfo) => () => void;

/** Takes over the targets that a context's page opens. */
export interface TargetKeeper {
  adopt: Adopt;
  /** A target that no snapshot needs was refused. */
  refused: () => void;
}

/**
 * Kinds that the browser's root session reports. Other kinds are reported by the page that started them. Parts of the
 * browser's own window must not be paused, because no page would open after that.
 */
const ROOT_KINDS = [{ type: "page" }, { type: "shared_worker" }, { type: "service_worker" }];

/** Each new target is paused before it runs and gets its own session. */
const HELD = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true } as const;

/** Calls `adopt` for every target that `session` reports, and the function it returned when the target is gone. */
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

/** Pauses the workers and frames that a session's target starts, and passes each to `adopt`. */
export function holdChildren(session: CDPSession, adopt: Adopt): void {
  watchTargets(session, adopt);
  // The root session reports the workers that pages share.
  const filter = [{ type: "service_worker", exclude: true }, { type: "shared_worker", exclude: true }, {}];
  sendCommands(session, [["Target.setAutoAttach", { ...HELD, filter }]]);
}

/** Resumes a target and refuses all its requests. The registration of a service worker then fails. */
function refuse(session: CDPSession): void {
  session.on("Fetch.requestPaused", ({ requestId }) =>
    sendCommands(session, [["Fetch.failRequest", { requestId, errorReason: "BlockedByClient" }]]),
  );
  sendCommands(session, [["Fetch.enable", { patterns: [{ urlPattern: "*" }] }], ["Runtime.runIfWaitingForDebugger"]]);
}

/**
 * Pauses every new target of a browser before it sends a request. A page that was opened here goes to its opener, a
 * shared worker to the page of its context. Popups and service workers are refused, because no snapshot needs them.
 */
export class BrowserTargets {
  private static readonly known = new WeakMap<RemoteBrowser, Promise<BrowserTargets>>();
  /** Pages that appeared while some were being opened; the replies to those calls show which page belongs to whom. */
  private readonly held = new Map<string, CDPSession>();
  private readonly awaited = new Map<string, (session: CDPSession) => void>();
  private opening = 0;
  /** False while the browser reports the targets that already exist: its own first page. */
  private begun = false;
  /** The render in progress of each context. */
  private readonly keepers = new Map<string, TargetKeeper>();

  readonly gate: RequestGate;

  private constructor(private readonly root: CDPSession) {
    this.gate = new RequestGate(root);
    watchTargets(root, (session, target) => this.begun && this.attached(session, target));
  }

  static of(browser: RemoteBrowser): Promise<BrowserTargets> {
    let targets = this.known.get(browser);
    if (!targets) this.known.set(browser, (targets = this.begin(browser)));
    return targets;
  }

  private static async begin(browser: RemoteBrowser): Promise<BrowserTargets> {
    const root = await browser.rootSession();
    const targets = new BrowserTargets(root);
    await targets.gate.close();
    await root.send("Target.setAutoAttach", { ...HELD, filter: ROOT_KINDS });
    targets.begun = true;
    return targets;
  }

  /** Opens a page in a context. The page is paused; its main frame has the same id. */
  async openPage(browserContextId: string): Promise<{ session: CDPSession; targetId: string }> {
    this.opening++;
    try {
      const { targetId } = await this.root.send("Target.createTarget", {
        url: "about:blank",
        browserContextId,
      });
      const here = this.held.get(targetId);
      this.held.delete(targetId);
      return { targetId, session: here ?? (await new Promise((resolve) => this.awaited.set(targetId, resolve))) };
    } finally {
      if (--this.opening === 0) for (const [targetId, session] of this.held) this.closePopup(session, targetId);
    }
  }

  closeTarget(targetId: string): Promise<unknown> {
    return this.root.send("Target.closeTarget", { targetId }).catch(() => {});
  }

  /** From now on `keeper` takes over the context's new targets. */
  beginRender(browserContextId: string, keeper: TargetKeeper): void {
    this.keepers.set(browserContextId, keeper);
  }

  endRender(browserContextId: string): void {
    this.keepers.delete(browserContextId);
  }

  private attached(session: CDPSession, target: TargetInfo): (() => void) | false {
    const { targetId, type } = target;
    const keeper = this.keepers.get(target.browserContextId ?? "");
    if (type === "shared_worker" && keeper) return keeper.adopt(session, target);
    if (type === "page" && !keeper) return this.pageAttached(session, targetId);
    keeper?.refused();
    if (type === "page") this.closePopup(session, targetId);
    else refuse(session);
    if (type === "shared_worker") void this.closeTarget(targetId);
    return false;
  }

  private pageAttached(session: CDPSession, targetId: string): false {
    const awaited = this.awaited.get(targetId);
    this.awaited.delete(targetId);
    if (awaited) awaited(session);
    else if (this.opening > 0) this.held.set(targetId, session);
    else this.closePopup(session, targetId);
    return false;
  }

  private closePopup(session: CDPSession, targetId: string): void {
    this.held.delete(targetId);
    void this.closeTarget(targetId);
    // A paused popup can block the page that opened it.
    refuse(session);
  }
}
