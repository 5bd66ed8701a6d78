import { openDb, type Db } from "../db/client";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { log } from "../http/log";
import { sha256Hex } from "../lib/hash";
import { HOUR_MS } from "../lib/time";
import type { KeyCaller, SessionCaller, StatsCaller } from "./core/caller";
import { limitsOf } from "./core/plans";
import { findKeyByHash, findStatsTokenByHash, touchKey, touchStatsToken } from "./credential-repo";
import { findMemberOfUser } from "./member-repo";
import { recallKey, rememberKey } from "./recall-key";
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
    scope: record.scope,
  };
}

/**
 * The same, while D1 does not answer: whom this isolate last knew the key to speak for, at most ten minutes ago. For
 * serving snapshots alone, which go on through such an outage.
 * @throws ApiError `temporarily_unavailable` for a key that this isolate does not know.
 */
export async function authenticateKeyOrRecall(
  db: Db,
  key: string,
  now: number,
  defer: Defer,
): Promise<KeyCaller | null> {
  const hash = await sha256Hex(key);
  try {
    const caller = await authenticateKey(db, key, now, defer);
    rememberKey(hash, caller, now);
    return caller;
  } catch (error) {
    log("error", "key_not_looked_up", { error: String(error) });
    const recalled = recallKey(hash, now);
    if (recalled) return recalled;
    throw new ApiError(
      "temporarily_unavailable",
      "The key can't be checked now; try again.",
      {},
      { "retry-after": "10" },
    );
  }
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
    scope: record.scope,
  };
}

/** The caller behind the request's session cookie, or null. Without AUTH_SECRET nobody has a session. */
export async function authenticateSession(env: Bindings, request: Request): Promise<SessionCaller | null> {
  const live = env.AUTH_SECRET ? await readSession(env, request, false) : null;
  const member = live && (await findMemberOfUser(openDb(env.DB), live.userId));
  if (!member) return null;
  const { plan, overrides, ...facts } = member;
  return { kind: "session", sessionId: live.sessionId, ...facts, plan, limits: limitsOf(plan, overrides) };
}
