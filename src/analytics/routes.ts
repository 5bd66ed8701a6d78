import { Hono } from "hono";
import { authorizeDomain, type Caller, type DomainRow } from "../accounts";
import { openDb, type Db } from "../db/client";
import { schemaError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { requireCaller } from "../http/authenticate";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { botsDaily } from "./bots-daily";
import { DailyAnswer, DailyQuery } from "./schemas";

const caller = requireCaller({ kinds: ["key", "session", "stats-token"], keysNeedPlan: true });

/** The domain that was asked about; a stats token carries its own. */
async function askedDomain(db: Db, who: Caller, asked: string | undefined): Promise<DomainRow> {
  const name = asked ?? (who.kind === "stats-token" ? who.scope : undefined);
  if (name === undefined) throw schemaError([{ path: "domain", message: "give the domain" }]);
  return authorizeDomain(db, who, name);
}

const daily = operation({
  tag: "Analytics",
  summary: "Crawler visits a day",
  description: "One entry a UTC day, oldest first; days without a visit are there with 0.",
  credentials: ["apiKey", "session", "statsToken"],
  answers: { 200: DailyAnswer },
  errors: [
    "invalid_request",
    "plan_required",
    "api_key_domain_scope_mismatch",
    "domain_not_owned",
    "domain_access_forbidden",
  ],
});

/** `/api/analytics` (service-api.md 4.3). */
export const analyticsRoutes = new Hono<AppEnv>().get(
  "/bots/daily",
  daily,
  caller,
  validate("query", DailyQuery),
  async (c) => {
    const db = openDb(c.env.DB);
    const { domain, days } = c.req.valid("query");
    const row = await askedDomain(db, c.get("caller"), domain);
    return c.json({ daily: await botsDaily(db, row, days, Date.now()) });
  },
);
