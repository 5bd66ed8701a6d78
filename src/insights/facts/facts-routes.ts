import { Hono } from "hono";
import { authorizeDomain, DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../../accounts";
import { askedDomain, windowOfDays } from "../../analytics";
import { openDb } from "../../db/client";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { watchChosen } from "../../prerender";
import { factsReport } from "./facts-report";
import { FactsQuery, FactsResponse, WatchBody, WatchResponse } from "./schemas";

const described = { tag: "Analytics", credentials: ["apiKey", "session"] } as const;
const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

const facts = operation({
  ...described,
  summary: "See where wrong facts come from",
  description:
    "Prices, dates and numbers that AI answers tell of the brand, against the kept versions of your pages: right now, right until a known time and given to which crawler, or on none of your pages and cited elsewhere; and whether what answers cite is in the text that crawlers got. Other sites are never read. What cannot be told is `unknown`.",
  responses: { 200: FactsResponse },
  errors: DOMAIN_ERRORS,
});

const watch = operation({
  ...described,
  summary: "Choose pages to watch",
  description:
    "Versions are kept of up to 50 pages that you choose, beside the 150 that answers cited last: up to 40 versions of each in 180 days. A page that is no longer chosen keeps its versions for 180 days, the latest 50 of such pages.",
  responses: { 200: WatchResponse },
  errors: [...DOMAIN_ERRORS, "invalid_json", "payload_too_large"],
});

/** `/api/analytics/facts` */
export const factsRoutes = new Hono<CallerEnv>()
  .get("/facts", facts, caller, validate("query", FactsQuery), async (c) => {
    const { domain: asked, days, limit } = c.req.valid("query");
    const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), asked);
    const window = windowOfDays(Date.now(), days);
    const shown = { days, from: new Date(window.from).toISOString(), to: new Date(window.to).toISOString() };
    return c.json({ domain: domain.domain, window: shown, ...(await factsReport(c.env, domain, window, { limit })) });
  })
  .put("/facts/watched", watch, caller, validate("json", WatchBody), async (c) => {
    const { domain: named, paths } = c.req.valid("json");
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), named);
    return c.json({ domain: domain.domain, paths: await watchChosen(c.env, domain, paths, Date.now()) });
  });
