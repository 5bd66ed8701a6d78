import { Hono } from "hono";
import { requireCaller, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { ApiError } from "../errors/api-error";
import { operation } from "../http/operation";
import { streamText } from "../http/stream-text";
import { noQuery, validate } from "../http/validate";
import { CancelResponse, ChecksResponse, DetailResponse, ListResponse, StartResponse } from "./responses";
import { cancelRun } from "./runs/watch/cancel-run";
import { exportRun } from "./runs/export/export-run";
import { readableRun, streamRun } from "./runs/results/stream-run";
import { listChecks, listSitemapChecks } from "./checks/list-checks";
import { listCallerRuns } from "./runs/watch/list-caller-runs";
import { shownRun } from "./runs/watch/live-runs";
import { DetailQuery, ExportQuery, FromListQuery, ListQuery, pageQueryOf, RunParam, StartBody } from "./schemas";
import { listKindOf } from "./runs/start/read-url-list";
import { startListRun, startRun } from "./runs/start/start-run";
import { sseText, watchRun } from "./runs/watch/watch-run";

/** Who may call the endpoints of audits, and how these are described. */
export const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const listCaller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true, body: "csv" });
export const described = { tag: "Audits", credentials: ["apiKey", "session"] } as const;

/** Errors of every endpoint for a single run. */
export const readErrors = [
  "invalid_request",
  "plan_required",
  "api_key_domain_scope_mismatch",
  "domain_access_forbidden",
  "run_not_found",
] as const;

/** Pages per sorted response if the caller gives no `limit`. */
const SORTED_PAGES = 100;

/** Errors of both ways to start a run. */
const startErrors = [
  "invalid_request",
  "invalid_urls",
  "plan_required",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
  "no_seo_spider_access",
  "on_demand_limit_reached",
  "max_pages_per_month_limit_reached",
  "run_already_active",
  "stored_secret_unreadable",
  "payload_too_large",
  "sessions_unavailable",
] as const;

const start = operation({
  ...described,
  summary: "Start an audit",
  description: "Only one audit per domain runs at a time. It runs in the background; use its id to read it.",
  responses: { 200: StartResponse },
  errors: [...startErrors, "invalid_json", "no_sitemap", "no_new_pages", "sitemap_unreachable"],
});

const startList = operation({
  ...described,
  summary: "Start an audit of a list of URLs",
  description:
    "The body is a file with up to 50,000 URLs of the domain, at most 16 MiB: `text/plain` with one URL per line, `text/csv` with a column `url`, or else the URLs in the first column, or a sitemap (`application/xml`). Cells must have no line breaks. Lines that begin with `#` are skipped. Only these URLs are audited; the plan's limits apply. With a session, send `text/csv`.",
  responses: { 200: StartResponse },
  errors: [...startErrors, "unsupported_media_type"],
});

const list = operation({
  ...described,
  summary: "List the latest audits",
  description: "At most 50 runs, newest first. A key limited to one domain always gets only that domain's runs.",
  responses: { 200: ListResponse },
  errors: ["invalid_request", "plan_required"],
});

const detail = operation({
  ...described,
  summary: "Read one audit with its pages",
  description:
    "Streams all pages. Use `limit` and `cursor` to read them in parts, filters to read some of them, and `sort` for another order. Unknown parameters are refused.",
  responses: { 200: DetailResponse },
  errors: readErrors,
});

const cancel = operation({
  ...described,
  summary: "Cancel an audit",
  description:
    "The run ends within seconds with the pages it has (`closeReason` `cancelled`). The next run continues from there.",
  responses: { 200: CancelResponse },
  errors: [...readErrors, "run_not_active"],
});

const progress = operation({
  ...described,
  summary: "Watch an audit",
  description:
    "Server-sent events: `progress` with all counts while the run is active, then one `end`, then the stream closes. Reconnect if the connection breaks (`retry`, `Last-Event-ID`): the first event gives the current state.",
  responses: { 200: null },
  texts: ["text/event-stream"],
  errors: readErrors,
});

const exported = operation({
  ...described,
  summary: "Export an audit's pages",
  description:
    "`csv`: one row per issue of each page, with spreadsheet formulas escaped; `jsonl`: one page per line, in the same form as the audit's detail.",
  responses: { 200: null },
  texts: ["text/csv", "application/jsonl"],
  errors: readErrors,
});

const checks = operation({
  tag: "Audits",
  credentials: [],
  summary: "List the checks",
  description: "Every check with its rule, thresholds, severity, reason and fix. No credentials required.",
  responses: { 200: ChecksResponse },
  errors: ["invalid_request"],
});

/** `/api/seo-spider` (docs/audits.md). */
export const auditRoutes = new Hono<CallerEnv>()
  .get("/checks", checks, noQuery, (c) => c.json({ checks: listChecks(), sitemapChecks: listSitemapChecks() }))
  .post("/runs", start, caller, validate("json", StartBody), async (c) => {
    const runId = await startRun(c.env, c.get("caller"), c.req.valid("json"), Date.now());
    return c.json({ ok: true, runId, status: "running" });
  })
  .post("/runs/from-list", startList, listCaller, validate("query", FromListQuery), async (c) => {
    const kind = listKindOf(c.req.header("content-type") ?? "text/plain");
    if (kind === null)
      throw new ApiError("unsupported_media_type", "Send the list as text/plain, text/csv or application/xml.");
    const { domain, crawler } = c.req.valid("query");
    const order = { domain, scope: crawler === undefined ? undefined : { crawler } };
    const file = { body: c.req.raw.body, isCsv: kind === "csv" };
    const runId = await startListRun(c.env, c.get("caller"), order, file, Date.now());
    return c.json({ ok: true, runId, status: "running" });
  })
  .get("/runs", list, caller, validate("query", ListQuery), async (c) => {
    const { domain, analyses } = c.req.valid("query");
    return c.json({ runs: await listCallerRuns(c.env, c.get("caller"), domain, analyses === "true") });
  })
  .get("/runs/:runId", detail, caller, validate("param", RunParam), validate("query", DetailQuery), async (c) => {
    const run = await readableRun(openDb(c.env.DB), c.get("caller"), c.req.valid("param").runId);
    const asked = c.req.valid("query");
    const { cursor, limit = asked.sort === undefined ? undefined : SORTED_PAGES } = asked;
    const robots = asked.robots === undefined ? cursor === undefined : asked.robots === "true";
    const body = streamRun(c.env, await shownRun(c.env, run), { query: pageQueryOf(asked), limit, cursor, robots });
    return c.body(body, 200, { "content-type": "application/json; charset=UTF-8" });
  })
  .get("/runs/:runId/progress", progress, caller, validate("param", RunParam), noQuery, async (c) => {
    const run = await readableRun(openDb(c.env.DB), c.get("caller"), c.req.valid("param").runId);
    const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
    return c.body(streamText(sseText(watchRun(c.env, run))), 200, headers);
  })
  .get(
    "/runs/:runId/export",
    exported,
    caller,
    validate("param", RunParam),
    validate("query", ExportQuery),
    async (c) => {
      const run = await readableRun(openDb(c.env.DB), c.get("caller"), c.req.valid("param").runId);
      const { format } = c.req.valid("query");
      return c.body(exportRun(c.env, await shownRun(c.env, run), format), 200, {
        "content-type": format === "csv" ? "text/csv; charset=UTF-8" : "application/jsonl; charset=UTF-8",
        "content-disposition": `attachment; filename="audit-${run.id}.${format}"`,
      });
    },
  )
  .post("/runs/:runId/cancel", cancel, caller, validate("param", RunParam), async (c) => {
    const { runId } = c.req.valid("param");
    await cancelRun(c.env, c.get("caller"), runId, Date.now());
    return c.json({ ok: true, runId });
  });
