import { findVerifiedDomain, type DomainRow } from "../accounts";
import { classifyUserAgent } from "../analytics";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { SECOND_MS } from "../lib/time";
import { isRenderer } from "./core/serving-rules";
import { passThrough } from "./origin";
import { serveSnapshot, type Defer } from "./serve";
import { siteOf } from "./site";

/** How long an isolate trusts what it read about a host. */
const HOST_TTL_MS = 5 * SECOND_MS;
const MAX_HOSTS = 10_000;

const hosts = new Map<string, { row: DomainRow; until: number }>();

/** The verified domain that a host is, or null. Only positive answers are remembered, so a new domain works at once. */
export async function siteOfHost(env: Bindings, host: string, now: number): Promise<DomainRow | null> {
  const known = hosts.get(host);
  if (known && known.until > now) return known.row;
  hosts.delete(host);
  const row = await findVerifiedDomain(openDb(env.DB), host);
  if (!row) return null;
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  hosts.set(host, { row, until: now + HOST_TTL_MS });
  return row;
}

/** A customer's own traffic: crawlers get the snapshot, everyone else the origin, untouched. */
export async function serveEdge(env: Bindings, row: DomainRow, request: Request, defer: Defer): Promise<Response> {
  const url = new URL(request.url);
  const site = siteOf(row);
  const crawler = isRenderer(request.headers) ? null : classifyUserAgent(request.headers.get("user-agent"));
  const pathAndQuery = url.pathname + url.search;
  return crawler ? serveSnapshot(env, site, request, pathAndQuery, defer) : passThrough(request, site, pathAndQuery);
}
