import { Hono } from "hono";
import { DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { streamText } from "../http/stream-text";
import { operation, type OperationSpec } from "../http/operation";
import { validate } from "../http/validate";
import { askedDomain, askedWindow } from "./reports/asked";
import { responsesCsv, responsesReport } from "./reports/responses";
import { botsCsv, botsReport } from "./reports/bots";
import { botsDaily } from "./reports/bots-daily";
import { botsSummary } from "./reports/bots-summary";
import { reportVisits } from "./count/report-visits";
import { verifyCrawler } from "./verify/verify-crawler";
import { windowOfDays } from "./core/window";
import {
  CrawlerResponsesResponse,
  CrawlerResponsesQuery,
  BotsResponse,
  BotsQuery,
  DailyResponse,
  DailyQuery,
  PublicDaysQuery,
  SummaryResponse,
  VerifyCrawlerResponse,
  VerifyCrawlerQuery,
  VisitsResponse,
  VisitsBody,
} from "./schemas";

const reader = requireCaller({ kinds: ["key", "session", "stats-token"], keysNeedPlan: true });

const report = (spec: Pick<OperationSpec, "summary" | "description" | "responses" | "texts">) =>
  operation({
    tag: "Analytics",
    credentials: ["apiKey", "session", "statsToken"],
    errors: DOMAIN_ERRORS,
    ...spec,
  });

/** Most paths per response for strangers with a public token. */
const PUBLIC_PATHS = 10_000;

const bots = report({
  summary: "Crawler visits by path",
  description:
    "From `from` to `to`, both inclusive, most visited paths first. `search` matches the decoded path, ignoring case. Spoofed visits are counted separately. `limit` and `cursor` return the paths in parts, and `spoofed` covers all paths in every part; without them, the response contains all paths, or for a stats token the 10,000 most visited, with `nextCursor` if there are more. `format=csv`: one line per path and provider, with spreadsheet formulas escaped.",
  responses: { 200: BotsResponse },
  texts: ["text/csv"],
});

const daily = report({
  summary: "Crawler visits per day",
  description: "One entry per UTC day, oldest first. Days without visits have 0.",
  responses: { 200: DailyResponse },
});

const summary = report({
  summary: "Summarise crawler visits",
  description: "Covers the requested number of UTC days, including today.",
  responses: { 200: SummaryResponse },
});

const answers = operation({
  tag: "Analytics",
  summary: "What crawlers requested and what they got",
  description:
    "Counts every request of a crawler once: those answered by the cache and by renders, and those answered by the site's own server, such as robots.txt, sitemaps, errors and pages that are not rendered. Grouped by source, form and status; requests answered by the site's own server also by path.",
  credentials: ["apiKey", "session"],
  responses: { 200: CrawlerResponsesResponse },
  texts: ["text/csv"],
  errors: DOMAIN_ERRORS,
});

const keyReader = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const reporter = requireCaller({ kinds: ["key", "session"], keysNeedPlan: false });

const verify = operation({
  tag: "Analytics",
  summary: "Tell a real crawler from an impostor",
  description:
    "Checks a user agent and an address from your own log in the same way as visits: by the operator's published IP ranges and reverse DNS.",
  credentials: ["apiKey", "session"],
  responses: { 200: VerifyCrawlerResponse },
  errors: ["plan_required"],
});

const visits = operation({
  tag: "Analytics",
  summary: "Report visits of a site that serves its own pages",
  description:
    "1 to 1,000 events, at most 180 days old. Each id counts once per domain, so you can safely repeat a call. `ignored` is the number of visits that did not come from a crawler. Visits appear in the reports within seconds.",
  credentials: ["apiKey", "session"],
  responses: { 202: VisitsResponse },
  errors: [...DOMAIN_ERRORS, "invalid_json", "payload_too_large"],
});

/** `/api/analytics` (docs/visits.md). */
export const analyticsRoutes = new Hono<CallerEnv>()
  .get("/bots", bots, reader, validate("query", BotsQuery), async (c) => {
    const db = openDb(c.env.DB);
    const query = c.req.valid("query");
    const caller = c.get("caller");
    const window = askedWindow(query, Date.now());
    const domain = await askedDomain(db, caller, query.domain);
    const filter = { ...query, atMost: caller.kind === "stats-token" ? PUBLIC_PATHS : undefined };
    if (query.format === "json") {
      c.header("content-type", "application/json");
      return c.body(streamText(await botsReport(c.env, domain, window, filter)));
    }
    c.header("content-type", "text/csv; charset=UTF-8");
    c.header("content-disposition", 'attachment; filename="crawler-visits.csv"');
    return c.body(streamText(await botsCsv(c.env, domain, window, filter)));
  })
  .get("/bots/daily", daily, reader, validate("query", DailyQuery), async (c) => {
    const db = openDb(c.env.DB);
    const { domain, days, detail } = c.req.valid("query");
    const row = await askedDomain(db, c.get("caller"), domain);
    return c.json({ daily: await botsDaily(c.env, row, windowOfDays(Date.now(), days), detail === "purpose") });
  })
  .get("/bots/summary", summary, reader, validate("query", PublicDaysQuery), async (c) => {
    const db = openDb(c.env.DB);
    const { domain, days } = c.req.valid("query");
    const row = await askedDomain(db, c.get("caller"), domain);
    return c.json(await botsSummary(c.env, row, windowOfDays(Date.now(), days)));
  })
  .get("/bots/verify", verify, keyReader, validate("query", VerifyCrawlerQuery), async (c) => {
    return c.json(await verifyCrawler(c.env, c.req.valid("query"), Date.now()));
  })
  .get("/answers", answers, keyReader, validate("query", CrawlerResponsesQuery), async (c) => {
    const query = c.req.valid("query");
    const window = askedWindow(query, Date.now());
    const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), query.domain);
    if (query.format === "json") return c.json(await responsesReport(c.env, domain, window, query));
    c.header("content-type", "text/csv; charset=UTF-8");
    c.header("content-disposition", 'attachment; filename="crawler-answers.csv"');
    return c.body(streamText(responsesCsv(c.env, domain, window)));
  })
  .post("/visits", visits, reporter, validate("json", VisitsBody), async (c) => {
    return c.json(await reportVisits(c.env, c.get("caller"), c.req.valid("json"), Date.now()), 202);
  });
