import type { Context, MiddlewareHandler } from "hono";
import { operatorTokenOf, type Bindings } from "../env";
import { ApiError } from "../errors/api-error";
import { LEAST_TOKEN_LENGTH } from "../lib/crypto/admin-token";
import { constantTimeEqual, sha256Hex } from "../lib/crypto/hash";
import { log } from "../lib/text/log";
import type { AppEnv } from "./app-env";

/**
 * Whether a request carries the operator's bearer token. `unset`: this service has none that it accepts, so nobody can. `wrong`:
 * there is a bearer token, and it is another.
 */
export type OperatorClaim = "right" | "wrong" | "none" | "unset";

export function operatorClaim(c: Context<AppEnv>): Promise<OperatorClaim> {
  return claimOf(c.env, /^Bearer +(.+)$/i.exec(c.req.header("authorization") ?? "")?.[1]);
}

/** What a text claims that should be the operator's token. */
export async function claimOf(env: Bindings, given: string | undefined): Promise<OperatorClaim> {
  const expected = operatorTokenOf(env);
  if (expected.kind !== "set") return "unset";
  if (given === undefined) return "none";
  // Digests have equal lengths, so the comparison reveals nothing about the token's length.
  return constantTimeEqual(await sha256Hex(given), await sha256Hex(expected.token)) ? "right" : "wrong";
}

/** Requires the operator's bearer token. If none is configured, the endpoints do not exist (404). */
export function requireOperator(): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const claim = await operatorClaim(c);
    if (claim === "unset") {
      if (operatorTokenOf(c.env).kind === "too_short")
        log("error", "admin_token_too_short", {
          least: LEAST_TOKEN_LENGTH,
          effect: "the operator's endpoints answer 404",
        });
      throw new ApiError("not_found");
    }
    if (claim !== "right") throw new ApiError("invalid_api_key", "Send the operator's token as Authorization: Bearer.");
    await next();
  };
}
