import { openDb, type Db } from "../db/client";
import type { Bindings } from "../env";
import { sha256Hex } from "../lib/hash";
import { HOUR_MS } from "../lib/time";
import { suspensionOf } from "./core/suspension";
import type { KeyCaller, SessionCaller, StatsCaller } from "./core/caller";
import { limitsOf } from "./core/plans";
import { findKeyByHash, findStatsTokenByHash, touchKey, touchStatsToken } from "./credential-repo";
import { findMemberOfUser } from "./member-repo";

import { readSession } from "./sessions";

/** Takes work that need not hold up the answer. */
type Defer = (work: Promise<unknown>) => void;

/** The last use is noted once an hour. */
function isDue(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || lastUsedAt < now - HOUR_MS;
}

/**
 * The caller behind an API key, or null. An unknown, a revoked and a malformed key take the same path: one hash, one look-up.
 */
export async function authenticateKey(db: Db, key: string, now: number, defer: Defer): Promise<KeyCaller | null> {
  const record = await findKeyByHash(db, await sha256Hex(key));
  if (!record) return null;
  if (isDue(record.lastUsedAt, now)) defer(touchKey(db, record.id, now, now - HOUR_MS));
  return {
    kind: "key",
    keyId: record.id,
    accountId: record.accountId,
    plan: record.plan,
    limits: limitsOf(record.plan, record.overrides),
    suspension: suspensionOf(record),
    scope: record.scope,
  };
}

/** The caller behind a public stats token, or null. */
export async function authenticateStatsToken(
  db: Db,
  token: string,
  now: number,
  defer: Defer,
): Promise<StatsCaller | null> {
  const record = await findStatsTokenByHash(db, await sha256Hex(token));
  if (!record) return null;
  if (isDue(record.lastUsedAt, now)) defer(touchStatsToken(db, record.id, now, now - HOUR_MS));
  return {
    kind: "stats-token",
    tokenId: record.id,
    accountId: record.accountId,
    plan: record.plan,
    limits: limitsOf(record.plan, record.overrides),
    suspension: suspensionOf(record),
    scope: record.scope,
  };
}

/** The caller behind the request's session cookie, or null. Without AUTH_SECRET nobody has a session. */
export async function authenticateSession(env: Bindings, request: Request): Promise<SessionCaller | null> {
  const live = env.AUTH_SECRET ? await readSession(env, request, false) : null;
  const member = live && (await findMemberOfUser(openDb(env.DB), live.userId));
  if (!member) return null;
  const { plan, overrides, suspendedAt: _at, suspendedReason: _reason, ...facts } = member;
  const limits = limitsOf(plan, overrides);
  return { kind: "session", sessionId: live.sessionId, ...facts, plan, limits, suspension: suspensionOf(member) };
}
