import { twinHeader } from "../core/markdown-twin";
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
  { request, form: asked, site, path }: CacheLookup,
  snapshot: FoundSnapshot,
): Promise<Response | "origin"> {
  const { entry, state } = snapshot;
  const { status } = entry;
  const { form, body } = asked === "html" || status !== 200 ? asHtml(snapshot) : await asMarkdown(snapshot);
  if (status < 200 || status > 599) return "origin";
  const isGzipped = body !== null && acceptsGzip(request);
  const link = site.markdown && status === 200 ? twinHeader(site.publicBase, path, form) : "";
  const headers = headersFor(entry, { form, state, isGzipped, link });
  if (REDIRECTS.has(status) && !headers.has("location")) return "origin";
  if (status === 200 && isNotModified(request.headers, etagOf(entry, form), entry.createdAt))
    return emptyResponse(304, headers);
  if (entry.bytes === 0 || BODILESS_STATUSES.has(status)) return emptyResponse(status, headers);
  if (request.method === "HEAD" || body === null) return new Response(null, { status, headers });
  if (isGzipped) {
    if (!isGzip(body)) throw new Error("the snapshot's body is damaged");
    return new Response(body, { status, headers, encodeBody: "manual" });
  }
  // Decompressed completely before the response starts, so that a damaged body is noticed while the origin can still
  // answer.
  return new Response(await plainOf(entry.snap, form, body), { status, headers });
}

type InForm = { form: Form; body: ArrayBuffer | null };

const asHtml = ({ body }: FoundSnapshot): InForm => ({ form: "html", body });

/** Converts the page to Markdown. Stays HTML if that is impossible. */
async function asMarkdown({ entry, body }: FoundSnapshot): Promise<InForm> {
  if (body === null) return { form: "markdown", body };
  const markdown = await markdownOf(entry.snap, body);
  return markdown ? { form: "markdown", body: markdown } : { form: "html", body };
}

/** Statuses that send the client elsewhere. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

interface Answered {
  form: Form;
  state: FoundSnapshot["state"];
  isGzipped: boolean;
  /** The other form of the page; empty: there is none. */
  link: string;
}

/** By entry and form of the answer, because an isolate answers with a leased entry again and again. */
const made = new WeakMap<SnapshotEntry, Map<string, { headers: Headers; age: number }>>();

/** The headers of a response with this snapshot. Shared by all such responses, each of which copies them. */
function headersFor(entry: SnapshotEntry, answered: Answered): Headers {
  const { form, state, isGzipped, link } = answered;
  let own = made.get(entry);
  if (!own) made.set(entry, (own = new Map()));
  const key = `${form} ${state} ${isGzipped} ${link}`;
  let known = own.get(key);
  if (!known) own.set(key, (known = { headers: makeHeaders(entry, answered), age: -1 }));
  const age = Math.max(0, Math.floor((Date.now() - entry.createdAt) / 1000));
  if (known.age !== age) known.headers.set("age", String((known.age = age)));
  return known.headers;
}

function makeHeaders(entry: SnapshotEntry, { form, state, isGzipped, link }: Answered): Headers {
  const headers = repeatable(entry.headers);
  headers.set("etag", etagOf(entry, form));
  headers.set("last-modified", new Date(entry.createdAt).toUTCString());
  headers.set("vary", "User-Agent, Accept");
  // A CDN in front must not cache what an invalidation here can't reach.
  headers.set("cache-control", "private, max-age=0, must-revalidate");
  headers.set("cdn-cache-control", "no-store");
  headers.set("x-crawlready-cache", state);
  headers.set("content-type", TYPES[form]);
  if (isGzipped) headers.set("content-encoding", "gzip");
  if (link !== "") headers.append("link", link);
  return headers;
}

const etagOf = ({ etag }: SnapshotEntry, form: Form) => (form === "html" ? etag : etag.replace(/"$/, '-md"'));

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
