import { Hono } from "hono";
import { z } from "zod";
import { openDb, type Db } from "../db/client";
import { settingsOf } from "../env";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { requireOperator } from "../http/require-operator";
import { validate } from "../http/validate";
import { addDomain } from "./add-domain";
import { limitsOf } from "./core/plans";
import { createAccount } from "./create-account";
import { issueApiKey, issueStatsToken } from "./issue-credentials";
import { presentAccount, presentDomain } from "./present";
import { findAccount, listAccounts, updateAccount } from "./repo";
import { AccountBody, AccountPatch, AdminDomainBody, IdParam, KeyBody, StatsTokenBody } from "./schemas";

const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100),
  cursor: z.string().max(100).default(""),
});

async function existing(db: Db, id: string) {
  const row = await findAccount(db, id);
  if (!row) throw new ApiError("account_not_found", "No account has this id.");
  return row;
}

const operator = requireOperator();

/** Operator endpoints (decisions.md 3), behind ADMIN_TOKEN. */
export const adminRoutes = new Hono<AppEnv>()
  .post("/accounts", operator, validate("json", AccountBody), async (c) => {
    return c.json(await createAccount(openDb(c.env.DB), c.req.valid("json"), Date.now()), 201);
  })
  .get("/accounts", operator, validate("query", ListQuery), async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const rows = await listAccounts(openDb(c.env.DB), limit, cursor);
    return c.json({ accounts: rows.map(presentAccount), nextCursor: rows.length === limit ? rows.at(-1)!.id : null });
  })
  .get("/accounts/:id", operator, validate("param", IdParam), async (c) => {
    return c.json(presentAccount(await existing(openDb(c.env.DB), c.req.valid("param").id)));
  })
  .patch("/accounts/:id", operator, validate("param", IdParam), validate("json", AccountPatch), async (c) => {
    const row = await updateAccount(openDb(c.env.DB), c.req.valid("param").id, c.req.valid("json"));
    if (!row) throw new ApiError("account_not_found", "No account has this id.");
    return c.json(presentAccount(row));
  })
  .post("/accounts/:id/domains", operator, validate("param", IdParam), validate("json", AdminDomainBody), async (c) => {
    const db = openDb(c.env.DB);
    const row = await existing(db, c.req.valid("param").id);
    const body = c.req.valid("json");
    const { allowPrivateHosts } = settingsOf(c.env);
    const limits = limitsOf(row.plan, row.limitOverrides);
    const added = await addDomain(
      db,
      { ...body, accountId: row.id, verified: body.verified ?? false, domainLimit: limits.domains, allowPrivateHosts },
      Date.now(),
    );
    return c.json(presentDomain(added), 201);
  })
  .post("/accounts/:id/api-keys", operator, validate("param", IdParam), validate("json", KeyBody), async (c) => {
    const db = openDb(c.env.DB);
    const { id } = await existing(db, c.req.valid("param").id);
    return c.json(await issueApiKey(db, { accountId: id, ...c.req.valid("json") }, Date.now()), 201);
  })
  .post(
    "/accounts/:id/stats-tokens",
    operator,
    validate("param", IdParam),
    validate("json", StatsTokenBody),
    async (c) => {
      const db = openDb(c.env.DB);
      const { id } = await existing(db, c.req.valid("param").id);
      return c.json(await issueStatsToken(db, { accountId: id, ...c.req.valid("json") }, Date.now()), 201);
    },
  );
