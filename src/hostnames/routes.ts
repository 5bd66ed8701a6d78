import { Hono, type Context } from "hono";
import * as z from "zod";
import { DOMAIN_ERRORS, ownDomain, requireCaller, wakeHostnames, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { hostnameZoneOf } from "../env";
import { ApiError } from "../errors/api-error";
import { operation } from "../http/operation";
import { noQuery, validate } from "../http/validate";
import { askAgain, findHostname } from "./hostname-repo";
import { presentHostname } from "./present-hostname";
import { HostnameResponse } from "./schemas";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const Domain = z.object({ domain: z.string().min(1).max(300).describe("A domain of the account") });

const described = { tag: "Account", credentials: ["apiKey", "session"] } as const;
const readOp = operation({
  ...described,
  summary: "Read a domain's custom hostname",
  description: "Its state at Cloudflare, and what the domain's owner has to set in DNS (docs/custom-hostnames.md).",
  responses: { 200: HostnameResponse },
  errors: [...DOMAIN_ERRORS, "hostname_not_found"],
});
const checkOp = operation({
  ...described,
  summary: "Check a domain's custom hostname again",
  description:
    "Asks Cloudflare to validate the hostname and its certificate now. The response comes before Cloudflare's: read the hostname a few seconds later.",
  responses: { 202: HostnameResponse },
  errors: [
    ...DOMAIN_ERRORS,
    "cross_origin_request",
    "unsupported_media_type",
    "insufficient_scope",
    "hostname_not_found",
  ],
});

/** A domain's hostname as the caller sees it. @throws ApiError `hostname_not_found`, and those of `ownDomain`. */
async function read(c: Context<CallerEnv>, domain: string) {
  const db = openDb(c.env.DB);
  const row = await ownDomain(db, c.get("caller"), domain);
  const target = hostnameZoneOf(c.env)?.target ?? null;
  if (!row.customHostname)
    throw new ApiError("hostname_not_found", `${row.domain} has no custom hostname: set customHostname of the domain.`);
  return presentHostname(row.domain, target, await findHostname(db, row.domain));
}

/** `/api/domains/:domain/hostname` */
export const hostnameRoutes = new Hono<CallerEnv>()
  .get("/:domain/hostname", readOp, caller, validate("param", Domain), noQuery, async (c) =>
    c.json(await read(c, c.req.valid("param").domain)),
  )
  .post("/:domain/hostname/check", checkOp, caller, validate("param", Domain), async (c) => {
    const shown = await read(c, c.req.valid("param").domain);
    if (await askAgain(openDb(c.env.DB), shown.hostname)) await wakeHostnames(c.env);
    return c.json(shown, 202);
  });
