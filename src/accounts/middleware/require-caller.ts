import { addressOf } from "../throttle/throttle-sign-in";
import type { Context, MiddlewareHandler } from "hono";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import {
  authenticateKey,
  authenticateKeyOrRecall,
  authenticateSession,
  authenticateStatsToken,
} from "../callers/authentication";
import { authenticateConnection } from "../callers/authenticate-connection";
import type { CallerKind, ConnectionCaller, RequestCaller } from "../core/caller";
import { resourceOf } from "../core/connections/resource";
import { scopeOfRequest } from "../core/connections/scopes";
import { ACCESS_PREFIX } from "../core/connections/tokens";
import { knownCaller } from "../callers/known-caller";
import { countRequest, usedBy } from "../../usage/metered-env";
import { limitCaller } from "../throttle/limit-rate";
import { requireSameOrigin } from "./require-same-origin";

/** Hono's types for routes that know their caller. */
export type CallerEnv = AppEnv & { Variables: { caller: RequestCaller } };

export interface CallerRules {
  /** Kinds of credential that this endpoint accepts. */
  kinds: readonly CallerKind[];
  /** API keys need a plan that includes them (except on the cache endpoints). */
  keysNeedPlan: boolean;
  /** A second header that may carry the key. Prerender middlewares send x-prerender-token. */
  alsoKeyHeader?: string;
  /**
   * by_cost: the endpoint itself counts only costly requests against the rate limit, and keeps working while D1 is
   * down.
   */
  counted?: "by_cost";
  /**
   * Accepts suspended accounts, whose sites stay up. The endpoint itself must make sure that nothing is rendered for
   * them.
   */
  suspendedToo?: true;
  /** Connected apps may send their access token as a key. For other endpoints such a token is an unknown key. */
  connections?: true;
  /** The type of a session's bodies if it is not JSON. */
  body?: "csv";
}

const KEY_PLAN =
  "On this plan, API keys work for the cache, /render, deploys and reported visits. Anything else needs the Pro plan or above.";

/**
 * Identifies the caller. Fails with 401 `invalid_api_key` without a valid credential of an accepted kind, 403
 * `account_suspended`, 429 `rate_limited` (also for an address that sends many unknown credentials), 403
 * `cross_origin_request` for a session's write from another origin, and 403 `plan_required`. An API key in the header
 * takes precedence over a stats token in the query, and both over the session cookie.
 */
export function requireCaller(rules: CallerRules): MiddlewareHandler<CallerEnv> {
  return async (c, next) => {
    const known = knownCaller(c.req.raw);
    const caller = known ? accepted(known, rules) : await identify(c, rules);
    if (!caller) throw new ApiError("invalid_api_key", missingCredential(c, rules));
    if (caller.suspension !== null && !rules.suspendedToo) throw new ApiError("account_suspended", caller.suspension);
    if (rules.counted !== "by_cost" && !known) await limitCaller(c.env, caller);
    if (caller.kind === "session") requireSameOrigin(c, rules.body);
    if (caller.kind === "connection" && !rules.connections) requireScope(caller, c.req.method, c.req.path);
    const isProgram = caller.kind === "key" || caller.kind === "connection";
    if (isProgram && rules.keysNeedPlan && !caller.limits.apiKeys) {
      throw new ApiError("plan_required", KEY_PLAN, { requiredPlan: "pro" });
    }
    c.env = usedBy(c.env, caller.accountId);
    countRequest(c.env, c.req.raw);
    c.set("caller", caller);
    await next();
  };
}

/** An app may use what keys may use, within what was allowed to it. */
const accepted = (caller: RequestCaller, { kinds }: CallerRules) =>
  kinds.includes(caller.kind === "connection" ? "key" : caller.kind) ? caller : null;

/** @throws ApiError `insufficient_scope`. */
function requireScope({ scopes }: ConnectionCaller, method: string, path: string): void {
  const scope = scopeOfRequest(method, path);
  if (scope !== null && scopes.includes(scope)) return;
  const message =
    scope === null
      ? "Connected apps can't do this; a person can, in the dashboard."
      : `The app was not allowed this ("${scope}"). A person can allow it by connecting the app again.`;
  throw new ApiError("insufficient_scope", message, { ...(scope !== null && { requiredScope: scope }) });
}

async function identify(
  c: Context<CallerEnv>,
  { kinds, alsoKeyHeader, counted, connections }: CallerRules,
): Promise<RequestCaller | null> {
  const db = openDb(c.env.DB);
  const defer = (work: Promise<unknown>) => c.executionCtx.waitUntil(work);
  const shown = { address: addressOf(c.req.raw), now: Date.now() };
  const key = c.req.header("x-service-api-key") ?? (alsoKeyHeader && c.req.header(alsoKeyHeader));
  if (key !== undefined) {
    if (!kinds.includes("key")) return null;
    if (connections && key.startsWith(ACCESS_PREFIX))
      return authenticateConnection(db, key, resourceOf(c.req.url), shown, defer);
    return (counted === "by_cost" ? authenticateKeyOrRecall : authenticateKey)(db, key, shown, defer);
  }
  const token = c.req.query("token");
  if (token !== undefined && kinds.includes("stats-token")) return authenticateStatsToken(db, token, shown, defer);
  return kinds.includes("session") ? authenticateSession(c.env, c.req.raw) : null;
}

function missingCredential(c: Context<CallerEnv>, { kinds, connections }: CallerRules): string {
  if (!kinds.includes("key"))
    return "This endpoint accepts a session, not an API key: sign in and send only the session cookie.";
  if (c.req.header("x-service-api-key")?.startsWith(ACCESS_PREFIX))
    return connections
      ? "The access token has expired, or the app is no longer connected."
      : "Access tokens of connected apps work at /mcp only; send an API key here.";
  if (c.req.header("x-service-api-key") !== undefined) return "The API key is unknown or revoked.";
  if (c.req.header("cookie") !== undefined)
    return "The session has ended, or this endpoint does not accept sessions; sign in again.";
  return "Send an API key in the x-service-api-key header, or sign in.";
}
