import type { Db } from "../db/client";
import { sha256Hex } from "../lib/hash";
import { HOUR_MS } from "../lib/time";
import type { KeyCaller, StatsCaller } from "./core/caller";
import { limitsOf } from "./core/plans";
import { findKeyByHash, findStatsTokenByHash, touchKey } from "./repo";

/**
 * The caller behind an API key, or null. An unknown, a revoked and a malformed key take the same path: one hash, one look-up.
 * `defer` takes work that need not hold up the answer.
 */
export async function authenticateKey(
  db: Db,
  key: string,
  now: number,
  defer: (work: Promise<unknown>) => void,
): Promise<KeyCaller | null> {
  const record = await findKeyByHash(db, await sha256Hex(key));
  if (!record) return null;
  const due = now - HOUR_MS;
  if (record.lastUsedAt === null || record.lastUsedAt < due) defer(touchKey(db, record.id, now, due));
  return {
    kind: "key",
    keyId: record.id,
    accountId: record.accountId,
    plan: record.plan,
    limits: limitsOf(record.plan, record.overrides),
    scope: record.scope,
  };
}

/** The caller behind a public stats token, or null. */
export async function authenticateStatsToken(db: Db, token: string): Promise<StatsCaller | null> {
  const record = await findStatsTokenByHash(db, await sha256Hex(token));
  if (!record) return null;
  return {
    kind: "stats-token",
    tokenId: record.id,
    accountId: record.accountId,
    plan: record.plan,
    limits: limitsOf(record.plan, record.overrides),
    scope: record.scope,
  };
}
