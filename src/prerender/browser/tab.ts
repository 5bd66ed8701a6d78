import type { BrowserContext, CDPSession, Page } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline";
import { judgeHead, type DocumentHead } from "../core/document-head";
import { headOnly, type RawRender } from "../core/raw-render";
import { readinessOf } from "../core/readiness";
import type { RequestRules } from "../core/request-rules";
import { RENDERER_TOKEN } from "../core/serving-rules";
import { BLOCKED_URLS } from "./blocked";
import { PageLoad } from "./page-load";
import { READY_BINDING, WATCH_SCRIPT } from "./page-script";
import { decideRequest, type PausedRequest } from "./paused-request";
import { probePage, readPage } from "./read-page";

const TICK_MS = 50;
/** A page that was waited for until its deadline may still take this long to be read. */
const READ_MS = 2_000;
const STORAGE_TYPES = "local_storage,indexeddb,cache_storage,service_workers,websql,file_systems";
/** For a tab that shows no page of the site. */
const NO_SITE: RequestRules = { ownHosts: new Set(), allowPrivateHosts: false };

/** One browser tab, used again and again for pages of one domain. */
export class Tab {
  private load = new PageLoad("", NO_SITE, 0);
  private crashed = false;

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly allowPrivateHosts: boolean,
    private readonly sizes: Map<string, number>,
  ) {}

  /** `sizes`: of files that any tab of the context loaded. */
  static async open(context: BrowserContext, allowPrivateHosts: boolean, sizes: Map<string, number>): Promise<Tab> {
    const page = await context.newPage();
    const tab = new Tab(page, await page.createCDPSession(), allowPrivateHosts, sizes);
    await tab.prepare();
    return tab;
  }

  private async prepare(): Promise<void> {
    const { cdp } = this;
    this.listen();
    const { userAgent } = (await cdp.send("Browser.getVersion")) as { userAgent: string };
    await Promise.all([
      cdp.send("Network.enable"),
      cdp.send("Page.enable"),
      cdp.send("Runtime.enable"),
      cdp.send("Inspector.enable"),
      cdp.send("Runtime.addBinding", { name: READY_BINDING }),
      cdp.send("Network.setUserAgentOverride", {
        userAgent: `${userAgent.replace("HeadlessChrome", "Chrome")} ${RENDERER_TOKEN}/1.0`,
      }),
      cdp.send("Network.setBypassServiceWorker", { bypass: true }),
      cdp.send("Network.setBlockedURLs", { urls: [...BLOCKED_URLS] }),
      cdp.send("Page.setDownloadBehavior", { behavior: "deny" }),
      // A tab that is not in front would have its timers and idle callbacks held back.
      cdp.send("Emulation.setFocusEmulationEnabled", { enabled: true }),
      cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH_SCRIPT }),
      cdp.send("Fetch.enable", {
        patterns: [
          { urlPattern: "*", requestStage: "Request" },
          // A document pauses again once its head is here: that shows status and redirects before anything runs.
          { urlPattern: "*", resourceType: "Document", requestStage: "Response" },
        ],
      }),
    ]);
  }

  private listen(): void {
    const { cdp } = this;
    cdp.on("Network.requestWillBeSent", (event) => this.load.network.requested(event, Date.now()));
    cdp.on("Network.dataReceived", (event) => this.load.network.received(event.dataLength));
    cdp.on("Network.loadingFinished", (event) => this.load.network.finished(event, Date.now()));
    cdp.on("Network.loadingFailed", (event) => this.load.network.failed(event, Date.now()));
    cdp.on("Network.responseReceived", (event) => this.load.network.answered(event));
    cdp.on("Page.frameNavigated", ({ frame }) => this.load.replaced(frame.loaderId));
    cdp.on("Runtime.exceptionThrown", ({ exceptionDetails }) => this.load.threw(exceptionDetails));
    cdp.on("Runtime.consoleAPICalled", (event) => this.load.wrote(event));
    cdp.on("Runtime.bindingCalled", ({ name }) => {
      if (name === READY_BINDING) this.load.setFlag();
    });
    cdp.on("Fetch.requestPaused", (event) => {
      const isMainFrame = (frameId: string) => frameId === this.mainFrameId();
      void decideRequest(cdp, event as PausedRequest, this.load, isMainFrame).catch(() => {});
    });
    cdp.on("Page.javascriptDialogOpening", () => {
      void cdp.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {});
    });
    cdp.on("Inspector.targetCrashed", () => {
      this.crashed = true;
      this.load.wake();
    });
  }

  private mainFrameId(): string {
    return (this.page.mainFrame() as unknown as { _id: string })._id;
  }

  /**
   * Loads a page and takes it as soon as it is ready, at the latest after `deadlineMs`. `ownHosts`: hosts of the site.
   * @throws when nothing usable came; the tab should not be used again then.
   */
  async render(url: string, deadlineMs: number): Promise<RawRender> {
    const { origin, host } = new URL(url);
    const endAt = Date.now() + deadlineMs;
    const { cdp, allowPrivateHosts } = this;
    const rules = { ownHosts: new Set([host]), allowPrivateHosts };
    const load = new PageLoad(origin, rules, Date.now(), this.sizes);
    this.load = load;
    const emptied = Promise.all([
      cdp.send("Network.clearBrowserCookies"),
      cdp.send("Storage.clearDataForOrigin", { origin, storageTypes: STORAGE_TYPES }),
      // Off empties the memory cache, which would hand out scripts without a request.
      cdp.send("Network.setCacheDisabled", { cacheDisabled: true }),
      cdp.send("Network.setCacheDisabled", { cacheDisabled: false }),
    ]);
    await withDeadline(emptied, deadlineMs);
    const head = await this.navigate(url, endAt);
    if (judgeHead(head) === "head_only") return headOnly(head, url);
    const ready = await this.untilReady(endAt, head.status === 200);
    const { url: finalUrl, ...page } = await readPage(cdp, this.mainFrameId(), url, endAt + READ_MS);
    return { ...head, ...page, ...load.notes(), ready, finalUrl };
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

  private async untilReady(endAt: number, expectsText: boolean): Promise<RawRender["ready"]> {
    const { load, cdp } = this;
    for (;;) {
      if (this.crashed) throw new Error("the page crashed");
      if (!cdp.connection()) throw new Error("the browser went away");
      if (load.network.tooMuch) throw new Error("the page loads more than 20 MB");
      if (load.flagged) return "flag";
      const now = Date.now();
      if (now >= endAt) return "deadline";
      if (load.network.state(now).inFlight === 0) {
        const probe = await probePage(cdp, endAt).catch(() => null);
        const readiness = probe && readinessOf(probe, load.network.state(Date.now()), expectsText);
        if (readiness === "flag" || readiness === "quiet") return readiness;
      }
      await load.untilChange(TICK_MS);
    }
  }

  /** Stops what the last page still does. */
  async rest(): Promise<void> {
    this.load.rules = NO_SITE;
    await this.cdp.send("Page.navigate", { url: "about:blank" });
  }

  async close(): Promise<void> {
    await this.page.close().catch(() => {});
  }
}
