import { Hono } from "hono";
import * as z from "zod";
import { IdCursor } from "../../http/id-cursor";
import { queryNumber } from "../../http/query-number";
import { openDb, type Db } from "../../db/client";
import { settingsOf } from "../../env";
import { ApiError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import { operation, type OperationSpec } from "../../http/operation";
import { requireOperator } from "../../http/require-operator";
import { noQuery, validate } from "../../http/validate";
import { addDomain } from "../domains/add-domain";
import { copyHost } from "../domains/copy-host";
import { limitsOf } from "../core/plans";
import { createAccount } from "../sign-in/create-account";
import { issueApiKey, issueStatsToken } from "../keys/credentials";
import { AdminDomainBody, DomainResponse } from "../settings/domain-schemas";
import { presentAccount, presentDomain } from "../settings/presenters";
import { actionRow } from "../repo/record-action";
import { operatorRoutes } from "./operator-routes";
import { findAccount, listAccounts, updateAccount } from "../repo/accounts";
import {
  AccountBody,
  AccountCreated,
  AccountPatch,
  AdminAccount,
  AdminAccountList,
  IdParam,
  KeyBody,
  KeyCreated,
  StatsTokenBody,
  StatsTokenCreated,
} from "../schemas";

const ListQuery = z.object({
  limit: queryNumber(1, 500).default(100).describe("Accounts per response"),
  cursor: IdCursor,
});

async function existing(db: Db, id: string) {
  const row = await findAccount(db, id);
  if (!row || row.deletedAt !== null) throw new ApiError("account_not_found", "No account has this id.");
  return row;
}

const operator = requireOperator();
const OPERATOR = { kind: "operator", id: null } as const;

const described = (summary: string, status: number, schema: z.ZodType, errors: OperationSpec["errors"]) =>
  operation({ tag: "Operator", summary, credentials: ["operator"], responses: { [status]: schema }, errors });
const body = ["invalid_request", "invalid_json", "payload_too_large"] as const;
const createAccountOp = described("Create an account with its owner", 201, AccountCreated, [...body, "email_taken"]);
const listOp = described("List accounts", 200, AdminAccountList, ["invalid_request"]);
const readOp = described("Read an account", 200, AdminAccount, ["account_not_found"]);
const patchOp = described("Change an account's plan or limits", 200, AdminAccount, [...body, "account_not_found"]);
const domainErrors = [
  ...body,
  "account_not_found",
  "domain_taken",
  "external_id_taken",
  "custom_hostnames_unavailable",
  "domain_limit_reached",
] as const;
const domainOp = described("Add a domain to an account", 201, DomainResponse, domainErrors);
const keyOp = described("Issue an API key", 201, KeyCreated, [...body, "account_not_found", "domain_not_owned"]);
const tokenOp = described("Issue a stats token", 201, StatsTokenCreated, [
  ...body,
  "account_not_found",
  "domain_not_owned",
]);

/** Operator endpoints, behind ADMIN_TOKEN. */
export const adminRoutes = new Hono<AppEnv>()
  .route("/", operatorRoutes)
  .post("/accounts", createAccountOp, operator, validate("json", AccountBody), async (c) => {
    return c.json(await createAccount(openDb(c.env.DB), c.req.valid("json"), OPERATOR, Date.now()), 201);
  })
  .get("/accounts", listOp, operator, validate("query", ListQuery), async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const rows = await listAccounts(openDb(c.env.DB), limit, cursor);
    return c.json({ accounts: rows.map(presentAccount), nextCursor: rows.length === limit ? rows.at(-1)!.id : null });
  })
  .get("/accounts/:id", readOp, operator, validate("param", IdParam), noQuery, async (c) => {
    return c.json(presentAccount(await existing(openDb(c.env.DB), c.req.valid("param").id)));
  })
  .patch("/accounts/:id", patchOp, operator, validate("param", IdParam), validate("json", AccountPatch), async (c) => {
    const db = openDb(c.env.DB);
    const { id } = c.req.valid("param");
    const change = c.req.valid("json");
    const action = { accountId: id, actor: OPERATOR, action: "account.changed", target: id, detail: change };
    const row = (await updateAccount(db, id, change, actionRow(action, Date.now()))) && (await findAccount(db, id));
    if (!row) throw new ApiError("account_not_found", "No account has this id.");
    return c.json(presentAccount(row));
  })
  .post(
    "/accounts/:id/domains",
    domainOp,
    operator,
    validate("param", IdParam),
    validate("json", AdminDomainBody),
    async (c) => {
      const db = openDb(c.env.DB);
      const row = await existing(db, c.req.valid("param").id);
      const body = c.req.valid("json");
      const { allowPrivateHosts } = settingsOf(c.env);
      const limits = limitsOf(row.plan, row.limitOverrides);
      const added = await addDomain(
        c.env,
        db,
        {
          ...body,
          accountId: row.id,
          verified: body.verified ?? false,
          domainLimit: limits.domains,
          allowPrivateHosts,
        },
        OPERATOR,
        Date.now(),
      );
      if (added.verifiedAt !== null) await copyHost(c.env, db, added.domain, Date.now());
      return c.json(presentDomain(added), 201);
    },
  )
  .post("/accounts/:id/api-keys", keyOp, operator, validate("param", IdParam), validate("json", KeyBody), async (c) => {
    const db = openDb(c.env.DB);
    const { id } = await existing(db, c.req.valid("param").id);
    return c.json(await issueApiKey(db, { accountId: id, ...c.req.valid("json") }, OPERATOR, Date.now()), 201);
  })
  .post(
    "/accounts/:id/stats-tokens",
    tokenOp,
    operator,
    validate("param", IdParam),
    validate("json", StatsTokenBody),
    async (c) => {
      const db = openDb(c.env.DB);
      const { id } = await existing(db, c.req.valid("param").id);
      return c.json(await issueStatsToken(db, { accountId: id, ...c.req.valid("json") }, OPERATOR, Date.now()), 201);
    },
  );
