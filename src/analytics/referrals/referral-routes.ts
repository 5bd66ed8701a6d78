import { Hono, type MiddlewareHandler } from "hono";
import { DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../../accounts";
import { openDb } from "../../db/client";
import { schemaError } from "../../errors/api-error";
import type { AppEnv } from "../../http/app-env";
import { readText } from "../../http/body";
import { operation } from "../../http/operation";
import { validate } from "../../http/validate";
import { parseJson } from "../../lib/text/json";
import { askedDomain, askedWindow } from "../reports/asked";
import { windowOfDays } from "../core/window";
import { countSnippet } from "./count-snippet";
import { reportReferrals } from "./report-referrals";
import { referralDays, referralsReport } from "./referrals-report";
import { ReferralDaysResponse, ReferralsResponse, ReferralsBody, ReferralsQuery, SnippetReport } from "./schemas";
import { SNIPPET } from "./snippet-text";
import { DaysQuery, VisitsResponse } from "../schemas";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const report = operation({
  tag: "Analytics",
  summary: "People whom AI assistants sent, by operator and path",
  description:
    "From `from` to `to`, both inclusive, most people first. A person is one page request whose referrer or `utm_source` is a known assistant's, see `/bots`; crawlers are not counted. Counted at the edge, by `POST /api/analytics/referrals`, from imported logs, and by the snippet `/referrals.js`. The snippet sees the same people as the others, so per day, path and assistant the larger number counts; `seenBy` shows each way's count.",
  credentials: ["apiKey", "session"],
  responses: { 200: ReferralsResponse },
  errors: DOMAIN_ERRORS,
});

const daily = operation({
  tag: "Analytics",
  summary: "People whom AI assistants sent, per day",
  description: "One entry per UTC day, oldest first. Days without people have 0.",
  credentials: ["apiKey", "session"],
  responses: { 200: ReferralDaysResponse },
  errors: DOMAIN_ERRORS,
});

const reported = operation({
  tag: "Analytics",
  summary: "Report people's page requests of a site that serves its own pages",
  description:
    "1 to 1,000 page requests, at most 180 days old. Each id counts once per domain, so you can safely repeat a call. `ignored` is the number of requests that did not come from an assistant, or that came from crawlers. Don't report what passes through the edge.",
  credentials: ["apiKey", "session"],
  responses: { 202: VisitsResponse },
  errors: [...DOMAIN_ERRORS, "invalid_json", "payload_too_large"],
});

/** `/api/analytics/referrals`: people whom assistants sent. */
export const referralRoutes = new Hono<CallerEnv>()
  .get("/referrals", report, caller, validate("query", ReferralsQuery), async (c) => {
    const query = c.req.valid("query");
    const window = askedWindow(query, Date.now());
    const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), query.domain);
    return c.json(await referralsReport(c.env, domain, window, query));
  })
  .get("/referrals/daily", daily, caller, validate("query", DaysQuery), async (c) => {
    const query = c.req.valid("query");
    const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), query.domain);
    return c.json({ daily: await referralDays(c.env, domain, windowOfDays(Date.now(), query.days)) });
  })
  .post("/referrals", reported, caller, validate("json", ReferralsBody), async (c) => {
    return c.json(await reportReferrals(c.env, c.get("caller"), c.req.valid("json"), Date.now()), 202);
  });

const script = operation({
  tag: "Analytics",
  summary: "The snippet that counts people whom assistants sent",
  description:
    'For pages that the edge does not serve: a script element with `src="https://<service>/referrals.js" async`. It calls the service only if an assistant sent the visitor, sets no cookie, and sends the path, the referrer\'s host and `utm_source`.',
  credentials: [],
  responses: { 200: null },
  texts: ["text/javascript"],
  errors: [],
});

const seen = operation({
  tag: "Analytics",
  summary: "Count a person whom an assistant sent, as the snippet does",
  description:
    "Text with JSON: `path`, `referrer` (a host) and `utmSource`. The `Origin` header names the domain. Anybody can call it: 20 calls per minute and address, 600 per minute and domain. Unknown domains are ignored.",
  credentials: [],
  responses: { 204: null },
  errors: ["invalid_request", "invalid_json", "payload_too_large", "rate_limited"],
});

/** Lets pages of any origin load and call the routes below. No credentials are read, so none are allowed. */
const openToAll: MiddlewareHandler<AppEnv> = async (c, next) => {
  await next();
  c.header("access-control-allow-origin", "*");
  c.header("cross-origin-resource-policy", "cross-origin");
};

/** Most bytes of a report. */
const MAX_REPORT_BYTES = 4_096;

/** The snippet and its call, for pages of any site. */
export const snippetRoutes = new Hono<AppEnv>()
  .get("/referrals.js", script, openToAll, (c) => {
    c.header("content-type", "text/javascript; charset=UTF-8");
    c.header("cache-control", "public, max-age=3600");
    return c.body(SNIPPET);
  })
  .options("/referrals", openToAll, (c) => {
    c.header("access-control-allow-methods", "POST");
    c.header("access-control-allow-headers", "content-type");
    c.header("access-control-max-age", "86400");
    return c.body(null, 204);
  })
  .post("/referrals", seen, openToAll, async (c) => {
    const body = SnippetReport.safeParse(parseJson(await readText(c.req.raw, MAX_REPORT_BYTES)));
    if (!body.success) throw schemaError([{ path: "", message: "is not what the snippet sends" }]);
    await countSnippet(c.env, c.req.raw, body.data, Date.now());
    return c.body(null, 204);
  });
