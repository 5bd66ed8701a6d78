import type { CDPSession } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline";
import { judgeHead, type DocumentHead } from "../core/document-head";
import { OwnFrames } from "../core/own-frames";
import { isHttp, refreshTarget } from "../core/page-redirect";
import type { PageOptions } from "../core/render-rules";
import { headOnly, type RawRender } from "../core/raw-render";
import type { Variant } from "../core/variant";
import { awaitReady } from "./await-ready";
import { checkAxe, type AxeSource } from "./check-axe";
import { BrowserTargets, holdChildren, type TargetInfo } from "./browser-targets";
import { identityOf, setScreen, type Identity } from "./identity";
import { adoptChild } from "./page-children";
import { PageLoad } from "./page-load";
import { decideRequest, type PausedRequest } from "./paused-request";
import { prepareTab } from "./prepare-tab";
import { readPage } from "./read-page";
import type { BrowserContext } from "./remote-browser";
import { sendCommands } from "./send-commands";
import { socketScript } from "./socket-script";
import { SCREENS } from "./viewport";
import { watchNetwork } from "./watch-network";
import { READY_BINDING } from "./watch-script";

/** Time for reading a page after its deadline. */
const READ_MS = 2_000;
const REST_MS = 1_000;
const EMPTY_PAGE = "about:blank";
const STORAGE_TYPES = "local_storage,indexeddb,cache_storage,service_workers,websql,file_systems";

/** A browser tab, reused for pages of one domain. */
export class Tab {
  private load = new PageLoad("", null, 0);
  private crashed = false;
  /** The last page was shown higher than usual. */
  private grown = false;
  private readonly frames: OwnFrames;
  private readonly sharedWorkers = new Set<string>();
  /** The only host that sockets may connect to, and the id of the script that enforces it. */
  private sockets = { host: "", script: "" };
  /** The browser's own user agent. */
  private browserAgent = "";
  private screen: Variant = "desktop";
  /** URL of the document in the main frame. */
  private shownUrl = "";
  /** Called with the URL of each document that the tab has loaded. */
  private shows: (url: string) => void = () => {};
  /** Resolves to true when the tab can be reused: its last page is gone, with everything it started. */
  rested: Promise<boolean> = Promise.resolve(true);

  private constructor(
    private readonly targets: BrowserTargets,
    private readonly contextId: string,
    /** Id of the page and of its main frame. */
    private readonly id: string,
    private readonly cdp: CDPSession,
    private readonly allowPrivateHosts: boolean,
    private readonly sizes: Map<string, number>,
  ) {
    this.frames = new OwnFrames(id);
  }

  /** `sizes` of files that any tab of the context loaded. */
  static async open(context: BrowserContext, allowPrivateHosts: boolean, sizes: Map<string, number>): Promise<Tab> {
    const targets = await BrowserTargets.of(context.browser);
    const { session, targetId } = await targets.openPage(context.id);
    const tab = new Tab(targets, context.id, targetId, session, allowPrivateHosts, sizes);
    await tab.prepare();
    return tab;
  }

  private async prepare(): Promise<void> {
    const { cdp } = this;
    this.listen();
    const { userAgent } = (await cdp.send("Browser.getVersion")) as { userAgent: string };
    this.browserAgent = userAgent;
    holdChildren(cdp, (child, target) => adoptChild(child, target, this.load, this.identity));
    await prepareTab(cdp, this.identity);
  }

  private get identity(): Identity {
    return identityOf(this.browserAgent, this.screen);
  }

  private listen(): void {
    const { cdp } = this;
    watchNetwork(cdp, () => this.load);
    cdp.on("Page.frameNavigated", ({ frame }) => {
      this.load.replaced(frame.loaderId);
      this.frames.navigated(frame, this.load.origin);
      if (frame.id === this.id) this.shownUrl = frame.url;
    });
    cdp.on("Page.loadEventFired", () => this.shows(this.shownUrl));
    cdp.on("Page.frameStartedLoading", ({ frameId }) => this.frames.left(frameId));
    cdp.on("Page.frameDetached", ({ frameId }) => this.frames.left(frameId));
    cdp.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      if (frameId === this.id) this.load.url = url;
    });
    cdp.on("Runtime.exceptionThrown", ({ exceptionDetails }) => this.load.threw(exceptionDetails));
    cdp.on("Runtime.consoleAPICalled", (event) => this.load.wrote(event));
    cdp.on("Runtime.bindingCalled", ({ name }) => {
      if (name === READY_BINDING) this.load.setFlag();
    });
    cdp.on("Fetch.requestPaused", (event) => {
      const isMainFrame = (frameId: string) => frameId === this.id;
      const foreignFrame = !this.frames.sends(event.frameId, event.resourceType);
      void decideRequest(cdp, event as PausedRequest, this.load, { isMainFrame, foreignFrame }).catch(() => {});
    });
    cdp.on("Page.javascriptDialogOpening", () => {
      void cdp.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {});
    });
    cdp.on("Inspector.targetCrashed", () => {
      this.crashed = true;
      this.load.wake();
    });
  }

  /** A shared worker of the context belongs to the page whose render began last. */
  adopt(session: CDPSession, target: TargetInfo): () => void {
    this.sharedWorkers.add(target.targetId);
    return adoptChild(session, target, this.load, this.identity);
  }

  /**
   * Loads a page and reads it when it is ready, after `deadlineMs` at the latest. Call `rest` afterwards. With `axe`,
   * axe looks at the page once it was read.
   * @throws when there is nothing usable; the tab should not be reused then.
   */
  async render(url: string, deadlineMs: number, options: PageOptions = {}, axe?: AxeSource): Promise<RawRender> {
    const { origin, host } = new URL(url);
    const endAt = Date.now() + deadlineMs;
    const { cdp, allowPrivateHosts, targets } = this;
    const { headers = {}, screen = "desktop" } = options;
    const rules = { ownHosts: new Set([host]), allowPrivateHosts, headers };
    const load = new PageLoad(origin, rules, Date.now(), this.sizes, targets.gate);
    load.url = url;
    this.load = load;
    targets.beginRender(this.contextId, this);
    await withDeadline(Promise.all([this.emptied(origin), this.holdSockets(host), this.change(screen)]), deadlineMs);
    const first = await this.navigate(url, endAt);
    if (judgeHead(first) === "head_only") return headOnly(first, url);
    const crashed = () => this.crashed;
    const expectsText = first.status === 200;
    const startedAt = endAt - deadlineMs;
    const { grown, ...end } = await awaitReady({ cdp, load, crashed, expectsText, startedAt, endAt, options });
    this.grown = grown;
    // A page may have loaded itself again.
    const head = load.head ?? first;
    if (judgeHead(head) === "head_only") return headOnly(head, url);
    const { url: shownUrl, refresh, ...page } = await readPage(cdp, this.id, { url, options }, endAt + READ_MS);
    if (!isHttp(shownUrl)) throw new Error(`the page left for ${shownUrl.slice(0, 100)}`);
    const movedTo = load.movedTo ?? refreshTarget(refresh || (head.headers["refresh"] ?? ""), shownUrl);
    const raw = { ...head, ...page, ...load.notes(), ...end, movedTo, finalUrl: movedTo ?? shownUrl };
    const isShown = head.status === 200 && movedTo === null && !page.tooLarge;
    return axe && isShown ? { ...raw, axe: await checkAxe(cdp, this.id, axe) } : raw;
  }

  private async change(screen: Variant): Promise<void> {
    if (this.screen === screen) return;
    this.screen = screen;
    await setScreen(this.cdp, screen, this.identity);
  }

  private async emptied(origin: string): Promise<void> {
    const { cdp } = this;
    await Promise.all([
      cdp.send("Emulation.setScriptExecutionDisabled", { value: false }),
      cdp.send("Network.clearBrowserCookies"),
      cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE_TYPES }),
    ]);
  }

  /** Documents created from now on may open sockets only to `host`. @throws when the browser refuses. */
  private async holdSockets(host: string): Promise<void> {
    const { cdp, sockets } = this;
    if (sockets.host === host) return;
    if (sockets.script) await cdp.send("Page.removeScriptToEvaluateOnNewDocument", { identifier: sockets.script });
    const source = socketScript([host]);
    const { identifier } = await cdp.send("Page.addScriptToEvaluateOnNewDocument", { source });
    this.sockets = { host, script: identifier };
  }

  private async navigate(url: string, endAt: number): Promise<DocumentHead> {
    const navigation = await withDeadline(this.cdp.send("Page.navigate", { url }), endAt - Date.now());
    const { head } = this.load;
    const verdict = head && judgeHead(head);
    if (head && verdict === "head_only") return head;
    if (head && verdict === "no_html")
      throw new Error(`the page is no HTML but ${head.headers["content-type"]!.slice(0, 100)}`);
    if (navigation === null) throw new Error("the page did not answer in time");
    const { errorText } = navigation as { errorText?: string };
    if (!head || errorText) throw new Error(errorText ?? "the page did not answer");
    return head;
  }

  /** Ends the last page with everything it started. `rested` resolves then. A tab that fails to rest is closed. */
  rest(): void {
    this.end();
    this.rested = withDeadline(this.leave(), REST_MS).then(
      (left) => left ?? this.close().then(() => false),
      () => this.close().then(() => false),
    );
  }

  /** Refuses all further requests, and ends the shared workers. */
  private end(): void {
    this.load.rules = null;
    this.targets.endRender(this.contextId, this);
    for (const targetId of this.sharedWorkers) void this.targets.closeTarget(targetId);
    this.sharedWorkers.clear();
  }

  /** Resolves when the tab has loaded a page of this URL. */
  private showed(url: string): Promise<void> {
    return new Promise((resolve) => {
      this.shows = (shown) => shown === url && resolve();
    });
  }

  /**
   * Has the page replace itself by an empty one, which stays in its process and asks nobody. If the browser did that, the
   * page would be one of another site, and need another process.
   */
  private async leave(): Promise<true> {
    const { cdp } = this;
    if (this.grown) sendCommands(cdp, [["Emulation.setDeviceMetricsOverride", SCREENS[this.screen]]]);
    this.grown = false;
    // Without scripts, the page can't send anything when it is left. A busy page that is left first may obey later, and
    // then switches scripts off for the pages after it.
    await cdp.send("Emulation.setScriptExecutionDisabled", { value: true });
    // The command answers before the page is there. Scripts that are allowed in between can stay off for good, and the
    // history can't be cleared yet. No page can replace what the expression names.
    const there = this.showed(EMPTY_PAGE);
    await cdp.send("Runtime.evaluate", { expression: `location.replace("${EMPTY_PAGE}")` });
    await there;
    sendCommands(cdp, [["Page.resetNavigationHistory"]]);
    // The next page keeps the name that this one has when it is left. A sandboxed page has no storage, which throws.
    await cdp.send("Runtime.evaluate", { expression: 'window.name = ""; sessionStorage.clear()' });
    return true;
  }

  async close(): Promise<void> {
    this.end();
    await this.targets.closeTarget(this.id);
  }
}
