import { isOwnSite } from "../../core/pages/own-site";
import { isData } from "../../core/pages/page-failures";
import type { RenderResource, WantedFile } from "../../core/pages/raw-render";
import type { NetworkState } from "../../core/pages/readiness";
import { purposeOf, streamKindOf } from "../../core/pages/request-purpose";
import { PAGE_LIMITS } from "../../core/pages/page-limits";
import { LoadedFiles } from "./loaded-files";
import { RequestFailures } from "./request-failures";
import { openRequest, type SentRequest } from "./sent-request";
import { Streams } from "./streams";
import { WantedFiles } from "./wanted-files";

interface RequestEvent {
  requestId: string;
  type?: string;
  request: {
    url: string;
    method?: string;
    postData?: string;
    hasPostData?: boolean;
    headers?: Record<string, string>;
  };
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

const MAX_NOTES = 20;
/** Longer requests are not compared, in characters. */
const MAX_LIKENESS = 2_000;
/** Kinds that stay open or whose end does not matter: they don't show that a page is still loading. */
const LASTING = new Set(["WebSocket", "EventSource", "Ping"]);
/** After this many equal requests, the page counts as polling. */
const POLLS = 4;

/** The network activity of one page: requests in progress, failures, loaded files. One per render. */
export class NetworkActivity {
  failedRequests: string[] = [];
  private readonly inFlight = new Map<string, SentRequest>();
  readonly failures = new RequestFailures();
  private readonly times = new Map<string, number>();
  /** Requests that the page had an answer to, by likeness. */
  private readonly answers = new Set<string>();
  /** Id of the request for the page's own document. */
  private documentId = "";
  private readonly streams = new Streams();
  private readonly files: LoadedFiles;
  private readonly wanted = new WantedFiles();
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
    sizes: Map<string, number> = new Map(),
    private readonly pageHost = "",
  ) {
    this.lastAt = now;
    this.files = new LoadedFiles(sizes);
  }

  state(now: number): NetworkState {
    const open = [...this.inFlight].map(([requestId, request]) =>
      openRequest(request, requestId === this.documentId, now),
    );
    return { open, stillMs: now - this.lastAt, ...this.streams.state(now) };
  }

  get tooMuch(): boolean {
    return this.bytes > PAGE_LIMITS.bytes || this.decodedBytes > PAGE_LIMITS.decodedBytes;
  }

  /** Bytes on the wire so far. */
  get transferred(): number {
    return this.bytes;
  }

  loaded(): RenderResource[] {
    return this.files.list();
  }

  /** Files of the page's own site that it asked for, and that were not loaded or are missing. */
  get wantedFiles(): WantedFile[] {
    return this.wanted.list();
  }

  /** The page's own document has replaced the tab's last page, whose requests no longer count. */
  begin(documentId: string): void {
    for (const requestId of this.inFlight.keys()) if (requestId !== documentId) this.inFlight.delete(requestId);
    this.documentId = documentId;
    this.failedRequests = [];
    this.failures.clear();
    this.streams.clear();
    this.times.clear();
    this.answers.clear();
    this.files.clear();
    this.wanted.clear();
  }

  /** The page has left its document. */
  leave(): void {
    this.inFlight.clear();
  }

  requested(event: RequestEvent, now: number): void {
    const { requestId, type = "", request } = event;
    if (type === "EventSource") this.opened(requestId, request.url, "events");
    if (LASTING.has(type)) return;
    const { url, method = "GET", postData = "", hasPostData = false } = request;
    const plain = `${method} ${url.replace(/\d{9,}/g, "")} `;
    const repeats = isData(type) && this.countOf(plain + postData.slice(0, 200)) >= POLLS;
    const isLong = plain.length > MAX_LIKENESS || (hasPostData && postData === "");
    const likeness = isLong ? null : plain + postData;
    const purpose = isData(type) ? purposeOf({ url, method, headers: lowerCased(request.headers) }) : "answer";
    this.inFlight.set(requestId, {
      type,
      url: url.slice(0, 300),
      method,
      own: isOwnSite(url, this.pageHost),
      isReport: purpose === "report",
      purpose,
      sentAt: now,
      calmMs: now - this.lastAt,
      likeness,
      isAgain: likeness !== null && this.answers.has(likeness),
      repeats,
      status: 0,
      hasHead: false,
      streams: null,
      bytes: 0,
    });
    if (!repeats && purpose === "answer") this.lastAt = now;
    this.wanted.asked({ ...this.inFlight.get(requestId)!, url });
  }

  private countOf(key: string): number {
    const times = (this.times.get(key) ?? 0) + 1;
    if (times > 1 || this.times.size < PAGE_LIMITS.requests) this.times.set(key, times);
    return times;
  }

  /** `bytes` after decompression, and on the wire if they are known before the end. */
  received(requestId: string, bytes: number, wireBytes: number, now: number): void {
    this.decodedBytes += bytes;
    this.bytes += wireBytes;
    const open = this.inFlight.get(requestId);
    if (open) open.bytes += wireBytes;
    if (open?.streams && bytes > 0) {
      open.purpose = "lasting";
      this.streams.read(requestId, open.own, open.streams, now);
    }
    if (this.tooMuch) this.onChange();
  }

  /** Notes every request for data that a server failed. Whether a failure matters is judged later. */
  answered({ requestId, type, response }: ResponseEvent, now: number): void {
    const { status, url } = response;
    if (isData(type) && status >= 500) this.noteFailure(`${status} ${url.slice(0, 300)}`);
    const open = this.inFlight.get(requestId);
    if (open) this.failures.note({ ...open, type, status }, now);
    if (open) this.wanted.answered({ ...open, type, url }, status);
    if (open) this.begun(open, response, now);
    this.files.answered(requestId, type, response);
  }

  /** A server sent this status, which the browser may yet keep from the page. */
  headSeen({ requestId, statusCode }: { requestId: string; statusCode: number }): void {
    const open = this.inFlight.get(requestId);
    if (open) open.status = statusCode;
  }

  private begun(open: SentRequest, { status, headers }: ResponseEvent["response"], now: number): void {
    open.hasHead = true;
    // The page may go on from here without reading the rest, whose end is then reported late.
    if (!open.repeats && open.purpose === "answer") this.lastAt = now;
    open.streams = streamKindOf(lowerCased(headers));
    const isKept = status < 400 && open.likeness !== null && this.answers.size < PAGE_LIMITS.requests;
    if (isKept) this.answers.add(open.likeness!);
  }

  finished({ requestId, encodedDataLength }: { requestId: string; encodedDataLength: number }, now: number): void {
    this.files.finished(requestId, encodedDataLength);
    this.bytes += Math.max(0, encodedDataLength - (this.inFlight.get(requestId)?.bytes ?? encodedDataLength));
    if (this.tooMuch) this.onChange();
    this.settled(requestId, now);
  }

  failed({ requestId, type, errorText, canceled, corsErrorStatus, blockedReason }: FailureEvent, now: number): void {
    if (blockedReason === "inspector") this.blocked++;
    const open = this.inFlight.get(requestId);
    const broken = canceled !== true && !errorText.includes("BLOCKED");
    if (open && broken) {
      if (isData(type)) this.noteFailure(`${errorText} ${open.url}`);
      // A browser refuses this response for every visitor, so the page works without it. But what blocks the renderer
      // often has no headers for other origins, and only the status tells.
      if (corsErrorStatus === undefined) this.failures.note({ ...open, type, status: 0 }, now, errorText);
      else if (open.own && open.status >= 400) this.failures.note({ ...open, type }, now);
    }
    this.settled(requestId, now);
  }

  /** A socket or an event source was opened. */
  opened(requestId: string, url: string, kind: "socket" | "events" = "socket"): void {
    this.streams.opened(requestId, isOwnSite(url, this.pageHost), kind);
  }

  /** A socket or an event source has sent something. */
  spoke(requestId: string, now: number): void {
    if (this.streams.spoke(requestId, now)) this.lastAt = now;
  }

  closed(requestId: string): void {
    this.streams.closed(requestId);
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
    this.streams.closed(requestId);
    const open = this.inFlight.get(requestId);
    if (!open) return;
    this.inFlight.delete(requestId);
    if (!open.repeats && open.purpose === "answer") this.lastAt = now;
    if (this.inFlight.size === 0) this.onChange();
  }
}

function lowerCased(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
