import { findVerifiedDomain, type DomainRow } from "../accounts";
import { classifyUserAgent } from "../analytics";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { HOUR_MS, SECOND_MS } from "../lib/time";
import { isRenderer, preferredForm } from "./core/serving-rules";
import { LLMS_TXT_PATH } from "./llms-txt";
import { passThrough, refuseLoop } from "./origin";
import { serveSnapshot, type Defer } from "./serve";
import { siteOf, type PrerenderSite } from "./site";

/** How long an isolate trusts what it read about a host, and how much longer when the database does not answer. */
const HOST_TTL_MS = 5 * SECOND_MS;
const HOST_TTL_DOWN_MS = HOUR_MS;
const MAX_HOSTS = 10_000;

const hosts = new Map<string, { row: DomainRow; readAt: number }>();

/** The verified domain that a host is, or null. Only positive answers are remembered, so a new domain works at once. */
export async function siteOfHost(env: Bindings, host: string, now: number): Promise<DomainRow | null> {
  const known = hosts.get(host);
  if (known && known.readAt + HOST_TTL_MS > now) return known.row;
  let row: DomainRow | undefined;
  try {
    row = await findVerifiedDomain(openDb(env.DB), host);
  } catch (error) {
    if (known && known.readAt + HOST_TTL_DOWN_MS > now) return known.row;
    throw error;
  }
  hosts.delete(host);
  if (!row) return null;
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  hosts.set(host, { row, readAt: now });
  return row;
}

/** A customer's own traffic: crawlers get the snapshot, everyone else the origin, untouched. */
export async function serveEdge(env: Bindings, row: DomainRow, request: Request, defer: Defer): Promise<Response> {
  refuseLoop(request, row.domain);
  const url = new URL(request.url);
  const site = siteOf(row);
  const pathAndQuery = url.pathname + url.search;
  if (isRenderer(request.headers)) return passThrough(request, site, pathAndQuery, "host");
  if (wantsSnapshot(site, request, url.pathname))
    return serveSnapshot(env, { request, site, pathAndQuery, by: "host", defer });
  return passThrough(request, site, pathAndQuery, "host");
}

/** Crawlers, and whoever asks for Markdown or llms.txt: browsers never do. */
function wantsSnapshot(site: PrerenderSite, { headers }: Request, pathname: string): boolean {
  if (site.llmsTxt && pathname === LLMS_TXT_PATH) return true;
  if (classifyUserAgent(headers.get("user-agent"))) return true;
  return site.markdown && preferredForm(headers.get("accept") ?? "", true) === "markdown";
}
