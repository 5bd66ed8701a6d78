import { Hono, type Context } from "hono";
import { authorizeDomain, DOMAIN_ERRORS, requireCaller, type CallerEnv, type DomainRow } from "../accounts";
import { askedDomain, robotsViolations, windowOfDays, type Window } from "../analytics";
import { DaysQuery } from "../analytics/schemas";
import { openDb } from "../db/client";
import { schemaError } from "../errors/api-error";
import { normalizeDomain, plainHost } from "../lib/hosts/domain";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { askedQuestions } from "./asked-questions";
import { crawlWaste } from "./crawl-waste";
import { fixReport } from "./fix-report";
import { pageFunnel } from "./page-funnel";
import { pageInsights } from "./page-insights";
import { presentWindow } from "./sources/present-window";
import { tryPolicy } from "./try-policy";
import { unseenPages } from "./unseen-pages";
import {
  FixesQuery,
  FixesResponse,
  FunnelResponse,
  FunnelQuery,
  PageInsightsResponse,
  PageInsightsQuery,
  PolicyBody,
  PolicyResponse,
  QuestionsQuery,
  QuestionsResponse,
  UnseenQuery,
  UnseenResponse,
  ViolationsResponse,
  WasteResponse,
} from "./schemas";

const publicReader = requireCaller({ kinds: ["key", "session", "stats-token"], keysNeedPlan: true });

const insights = operation({
  tag: "Analytics",
  summary: "Get a page's crawler visits with its latest audit",
  description:
    "Covers the requested number of UTC days, including today. `latestRun` is null until an audit of the domain has finished.",
  credentials: ["apiKey", "session", "statsToken"],
  responses: { 200: PageInsightsResponse },
  errors: DOMAIN_ERRORS,
});

const reader = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

const waste = operation({
  tag: "Analytics",
  summary: "Find wasted crawler visits",
  description:
    "Visits to missing pages (with a suggested redirect), redirects, errors, noindex pages, duplicates and parameters, based on the last served status and the latest finished audit. Each visit has one reason.",
  credentials: ["apiKey", "session"],
  responses: { 200: WasteResponse },
  errors: DOMAIN_ERRORS,
});

const violations = operation({
  tag: "Analytics",
  summary: "Find visits that robots.txt disallowed",
  description:
    "Visits by verified crawlers, whose operators say that they obey robots.txt, to paths that it disallowed at that time and the day before. The service checks robots.txt every six hours.",
  credentials: ["apiKey", "session"],
  responses: { 200: ViolationsResponse },
  errors: DOMAIN_ERRORS,
});

const funnel = operation({
  tag: "Analytics",
  summary: "Follow pages from crawled to cited to visited",
  description:
    "Per path without its query: crawler visits by purpose, answers of AI providers to your prompts that cited the page, and people whom assistants sent. Most people first, then most cited, then most crawled. `pages` counts all paths.",
  credentials: ["apiKey", "session"],
  responses: { 200: FunnelResponse },
  errors: DOMAIN_ERRORS,
});

const unseen = operation({
  tag: "Analytics",
  summary: "Find what crawlers have not seen yet",
  description:
    "Per crawler, the pages whose content changed after its last verified visit, and those that it never read, by their share of visits and citations; and when it read the others after their change. Visits are known by day, so a change on the day of a visit is `unsure`. Renew and submit pages with `POST /api/deploys` and `resubmit`.",
  credentials: ["apiKey", "session"],
  responses: { 200: UnseenResponse },
  errors: DOMAIN_ERRORS,
});

const policy = operation({
  tag: "Analytics",
  summary: "Try a policy on past visits and citations",
  description:
    "Replays up to 180 days under a proposed robots.txt, redirects and noindex: what each crawler would have lost, been spared or found elsewhere, by page, with the line that decides, and the citations that would have been lost. Requests nothing and changes nothing.",
  credentials: ["apiKey", "session"],
  responses: { 200: PolicyResponse },
  errors: [...DOMAIN_ERRORS, "invalid_json", "payload_too_large"],
});

const questions = operation({
  tag: "Analytics",
  summary: "Find questions without a page",
  description:
    "The searches that AI assistants ran for your prompts, with what the site has for each by the words of titles, descriptions and addresses, and whether crawlers have read it.",
  credentials: ["apiKey", "session"],
  responses: { 200: QuestionsResponse },
  errors: DOMAIN_ERRORS,
});

const fixes = operation({
  tag: "Analytics",
  summary: "See whether fixes worked",
  description:
    "Each issue that disappeared from pages, as a dated chain: fixed, snapshot renewed, first fetched by each verified crawler, and citations before and after, against comparable pages that were not fixed. Citations are compared once, 28 days after assistants' crawlers read the fix.",
  credentials: ["apiKey", "session"],
  responses: { 200: FixesResponse },
  errors: DOMAIN_ERRORS,
});

/** A report on the asked domain over the asked days, with both named. */
async function reported<Report extends object>(
  c: Context<CallerEnv>,
  { domain: asked, days }: { domain?: string | undefined; days: number },
  report: (domain: DomainRow, window: Window, now: number) => Promise<Report>,
) {
  const now = Date.now();
  const domain = await askedDomain(openDb(c.env.DB), c.get("caller"), asked);
  const window = windowOfDays(now, days);
  return { domain: domain.domain, window: presentWindow(window), ...(await report(domain, window, now)) };
}

/** The endpoints of `/api/analytics` that join visits with audits. */
export const insightsRoutes = new Hono<CallerEnv>()
  .get("/page-insights", insights, publicReader, validate("query", PageInsightsQuery), async (c) => {
    const { url: text, days, domain: named } = c.req.valid("query");
    const url = new URL(text);
    if (named !== undefined && normalizeDomain(named) !== plainHost(url.host))
      throw schemaError([{ path: "domain", message: "is not the domain of `url`" }]);
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), url.host);
    return c.json(await pageInsights(c.env, domain, url, windowOfDays(Date.now(), days)));
  })
  .get("/waste", waste, reader, validate("query", DaysQuery), async (c) => {
    const query = c.req.valid("query");
    return c.json(await reported(c, query, (domain, window, now) => crawlWaste(c.env, domain, window, { now })));
  })
  .get("/funnel", funnel, reader, validate("query", FunnelQuery), async (c) => {
    const query = c.req.valid("query");
    return c.json(await reported(c, query, (domain, window) => pageFunnel(c.env, domain, window, query.limit)));
  })
  .get("/unseen", unseen, reader, validate("query", UnseenQuery), async (c) => {
    const query = c.req.valid("query");
    const { limit, crawler } = query;
    return c.json(
      await reported(c, query, (domain, window, now) => unseenPages(c.env, domain, window, { limit, now, crawler })),
    );
  })
  .get("/fixes", fixes, reader, validate("query", FixesQuery), async (c) => {
    const query = c.req.valid("query");
    const { limit } = query;
    return c.json(await reported(c, query, (domain, window, now) => fixReport(c.env, domain, window, { limit, now })));
  })
  .get("/questions", questions, reader, validate("query", QuestionsQuery), async (c) => {
    const query = c.req.valid("query");
    const { limit } = query;
    return c.json(
      await reported(c, query, (domain, window, now) => askedQuestions(c.env, domain, window, { limit, now })),
    );
  })
  .post("/policy/try", policy, reader, validate("json", PolicyBody), async (c) => {
    const now = Date.now();
    const body = c.req.valid("json");
    const domain = await authorizeDomain(openDb(c.env.DB), c.get("caller"), body.domain);
    const window = windowOfDays(now, body.days);
    const report = await tryPolicy(c.env, domain, window, body, now);
    return c.json({ domain: domain.domain, window: presentWindow(window), ...report });
  })
  .get("/violations", violations, reader, validate("query", DaysQuery), async (c) => {
    const query = c.req.valid("query");
    return c.json(await reported(c, query, (domain, window) => robotsViolations(c.env, domain.id, window)));
  });
