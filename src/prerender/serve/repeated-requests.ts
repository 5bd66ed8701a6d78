import { repeatedVisit } from "../../analytics";
import { siteOf, type PrerenderSite } from "../cache/site";
import { LOOP_HEADERS } from "../core/serving-rules";
import { mayRedirect } from "./canonical-redirect";
import { mayRoute } from "../core/crawl-router";
import { heldDomain } from "./host-lookup";
import { HOP_HEADER } from "./origin";
import type { CacheLookup, Defer } from "./page-request";

/** Requests that an isolate remembers before it forgets all, and how many characters of each. */
export const MAX_KNOWN = 2_000;
const MAX_LENGTH = 2_000;

/** What a request asks for. The request and what belongs to it must not outlive its answer. */
type Asked = Omit<CacheLookup, "request" | "defer">;

/**
 * What requests asked for that leased pages answered on their own host. Parsing and judging an equal one again would be
 * half of what a hit costs. By site, so that it is forgotten with the site's earlier settings.
 */
let known = new WeakMap<PrerenderSite, Map<string, Asked>>();
let count = 0;

/** Such a request equals no other: it is passed on, or its visit is somebody else's. */
const SPECIAL = [HOP_HEADER, ...LOOP_HEADERS, "signature-agent"];

const isPlain = ({ method, headers }: Request) => method === "GET" && !SPECIAL.some((name) => headers.has(name));

/** All that decides what a plain request asks for. */
function likenessOf({ url, headers }: Request): string {
  return `${url}\n${headers.get("user-agent")}\n${headers.get("accept")}`;
}

const mayBeGone = ({ site, visit }: Asked) => visit !== null && mayRoute(site.crawlRouter, "gone", visit.kind);

/** Remembers what a leased page answered. */
export function rememberRequest(lookup: CacheLookup): void {
  const { request, defer: _, ...asked } = lookup;
  if (asked.by !== "host" || !isPlain(request) || mayRedirect(asked) || mayBeGone(asked)) return;
  const likeness = likenessOf(request);
  if (likeness.length > MAX_LENGTH) return;
  if (++count > MAX_KNOWN) [known, count] = [new WeakMap(), 1];
  const own = known.get(asked.site);
  if (own) own.set(likeness, asked);
  else known.set(asked.site, new Map([[likeness, asked]]));
}

/** What a request asks for, if an equal one asked for it under the same settings of the site; else null. */
export function repeatedLookup(request: Request, now: number, defer: Defer): CacheLookup | null {
  const row = heldDomain(hostOf(request.url), now);
  const asked = row && known.get(siteOf(row))?.get(likenessOf(request));
  if (!asked || !isPlain(request)) return null;
  return { ...asked, request, defer, visit: asked.visit && repeatedVisit(asked.visit, request, now) };
}

/** The host of a request's URL, which has no credentials. */
function hostOf(url: string): string {
  const start = url.indexOf("//") + 2;
  return url.slice(start, url.indexOf("/", start));
}
