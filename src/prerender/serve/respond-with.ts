import { BODILESS_STATUSES, isHeaderValue } from "../core/response-headers";
import { isNotModified } from "../core/serving-rules";
import type { SnapshotEntry } from "../core/snapshot";
import { emptyResponse } from "./empty-response";
import type { CacheLookup, CacheState } from "./page-request";
import { markdownOf, plainOf } from "../cache/snapshot-bucket";

/** A snapshot of a page in HTML. */
export interface FoundSnapshot {
  entry: SnapshotEntry;
  /** Gzipped; null for a HEAD request. */
  body: ArrayBuffer | null;
  state: Exclude<CacheState, "bypass">;
}

type Form = CacheLookup["form"];

const TYPES = { html: "text/html; charset=utf-8", markdown: "text/markdown; charset=utf-8" };

/**
 * Builds the response for a snapshot: 304 for a matching conditional request, no body for HEAD, otherwise the page.
 * `origin` if the snapshot is unusable: an invalid status or a redirect without a target. @throws if its body is damaged.
 */
export async function respondWith(
  { request, form: asked }: CacheLookup,
  snapshot: FoundSnapshot,
): Promise<Response | "origin"> {
  const { entry, state } = snapshot;
  const { form, body } = await inForm(asked, snapshot);
  const { status } = entry;
  const headers = new Headers(fixedHeaders(entry, form));
  if (status < 200 || status > 599 || (REDIRECTS.has(status) && !headers.has("location"))) return "origin";
  const etag = headers.get("etag")!;
  headers.set("x-crawlready-cache", state);
  headers.set("age", String(Math.max(0, Math.floor((Date.now() - entry.createdAt) / 1000))));
  if (status === 200 && isNotModified(request.headers, etag, entry.createdAt)) return emptyResponse(304, headers);
  if (entry.bytes === 0 || BODILESS_STATUSES.has(status)) return emptyResponse(status, headers);
  headers.set("content-type", TYPES[form]);
  if (request.method === "HEAD" || body === null) return new Response(null, { status, headers });
  if (acceptsGzip(request)) {
    if (!isGzip(body)) throw new Error("the snapshot's body is damaged");
    headers.set("content-encoding", "gzip");
    return new Response(body, { status, headers, encodeBody: "manual" });
  }
  // Decompressed completely before the response starts, so that a damaged body is noticed while the origin can still
  // answer.
  return new Response(await plainOf(entry.snap, form, body), { status, headers });
}

/** Converts the page to the requested form. Stays HTML if that is impossible or it is not a page. */
async function inForm(form: Form, { entry, body }: FoundSnapshot): Promise<{ form: Form; body: ArrayBuffer | null }> {
  if (form === "html" || entry.status !== 200) return { form: "html", body };
  if (body === null) return { form, body };
  const markdown = await markdownOf(entry.snap, body);
  return markdown ? { form, body: markdown } : { form: "html", body };
}

/** Statuses that send the client elsewhere. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** By entry, because an isolate answers with a leased entry again and again. */
const fixed = { html: new WeakMap<SnapshotEntry, Headers>(), markdown: new WeakMap<SnapshotEntry, Headers>() };

/** The headers that are the same in every response with this snapshot. */
function fixedHeaders(entry: SnapshotEntry, form: Form): Headers {
  const known = fixed[form].get(entry);
  if (known) return known;
  const headers = repeatable(entry.headers);
  headers.set("etag", form === "html" ? entry.etag : entry.etag.replace(/"$/, '-md"'));
  headers.set("last-modified", new Date(entry.createdAt).toUTCString());
  headers.set("vary", "User-Agent, Accept");
  // A CDN in front must not cache what an invalidation here can't reach.
  headers.set("cache-control", "private, max-age=0, must-revalidate");
  headers.set("cdn-cache-control", "no-store");
  fixed[form].set(entry, headers);
  return headers;
}

/** The snapshot headers that can be sent. Older snapshots contain some that can't. */
function repeatable(stored: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(stored)) {
    try {
      if (isHeaderValue(value)) headers.set(name, value);
    } catch {
      // Not a valid header name: skip it.
    }
  }
  return headers;
}

function isGzip(body: ArrayBuffer): boolean {
  const [first, second] = new Uint8Array(body, 0, Math.min(2, body.byteLength));
  return first === 0x1f && second === 0x8b;
}

/** What the client itself accepts. The Accept-Encoding header that reaches a Worker has been rewritten. */
function acceptsGzip(request: Request): boolean {
  const own = (request.cf as { clientAcceptEncoding?: string } | undefined)?.clientAcceptEncoding;
  const accepted = own ?? request.headers.get("accept-encoding") ?? "";
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/i.test(accepted);
}
