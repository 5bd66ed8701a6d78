import { copyHost, findVerifiedDomain, readHostCopy, writeHostCopy, type HostRow } from "../accounts";
import { classifyUserAgent } from "../analytics";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { log } from "../lib/log";
import { withDeadline } from "../lib/deadline";
import { HOUR_MS, SECOND_MS } from "../lib/time";
import { isRenderer, preferredForm } from "./core/serving-rules";
import { LLMS_TXT_PATH } from "./llms-txt";
import { passThrough, refuseLoop } from "./origin";
import { serveSnapshot, type Defer } from "./serve-snapshot";
import { siteOf, type PrerenderSite } from "./site";

/** How long an isolate trusts what it read about a host, and how much longer while the database is down. */
const HOST_TTL_MS = 5 * SECOND_MS;
const HOST_TTL_DOWN_MS = HOUR_MS;
/** A database that does not answer within this time counts as down. */
const DATABASE_TIMEOUT_MS = 3 * SECOND_MS;
/** How often an isolate renews a host's copy in KV. */
const COPY_AFTER_MS = HOUR_MS;
const MAX_HOSTS = 10_000;

interface Known {
  row: HostRow;
  /** When the database said so, when it was last queried, and when this isolate last wrote the copy in KV. */
  readAt: number;
  askedAt: number;
  copiedAt: number;
}

const hosts = new Map<string, Known>();

/**
 * The verified domain of a host, or null. Only positive results are cached, so a new domain works at once. While the
 * database is down, uses what this isolate read within the last hour, then the copy in KV, at most a day old.
 * @throws ApiError `temporarily_unavailable` if the database is down and the host is in neither cache.
 */
export async function domainOfHost(
  env: Bindings,
  host: string,
  now: number,
  defer: Defer = (work) => void work,
): Promise<HostRow | null> {
  const known = hosts.get(host);
  if (known && known.askedAt + HOST_TTL_MS > now) return known.row;
  try {
    const db = openDb(env.DB);
    const found = findVerifiedDomain(db, host).then((row) => ({ row }));
    const answer = await withDeadline(found, DATABASE_TIMEOUT_MS);
    if (!answer) throw new Error("the database did not answer in time");
    if (answer.row) return remember(env, host, answer.row, now, defer);
    if (hosts.delete(host)) defer(copyHost(env, db, host, now));
    return null;
  } catch (error) {
    log("error", "host_not_looked_up", { host, error: String(error) });
    return recall(env, host, now);
  }
}

/** Caches the database's result in this isolate and in KV. */
function remember(env: Bindings, host: string, row: HostRow, now: number, defer: Defer): HostRow {
  const copiedAt = hosts.get(host)?.copiedAt ?? 0;
  const isDue = copiedAt + COPY_AFTER_MS <= now;
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  hosts.set(host, { row, readAt: now, askedAt: now, copiedAt: isDue ? now : copiedAt });
  const failed = (error: unknown) => log("warn", "host_not_copied", { host, error: String(error) });
  if (isDue) defer(writeHostCopy(env, row, now).catch(failed));
  return row;
}

/** What the caches know about a host while the database is down. The database is tried again in five seconds. */
async function recall(env: Bindings, host: string, now: number): Promise<HostRow> {
  const known = hosts.get(host);
  const isFresh = known !== undefined && known.readAt + HOST_TTL_DOWN_MS > now;
  const copy = isFresh ? known : await readHostCopy(env, host, now);
  if (!copy) {
    const message = "The site behind this host can't be looked up right now; try again later.";
    throw new ApiError("temporarily_unavailable", message, {}, { "retry-after": "10" });
  }
  hosts.set(host, { row: copy.row, readAt: copy.readAt, askedAt: now, copiedAt: known?.copiedAt ?? 0 });
  return copy.row;
}

/** Serves a customer's own traffic: crawlers get the snapshot, everyone else the unchanged origin. */
export async function serveEdge(env: Bindings, row: HostRow, request: Request, defer: Defer): Promise<Response> {
  refuseLoop(request, row.domain);
  const url = new URL(request.url);
  const site = siteOf(row);
  const pathAndQuery = url.pathname + url.search;
  if (isRenderer(request.headers)) return passThrough(request, site, pathAndQuery, "host");
  if (wantsSnapshot(site, request, url.pathname))
    return serveSnapshot(env, { request, site, pathAndQuery, by: "host", defer });
  return passThrough(request, site, pathAndQuery, "host");
}

/** True for crawlers, and for requests for Markdown or llms.txt, which browsers never send. */
function wantsSnapshot(site: PrerenderSite, { headers }: Request, pathname: string): boolean {
  if (site.llmsTxt && pathname === LLMS_TXT_PATH) return true;
  if (classifyUserAgent(headers.get("user-agent"))) return true;
  return site.markdown && preferredForm(headers.get("accept") ?? "", true) === "markdown";
}
