import type { BrowserContext, CDPSession, Page } from "@cloudflare/puppeteer";
import { withDeadline } from "../../lib/deadline";
import { readinessOf, type PageProbe } from "../core/readiness";
import { refuseSubRequest, type RequestRules } from "../core/request-rules";
import { RENDERER_TOKEN } from "../core/serving-rules";
import { BLOCKED_URLS } from "./blocked";
import { NetworkWatch, type RenderResource } from "./network-watch";
import { PROBE_SCRIPT, READY_BINDING, serializeScript, WATCH_SCRIPT } from "./page-script";

export type { RenderResource };

/** What the browser brought, before any judgement. */
export interface RawRender {
  /** Of the main document; 0: it never answered. */
  status: number;
  /** Location of a 3xx, absolute. */
  location: string | null;
  headers: Record<string, string>;
  html: string;
  /** The page was larger than 5 MiB and `html` is empty. */
  tooLarge: boolean;
  /** prerender-* metas of the head. */
  metas: Array<[string, string]>;
  text: string;
  title: string;
  /** Of the description meta. */
  description: string;
  /** Text of the first h1. */
  heading: string;
  ready: "flag" | "quiet" | "deadline" | "redirect";
  failedRequests: string[];
  /** Where the page ended up after its own scripts. */
  finalUrl: string;
  /** Uncaught exceptions, one line each. */
  errors: string[];
  /** Messages of console.error, one line each. */
  consoleErrors: string[];
  /** Scripts and stylesheets that the page loaded. */
  resources: RenderResource[];
}

interface MainDocument {
  status: number;
  headers: Record<string, string>;
  location: string | null;
}

type Serialized = Pick<RawRender, "html" | "tooLarge" | "metas" | "text" | "title" | "description" | "heading"> & {
  url: string;
};

interface PausedRequest {
  requestId: string;
  /** As the Network domain names it. */
  networkId?: string;
  frameId: string;
  resourceType: string;
  responseStatusCode?: number;
  responseHeaders?: Array<{ name: string; value: string }>;
  request: { url: string; headers: Record<string, string> };
}

const TICK_MS = 50;
const MAX_NOTES = 20;
const MAX_LINE = 300;

/** What a redirect or a server error leaves of a render. */
const NOTHING = {
  html: "",
  tooLarge: false,
  metas: [],
  text: "",
  title: "",
  description: "",
  heading: "",
  failedRequests: [],
  errors: [],
  consoleErrors: [],
  resources: [],
};

function note(list: string[], text: string): void {
  if (list.length < MAX_NOTES) list.push(text.split("\n")[0]!.slice(0, MAX_LINE));
}

/** What a page wrote with console.error. */
function consoleText(args: ReadonlyArray<{ value?: unknown; description?: string }>): string {
  return args
    .map((arg) => arg.description ?? (typeof arg.value === "string" ? arg.value : JSON.stringify(arg.value)))
    .join(" ");
}

/** One browser tab, used again and again for pages of one domain. */
export class Tab {
  private network = new NetworkWatch(0, () => {});
  private document: MainDocument | null = null;
  /** The request that brought it. */
  private documentId = "";
  private errors: string[] = [];
  private consoleErrors: string[] = [];
  private flagged = false;
  private crashed = false;
  private wake: () => void = () => {};
  /** Of the page that is rendered. */
  private origin = "";
  private rules: RequestRules = { ownHosts: new Set(), allowPrivateHosts: false };

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
    cdp.on("Network.requestWillBeSent", (event) => this.network.requested(event, Date.now()));
    cdp.on("Network.dataReceived", (event) => this.network.received(event.dataLength));
    cdp.on("Network.loadingFinished", (event) => this.network.finished(event, Date.now()));
    cdp.on("Network.loadingFailed", (event) => this.network.failed(event, Date.now()));
    cdp.on("Network.responseReceived", (event) => this.network.answered(event));
    cdp.on("Page.frameNavigated", ({ frame }) => {
      if (frame.loaderId === this.documentId) this.begin();
    });
    cdp.on("Runtime.exceptionThrown", ({ exceptionDetails: { exception, text } }) =>
      note(this.errors, exception?.description ?? text),
    );
    cdp.on("Runtime.consoleAPICalled", ({ type, args }) => {
      if (type === "error") note(this.consoleErrors, consoleText(args));
    });
    cdp.on("Fetch.requestPaused", (event) => void this.paused(event as PausedRequest).catch(() => {}));
    cdp.on(
      "Page.javascriptDialogOpening",
      () => void cdp.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {}),
    );
    cdp.on("Inspector.targetCrashed", () => {
      this.crashed = true;
      this.wake();
    });
    cdp.on("Runtime.bindingCalled", (event) => {
      if (event.name !== READY_BINDING) return;
      this.flagged = true;
      this.wake();
    });
  }

  /** The page's document takes the place of the tab's last page, whose scripts ran until now. */
  private begin(): void {
    this.network.begin(this.documentId);
    this.errors = [];
    this.consoleErrors = [];
    this.flagged = false;
  }

  private async paused(event: PausedRequest): Promise<void> {
    const isMainDocument = event.resourceType === "Document" && event.frameId === this.mainFrameId();
    if (event.responseStatusCode !== undefined) return this.answered(event, isMainDocument);
    const { requestId } = event;
    const { url } = event.request;
    if (refuseSubRequest({ url, type: event.resourceType, isMainDocument }, this.network.sent++, this.rules)) {
      await this.cdp.send("Fetch.failRequest", { requestId, errorReason: "BlockedByClient" });
      return;
    }
    const added: Record<string, string> = {};
    // Middlewares in front of the origin must not send the renderer back to us.
    if (isMainDocument) added["x-prerender"] = "1";
    // A render shows the page as it is now: the browser asks the site again for what its cache holds. Elsewhere the header
    // would make a CORS preflight of a plain request.
    if (URL.parse(url)?.origin === this.origin) added["cache-control"] = "max-age=0";
    const headers = Object.entries({ ...event.request.headers, ...added }).map(([name, value]) => ({ name, value }));
    const overrides = Object.keys(added).length > 0 ? { headers } : {};
    await this.cdp.send("Fetch.continueRequest", { requestId, ...overrides });
  }

  /** The head of a document is here. A redirect of the page's own document ends there: it is passed on, not followed. */
  private async answered(event: PausedRequest, isMainDocument: boolean): Promise<void> {
    const { requestId } = event;
    if (!isMainDocument || this.document !== null) {
      await this.cdp.send("Fetch.continueRequest", { requestId });
      return;
    }
    const headers = joinHeaders(event.responseHeaders ?? []);
    const status = event.responseStatusCode!;
    const target = headers["location"] === undefined ? null : URL.parse(headers["location"], event.request.url);
    const location = status >= 300 && status <= 399 && target !== null ? target.href : null;
    this.document = { status, headers, location };
    this.documentId = event.networkId ?? "";
    if (location === null && isHtml(headers) && status < 500)
      await this.cdp.send("Fetch.continueRequest", { requestId });
    else await this.cdp.send("Fetch.failRequest", { requestId, errorReason: "Aborted" });
    this.wake();
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
    this.origin = origin;
    this.network = new NetworkWatch(Date.now(), () => this.wake(), this.sizes);
    this.rules = { ownHosts: new Set([host]), allowPrivateHosts: this.allowPrivateHosts };
    this.document = null;
    this.documentId = "";
    this.errors = [];
    this.consoleErrors = [];
    this.flagged = false;
    const storageTypes = "local_storage,indexeddb,cache_storage,service_workers,websql,file_systems";
    await withDeadline(
      Promise.all([
        this.cdp.send("Network.clearBrowserCookies"),
        this.cdp.send("Storage.clearDataForOrigin", { origin, storageTypes }),
        // Off empties the memory cache, which would hand out scripts without a request.
        this.cdp.send("Network.setCacheDisabled", { cacheDisabled: true }),
        this.cdp.send("Network.setCacheDisabled", { cacheDisabled: false }),
      ]),
      deadlineMs,
    );
    const head = await this.navigate(url, endAt);
    if (head.location !== null) return { ...head, ...NOTHING, ready: "redirect", finalUrl: url };
    if (head.status >= 500) return { ...head, ...NOTHING, ready: "quiet", finalUrl: url };
    const ready = await this.untilReady(endAt, head.status === 200);
    const { url: finalUrl, ...page } = await this.serialize(url, endAt + 2_000);
    const { failedRequests } = this.network;
    const { errors, consoleErrors } = this;
    return {
      ...head,
      ...page,
      ready,
      finalUrl,
      failedRequests,
      errors,
      consoleErrors,
      resources: this.network.loaded(),
    };
  }

  private async navigate(url: string, endAt: number): Promise<MainDocument> {
    const navigation = await withDeadline(this.cdp.send("Page.navigate", { url }), endAt - Date.now());
    const head = this.document;
    if (head && (head.location !== null || head.status >= 500)) return head;
    if (head && !isHtml(head.headers))
      throw new Error(`the page is no HTML but ${head.headers["content-type"]!.slice(0, 100)}`);
    if (navigation === null) throw new Error("the page did not answer in time");
    const { errorText } = navigation as { errorText?: string };
    if (!head || errorText) throw new Error(errorText ?? "the page did not answer");
    return head;
  }

  private async untilReady(endAt: number, mayBeBlank: boolean): Promise<RawRender["ready"]> {
    for (;;) {
      if (this.crashed) throw new Error("the page crashed");
      if (!this.cdp.connection()) throw new Error("the browser went away");
      if (this.network.tooMuch) throw new Error("the page loads more than 20 MB");
      if (this.flagged) return "flag";
      const now = Date.now();
      if (now >= endAt) return "deadline";
      if (this.network.state(now).inFlight === 0) {
        const probe = await this.evaluate<PageProbe>(PROBE_SCRIPT, endAt).catch(() => null);
        const readiness = probe && readinessOf(probe, this.network.state(Date.now()), mayBeBlank);
        if (readiness === "flag" || readiness === "quiet") return readiness;
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, TICK_MS);
      });
    }
  }

  /** In a world of our own: the page may have replaced the functions that reading it takes. */
  private async serialize(url: string, endAt: number): Promise<Serialized> {
    const world = await withDeadline(
      this.cdp.send("Page.createIsolatedWorld", { frameId: this.mainFrameId(), worldName: "crawlready" }),
      endAt - Date.now(),
    );
    if (world === null) throw new Error("the page is busy and does not answer");
    const page = await this.evaluate<Serialized>(serializeScript(url), endAt, world.executionContextId);
    if (typeof page?.html !== "string" || typeof page.text !== "string") throw new Error("the page could not be read");
    return page;
  }

  private async evaluate<T>(expression: string, endAt: number, contextId?: number): Promise<T> {
    const call = this.cdp.send("Runtime.evaluate", {
      expression,
      returnByValue: true,
      awaitPromise: true,
      ...(contextId !== undefined && { contextId }),
    });
    const answer = await withDeadline(call, endAt - Date.now());
    if (answer === null) throw new Error("the page is busy and does not answer");
    if (answer.exceptionDetails) throw new Error(`the page could not be read: ${answer.exceptionDetails.text}`);
    return answer.result.value as T;
  }

  /** Stops what the last page still does. */
  async rest(): Promise<void> {
    this.rules = { ownHosts: new Set(), allowPrivateHosts: false };
    await this.cdp.send("Page.navigate", { url: "about:blank" });
  }

  async close(): Promise<void> {
    await this.page.close().catch(() => {});
  }
}

/** Header lines of one name count as one list; cut at what a snapshot repeats at most. */
function joinHeaders(lines: ReadonlyArray<{ name: string; value: string }>): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const { name, value } of lines) {
    const key = name.toLowerCase();
    headers[key] = (headers[key] === undefined ? value : `${headers[key]}, ${value}`).slice(0, 4_096);
  }
  return headers;
}

/** Without a type browsers look at the bytes; most such pages are HTML. */
function isHtml(headers: Record<string, string>): boolean {
  const type = headers["content-type"];
  return type === undefined || /^\s*(text\/html|application\/xhtml\+xml)\b/i.test(type);
}
