import { Hono, type MiddlewareHandler } from "hono";
import { openDb } from "../../db/client";
import { settingsOf } from "../../env";
import { ApiError } from "../../errors/api-error";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { domainsOf } from "../core/caller";
import { requireCaller, type CallerEnv } from "../middleware/require-caller";
import { listDomains } from "../repo/domains";
import { actorOf } from "../repo/record-action";
import {
  AddedDomains,
  DomainNamesBody,
  DomainNamesQuery,
  DomainNamesResponse,
  DomainsBody,
  DomainsList,
  VerifiedDomains,
} from "../settings/domain-schemas";
import { addDomains } from "./add-domains";
import { verifyDomains } from "./verify-domains";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

const described = { tag: "Account", credentials: ["apiKey", "session"] } as const;
const write = [
  "plan_required",
  "cross_origin_request",
  "unsupported_media_type",
  "owner_required",
  "api_key_domain_scope_mismatch",
  "insufficient_scope",
  "invalid_request",
  "invalid_json",
  "payload_too_large",
] as const;

const names = operation({
  ...described,
  summary: "List the domains that this credential reaches",
  description:
    "For programs that start from a key, ordered by name. A key limited to one domain sees only that one. Without `limit`, the response has all domains.",
  responses: { 200: DomainNamesResponse },
  errors: ["plan_required", "invalid_request"],
});
const addOp = operation({
  ...described,
  summary: "Add up to 100 domains",
  description:
    "Each domain is added by itself, and `results` has one entry for each, in their order: a wrong field of one refuses that one only. A domain that the account has already is left as it is, so the same request can be sent again. Keys that are limited to a domain can't do this, and members can't.",
  responses: { 200: AddedDomains },
  errors: write,
});
const verifyOp = operation({
  ...described,
  summary: "Verify up to 20 domains",
  description:
    "Looks for the proof of each, as verifying one does; `results` has one entry for each, in their order. After fifty failures of an account within a short time, each further attempt has to wait: verify domains whose owners have published the proof.",
  responses: { 200: VerifiedDomains },
  errors: write,
});

/** Owners, and keys of the whole account. @throws ApiError `owner_required`, `api_key_domain_scope_mismatch`. */
const wholeAccount: MiddlewareHandler<CallerEnv> = async (c, next) => {
  const who = c.get("caller");
  if (who.kind === "session" && who.role !== "owner")
    throw new ApiError("owner_required", "Only owners of the account can do this; you are a member.");
  if (domainsOf(who) !== null)
    throw new ApiError("api_key_domain_scope_mismatch", "This needs a key that is not limited to one domain.");
  await next();
};

/** `/api/domains` */
export const domainNameRoutes = new Hono<CallerEnv>()
  .get("/", names, caller, validate("query", DomainNamesQuery), async (c) => {
    const { limit, cursor, ...filters } = c.req.valid("query");
    const wanted = { ...filters, after: cursor, only: domainsOf(c.get("caller")) };
    const most = limit === undefined ? {} : { limit: limit + 1 };
    const rows = await listDomains(openDb(c.env.DB), c.get("caller").accountId, { ...wanted, ...most });
    const part = rows.slice(0, limit);
    return c.json({
      domains: part.map(({ id: _id, verifiedAt, ...row }) => ({ ...row, verified: verifiedAt !== null })),
      nextCursor: part.length < rows.length ? part.at(-1)!.domain : null,
    });
  })
  .post("/bulk", addOp, caller, wholeAccount, validate("json", DomainsList, DomainsBody), async (c) => {
    const { accountId, limits } = c.get("caller");
    const { domains } = c.req.valid("json");
    const { allowPrivateHosts } = settingsOf(c.env);
    const input = { domains, accountId, domainLimit: limits.domains, allowPrivateHosts };
    return c.json({ results: await addDomains(c.env, openDb(c.env.DB), input, actorOf(c.get("caller")), Date.now()) });
  })
  .post("/verify", verifyOp, caller, wholeAccount, validate("json", DomainNamesBody), async (c) => {
    return c.json({ results: await verifyDomains(c.env, c.get("caller"), c.req.valid("json").domains, Date.now()) });
  });
