import { CRAWLER_USER_AGENT } from "./crawler-agents";
import type { Deadlines } from "./deadlines";
import { accessHeaders, refuseEgress, viaOrigin, type EgressRefusal, type EgressRules } from "./egress";

/** The product token of our user agent, for robots.txt groups. */
export const CRAWLER_TOKEN = "CrawlreadyBot";

export interface FetchOptions {
  rules: EgressRules;
  method?: "GET" | "HEAD" | "POST";
  /** The body of a POST. */
  body?: string;
  headers?: Record<string, string>;
  /** From the request to the last byte, in ms. */
  timeoutMs: number;
  /** Keeps the time, for callers with many requests; otherwise each request has its own timer. */
  deadlines?: Deadlines;
  /** Maximum redirects to follow; 0 returns the 3xx itself. */
  maxRedirects?: number;
}

export type FetchFailure = "timeout" | "unreachable" | "refused" | "too_many_redirects" | "redirect_loop";

export interface Hop {
  url: string;
  status: number;
}

export interface FetchedResponse {
  ok: true;
  /** URL of the response, after any redirects. */
  url: URL;
  status: number;
  headers: Headers;
  hops: Hop[];
  /** Milliseconds until the response head. */
  ttfbMs: number;
  body: ReadableStream<Uint8Array> | null;
  /** Whether the deadline has passed; any failure after it counts as a timeout. */
  timedOut(): boolean;
  /** Ends the request. Must be called once the body is read or not needed. */
  release(): void;
}

export interface FetchFailed {
  ok: false;
  failure: FetchFailure;
  refusal?: EgressRefusal;
  hops: Hop[];
  /** The reason, in our own words. */
  detail: string;
}

/** A timer per request. */
const TIMERS: Pick<Deadlines, "watch"> = {
  watch(request, timeoutMs) {
    const timer = setTimeout(() => request.abort(), timeoutMs);
    return () => clearTimeout(timer);
  },
};

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/**
 * The only way to fetch from other people's sites. Checks each hop against the rules and follows redirects manually.
 * Never sends cookies, credentials or client headers, except those that the site's owner gave us, and those only to the
 * owner's site, even after redirects. The deadline covers the body too.
 */
export async function guardedFetch(target: URL, options: FetchOptions): Promise<FetchedResponse | FetchFailed> {
  const hops: Hop[] = [];
  const seen = new Set<string>();
  const deadline = new AbortController();
  const stop = (options.deadlines ?? TIMERS).watch(deadline, options.timeoutMs);
  const fail = (failure: FetchFailure, detail: string, refusal?: EgressRefusal): FetchFailed => {
    stop();
    deadline.abort();
    return { ok: false, failure, refusal, hops, detail };
  };
  for (let url = target; ;) {
    const address = viaOrigin(url, options.rules);
    const refusal = refuseEgress(address, options.rules);
    if (refusal) return fail("refused", `${address.host} may not be requested (${refusal})`, refusal);
    if (seen.has(url.href)) return fail("redirect_loop", `${url.href} redirects back to itself`);
    seen.add(url.href);
    const startedAt = Date.now();
    let response: Response;
    try {
      response = await requestOnce(address, options, deadline.signal);
    } catch {
      // The runtime's own message may name internals, and customers read this.
      return deadline.signal.aborted
        ? fail("timeout", `no response within ${options.timeoutMs} ms`)
        : fail("unreachable", "the connection failed");
    }
    const next = redirectTarget(response, url);
    if (next === null || (options.maxRedirects ?? 0) === 0) {
      return {
        ...answerOf(response, url, hops, Date.now() - startedAt),
        timedOut: () => deadline.signal.aborted,
        release: () => settle(stop, deadline, response),
      };
    }
    hops.push({ url: url.href, status: response.status });
    void response.body?.cancel().catch(() => {});
    if (hops.length > options.maxRedirects!)
      return fail("too_many_redirects", `more than ${options.maxRedirects} redirects`);
    url = next;
  }
}

async function requestOnce(url: URL, options: FetchOptions, signal: AbortSignal): Promise<Response> {
  const { tally, signer } = options.rules;
  if (tally) tally.made++;
  // A request under a crawler's name shows what that crawler gets. It is not ours to sign.
  const isOwn = options.headers?.["user-agent"] === undefined;
  return fetch(url, {
    method: options.method ?? "GET",
    ...(options.body !== undefined && { body: options.body }),
    redirect: "manual",
    signal,
    headers: {
      "user-agent": CRAWLER_USER_AGENT,
      accept: "text/html,application/xhtml+xml,*/*;q=0.8",
      ...options.headers,
      ...accessHeaders(url, options.rules),
      ...(isOwn && (await signer?.headersFor(url, Date.now()))),
    },
  });
}

/** Where a response redirects to; null: it does not. */
export function redirectTarget(response: Pick<Response, "status" | "headers">, base: URL): URL | null {
  if (!REDIRECTS.has(response.status)) return null;
  const location = response.headers.get("location");
  return location === null ? null : URL.parse(location, base);
}

function answerOf(response: Response, url: URL, hops: Hop[], ttfbMs: number) {
  // Statuses outside 100 to 599 exist in practice but can't be passed on.
  const status = response.status >= 100 && response.status <= 599 ? response.status : 500;
  return { ok: true as const, url, status, headers: response.headers, hops, ttfbMs, body: response.body };
}

function settle(stop: () => void, deadline: AbortController, response: Response): void {
  stop();
  // The body has ended, or its reader has cancelled it.
  if (response.bodyUsed) return;
  if (response.body) void response.body.cancel().catch(() => {});
  deadline.abort();
}

/** Why reading a body stopped: its end, the byte limit, the deadline, or a broken connection. */
export type BodyEnd = "complete" | "too_large" | "timeout" | "broken";

/** Bytes per read. Each read crosses into the runtime, so few large reads are cheaper than many small ones. */
const READ_SIZE = 65_536;
/** Buffers to reuse for later bodies, because allocating and zeroing a new one per body is expensive. */
const spareBuffers: ArrayBuffer[] = [];
const MAX_SPARE = 8;

/**
 * Passes the decoded body to `onChunk` as it arrives, at most `maxBytes`. Never throws: a broken or endless body ends
 * the reading, and the part before that counts. A chunk is valid only until the call returns. `isLast`: nothing follows it.
 */
export async function readBody(
  response: FetchedResponse,
  maxBytes: number,
  onChunk: (chunk: Uint8Array, isLast: boolean) => void,
): Promise<{ end: BodyEnd; bytes: number }> {
  if (!response.body) return { end: "complete", bytes: 0 };
  const reader = response.body.getReader({ mode: "byob" });
  let bytes = 0;
  let complete = false;
  let buffer = spareBuffers.pop() ?? new ArrayBuffer(READ_SIZE);
  try {
    for (;;) {
      // Reading detaches the buffer and returns it with the bytes.
      const view: Uint8Array<ArrayBuffer> = new Uint8Array(buffer);
      const { done, value } = await reader.readAtLeast(READ_SIZE, view);
      const chunk: Uint8Array<ArrayBuffer> = value ?? new Uint8Array();
      buffer = chunk.buffer;
      const room = maxBytes - bytes;
      bytes += chunk.byteLength;
      const isLast = done || chunk.byteLength < READ_SIZE;
      if (chunk.byteLength > 0) onChunk(chunk.byteLength > room ? chunk.subarray(0, room) : chunk, isLast);
      if (bytes > maxBytes) return { end: "too_large", bytes: maxBytes };
      complete = isLast;
      if (complete) return { end: "complete", bytes };
    }
  } catch (error) {
    const late = response.timedOut() || (error instanceof Error && error.name === "AbortError");
    return { end: late ? "timeout" : "broken", bytes };
  } finally {
    if (!complete) void reader.cancel().catch(() => {});
    if (buffer.byteLength === READ_SIZE && spareBuffers.length < MAX_SPARE) spareBuffers.push(buffer);
  }
}

/** A small text body (robots.txt, the start of a sitemap) as UTF-8, truncated to `maxBytes`. */
export async function readTextBody(
  response: FetchedResponse,
  maxBytes: number,
): Promise<{ text: string; end: BodyEnd; bytes: number }> {
  const decoder = new TextDecoder();
  let text = "";
  const { end, bytes } = await readBody(response, maxBytes, (chunk) => {
    text += decoder.decode(chunk, { stream: true });
  });
  return { text: text + decoder.decode(), end, bytes };
}
