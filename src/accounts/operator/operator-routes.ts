import { Hono } from "hono";
import type * as z from "zod";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { ApiError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import { operation, type OperationSpec } from "../../http/operation";
import { requireOperator } from "../../http/require-operator";
import { validate } from "../../http/validate";
import { normalizeDomain } from "../../lib/hosts/domain";
import { pageOfDomains, pageOfKeys, setSuspension } from "../repo/account-state";
import { copyHost } from "../domains/copy-host";
import { deleteAccount } from "../account/delete-account";
import { listDomains } from "../repo/domains";
import { AdminDomainList, AdminKeyList, DomainsQuery, PageQuery, SuspensionBody } from "./operator-schemas";
import { masked, presentAccount } from "../settings/presenters";
import { actionRow } from "../repo/record-action";
import { releaseDomain } from "../domains/release-domain";
import { findAccount } from "../repo/accounts";
import { AdminAccount, IdParam } from "../schemas";

const OPERATOR = { kind: "operator", id: null } as const;
const operator = requireOperator();
const body = ["invalid_request", "invalid_json", "payload_too_large"] as const;

const described = (
  summary: string,
  description: string,
  responses: Record<number, z.ZodType | null>,
  errors: OperationSpec["errors"],
) => operation({ tag: "Operator", summary, description, credentials: ["operator"], responses, errors });

const suspendOp = described(
  "Suspend an account",
  "Its credentials are rejected with `account_suspended`, crons skip it, and its sites are served from their origins.",
  { 200: AdminAccount },
  [...body, "account_not_found"],
);
const unsuspendOp = described("End an account's suspension", "Everything works again.", { 200: AdminAccount }, [
  "account_not_found",
]);
const deleteOp = described(
  "Delete an account",
  "Deletes the account, its users, keys and domains immediately. The domains' data is deleted in the background.",
  { 204: null },
  ["account_not_found"],
);
const domainsOp = described("List domains", "Domains of one account, or of all accounts.", { 200: AdminDomainList }, [
  "invalid_request",
]);
const keysOp = described(
  "List API keys",
  "API keys of one account, or of all accounts, without their secrets.",
  { 200: AdminKeyList },
  ["invalid_request"],
);
const releaseOp = described(
  "Release a domain",
  "The account keeps the domain, but unverified and with a new token. Its snapshots are purged. The next account that proves the domain owns it.",
  { 204: null },
  ["domain_not_found"],
);

/** Suspends an account; a null suspension lifts it. @throws ApiError `account_not_found`. */
async function changeSuspension(env: Bindings, id: string, suspension: { reason: string | null } | null) {
  const db = openDb(env.DB);
  const now = Date.now();
  const verb = suspension ? "account.suspended" : "account.unsuspended";
  const action = {
    accountId: id,
    actor: OPERATOR,
    action: verb,
    target: id,
    ...(suspension && { detail: suspension }),
  };
  const changed = await setSuspension(db, id, suspension && { ...suspension, at: now }, actionRow(action, now));
  const row = changed && (await findAccount(db, id));
  if (!row) throw new ApiError("account_not_found", "No account has this id.");
  for (const { domain } of await listDomains(db, id)) await copyHost(env, db, domain, now);
  return presentAccount(row);
}

const presentRow = ({ verifiedAt, ...row }: Awaited<ReturnType<typeof pageOfDomains>>[number]) => ({
  ...row,
  verified: verifiedAt !== null,
  origin: masked(row.origin),
  wantedOrigin: masked(row.wantedOrigin),
});

const nextCursor = (rows: Array<{ id: string }>, limit: number) => (rows.length === limit ? rows.at(-1)!.id : null);

/** Operator endpoints for accounts and what they own. */
export const operatorRoutes = new Hono<AppEnv>()
  .post(
    "/accounts/:id/suspend",
    suspendOp,
    operator,
    validate("param", IdParam),
    validate("json", SuspensionBody),
    async (c) => {
      const reason = c.req.valid("json").reason ?? null;
      return c.json(await changeSuspension(c.env, c.req.valid("param").id, { reason }));
    },
  )
  .post("/accounts/:id/unsuspend", unsuspendOp, operator, validate("param", IdParam), async (c) =>
    c.json(await changeSuspension(c.env, c.req.valid("param").id, null)),
  )
  .delete("/accounts/:id", deleteOp, operator, validate("param", IdParam), async (c) => {
    if (!(await deleteAccount(c.env, c.req.valid("param").id, OPERATOR, Date.now())))
      throw new ApiError("account_not_found", "No account has this id.");
    return c.body(null, 204);
  })
  .get("/domains", domainsOp, operator, validate("query", DomainsQuery), async (c) => {
    const { domain, ...query } = c.req.valid("query");
    const name = domain === undefined ? undefined : (normalizeDomain(domain) ?? domain);
    const rows = await pageOfDomains(openDb(c.env.DB), { ...query, domain: name });
    return c.json({ domains: rows.map(presentRow), nextCursor: nextCursor(rows, query.limit) });
  })
  .post("/domains/:id/release", releaseOp, operator, validate("param", IdParam), async (c) => {
    await releaseDomain(c.env, c.req.valid("param").id, OPERATOR, Date.now());
    return c.body(null, 204);
  })
  .get("/api-keys", keysOp, operator, validate("query", PageQuery), async (c) => {
    const query = c.req.valid("query");
    const rows = await pageOfKeys(openDb(c.env.DB), query);
    return c.json({ apiKeys: rows, nextCursor: nextCursor(rows, query.limit) });
  });
