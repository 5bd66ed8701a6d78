import { openDb, type Db } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import { log } from "../../lib/text/log";
import { sha256Hex } from "../../lib/crypto/hash";
import { HOUR_MS } from "../../lib/time/time";
import { CredentialMemory } from "../core/credential-memory";
import { suspensionOf } from "../core/suspension";
import type { KeyCaller, SessionCaller, StatsCaller } from "../core/caller";
import { limitsOf } from "../core/plans";
import { findKeyByHash, findStatsTokenByHash, touchKey, touchStatsToken } from "../repo/credentials";
import { findMemberOfUser } from "../repo/members";
import { recallKey, rememberKey } from "./recall-key";
import { readSession } from "../sessions/sessions";

/** Runs work that the response need not wait for. */
type Defer = (work: Promise<unknown>) => void;

/** We record a credential's last use at most once per hour. */
export function isDue(lastUsedAt: number | null, now: number): boolean {
  return lastUsedAt === null || lastUsedAt < now - HOUR_MS;
}

/** Shared by the whole isolate; it holds no tenant data. */
const memory = new CredentialMemory();

/** Where a credential came from, and when. */
export interface Shown {
  address: string;
  now: number;
}

/**
 * Looks up a credential, unless we already know that it is invalid. `kind` says as what: a token that was sent to the wrong
 * place is unknown there only, and still works in the right one. @throws ApiError `rate_limited` when the address exceeds
 * its limit.
 */
export async function lookUp<T>(
  kind: string,
  secret: string,
  { address, now }: Shown,
  find: (hash: string) => Promise<T | undefined>,
): Promise<T | undefined> {
  const hash = await sha256Hex(secret);
  const remembered = `${kind} ${hash}`;
  const judged = memory.judge(remembered, address, now);
  if (judged.verdict === "limited") {
    const message = `Too many unknown credentials came from this address; try again in ${judged.retryAfterSeconds} s.`;
    throw new ApiError("rate_limited", message, {}, { "retry-after": String(judged.retryAfterSeconds) });
  }
  const record = judged.verdict === "unknown" ? undefined : await find(hash);
  if (judged.verdict === "look_up")
    memory.note(remembered, address, { live: record !== undefined, counted: judged.counted }, now);
  return record;
}

/**
 * Returns the caller behind an API key, or null. Unknown, revoked and malformed keys take the same path (one hash, one
 * lookup), so timing reveals nothing.
 * @throws ApiError `rate_limited`.
 */
export async function authenticateKey(db: Db, key: string, shown: Shown, defer: Defer): Promise<KeyCaller | null> {
  const { now } = shown;
  const record = await lookUp("key", key, shown, (hash) => findKeyByHash(db, hash));
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
 * Like `authenticateKey`, but while D1 is down it falls back to what this isolate knew of the key at most ten minutes
 * ago. Only for serving snapshots, which must survive such an outage.
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
      "The key can't be checked at the moment; try again later.",
      {},
      { "retry-after": "10" },
    );
  }
}

/** Returns the caller behind a public stats token, or null. @throws ApiError `rate_limited`. */
export async function authenticateStatsToken(
  db: Db,
  token: string,
  shown: Shown,
  defer: Defer,
): Promise<StatsCaller | null> {
  const { now } = shown;
  const record = await lookUp("stats-token", token, shown, (hash) => findStatsTokenByHash(db, hash));
  if (!record) return null;
  if (isDue(record.lastUsedAt, now)) defer(touchStatsToken(db, record.id, now, now - HOUR_MS));
  return {
    kind: "stats-token",
    tokenId: record.id,
    address: shown.address,
    accountId: record.accountId,
    plan: record.plan,
    limits: limitsOf(record.plan, record.overrides),
    suspension: suspensionOf(record),
    scope: record.scope,
  };
}

/** Returns the caller behind the request's session cookie, or null. Without AUTH_SECRET there are no sessions. */
export async function authenticateSession(env: Bindings, request: Request): Promise<SessionCaller | null> {
  return (await authenticateVisitor(env, request, false, Date.now()))?.caller ?? null;
}

/** Who reads a page of ours, and what the page shows of their session. */
export interface Visitor {
  caller: SessionCaller;
  emailVerified: boolean;
  /** Set-Cookie headers that the response must carry. */
  headers: Headers;
}

/** Like authenticateSession. `prolong` extends a session that is a day old, as long as it may still be extended. */
export async function authenticateVisitor(
  env: Bindings,
  request: Request,
  prolong: boolean,
  now: number,
): Promise<Visitor | null> {
  const live = env.AUTH_SECRET ? await readSession(env, request, prolong, now) : null;
  const member = live && (await findMemberOfUser(openDb(env.DB), live.userId));
  if (!member) return null;
  const { plan, overrides, suspendedAt: _at, suspendedReason: _reason, ...facts } = member;
  const limits = limitsOf(plan, overrides);
  const suspension = suspensionOf(member);
  const caller: SessionCaller = { kind: "session", sessionId: live.sessionId, ...facts, plan, limits, suspension };
  return { caller, emailVerified: live.emailVerified, headers: live.headers };
}
