import type { MiddlewareHandler } from "hono";
import type { Bindings } from "../../env";
import type { AppEnv } from "../../http/app-env";
import { operatorClaim } from "../../http/require-operator";
import { log } from "../../lib/text/log";
import { limitRate } from "../throttle/limit-rate";
import { addressOf } from "../throttle/throttle-sign-in";

/** Wrong operator's tokens per minute and address. */
const WRONG_TOKENS_PER_MINUTE = 20;

/**
 * Limits wrong operator's tokens and logs them for the operator. The right one always passes, so nobody can lock the
 * operator out.
 * @throws ApiError `rate_limited`.
 */
export function limitOperator(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if ((await operatorClaim(c)) === "wrong") await limitWrongToken(c.env, c.req.raw, c.get("requestId"));
    await next();
  };
}

/** Counts a wrong operator's token and logs it. @throws ApiError `rate_limited`. */
export async function limitWrongToken(
  env: Pick<Bindings, "RATE_LIMITER">,
  request: Request,
  requestId: string,
): Promise<void> {
  await limitRate(env, `operator:${addressOf(request)}`, WRONG_TOKENS_PER_MINUTE);
  log("warn", "admin_token_wrong", { requestId });
}
