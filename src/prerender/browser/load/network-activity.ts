import { isOwnSite } from "../../core/pages/own-site";
import { breaksPage, isData } from "../../core/pages/page-failures";
import type { RenderResource } from "../../core/pages/raw-render";
import type { NetworkState, OpenRequest } from "../../core/pages/readiness";
import { PAGE_LIMITS } from "../../core/pages/page-limits";

interface RequestEvent {
  requestId: string;
  type?: string;
  request: { url: string; method?: string; postData?: string; headers?: Record<string, string> };
}

interface ResponseEvent {
  requestId: string;
  type: string;
  response: { status: number; url: string; headers: Record<string, string> };
}

interface FailureEvent {
  requestId: string;
  type: string;
  errorText: string;
  canceled?: boolean;
  blockedReason?: string;
  corsErrorStatus?: unknown;
}

/** A request in progress. */
interface Open {
  type: string;
  url: string;
  method: string;
  own: boolean;
  isReport: boolean;
  /** The page sends the same request again and again. */
  repeats: boolean;
  /** Bytes received so far. */
  bytes: number;
}

const MAX_RESOURCES = 300;
/** Number of files per domain whose sizes are kept. */
const MAX_SIZES = 5_000;
const MAX_NOTES = 20;
/** Kinds that stay open or whose end does not matter: they don't show that a page is still loading. */
const LASTING = new Set(["WebSocket", "EventSource", "Ping"]);
/** After this many equal requests, the page counts as polling. */
const POLLS = 4;

/** The network activity of one page: requests in progress, failures, loaded files. One per render. */
export class NetworkActivity {
  failedRequests: string[] = [];
  private readonly inFlight = new Map<string, Open>();
  /** Method and URL → line, of failures that break the page unless a later response heals them. */
  private breaking = new Map<string, string>();
  private readonly times = new Map<string, number>();
  /** Sockets and event sources that are open, and whether they have sent something. */
  private readonly channels = new Map<string, boolean>();
  private resources = new Map<string, RenderResource>();
  private lastAt: number;
  private bytes = 0;
  private decodedBytes = 0;
  /** Requests that the browser's own list blocked without pausing them. */
  blocked = 0;
  /** Requests and sockets that were let through for the page with all its frames and workers. */
  sent = 0;

  constructor(
    now: number,
    /** Called when the last request in progress ends, or when the page has loaded too much. */
    private readonly onChange: () => void,
    /** URL → most bytes on the wire, of files that the tabs of a domain loaded. */
    private readonly sizes: Map<string, number> = new Map(),
    private readonly pageHost = "",
  ) {
    this.lastAt = now;
  }

  state(now: number): NetworkState {
    const open = [...this.inFlight.values()].map(kindOf);
    const spoken = [...this.channels.values()];
    const silentChannels = spoken.filter((spoke) => !spoke).length;
    return { open, stillMs: now - this.lastAt, silentChannels, talking: spoken.includes(true) };
  }

  get tooMuch(): boolean {
    return this.bytes > PAGE_LIMITS.bytes || this.decodedBytes > PAGE_LIMITS.decodedBytes;
  }

  /** Bytes on the wire so far. */
  get transferred(): number {
    return this.bytes;
  }

  /** Failures that change the page. */
  get broken(): string[] {
    return [...this.breaking.values()].slice(0, MAX_NOTES);
  }

  loaded(): RenderResource[] {
    const resources = [...this.resources.values()];
    // Read only now, because another tab may have been loading the same file.
    for (const resource of resources) resource.bytes = this.sizes.get(resource.url) ?? resource.bytes;
    return resources;
  }

  /** The page's own document has replaced the tab's last page, whose requests no longer count. */
  begin(documentId: string): void {
    for (const requestId of this.inFlight.keys()) if (requestId !== documentId) this.inFlight.delete(requestId);
    this.failedRequests = [];
    this.breaking = new Map();
    this.channels.clear();
    this.times.clear();
    this.resources = new Map();
  }

  requested(event: RequestEvent, now: number): void {
    const { requestId, type = "", request } = event;
    if (type === "EventSource") this.channels.set(requestId, false);
    if (LASTING.has(type)) return;
    const { url, method = "GET", postData = "", headers = {} } = request;
    const repeats =
      isData(type) && this.countOf(`${method} ${url.replace(/\d{9,}/g, "")} ${postData.slice(0, 200)}`) >= POLLS;
    const isReport = method === "POST" && /^text\/plain|^$/i.test(headerOf(headers, "content-type"));
    const own = isOwnSite(url, this.pageHost);
    this.inFlight.set(requestId, { type, url: url.slice(0, 300), method, own, isReport, repeats, bytes: 0 });
    if (!repeats) this.lastAt = now;
  }

  private countOf(key: string): number {
    const times = (this.times.get(key) ?? 0) + 1;
    if (times > 1 || this.times.size < PAGE_LIMITS.requests) this.times.set(key, times);
    return times;
  }

  /** `bytes` after decompression, and on the wire if they are known before the end. */
  received(requestId: string, bytes: number, wireBytes: number): void {
    this.decodedBytes += bytes;
    this.bytes += wireBytes;
    const open = this.inFlight.get(requestId);
    if (open) open.bytes += wireBytes;
    if (this.tooMuch) this.onChange();
  }

  /** Notes every request for data that a server failed. Whether a failure matters is judged later. */
  answered({ requestId, type, response }: ResponseEvent): void {
    const { status, url } = response;
    if (isData(type) && status >= 500) this.noteFailure(`${status} ${url.slice(0, 300)}`);
    const open = this.inFlight.get(requestId);
    if (open) this.judge({ ...open, type, status }, `${status} ${open.url}`);
    if ((type !== "Script" && type !== "Stylesheet") || this.resources.size >= MAX_RESOURCES) return;
    const names = new Set(Object.keys(response.headers).map((name) => name.toLowerCase()));
    this.resources.set(requestId, {
      url: url.slice(0, 2_048),
      type: type === "Script" ? "script" : "stylesheet",
      status,
      bytes: 0,
      cacheable: names.has("cache-control") || names.has("expires"),
    });
  }

  /** A later good response to the same request heals its failure. */
  private judge(request: Open & { status: number }, line: string): void {
    const key = `${request.method} ${request.url}`;
    if (request.status > 0 && request.status < 400) this.breaking.delete(key);
    else if (request.status === 0 || request.status >= 400) if (breaksPage(request)) this.breaking.set(key, line);
  }

  finished({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }, now: number): void {
    const resource = this.resources.get(requestId);
    if (resource) this.weigh(resource, encodedDataLength);
    this.bytes += Math.max(0, encodedDataLength - (this.inFlight.get(requestId)?.bytes ?? encodedDataLength));
    if (this.tooMuch) this.onChange();
    this.settled(requestId, now);
  }

  /** `bytes`: received now, which is next to nothing for files from the browser's cache or from another tab's load. */
  private weigh(resource: RenderResource, bytes: number): void {
    resource.bytes = bytes;
    const most = this.sizes.get(resource.url);
    if (bytes > (most ?? 0) && (most !== undefined || this.sizes.size < MAX_SIZES)) this.sizes.set(resource.url, bytes);
  }

  failed({ requestId, type, errorText, canceled, corsErrorStatus, blockedReason }: FailureEvent, now: number): void {
    if (blockedReason === "inspector") this.blocked++;
    const open = this.inFlight.get(requestId);
    const broken = canceled !== true && !errorText.includes("BLOCKED");
    if (open && broken) {
      if (isData(type)) this.noteFailure(`${errorText} ${open.url}`);
      // A browser refuses this response for every visitor, so the page works without it.
      if (corsErrorStatus === undefined) this.judge({ ...open, type, status: 0 }, `${errorText} ${open.url}`);
    }
    this.settled(requestId, now);
  }

  /** A socket was opened. */
  opened(requestId: string): void {
    this.channels.set(requestId, false);
  }

  /** A socket or an event source has sent something. */
  spoke(requestId: string, now: number): void {
    if (this.channels.get(requestId) !== false) return;
    this.channels.set(requestId, true);
    this.lastAt = now;
  }

  closed(requestId: string): void {
    this.channels.delete(requestId);
  }

  /**
   * A worker has its script. The browser reports the end of that request to the worker's session alone, or to none.
   */
  workerStarted(url: string, now: number): void {
    for (const [requestId, open] of this.inFlight) if (open.url === url.slice(0, 300)) this.settled(requestId, now);
  }

  /** The worker or frame that sent these requests is gone. */
  abandoned(requestIds: Iterable<string>, now: number): void {
    for (const requestId of requestIds) this.settled(requestId, now);
  }

  private noteFailure(line: string): void {
    if (this.failedRequests.length < MAX_NOTES) this.failedRequests.push(line);
  }

  private settled(requestId: string, now: number): void {
    this.channels.delete(requestId);
    const open = this.inFlight.get(requestId);
    if (!open) return;
    this.inFlight.delete(requestId);
    if (!open.repeats) this.lastAt = now;
    if (this.inFlight.size === 0) this.onChange();
  }
}

function kindOf({ type, own, isReport, repeats }: Open): OpenRequest {
  if (type === "Script") return own ? "own_script" : "foreign_script";
  if (!isData(type) || isReport || repeats) return "other";
  return own ? "own_data" : "foreign_data";
}

function headerOf(headers: Record<string, string>, wanted: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? "";
}
