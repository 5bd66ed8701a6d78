import type { CDPSession } from "@cloudflare/puppeteer";
import { withDeadline } from "../../../lib/time/deadline";
import { judgeHead, type DocumentHead } from "../../core/pages/document-head";
import { OwnFrames } from "../../core/pages/own-frames";
import { isHttp, refreshTarget } from "../../core/pages/page-redirect";
import type { PageOptions } from "../../core/render-rules";
import { headOnly, type RawRender } from "../../core/pages/raw-render";
import type { Variant } from "../../core/variant";
import { awaitReady } from "./await-ready";
import { checkAxe, type AxeSource } from "./check-axe";
import { BrowserTargets, holdChildren, type TargetInfo } from "../driver/browser-targets";
import { identityOf, setScreen, type Identity } from "./identity";
import { pageErrors, TELL_ERRORS } from "../scripts/error-script";
import { closePage, leavePage } from "./leave-page";
import { adoptChild, type Opener } from "./page-children";
import { PageLoad } from "../load/page-load";
import { decideRequest, type PausedRequest } from "../load/paused-request";
import { prepareTab } from "./prepare-tab";
import { evaluate, readPage } from "./read-page";
import type { BrowserContext, RemoteBrowser } from "../driver/remote-browser";
import { ReportMeter, type ReportMeters } from "../scripts/report-meter";
import { socketScript } from "../scripts/socket-script";
import { reportNetwork } from "../load/network-events";
import { READY_FLAG } from "../scripts/readiness-script";

/** The last part of a render's time, kept for reading the page. */
const READING_MS = 500;
/** Time for reading a page after its deadline, if that is not enough. A page that does not respond gets none. */
const READ_MS = 2_000;
const REST_MS = 1_000;

/** The page broke a limit that protects other pages, so its own render ended. */
export class PageFault extends Error {}

/**
 * A browser tab in its own context. It renders pages of a single domain one after another, as long as nothing of the
 * last page can remain.
 */
export class Tab {
  private load = new PageLoad("", null, 0);
  private crashed = false;
  private closing: Promise<void> | undefined;
  /** The last page was shown higher than usual. */
  private grown = false;
  private readonly frames: OwnFrames;
  private readonly meter = new ReportMeter(() => this.flood());
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
    private readonly meters: ReportMeters,
    private readonly context: BrowserContext,
    /** Id of the page and of its main frame. */
    private readonly id: string,
    private readonly cdp: CDPSession,
    private readonly allowPrivateHosts: boolean,
    private readonly sizes: Map<string, number>,
  ) {
    this.frames = new OwnFrames(id);
  }

  /** `sizes`: see NetworkActivity. */
  static async open(browser: RemoteBrowser, allowPrivateHosts: boolean, sizes: Map<string, number>): Promise<Tab> {
    const targets = await BrowserTargets.of(browser);
    const context = await browser.createContext();
    try {
      const { session, targetId } = await targets.openPage(context.id);
      const tab = new Tab(targets, browser.meters, context, targetId, session, allowPrivateHosts, sizes);
      await tab.prepare();
      return tab;
    } catch (error) {
      void context.close();
      throw error;
    }
  }

  private async prepare(): Promise<void> {
    const { cdp, meter, meters } = this;
    meters.watch(cdp.id(), meter);
    meters.watchContext(this.context.id, meter);
    this.listen();
    const { userAgent } = (await cdp.send("Browser.getVersion")) as { userAgent: string };
    this.browserAgent = userAgent;
    holdChildren(cdp, (child, target) => adoptChild(child, target, this.opener));
    await prepareTab(cdp, this.identity);
  }

  private get identity(): Identity {
    return identityOf(this.browserAgent, this.screen);
  }

  private get opener(): Opener {
    const { load, identity, meters, meter } = this;
    return { load, identity, meters, meter };
  }

  /** The page makes the browser report more than any page should, so it ends before the other pages have to wait. */
  private flood(): void {
    this.load.stop("the page makes the browser report too much");
    void this.close();
  }

  private listen(): void {
    const { cdp } = this;
    reportNetwork(cdp, () => this.load);
    cdp.on("Page.frameNavigated", ({ frame }) => {
      this.load.replaced(frame.loaderId, frame.id === this.id);
      this.frames.navigated(frame, this.load.origin);
      if (frame.id !== this.id) return this.load.framed();
      this.shownUrl = frame.url;
      if (!this.load.isOver) this.awaitFlag();
    });
    cdp.on("Page.loadEventFired", () => this.shows(this.shownUrl));
    cdp.on("Page.frameStartedLoading", ({ frameId }) => this.frames.left(frameId));
    cdp.on("Page.frameDetached", ({ frameId }) => this.frames.left(frameId));
    cdp.on("Page.navigatedWithinDocument", ({ frameId, url }) => {
      this.load.moved();
      if (frameId === this.id) this.load.url = url;
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

  /** Waits until the document sets its ready flag. */
  private awaitFlag(): void {
    const { load } = this;
    const set = this.cdp.send("Runtime.evaluate", { expression: READY_FLAG, awaitPromise: true, returnByValue: true });
    void set.then(
      ({ result }) => result.value === true && load.setFlag(),
      () => {},
    );
  }

  /** See ReportMeter.share. */
  get share(): number {
    return this.meter.share;
  }

  adopt(session: CDPSession, target: TargetInfo): () => void {
    return adoptChild(session, target, this.opener);
  }

  refused(): void {
    this.load.opened();
  }

  /**
   * Loads a page and reads it when it is ready, after `deadlineMs` at the latest. Call `rest` afterwards. With `axe`,
   * axe checks the page after it was read.
   * @throws when there is nothing usable, a PageFault included; the tab should not be reused then.
   */
  async render(url: string, deadlineMs: number, options: PageOptions = {}, axe?: AxeSource): Promise<RawRender> {
    try {
      return await this.loadAndRead(url, deadlineMs, options, axe);
    } catch (error) {
      throw this.load.fault === null ? error : new PageFault(this.load.fault);
    }
  }

  private async loadAndRead(
    url: string,
    deadlineMs: number,
    options: PageOptions,
    axe: AxeSource | undefined,
  ): Promise<RawRender> {
    const { origin, host } = new URL(url);
    const endAt = Date.now() + deadlineMs;
    const { cdp, allowPrivateHosts, targets } = this;
    const { headers = {}, screen = "desktop" } = options;
    const rules = { ownHosts: new Set([host]), allowPrivateHosts, headers };
    const load = new PageLoad(origin, rules, Date.now(), this.sizes, targets.gate);
    load.url = url;
    this.load = load;
    this.meter.reset();
    targets.beginRender(this.context.id, this);
    await withDeadline(Promise.all([this.allowScripts(), this.holdSockets(host), this.change(screen)]), deadlineMs);
    const first = await this.navigate(url, endAt);
    if (judgeHead(first) === "head_only") return headOnly(first, url);
    const crashed = () => this.crashed;
    const expectsText = first.status === 200;
    const startedAt = endAt - deadlineMs;
    const readAt = endAt - READING_MS;
    const { grown, responds, ...end } = await awaitReady({
      cdp,
      load,
      crashed,
      expectsText,
      startedAt,
      endAt: readAt,
      options,
    });
    this.grown = grown;
    // A page may have loaded itself again.
    const head = load.head ?? first;
    if (judgeHead(head) === "head_only") return headOnly(head, url);
    const readBy = responds ? endAt + READ_MS : endAt;
    const [told, { url: shownUrl, refresh, ...page }] = await Promise.all([
      evaluate<unknown>(cdp, TELL_ERRORS, readBy).catch(() => null),
      readPage(cdp, this.id, { url, options }, readBy),
    ]);
    if (!isHttp(shownUrl)) throw new Error(`the page left for ${shownUrl.slice(0, 100)}`);
    const movedTo = load.movedTo ?? refreshTarget(refresh || (head.headers["refresh"] ?? ""), shownUrl);
    const raw = { ...head, ...page, ...load.notes(pageErrors(told)), ...end, movedTo, finalUrl: movedTo ?? shownUrl };
    const isShown = head.status === 200 && movedTo === null && !page.tooLarge;
    return axe && isShown ? { ...raw, axe: await checkAxe(cdp, this.id, axe) } : raw;
  }

  private async change(screen: Variant): Promise<void> {
    if (this.screen === screen) return;
    this.screen = screen;
    await setScreen(this.cdp, screen, this.identity);
  }

  private async allowScripts(): Promise<void> {
    await this.cdp.send("Emulation.setScriptExecutionDisabled", { value: false });
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
      throw new Error(`the page is not HTML but ${head.headers["content-type"]!.slice(0, 100)}`);
    if (navigation === null) throw new Error("the page did not respond in time");
    const { errorText } = navigation as { errorText?: string };
    if (!head || errorText) throw new Error(errorText ?? "the page did not respond");
    return head;
  }

  /**
   * Ends the last page with everything it started. Returns false when the tab can't be reused. `rested` resolves when it
   * can; a tab that fails to rest is closed.
   */
  rest(): boolean {
    const isReusable = this.load.isContained && !this.load.hasHeaders;
    this.end();
    if (!isReusable) {
      void this.close();
      return false;
    }
    this.rested = withDeadline(this.leave(), REST_MS)
      .catch(() => null)
      .then((left) => {
        if (left === null) void this.close();
        return left !== null;
      });
    return true;
  }

  /** Refuses all further requests. */
  private end(): void {
    this.load.rules = null;
    this.targets.endRender(this.context.id);
  }

  /** Resolves when the tab has loaded a page of this URL. */
  private showed(url: string): Promise<void> {
    return new Promise((resolve) => {
      this.shows = (shown) => shown === url && resolve();
    });
  }

  private async leave(): Promise<true> {
    const { cdp, load, grown, screen } = this;
    this.grown = false;
    await leavePage(cdp, { origin: load.origin, screen: grown ? screen : null, showed: (url) => this.showed(url) });
    return true;
  }

  /** Ends the tab with its context. */
  close(): Promise<void> {
    this.closing ??= this.dispose();
    return this.closing;
  }

  private async dispose(): Promise<void> {
    this.end();
    await closePage(this.targets, this.id, this.context, this.load.fault !== null);
    this.meters.forget(this.cdp.id());
    this.meters.forgetContext(this.context.id);
  }
}
