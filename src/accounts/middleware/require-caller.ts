import { addressOf } from "../throttle-sign-in";
import type { Context, MiddlewareHandler } from "hono";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import {
  authenticateKey,
  authenticateKeyOrRecall,
  authenticateSession,
  authenticateStatsToken,
} from "../authenticate-key";
import type { Caller, CallerKind } from "../core/caller";
import { limitCaller } from "../limit-rate";
import { requireSameOrigin } from "./require-same-origin";

/** Hono's types for routes that know who calls. */
export type CallerEnv = AppEnv & { Variables: { caller: Caller } };

export interface CallerRules {
  /** Kinds of credential that this endpoint takes. */
  kinds: readonly CallerKind[];
  /** API keys need a plan that allows them (not on the cache endpoints). */
  keysNeedPlan: boolean;
  /** A second header that may carry the key: prerender middlewares send x-prerender-token. */
  alsoKeyHeader?: string;
  /** by_cost: the endpoint itself counts costly requests against the rate limit, and works while D1 is down. */
  counted?: "by_cost";
  /** A suspended account's sites stay up: the endpoint itself sees to it that nothing is rendered for them. */
  suspendedToo?: true;
}

/**
 * Settles who calls: 401 `invalid_api_key` without a valid credential of an accepted kind, 403 `account_suspended`, 429
 * `rate_limited` (also for an address that sends many unknown credentials), 403
 * `cross_origin_request` for a session's write from elsewhere, 403 `plan_required`. An API key in the header wins over a
 * stats token in the query, and both over the session's cookie.
 */
export function requireCaller(rules: CallerRules): MiddlewareHandler<CallerEnv> {
  return async (c, next) => {
    const caller = await identify(c, rules);
    if (!caller) throw new ApiError("invalid_api_key", missingCredential(c, rules.kinds));
    if (caller.suspension !== null && !rules.suspendedToo) throw new ApiError("account_suspended", caller.suspension);
    if (rules.counted !== "by_cost") await limitCaller(c.env, caller);
    if (caller.kind === "session") requireSameOrigin(c);
    if (caller.kind === "key" && rules.keysNeedPlan && !caller.limits.apiKeys) {
      throw new ApiError("plan_required", "API keys need the Pro plan or above.", { requiredPlan: "pro" });
    }
    c.set("caller", caller);
    await next();
  };
}

async function identify(c: Context<CallerEnv>, { kinds, alsoKeyHeader, counted }: CallerRules): Promise<Caller | null> {
  const db = openDb(c.env.DB);
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const shown = { address: addressOf(c.req.raw), now: Date.now() };
  const key = c.req.header("x-service-api-key") ?? (alsoKeyHeader && c.req.header(alsoKeyHeader));
  if (key !== undefined) {
    if (!kinds.includes("key")) return null;
    return (counted === "by_cost" ? authenticateKeyOrRecall : authenticateKey)(db, key, shown, defer);
  }
  const token = c.req.query("token");
  if (token !== undefined && kinds.includes("stats-token")) return authenticateStatsToken(db, token, shown, defer);
  return kinds.includes("session") ? authenticateSession(c.env, c.req.raw) : null;
}

function missingCredential(c: Context<CallerEnv>, kinds: readonly CallerKind[]): string {
  if (!kinds.includes("key"))
    return "This endpoint takes no API key but a session: sign in, and send its cookie alone.";
  if (c.req.header("x-service-api-key") !== undefined) return "The API key is unknown or revoked.";
  if (c.req.header("cookie") !== undefined) return "The session has ended, or this endpoint takes none; sign in again.";
  return "Send an API key in the x-service-api-key header, or sign in.";
}
