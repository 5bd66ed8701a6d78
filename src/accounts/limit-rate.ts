import type { Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import type { Caller } from "./core/caller";

type LimiterEnv = Pick<Bindings, "RATE_LIMITER">;

/** Counts a request against a per-minute limit. @throws ApiError `rate_limited` with Retry-After. */
export async function limitRate(env: LimiterEnv, name: string, perMinute: number): Promise<void> {
  const { allowed, retryAfterSeconds } = await env.RATE_LIMITER.getByName(name).take(perMinute);
  if (!allowed) throw rateLimitError(`The limit is ${perMinute} requests per minute`, retryAfterSeconds);
}

/** A 429 error that states the wait in its message and in Retry-After. */
export function rateLimitError(why: string, retryAfterSeconds: number): ApiError {
  const message = `${why}; try again in ${retryAfterSeconds} s.`;
  return new ApiError("rate_limited", message, {}, { "retry-after": String(retryAfterSeconds) });
}

/** Counts a request against the plan's per-minute limit, separately for each key, session and token. */
export async function limitCaller(env: LimiterEnv, caller: Caller): Promise<void> {
  await limitRate(env, nameOf(caller), caller.limits.requestsPerMinute);
}

function nameOf(caller: Caller): string {
  if (caller.kind === "session") return `session:${caller.sessionId}`;
  return caller.kind === "key" ? `key:${caller.keyId}` : `token:${caller.tokenId}`;
}
