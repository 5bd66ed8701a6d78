import { openDb, type Db } from "../db/client";
import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { log } from "../lib/log";
import { sha256Hex } from "../lib/hash";
import { HOUR_MS } from "../lib/time";
import { CredentialMemory } from "./core/credential-memory";
import { suspensionOf } from "./core/suspension";
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

/** Of this isolate: nothing in it is any tenant's. */
const memory = new CredentialMemory();

/** Where a credential came from, and when. */
export interface Shown {
  address: string;
  now: number;
}

/** Looks a credential up, unless it is known to be unknown. @throws ApiError `rate_limited` past its address's limit. */
async function lookUp<T>(
  secret: string,
  { address, now }: Shown,
  find: (hash: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const hash = await sha256Hex(secret);
  const judged = memory.judge(hash, address, now);
  if (judged.verdict === "limited") {
    const message = `Too many unknown credentials came from this address; try again in ${judged.retryAfterSeconds} s.`;
    throw new ApiError("rate_limited", message, {}, { "retry-after": String(judged.retryAfterSeconds) });
  }
  const record = judged.verdict === "unknown" ? undefined : await find(hash);
  if (judged.verdict === "look_up")
    memory.note(hash, address, { live: record !== undefined, counted: judged.counted }, now);
  return record;
}

/**
 * The caller behind an API key, or null. An unknown, a revoked and a malformed key take the same path: one hash, one look-up.
 * @throws ApiError `rate_limited`.
 */
export async function authenticateKey(db: Db, key: string, shown: Shown, defer: Defer): Promise<KeyCaller | null> {
  const { now } = shown;
  const record = await lookUp(key, shown, (hash) => findKeyByHash(db, hash));
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

/**
 * The same, while D1 does not answer: whom this isolate last knew the key to speak for, at most ten minutes ago. For
 * serving snapshots alone, which go on through such an outage.
 * @throws ApiError `rate_limited`, or `temporarily_unavailable` for a key that this isolate does not know.
 */
export async function authenticateKeyOrRecall(
  db: Db,
  key: string,
  shown: Shown,
  defer: Defer,
): Promise<KeyCaller | null> {
  const { now } = shown;
  const hash = await sha256Hex(key);
  try {
    const caller = await authenticateKey(db, key, shown, defer);
    rememberKey(hash, caller, now);
    return caller;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    log("error", "key_not_looked_up", { error: String(error) });
    const recalled = recallKey(hash, now);
    if (recalled) return recalled;
    throw new ApiError(
      "temporarily_unavailable",
      "The key can't be checked at the moment; try again.",
      {},
      { "retry-after": "10" },
    );
  }
}

/** The caller behind a public stats token, or null. @throws ApiError `rate_limited`. */
export async function authenticateStatsToken(
  db: Db,
  token: string,
  shown: Shown,
  defer: Defer,
): Promise<StatsCaller | null> {
  const { now } = shown;
  const record = await lookUp(token, shown, (hash) => findStatsTokenByHash(db, hash));
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
  const live = env.AUTH_SECRET ? await readSession(env, request, false, Date.now()) : null;
  const member = live && (await findMemberOfUser(openDb(env.DB), live.userId));
  if (!member) return null;
  const { plan, overrides, suspendedAt: _at, suspendedReason: _reason, ...facts } = member;
  const limits = limitsOf(plan, overrides);
  return { kind: "session", sessionId: live.sessionId, ...facts, plan, limits, suspension: suspensionOf(member) };
}
