import type { Db } from "../../db/client";
import type { ConnectionCaller } from "../core/caller";
import { limitsOf } from "../core/plans";
import { suspensionOf } from "../core/suspension";
import { findConnectionByAccess, touchConnection } from "../repo/connections";
import { isDue, lookUp, type Shown } from "./authentication";

/**
 * Returns the connected app behind an access token for this server, or null. It may do what its user may at this moment.
 * @throws ApiError `rate_limited`.
 */
export async function authenticateConnection(
  db: Db,
  token: string,
  resource: string,
  shown: Shown,
  defer: (work: Promise<unknown>) => void,
): Promise<ConnectionCaller | null> {
  const { now } = shown;
  const find = (hash: string) => findConnectionByAccess(db, hash, resource, now);
  const record = await lookUp(`connection ${resource}`, token, shown, find);
  if (!record) return null;
  if (isDue(record.lastUsedAt, now)) defer(touchConnection(db, record.id, now));
  return {
    kind: "connection",
    connectionId: record.id,
    userId: record.userId,
    accountId: record.accountId,
    scopes: record.scopes,
    domains: inBoth(record.domains, record.memberDomains),
    plan: record.plan,
    limits: limitsOf(record.plan, record.overrides),
    suspension: suspensionOf(record),
  };
}

/** The domains in both lists; null is all. */
function inBoth(one: string[] | null, other: string[] | null): string[] | null {
  if (one === null || other === null) return one ?? other;
  return one.filter((domain) => other.includes(domain));
}
