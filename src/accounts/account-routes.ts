import { Hono } from "hono";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { operation } from "../http/operation";
import { requireSession, type SessionEnv } from "../http/require-session";
import { validate } from "../http/validate";
import { credentialRoutes } from "./credential-routes";
import { domainRoutes } from "./domain-routes";
import { memberRoutes } from "./member-routes";
import { sessionRoutes } from "./session-routes";
import { readLog } from "./read-log";
import { AccountAnswer, LogAnswer, LogQuery, type Usage } from "./schemas";

/** Counts what an account has used; the areas that know it stand above this one. */
export type UsageOf = (env: Bindings, accountId: string, now: number) => Promise<Usage>;

const described = { tag: "Account", credentials: ["session"] } as const;
const accountOp = operation({
  ...described,
  summary: "Read the account: plan, limits and what is used of them",
  answers: { 200: AccountAnswer },
  errors: [],
});
const logOp = operation({
  ...described,
  summary: "Read who did what",
  description:
    "Newest first: keys, domains, members, plans, invalidations, sign-ins. Append only. A restricted member sees its own actions.",
  answers: { 200: LogAnswer },
  errors: ["invalid_request"],
});

/** `/api/account`: for signed-in users; owners only where it writes. */
export const accountRoutes = (usageOf: UsageOf) =>
  new Hono<SessionEnv>()
    .get("/", accountOp, requireSession("member"), async (c) => {
      const { accountId, plan, limits, role, userId, email, name } = c.get("caller");
      const usage = await usageOf(c.env, accountId, Date.now());
      return c.json({ id: accountId, plan, limits, usage, user: { id: userId, email, name }, role });
    })
    .get("/audit-log", logOp, requireSession("member"), validate("query", LogQuery), async (c) => {
      return c.json(await readLog(openDb(c.env.DB), c.get("caller"), c.req.valid("query")));
    })
    .route("/members", memberRoutes)
    .route("/domains", domainRoutes)
    .route("/sessions", sessionRoutes)
    .route("/", credentialRoutes);
