import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { COOKIE_PREFIX, isLocalHost } from "../../../accounts";
import { operatorTokenOf } from "../../../env";
import { constantTimeEqual, secretNumber } from "../../../lib/crypto/hash";
import { appPath } from "../../../lib/hosts/page-paths";
import { HOUR_MS } from "../../../lib/time/time";
import type { PageContext } from "../../server/page-env";
import { operatorApi, type OperatorEnv } from "./operator-api";
import { ApiProblem } from "../../server/read";
import { endSessionsBefore, signedOutAt } from "./signed-out-bucket";

/** Like the sessions of accounts, it never reaches a customer's origin. */
const NAME = `${COOKIE_PREFIX}.operator`;
const LIFETIME_MS = HOUR_MS;
const PURPOSE = "operator session";

const attributes = (c: PageContext) => ({
  path: appPath("operator"),
  httpOnly: true,
  sameSite: "Strict" as const,
  secure: !isLocalHost(new URL(c.req.url).hostname),
});

/** The operator's token. @throws ApiProblem 404 if this service has none: then there are no pages for the operator. */
export function requiredToken(c: PageContext): string {
  const token = operatorTokenOf(c.env);
  if (token.kind !== "set") throw new ApiProblem(404, "not_found", "There is no such page.", {});
  return token.token;
}

/**
 * Opens a session for the operator's pages. The cookie has its end and a signature that only holders of the token can
 * compute, so another token ends every session.
 */
export async function openOperatorSession(c: PageContext, now: number): Promise<void> {
  const endsAt = String(now + LIFETIME_MS);
  const signature = await secretNumber(requiredToken(c), PURPOSE, endsAt);
  setCookie(c, NAME, `${endsAt}.${signature}`, { ...attributes(c), maxAge: LIFETIME_MS / 1_000 });
}

/** Ends all sessions of the operator. Who has none ends none. */
export async function closeOperatorSessions(c: PageContext, now: number): Promise<void> {
  if (await hasSession(c, now)) await endSessionsBefore(c.env, now);
  setCookie(c, NAME, "", { ...attributes(c), maxAge: 0 });
}

async function hasSession(c: PageContext, now: number): Promise<boolean> {
  const match = /^(\d{13})\.([0-9a-f]{64})$/.exec(getCookie(c, NAME)?.slice(0, 100) ?? "");
  if (!match) return false;
  const [, endsAt, signature] = match as unknown as [string, string, string];
  const isSigned = constantTimeEqual(signature, await secretNumber(requiredToken(c), PURPOSE, endsAt));
  return isSigned && Number(endsAt) > now && Number(endsAt) - LIFETIME_MS > (await signedOutAt(c.env));
}

/** Lets the operator pass, and everybody else to the form. The pages call the API with the operator's token. */
export function asOperator(): MiddlewareHandler<OperatorEnv> {
  return async (c, next) => {
    const token = requiredToken(c);
    if (!(await hasSession(c, Date.now()))) return c.redirect(appPath("operator/sign-in"), 303);
    const { env, req, executionCtx } = c;
    c.set("operatorApi", operatorApi({ request: req.raw, env, ctx: executionCtx as ExecutionContext }, token));
    await next();
  };
}
