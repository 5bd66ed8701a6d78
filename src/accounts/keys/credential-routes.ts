import { Hono } from "hono";
import { openDb } from "../../db/client";
import { ApiError } from "../../errors/api-error";
import { operation } from "../../http/operation";
import { requireSession, type SessionEnv } from "../middleware/require-session";
import { noQuery, validate } from "../../http/validate";
import { reachesDomain } from "../callers/authorize-domain";
import type { SessionCaller } from "../core/caller";
import { listApiKeys, listStatsTokens, revokeApiKey, revokeStatsToken } from "../repo/credentials";
import { issueApiKey, issueStatsToken } from "./credentials";
import { actionRow, actorOf } from "../repo/record-action";
import { IdParam, KeyBody, KeyCreated, KeyList, StatsTokenBody, StatsTokenCreated, StatsTokenList } from "../schemas";

const described = { tag: "Account", credentials: ["session"] } as const;
const write = ["cross_origin_request", "unsupported_media_type", "owner_required", "invalid_request"] as const;
const body = [...write, "invalid_json", "payload_too_large", "domain_not_owned", "key_limit_reached"] as const;

const keysOp = operation({ ...described, summary: "List API keys", responses: { 200: KeyList }, errors: [] });
const issueKeyOp = operation({
  ...described,
  summary: "Issue an API key",
  description:
    "Only this response contains the key: the service stores just its SHA-256 hash. `domain` limits the key to one domain. An account has at most 100 active keys.",
  responses: { 201: KeyCreated },
  errors: body,
});
const revokeKeyOp = operation({
  ...described,
  summary: "Revoke an API key",
  description: "The key stops working immediately.",
  responses: { 204: null },
  errors: [...write, "key_not_found"],
});
const tokensOp = operation({
  ...described,
  summary: "List stats tokens",
  responses: { 200: StatsTokenList },
  errors: [],
});
const issueTokenOp = operation({
  ...described,
  summary: "Issue a stats token",
  description:
    "Public, read-only access to one domain's analytics. Shown only once. An account has at most 100 active tokens.",
  responses: { 201: StatsTokenCreated },
  errors: body,
});
const revokeTokenOp = operation({
  ...described,
  summary: "Revoke a stats token",
  responses: { 204: null },
  errors: [...write, "token_not_found"],
});

/** A restricted member sees only the credentials of their own domains. */
const mayList = (caller: SessionCaller, domain: string | null) =>
  caller.domains === null || (domain !== null && reachesDomain(caller, domain));

/** `/api/account/api-keys` and `/api/account/stats-tokens` */
export const credentialRoutes = new Hono<SessionEnv>()
  .get("/api-keys", keysOp, requireSession("member"), noQuery, async (c) => {
    const keys = await listApiKeys(openDb(c.env.DB), c.get("caller").accountId);
    return c.json({ apiKeys: keys.filter(({ domain }) => mayList(c.get("caller"), domain)) });
  })
  .post("/api-keys", issueKeyOp, requireSession("owner"), validate("json", KeyBody), async (c) => {
    const caller = c.get("caller");
    const input = { accountId: caller.accountId, ...c.req.valid("json") };
    return c.json(await issueApiKey(openDb(c.env.DB), input, actorOf(caller), Date.now()), 201);
  })
  .delete("/api-keys/:id", revokeKeyOp, requireSession("owner"), validate("param", IdParam), async (c) => {
    const { id } = c.req.valid("param");
    const caller = c.get("caller");
    const { accountId } = caller;
    const now = Date.now();
    const row = actionRow({ accountId, actor: actorOf(caller), action: "api_key.revoked", target: id }, now);
    if (!(await revokeApiKey(openDb(c.env.DB), accountId, id, now, row)))
      throw new ApiError("key_not_found", "No API key of this account has this id.");
    return c.body(null, 204);
  })
  .get("/stats-tokens", tokensOp, requireSession("member"), noQuery, async (c) => {
    const tokens = await listStatsTokens(openDb(c.env.DB), c.get("caller").accountId);
    return c.json({ statsTokens: tokens.filter(({ domain }) => mayList(c.get("caller"), domain)) });
  })
  .post("/stats-tokens", issueTokenOp, requireSession("owner"), validate("json", StatsTokenBody), async (c) => {
    const caller = c.get("caller");
    const input = { accountId: caller.accountId, ...c.req.valid("json") };
    return c.json(await issueStatsToken(openDb(c.env.DB), input, actorOf(caller), Date.now()), 201);
  })
  .delete("/stats-tokens/:id", revokeTokenOp, requireSession("owner"), validate("param", IdParam), async (c) => {
    const { id } = c.req.valid("param");
    const caller = c.get("caller");
    const { accountId } = caller;
    const now = Date.now();
    const row = actionRow({ accountId, actor: actorOf(caller), action: "stats_token.revoked", target: id }, now);
    if (!(await revokeStatsToken(openDb(c.env.DB), accountId, id, now, row)))
      throw new ApiError("token_not_found", "No stats token of this account has this id.");
    return c.body(null, 204);
  });
