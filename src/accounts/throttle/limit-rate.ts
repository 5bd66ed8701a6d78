import type { Bindings } from "../../env";
import { objectStub } from "../../lib/platform/object-stub";
import { ApiError } from "../../errors/api-error";
import type { ConnectionCaller, KeyCaller, RequestCaller, SessionCaller, StatsCaller } from "../core/caller";

type LimiterEnv = Pick<Bindings, "RATE_LIMITER">;

/** Counts a request against a per-minute limit. @throws ApiError `rate_limited` with Retry-After. */
export async function limitRate(env: LimiterEnv, name: string, perMinute: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await objectStub(env.RATE_LIMITER, name).take(perMinute);
  if (!allowed) throw rateLimitError(`The limit is ${perMinute} requests per minute`, retryAfterSeconds);
}

/** A 429 error that states the wait in its message and in Retry-After. */
export function rateLimitError(why: string, retryAfterSeconds: number): ApiError {
  const message = `${why}; try again in ${retryAfterSeconds} s.`;
  return new ApiError("rate_limited", message, {}, { "retry-after": String(retryAfterSeconds) });
}

/** How many keys and members' sessions of an account, or how many of its tokens, may use their full limit in the same minute. */
const CALLERS_AT_ONCE = 10;
/** How many addresses may use the full limit of a public token in the same minute. */
const STRANGERS_AT_ONCE = 5;
/** The same for the sessions of a user. */
const SESSIONS_AT_ONCE = 3;

/**
 * Counts a request against the plan's per-minute limit, separately for each key, session and connected app, and then against the ceilings
 * of what it belongs to. A request that one limit refuses does not count against the next. Public tokens have ceilings of their
 * own, because strangers use them. Owners' sessions have only their user's, so that nobody who uses up the account's limit can
 * keep an owner from removing them.
 */
export async function limitCaller(env: LimiterEnv, caller: RequestCaller): Promise<void> {
  if (caller.kind === "stats-token") return limitStranger(env, caller);
  const { kind, accountId, limits } = caller;
  await limitRate(env, nameOf(caller), limits.requestsPerMinute);
  if (kind === "session") {
    const own = SESSIONS_AT_ONCE * limits.requestsPerMinute;
    await limitTogether(env, `user:${caller.userId}`, own, "sessions of a user");
    if (caller.role === "owner") return;
  }
  const all = CALLERS_AT_ONCE * limits.requestsPerMinute;
  await limitTogether(env, `account:${accountId}`, all, "keys, members and apps of the account");
}

async function limitTogether(env: LimiterEnv, name: string, ceiling: number, who: string): Promise<void> {
  const { allowed, retryAfterSeconds } = await objectStub(env.RATE_LIMITER, name).take(ceiling);
  if (!allowed) throw rateLimitError(`All ${who} may together make ${ceiling} requests per minute`, retryAfterSeconds);
}

function nameOf(caller: KeyCaller | SessionCaller | ConnectionCaller): string {
  if (caller.kind === "connection") return `connection:${caller.connectionId}`;
  return caller.kind === "session" ? `session:${caller.sessionId}` : `key:${caller.keyId}`;
}

/** Counts per token and address, so that one stranger leaves the token to others, then per token and for all tokens. */
async function limitStranger(env: LimiterEnv, { tokenId, address, accountId, limits }: StatsCaller): Promise<void> {
  const { requestsPerMinute } = limits;
  await limitRate(env, `token:${tokenId}:${address}`, requestsPerMinute);
  await limitRate(env, `token:${tokenId}`, STRANGERS_AT_ONCE * requestsPerMinute);
  await limitRate(env, `public:${accountId}`, CALLERS_AT_ONCE * requestsPerMinute);
}
