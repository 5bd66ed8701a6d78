import { Hono } from "hono";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { operation } from "../../http/operation";
import { requireSession, type SessionEnv } from "../middleware/require-session";
import { noQuery, validate } from "../../http/validate";
import { utcDay } from "../../lib/time/time";
import { connectionRoutes } from "../connections/connection-routes";
import { credentialRoutes } from "../keys/credential-routes";
import type { SessionCaller } from "../core/caller";
import { deleteOwnAccount } from "./delete-account";
import { domainRoutes } from "../domains/domain-routes";
import { limitExport, type AccountExport } from "./export-account";
import { memberRoutes } from "../members/member-routes";
import type { ReplayAnswers } from "../domains/own-domain";
import { sessionRoutes } from "../keys/session-routes";
import { readLog } from "./read-log";
import { actorOf, recordAction } from "../repo/record-action";
import { AccountResponse, DeleteBody, LogResponse, LogQuery, type AccountUsage } from "../schemas";

/**
 * Counts an account's usage; of these domains only, unless `only` is null. Passed in because the modules that track usage
 * depend on this one.
 */
export type UsageOf = (
  env: Bindings,
  accountId: string,
  only: readonly string[] | null,
  now: number,
) => Promise<AccountUsage>;

/** Account features that modules above this one provide. */
interface FromAbove {
  usageOf: UsageOf;
  archiveOf: AccountExport;
  replayAnswers: ReplayAnswers;
}

const exported = (caller: SessionCaller) => ({
  accountId: caller.accountId,
  actor: actorOf(caller),
  action: "account.exported",
  target: caller.accountId,
});

const described = { tag: "Account", credentials: ["session"] } as const;
const accountOp = operation({
  ...described,
  summary: "Read the account: plan, limits and usage",
  description: "A member who is restricted to some domains gets only the usage of those.",
  responses: { 200: AccountResponse },
  errors: [],
});
const logOp = operation({
  ...described,
  summary: "Read the action log",
  description:
    "Newest first: changes to keys, domains, members and plans, invalidations and sign-ins. Entries are never changed; the latest 5,000 of each action are kept, for 25 months. For changed settings, an entry has only the names. Restricted members see only their own actions.",
  responses: { 200: LogResponse },
  errors: ["invalid_request"],
});

const exportOp = operation({
  ...described,
  summary: "Download all account data",
  description:
    "One zip file with the account, its domains, keys, action log, audits with their pages, prompts, answers, reports and visits.",
  responses: { 200: null },
  texts: ["application/zip"],
  errors: ["owner_required"],
});
const deleteOp = operation({
  ...described,
  summary: "Delete the account",
  description:
    "Deletes the account, its users, keys and domains immediately. The domains' data is deleted in the background. This can't be undone.",
  responses: { 204: null },
  errors: [
    "cross_origin_request",
    "unsupported_media_type",
    "owner_required",
    "invalid_request",
    "invalid_json",
    "payload_too_large",
    "invalid_credentials",
  ],
});

function leftOf(limits: SessionCaller["limits"], used: AccountUsage) {
  const left = (name: Exclude<keyof AccountUsage, "month">) => Math.max(0, limits[name] - used[name]);
  return {
    onDemandAuditsPerMonth: left("onDemandAuditsPerMonth"),
    pagesPerMonth: left("pagesPerMonth"),
    prompts: left("prompts"),
    domains: left("domains"),
  };
}

/** `/api/account`: for signed-in users. Most writes and the export are for owners only. */
export const accountRoutes = ({ usageOf, archiveOf, replayAnswers }: FromAbove) =>
  new Hono<SessionEnv>()
    .get("/", accountOp, requireSession("member"), noQuery, async (c) => {
      const { accountId, plan, limits, role, userId, email, name, domains } = c.get("caller");
      const now = Date.now();
      const usage = await usageOf(c.env, accountId, domains, now);
      const all = domains === null ? usage : await usageOf(c.env, accountId, null, now);
      return c.json({
        id: accountId,
        plan,
        limits,
        usage,
        left: leftOf(limits, all),
        user: { id: userId, email, name },
        role,
      });
    })
    .get("/export", exportOp, requireSession("owner"), noQuery, async (c) => {
      const { accountId } = c.get("caller");
      const now = Date.now();
      await limitExport(c.env, accountId);
      await recordAction(openDb(c.env.DB), exported(c.get("caller")), now);
      return c.body(archiveOf(c.env, accountId, now), 200, {
        "content-type": "application/zip",
        "content-disposition": `attachment; filename="crawlready-${utcDay(now)}.zip"`,
        "cache-control": "no-store",
      });
    })
    .delete("/", deleteOp, requireSession("owner"), validate("json", DeleteBody), async (c) => {
      await deleteOwnAccount(c.env, c.get("caller"), c.req.valid("json").password, Date.now());
      return c.body(null, 204);
    })
    .get("/audit-log", logOp, requireSession("member"), validate("query", LogQuery), async (c) => {
      return c.json(await readLog(openDb(c.env.DB), c.get("caller"), c.req.valid("query")));
    })
    .route("/members", memberRoutes)
    .route("/domains", domainRoutes(replayAnswers))
    .route("/sessions", sessionRoutes)
    .route("/connections", connectionRoutes)
    .route("/", credentialRoutes);
