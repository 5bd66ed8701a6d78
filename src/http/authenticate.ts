import type { Context, MiddlewareHandler } from "hono";
import { authenticateKey, authenticateStatsToken, type Caller, type CallerKind } from "../accounts";
import { openDb } from "../db/client";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "./app-env";

export interface CallerRules {
  /** Kinds of credential that this endpoint takes. */
  kinds: readonly CallerKind[];
  /** API keys need a plan that allows them (not on the cache endpoints). */
  keysNeedPlan: boolean;
  /** A second header that may carry the key: prerender middlewares send x-prerender-token. */
  alsoKeyHeader?: string;
}

/**
 * Settles who calls: 401 `invalid_api_key` without a valid credential of an accepted kind, then 403 `plan_required`.
 * An API key in the header wins over a stats token in the query.
 */
export function requireCaller(rules: CallerRules): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const caller = await identify(c, rules);
    if (!caller) throw new ApiError("invalid_api_key", missingCredential(c));
    if (caller.kind === "key" && rules.keysNeedPlan && !caller.limits.apiKeys) {
      throw new ApiError("plan_required", "API keys need the Pro plan or above.", { requiredPlan: "pro" });
    }
    c.set("caller", caller);
    await next();
  };
}

async function identify(c: Context<AppEnv>, { kinds, alsoKeyHeader }: CallerRules): Promise<Caller | null> {
  const db = openDb(c.env.DB);
  const key = c.req.header("x-service-api-key") ?? (alsoKeyHeader && c.req.header(alsoKeyHeader));
  if (key !== undefined) {
    return kinds.includes("key")
      ? authenticateKey(db, key, Date.now(), (work) => c.executionCtx.waitUntil(work))
      : null;
  }
  const token = c.req.query("token");
  if (token !== undefined && kinds.includes("stats-token")) return authenticateStatsToken(db, token);
  return null;
}

function missingCredential(c: Context<AppEnv>): string {
  return c.req.header("x-service-api-key") === undefined
    ? "Send an API key in the x-service-api-key header."
    : "The API key is unknown or revoked.";
}
