import { Hono } from "hono";
import { DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { streamText } from "../http/stream-text";
import { operation, type OperationSpec } from "../http/operation";
import { validate } from "../http/validate";
import { askedDomain, askedWindow } from "./asked";
import { answersCsv, answersReport } from "./answers";
import { botsCsv, botsReport } from "./bots";
import { botsDaily } from "./bots-daily";
import { botsSummary } from "./bots-summary";
import { reportVisits } from "./report-visits";
import { verifyCrawler } from "./verify-crawler";
import { windowOfDays } from "./core/window";
import {
  AnswersAnswer,
  AnswersQuery,
  BotsAnswer,
  BotsQuery,
  DailyAnswer,
  DailyQuery,
  PublicDaysQuery,
  SummaryAnswer,
  VerifyCrawlerAnswer,
  VerifyCrawlerQuery,
  VisitsAnswer,
  VisitsBody,
} from "./schemas";

const reader = requireCaller({ kinds: ["key", "session", "stats-token"], keysNeedPlan: true });

const report = (spec: Pick<OperationSpec, "summary" | "description" | "answers" | "texts">) =>
  operation({
    tag: "Analytics",
    credentials: ["apiKey", "session", "statsToken"],
    errors: DOMAIN_ERRORS,
    ...spec,
  });

const bots = report({
  summary: "Crawler visits by path",
  description:
    "From `from` to `to`, both inclusive, most visited paths first. `search` matches the decoded path, ignoring case. Spoofed visits are counted separately. `limit` and `cursor` return the paths in pages, and `spoofed` covers all paths on every page; without them, the response contains all paths. `format=csv`: one line per path and provider, with spreadsheet formulas escaped.",
  answers: { 200: BotsAnswer },
  texts: ["text/csv"],
});

const daily = report({
  summary: "Crawler visits per day",
  description: "One entry per UTC day, oldest first. Days without visits have 0.",
  answers: { 200: DailyAnswer },
});

const summary = report({
  summary: "Summarise crawler visits",
  description: "Covers the requested number of UTC days, including today.",
  answers: { 200: SummaryAnswer },
});

const answers = operation({
  tag: "Analytics",
  summary: "What crawlers asked for and what they got",
  description:
    "Every request of a crawler once: what the cache and renders answered, and what it got from the site's own server, such as robots.txt, sitemaps, errors and pages that are not rendered. By source, form and status, and by path for the latter.",
  credentials: ["apiKey", "session"],
  answers: { 200: AnswersAnswer },
  texts: ["text/csv"],
  errors: DOMAIN_ERRORS,
});

const reporter = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

const verify = operation({
  tag: "Analytics",
  summary: "Tell a real crawler from an impostor",
  description:
    "Checks a user agent and an address from your own log as visits are checked: by the operator's published IP ranges and reverse DNS.",
  credentials: ["apiKey", "session"],
  answers: { 200: VerifyCrawlerAnswer },
  errors: ["plan_required"],
});

const visits = operation({
  tag: "Analytics",
  summary: "Report visits of a site that serves its own pages",
  description:
    "1 to 1,000 events, at most 180 days old. Each id counts once per domain, so you can safely repeat a call. `ignored` is the number of visits that did not come from a crawler. Visits appear in the reports within seconds.",
  credentials: ["apiKey", "session"],
  answers: { 202: VisitsAnswer },
  errors: [...DOMAIN_ERRORS, "invalid_json", "payload_too_large"],
});

/** `/api/analytics` (service-api.md 4.3). */
export const analyticsRoutes = new Hono<CallerEnv>()
  .get("/bots", bots, reader, validate("query", BotsQuery), async (c) => {
    const db = openDb(c.env.DB);
    const query = c.req.valid("query");
    const window = askedWindow(query, Date.now());
    const domain = await askedDomain(db, c.get("caller"), query.domain);
    if (query.format === "json") {
      c.header("content-type", "application/json");
      return c.body(streamText(await botsReport(c.env, domain, window, query)));
    }
    c.header("content-type", "text/csv; charset=UTF-8");
    c.header("content-disposition", 'attachment; filename="crawler-visits.csv"');
    return c.body(streamText(await botsCsv(c.env, domain, window, query)));
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
  .get("/bots/verify", verify, reporter, validate("query", VerifyCrawlerQuery), async (c) => {
    return c.json(await verifyCrawler(c.env, c.req.valid("query"), Date.now()));
  })
  .get("/answers", answers, reporter, validate("query", AnswersQuery), async (c) => {
    const query = c.req.valid("query");
    const window = askedWindow(query, Date.now());
    const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), query.domain);
    if (query.format === "json") return c.json(await answersReport(c.env, domain, window, query));
    c.header("content-type", "text/csv; charset=UTF-8");
    c.header("content-disposition", 'attachment; filename="crawler-answers.csv"');
    return c.body(streamText(answersCsv(c.env, domain, window)));
  })
  .post("/visits", visits, reporter, validate("json", VisitsBody), async (c) => {
    return c.json(await reportVisits(c.env, c.get("caller"), c.req.valid("json"), Date.now()), 202);
  });
