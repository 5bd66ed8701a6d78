import type { BrowserContext, CDPSession, Page } from "@cloudflare/puppeteer";
import { RENDERER_TOKEN } from "../core/serving-rules";
import { blockedUrlPatterns } from "./blocked";
import { PROBE_SCRIPT, READY_BINDING, SERIALIZE_SCRIPT, WATCH_SCRIPT } from "./page-script";

/** What the browser brought, before any judgement. */
export interface RawRender {
  /** Of the main document; 0: it never answered. */
  status: number;
  /** Location of a 3xx, absolute. */
  location: string | null;
  headers: Record<string, string>;
  html: string;
  /** prerender-* metas of the head. */
  metas: Array<[string, string]>;
  text: string;
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

export interface RenderResource {
  url: string;
  type: "script" | "stylesheet";
  status: number;
  /** Bytes on the wire. */
  bytes: number;
  /** Carries cache-control or expires. */
  cacheable: boolean;
}

interface Serialized {
  html: string;
  metas: Array<[string, string]>;
  text: string;
  url: string;
}

interface ResponseEvent {
  requestId: string;
  type: string;
  response: { status: number; url: string; headers: Record<string, string> };
}

interface Probe {
  flag: boolean | undefined;
  parsed: boolean;
  stillMs: number;
}

/** A page without a ready flag counts as ready when neither network nor DOM has stirred for this long. */
const QUIET_MS = 150;
const TICK_MS = 50;
const MAX_RESOURCES = 300;
const MAX_NOTES = 20;

/** What a redirect leaves of a render. */
const NOTHING = {
  html: "",
  metas: [],
  text: "",
  ready: "redirect" as const,
  failedRequests: [],
  errors: [],
  consoleErrors: [],
  resources: [],
};

/** An uncaught exception on one line. */
function exceptionText(details: { text: string; exception?: { description?: string } }): string {
  return (details.exception?.description ?? details.text).split("\n")[0]!.slice(0, 300);
}

/** What a page wrote with console.error, on one line. */
function consoleText(args: ReadonlyArray<{ value?: unknown; description?: string }>): string {
  const texts = args.map(
    (arg) => arg.description ?? (typeof arg.value === "string" ? arg.value : JSON.stringify(arg.value)),
  );
  return texts.join(" ").split("\n")[0]!.slice(0, 300);
}

/** One browser tab, used again and again for pages of one domain. */
export class Tab {
  private inFlight = new Set<string>();
  private lastNetworkAt = 0;
  private document: { status: number; headers: Record<string, string>; location: string | null } | null = null;
  private failedRequests: string[] = [];
  private errors: string[] = [];
  private consoleErrors: string[] = [];
  private resources = new Map<string, RenderResource>();
  private flagged = false;
  private wake: () => void = () => {};

  private constructor(
    private readonly page: Page,
    private readonly cdp: CDPSession,
    private readonly userAgent: string,
  ) {}

  static async open(context: BrowserContext, allowPrivateHosts: boolean): Promise<Tab> {
    const page = await context.newPage();
    const cdp = await page.createCDPSession();
    const { userAgent } = (await cdp.send("Browser.getVersion")) as { userAgent: string };
    const tab = new Tab(page, cdp, `${userAgent.replace("HeadlessChrome", "Chrome")} ${RENDERER_TOKEN}/1.0`);
    await tab.prepare(allowPrivateHosts);
    return tab;
  }

  private async prepare(allowPrivateHosts: boolean): Promise<void> {
    const { cdp } = this;
    cdp.on("Network.requestWillBeSent", (event) => this.requested(event));
    cdp.on("Network.loadingFinished", (event) => this.finished(event));
    cdp.on("Runtime.exceptionThrown", ({ exceptionDetails }) =>
      this.note(this.errors, exceptionText(exceptionDetails)),
    );
    cdp.on("Runtime.consoleAPICalled", (event) => {
      if (event.type === "error") this.note(this.consoleErrors, consoleText(event.args));
    });
    cdp.on("Network.loadingFailed", (event) => this.settled(event.requestId));
    cdp.on("Network.responseReceived", (event) => this.answered(event));
    cdp.on("Fetch.requestPaused", (event) => void this.documentPaused(event).catch(() => {}));
    cdp.on(
      "Page.javascriptDialogOpening",
      () => void cdp.send("Page.handleJavaScriptDialog", { accept: false }).catch(() => {}),
    );
    cdp.on("Runtime.bindingCalled", (event) => {
      if (event.name !== READY_BINDING) return;
      this.flagged = true;
      this.wake();
    });
    await Promise.all([
      cdp.send("Network.enable"),
      cdp.send("Page.enable"),
      cdp.send("Runtime.enable"),
      cdp.send("Runtime.addBinding", { name: READY_BINDING }),
      cdp.send("Network.setUserAgentOverride", { userAgent: this.userAgent }),
      cdp.send("Network.setBypassServiceWorker", { bypass: true }),
      cdp.send("Network.setBlockedURLs", { urls: blockedUrlPatterns(allowPrivateHosts) }),
      cdp.send("Page.addScriptToEvaluateOnNewDocument", { source: WATCH_SCRIPT }),
      // Only documents pause, and only once their head is here: that shows status and redirects before anything runs.
      cdp.send("Fetch.enable", { patterns: [{ urlPattern: "*", resourceType: "Document", requestStage: "Response" }] }),
    ]);
  }

  private requested(event: { requestId: string; type?: string }): void {
    if (event.type === "WebSocket" || event.type === "EventSource" || event.type === "Ping") return;
    this.inFlight.add(event.requestId);
    this.lastNetworkAt = Date.now();
  }

  private settled(requestId: string): void {
    if (!this.inFlight.delete(requestId)) return;
    this.lastNetworkAt = Date.now();
    if (this.inFlight.size === 0) this.wake();
  }

  private answered({ requestId, type, response }: ResponseEvent): void {
    if ((type === "XHR" || type === "Fetch") && response.status >= 500) {
      this.note(this.failedRequests, `${response.status} ${response.url.slice(0, 300)}`);
    }
    if ((type !== "Script" && type !== "Stylesheet") || this.resources.size >= MAX_RESOURCES) return;
    const names = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
    this.resources.set(requestId, {
      url: response.url.slice(0, 2_048),
      type: type === "Script" ? "script" : "stylesheet",
      status: response.status,
      bytes: 0,
      cacheable: names.has("cache-control") || names.has("expires"),
    });
  }

  private finished({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }): void {
    const resource = this.resources.get(requestId);
    if (resource) resource.bytes = encodedDataLength;
    this.settled(requestId);
  }

  private note(list: string[], line: string): void {
    if (list.length < MAX_NOTES) list.push(line);
  }

  private async documentPaused(event: {
    requestId: string;
    frameId: string;
    responseStatusCode?: number;
    responseHeaders?: Array<{ name: string; value: string }>;
    request: { url: string };
  }): Promise<void> {
    const isMain = event.frameId === this.mainFrameId() && this.document === null;
    if (!isMain) {
      await this.cdp.send("Fetch.continueRequest", { requestId: event.requestId });
      return;
    }
    const headers = Object.fromEntries(
      (event.responseHeaders ?? []).map(({ name, value }) => [name.toLowerCase(), value]),
    );
    const status = event.responseStatusCode ?? 0;
    const location = headers["location"] === undefined ? null : URL.parse(headers["location"], event.request.url);
    const redirect = status >= 300 && status <= 399 && location !== null;
    this.document = { status, headers, location: redirect ? location.href : null };
    if (redirect) await this.cdp.send("Fetch.failRequest", { requestId: event.requestId, errorReason: "Aborted" });
    else await this.cdp.send("Fetch.continueRequest", { requestId: event.requestId });
    this.wake();
  }

  private mainFrameId(): string {
    return (this.page.mainFrame() as unknown as { _id: string })._id;
  }

  /** Loads a page and takes it as soon as it is ready, at the latest after `deadlineMs`. */
  async render(url: string, deadlineMs: number): Promise<RawRender> {
    this.inFlight.clear();
    this.document = null;
    this.failedRequests = [];
    this.errors = [];
    this.consoleErrors = [];
    this.resources = new Map();
    this.flagged = false;
    const endAt = Date.now() + deadlineMs;
    const origin = new URL(url).origin;
    await Promise.all([
      this.cdp.send("Network.clearBrowserCookies"),
      this.cdp.send("Storage.clearDataForOrigin", {
        origin,
        storageTypes: "local_storage,indexeddb,cache_storage,service_workers,websql,file_systems",
      }),
    ]);
    const navigation = (await withDeadline(this.cdp.send("Page.navigate", { url }), endAt)) as {
      errorText?: string;
    } | null;
    const head = this.document as { status: number; headers: Record<string, string>; location: string | null } | null;
    if (head?.location) return { ...head, ...NOTHING, finalUrl: url };
    if (!head || navigation === null || navigation.errorText) {
      throw new Error(
        navigation === null ? "the page did not answer in time" : (navigation.errorText ?? "the page did not answer"),
      );
    }
    const ready = await this.untilReady(endAt);
    const { url: finalUrl, ...page } = await this.evaluate<Serialized>(SERIALIZE_SCRIPT, endAt + 2_000);
    const { failedRequests, errors, consoleErrors } = this;
    const resources = [...this.resources.values()];
    return { ...head, ...page, ready, finalUrl, failedRequests, errors, consoleErrors, resources };
  }

  private async untilReady(endAt: number): Promise<RawRender["ready"]> {
    for (;;) {
      const now = Date.now();
      if (now >= endAt) return "deadline";
      const networkQuiet = this.inFlight.size === 0 && now - this.lastNetworkAt >= QUIET_MS;
      if (this.flagged) return "flag";
      if (networkQuiet) {
        const probe = await this.evaluate<Probe>(PROBE_SCRIPT, endAt);
        if (probe.flag === true) return "flag";
        const still = probe.parsed && probe.stillMs >= QUIET_MS && this.inFlight.size === 0;
        if (probe.flag !== false && still) return "quiet";
      }
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        setTimeout(resolve, TICK_MS);
      });
    }
  }

  private async evaluate<T>(expression: string, endAt: number): Promise<T> {
    const answer = await withDeadline(this.cdp.send("Runtime.evaluate", { expression, returnByValue: true }), endAt);
    if (answer === null) throw new Error("the page is busy and does not answer");
    if (answer.exceptionDetails) throw new Error(`the page could not be read: ${answer.exceptionDetails.text}`);
    return answer.result.value as T;
  }

  async close(): Promise<void> {
    await this.page.close().catch(() => {});
  }
}

/** The promise's value, or null when it is not there at `endAt` (epoch ms). */
async function withDeadline<T>(promise: Promise<T>, endAt: number): Promise<T | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, endAt - Date.now()));
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
    promise.catch(() => {});
  }
}
