import {
  copyHost,
  findVerifiedDomain,
  hostRowOf,
  readHostCopy,
  writeHostCopy,
  type DomainRow,
  type HostRow,
} from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { withDeadline } from "../../lib/time/deadline";
import { HOUR_MS, isWithin, MINUTE_MS, SECOND_MS } from "../../lib/time/time";
import type { Defer } from "./page-request";

interface Known {
  row: HostRow;
  /** When D1 confirmed it, and when this isolate last got the row from KV or D1. */
  readAt: number;
  askedAt: number;
  /** When this isolate last asked D1, and when it last wrote the copy in KV. */
  checkedAt: number;
  copiedAt: number;
}

/** How long an isolate trusts what it read about a host, and how much longer while nothing can be read. */
const HOST_TTL_MS = 5 * SECOND_MS;
const HOST_TTL_DOWN_MS = HOUR_MS;
/** Stores that do not respond within this time count as down. */
const COPY_TIMEOUT_MS = SECOND_MS;
const DATABASE_TIMEOUT_MS = 3 * SECOND_MS;
/** How often an isolate compares a copy with D1, after the response. Makes up for copies that were not written. */
const CHECK_AFTER_MS = 5 * MINUTE_MS;
/** How often an isolate renews a host's copy in KV. */
const COPY_AFTER_MS = HOUR_MS;
const MAX_HOSTS = 10_000;

const hosts = new Map<string, Known>();

/** The domain of a host that this isolate need not read again at `now`, or null. */
export function heldDomain(host: string, now: number): HostRow | null {
  const known = hosts.get(host);
  return known && isWithin(known.askedAt, HOST_TTL_MS, now) ? known.row : null;
}

/**
 * The verified domain of a host, or null. Known hosts come from the copy in KV, so their number and an outage of D1
 * don't matter. Only positive results are cached, so a new domain works at once.
 * @throws ApiError `temporarily_unavailable` if D1 is down and the host is neither in KV nor known to this isolate.
 */
export async function domainOfHost(
  env: Bindings,
  host: string,
  now: number,
  defer: Defer = (work) => void work,
): Promise<HostRow | null> {
  const held = heldDomain(host, now);
  if (held) return held;
  const known = hosts.get(host);
  const copy = await withDeadline(readHostCopy(env, host, now), COPY_TIMEOUT_MS);
  if (!copy) return readDomain(env, host, now, defer);
  const checkedAt = Math.max(copy.readAt, known?.checkedAt ?? 0);
  const isDue = !isWithin(checkedAt, CHECK_AFTER_MS, now);
  learn(host, {
    ...copy,
    askedAt: now,
    checkedAt: isDue ? now : checkedAt,
    copiedAt: Math.max(copy.readAt, known?.copiedAt ?? 0),
  });
  if (isDue) defer(readDomain(env, host, now, defer).catch(() => null));
  return copy.row;
}

/** The same for a caller's own account. A copy that names another owner may be old, so D1 decides. */
export async function domainOfOwner(
  env: Bindings,
  host: string,
  accountId: string,
  now: number,
  defer: Defer,
): Promise<HostRow | null> {
  const row = await domainOfHost(env, host, now, defer);
  const known = hosts.get(host);
  if (!row || row.accountId === accountId || (known && isWithin(known.checkedAt, HOST_TTL_MS, now))) return row;
  return readDomain(env, host, now, defer).catch(() => row);
}

/** Asks D1. If it is down, uses what this isolate read within the hour. */
async function readDomain(env: Bindings, host: string, now: number, defer: Defer): Promise<HostRow | null> {
  try {
    const db = openDb(env.DB);
    const found = findVerifiedDomain(db, host).then((row) => ({ row }));
    const answer = await withDeadline(found, DATABASE_TIMEOUT_MS);
    if (!answer) throw new Error("the database did not respond in time");
    if (answer.row) return await remember(env, host, answer.row, now, defer);
    if (hosts.delete(host)) defer(copyHost(env, db, host, now));
    return null;
  } catch (error) {
    log("error", "host_not_looked_up", { host, error: String(error) });
    return recall(host, now);
  }
}

/** Caches the result from D1 in this isolate. Writes the copy in KV if it differs or is due. */
async function remember(env: Bindings, host: string, found: DomainRow, now: number, defer: Defer): Promise<HostRow> {
  const row = await hostRowOf(found);
  const known = hosts.get(host);
  const isSame = known !== undefined && JSON.stringify(known.row) === JSON.stringify(row);
  const isDue = !isSame || known.copiedAt + COPY_AFTER_MS <= now;
  learn(host, { row, readAt: now, askedAt: now, checkedAt: now, copiedAt: isDue ? now : known.copiedAt });
  const failed = (error: unknown) => log("warn", "host_not_copied", { host, error: String(error) });
  if (isDue) defer(writeHostCopy(env, row, now).catch(failed));
  return row;
}

function learn(host: string, known: Known): void {
  if (hosts.size >= MAX_HOSTS) hosts.clear();
  hosts.set(host, known);
}

/** What this isolate knows about a host while nothing can be read. The stores are tried again in five seconds. */
function recall(host: string, now: number): HostRow {
  const known = hosts.get(host);
  if (!known || !isWithin(known.readAt, HOST_TTL_DOWN_MS, now)) {
    const message = "The site behind this host can't be looked up right now; try again later.";
    throw new ApiError("temporarily_unavailable", message, {}, { "retry-after": "10" });
  }
  known.askedAt = now;
  return known.row;
}
