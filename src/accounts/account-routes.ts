import { Hono } from "hono";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { operation } from "../http/operation";
import { requireSession, type SessionEnv } from "./middleware/require-session";
import { noQuery, validate } from "../http/validate";
import { utcDay } from "../lib/time";
import { credentialRoutes } from "./credential-routes";
import type { SessionCaller } from "./core/caller";
import { deleteOwnAccount } from "./delete-account";
import { domainRoutes } from "./domain-routes";
import { limitExport, type AccountExport } from "./export-account";
import { memberRoutes } from "./member-routes";
import type { ReplayAnswers } from "./own-domain";
import { sessionRoutes } from "./session-routes";
import { readLog } from "./read-log";
import { actorOf, recordAction } from "./record-action";
import { AccountAnswer, DeleteBody, LogAnswer, LogQuery, type AccountUsage } from "./schemas";

/** Counts an account's usage. Passed in because the modules that track usage depend on this one. */
export type UsageOf = (env: Bindings, accountId: string, now: number) => Promise<AccountUsage>;

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
  answers: { 200: AccountAnswer },
  errors: [],
});
const logOp = operation({
  ...described,
  summary: "Read the action log",
  description:
    "Newest first: changes to keys, domains, members and plans, invalidations and sign-ins. The log is append-only. Restricted members see only their own actions.",
  answers: { 200: LogAnswer },
  errors: ["invalid_request"],
});

const exportOp = operation({
  ...described,
  summary: "Download all account data",
  description:
    "One zip file with the account, its domains, keys, action log, audits with their pages, prompts, answers, reports and visits.",
  answers: { 200: null },
  texts: ["application/zip"],
  errors: ["owner_required"],
});
const deleteOp = operation({
  ...described,
  summary: "Delete the account",
  description:
    "Deletes the account, its users, keys and domains immediately. The domains' data is deleted in the background. This can't be undone.",
  answers: { 204: null },
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

/** `/api/account`: for signed-in users. Most writes and the export are for owners only. */
export const accountRoutes = ({ usageOf, archiveOf, replayAnswers }: FromAbove) =>
  new Hono<SessionEnv>()
    .get("/", accountOp, requireSession("member"), noQuery, async (c) => {
      const { accountId, plan, limits, role, userId, email, name } = c.get("caller");
      const usage = await usageOf(c.env, accountId, Date.now());
      return c.json({ id: accountId, plan, limits, usage, user: { id: userId, email, name }, role });
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
    .route("/", credentialRoutes);
