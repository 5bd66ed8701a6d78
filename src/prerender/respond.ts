import { isNotModified } from "./core/serving-rules";
import type { SnapshotEntry } from "./core/snapshot";

export type CacheState = "hit" | "miss" | "stale" | "bypass";

export interface Served {
  entry: SnapshotEntry;
  /** Gzipped; null when only the head is wanted. */
  body: ArrayBuffer | null;
  form: "html" | "markdown";
  state: Exclude<CacheState, "bypass">;
}

const TYPES = { html: "text/html; charset=utf-8", markdown: "text/markdown; charset=utf-8" };

/** The answer made of a snapshot: conditional requests get 304, HEAD no body, everyone else the page. */
export function respondWith(request: Request, { entry, body, form, state }: Served, now: number): Response {
  const headers = new Headers(entry.headers);
  const etag = form === "html" ? entry.etag : entry.etag.replace(/"$/, '-md"');
  headers.set("x-crawlready-cache", state);
  headers.set("age", String(Math.max(0, Math.floor((now - entry.createdAt) / 1000))));
  headers.set("etag", etag);
  headers.set("last-modified", new Date(entry.createdAt).toUTCString());
  headers.set("vary", "User-Agent, Accept");
  // A CDN in between must not keep what an invalidation here could not reach.
  headers.set("cache-control", "private, max-age=0, must-revalidate");
  headers.set("cdn-cache-control", "no-store");
  if (entry.status === 200 && isNotModified(request.headers, etag, entry.createdAt))
    return new Response(null, { status: 304, headers });
  headers.set("content-type", TYPES[form]);
  if (request.method === "HEAD" || body === null || entry.bytes === 0)
    return new Response(null, { status: entry.status, headers });
  if (acceptsGzip(request)) {
    headers.set("content-encoding", "gzip");
    return new Response(body, { status: entry.status, headers, encodeBody: "manual" });
  }
  const plain = new Response(body).body!.pipeThrough(new DecompressionStream("gzip"));
  return new Response(plain, { status: entry.status, headers });
}

/** What the client itself accepts: the header that reaches a Worker has been rewritten on the way. */
function acceptsGzip(request: Request): boolean {
  const own = (request.cf as { clientAcceptEncoding?: string } | undefined)?.clientAcceptEncoding;
  const accepted = own ?? request.headers.get("accept-encoding") ?? "";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(accepted);
}
