import { Hono } from "hono";
import { authorizeDomain } from "../accounts";
import { windowOfDays } from "../analytics";
import { openDb } from "../db/client";
import type { AppEnv } from "../http/app-env";
import { requireCaller } from "../http/authenticate";
import { operation, type OperationSpec } from "../http/operation";
import { validate } from "../http/validate";
import { pageInsights } from "./page-insights";
import { PageInsightsAnswer, PageInsightsQuery } from "./schemas";

const publicReader = requireCaller({ kinds: ["key", "session", "stats-token"], keysNeedPlan: true });

const domainErrors: OperationSpec["errors"] = [
  "invalid_request",
  "plan_required",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
];

const insights = operation({
  tag: "Analytics",
  summary: "Get a page's crawler visits with its latest audit",
  description: "Over the UTC days that end today. `latestRun` is null until an audit of the domain has finished.",
  credentials: ["apiKey", "session", "statsToken"],
  answers: { 200: PageInsightsAnswer },
  errors: domainErrors,
});

/** The endpoints of `/api/analytics` that join visits with audits. */
export const insightsRoutes = new Hono<AppEnv>().get(
  "/page-insights",
  insights,
  publicReader,
  validate("query", PageInsightsQuery),
  async (c) => {
    const db = openDb(c.env.DB);
    const { url: text, days } = c.req.valid("query");
    const url = new URL(text);
    const domain = await authorizeDomain(db, c.get("caller"), url.host);
    return c.json(await pageInsights(c.env, domain, url, windowOfDays(Date.now(), days)));
  },
);
