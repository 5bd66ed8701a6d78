import type { RenderResource } from "../core/raw-render";
import type { NetworkState } from "../core/readiness";
import { PAGE_LIMITS } from "../core/request-rules";

interface ResponseEvent {
  requestId: string;
  type: string;
  response: { status: number; url: string; headers: Record<string, string> };
}

const MAX_RESOURCES = 300;
/** Number of files per domain whose sizes are kept. */
const MAX_SIZES = 5_000;
const MAX_NOTES = 20;
/** Kinds that stay open or whose end does not matter: they don't show that a page is still loading. */
const LASTING = new Set(["WebSocket", "EventSource", "Ping"]);

function isData(type: string): boolean {
  return type === "XHR" || type === "Fetch";
}

/** The network activity of one page: requests in progress, failures, loaded files. One per render. */
export class NetworkWatch {
  failedRequests: string[] = [];
  /** Request id → URL of requests in progress. */
  private readonly inFlight = new Map<string, string>();
  private resources = new Map<string, RenderResource>();
  private lastAt: number;
  private bytes = 0;
  /** Requests and sockets that were let through for the page with all its frames and workers. */
  sent = 0;

  constructor(
    now: number,
    /** Called when the last request in progress ends, or when the page has loaded too much. */
    private readonly onChange: () => void,
    /** URL → most bytes on the wire, of files that the tabs of a domain loaded. */
    private readonly sizes: Map<string, number> = new Map(),
  ) {
    this.lastAt = now;
  }

  state(now: number): NetworkState {
    return { inFlight: this.inFlight.size, stillMs: now - this.lastAt };
  }

  get tooMuch(): boolean {
    return this.bytes > PAGE_LIMITS.bytes;
  }

  loaded(): RenderResource[] {
    const resources = [...this.resources.values()];
    // Only now: another tab may have been loading the same file.
    for (const resource of resources) resource.bytes = this.sizes.get(resource.url) ?? resource.bytes;
    return resources;
  }

  /** The page's own document has replaced the tab's last page, whose requests no longer count. */
  begin(documentId: string): void {
    for (const requestId of this.inFlight.keys()) if (requestId !== documentId) this.inFlight.delete(requestId);
    this.failedRequests = [];
    this.resources = new Map();
  }

  requested(event: { requestId: string; type?: string; request: { url: string } }, now: number): void {
    if (LASTING.has(event.type ?? "")) return;
    this.inFlight.set(event.requestId, event.request.url.slice(0, 300));
    this.lastAt = now;
  }

  received(bytes: number): void {
    this.bytes += bytes;
    if (this.tooMuch) this.onChange();
  }

  /** Notes every request for data that a server failed. Whether a failure matters is judged later. */
  answered({ requestId, type, response }: ResponseEvent): void {
    if (isData(type) && response.status >= 500) this.noteFailure(`${response.status} ${response.url.slice(0, 300)}`);
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

  finished({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }, now: number): void {
    const resource = this.resources.get(requestId);
    if (resource) this.weigh(resource, encodedDataLength);
    this.settled(requestId, now);
  }

  /** `bytes`: received now, which is next to nothing for files from the browser's cache or from another tab's load. */
  private weigh(resource: RenderResource, bytes: number): void {
    resource.bytes = bytes;
    const most = this.sizes.get(resource.url);
    if (bytes > (most ?? 0) && (most !== undefined || this.sizes.size < MAX_SIZES)) this.sizes.set(resource.url, bytes);
  }

  failed(event: { requestId: string; type: string; errorText: string; canceled?: boolean }, now: number): void {
    const url = this.inFlight.get(event.requestId);
    const broken = event.canceled !== true && !event.errorText.includes("BLOCKED");
    if (url !== undefined && isData(event.type) && broken) this.noteFailure(`${event.errorText} ${url}`);
    this.settled(event.requestId, now);
  }

  /** The worker or frame that sent these requests is gone. */
  abandoned(requestIds: Iterable<string>, now: number): void {
    for (const requestId of requestIds) this.settled(requestId, now);
  }

  private noteFailure(line: string): void {
    if (this.failedRequests.length < MAX_NOTES) this.failedRequests.push(line);
  }

  private settled(requestId: string, now: number): void {
    if (!this.inFlight.delete(requestId)) return;
    this.lastAt = now;
    if (this.inFlight.size === 0) this.onChange();
  }
}
