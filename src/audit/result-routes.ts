import { Hono } from "hono";
import { DOMAIN_ERRORS, type CallerEnv } from "../accounts";
import { openDb } from "../db/client";
import { operation } from "../http/operation";
import { streamText } from "../http/stream-text";
import { noQuery, validate } from "../http/validate";
import {
  ComparePagesResponse,
  CompareResponse,
  IssueResponse,
  IssuesResponse,
  PageHistoryResponse,
  TryRobotsResponse,
} from "./responses";
import type { MapFolder } from "./model/site/folder-map";
import { compareSites } from "./runs/results/compare-sites";
import { compareRuns } from "./runs/results/compare-runs";
import { issueText } from "./runs/results/issue-text";
import { MapResponse } from "./runs/results/figures-response";
import { findIssue, listIssues } from "./runs/results/list-issues";
import { shownRun } from "./runs/watch/live-runs";
import { pageHistory } from "./runs/pages/page-history";
import { readableRun } from "./runs/results/stream-run";
import { tryRobots } from "./runs/results/try-robots";
import {
  CompareParam,
  ComparePagesQuery,
  IssuePagesQuery,
  IssueParam,
  PageParam,
  PageQueryParams,
  pageQueryOf,
  RunParam,
  TryRobotsBody,
} from "./schemas";
import { caller, described, readErrors } from "./routes";

const issues = operation({
  ...described,
  summary: "List an audit's kinds of issues",
  description:
    "Every kind of issue of the pages, the site and its sitemaps, worst first, with the number of pages and when a run first saw it. Empty until the run ends.",
  responses: { 200: IssuesResponse },
  errors: readErrors,
});

const issue = operation({
  ...described,
  summary: "Read one kind of issue with its pages",
  description:
    "The pages that have the issue, each with what was found. An issue of the site or a sitemap has `findings`.",
  responses: { 200: IssueResponse },
  errors: [...readErrors, "issue_not_found"],
});

const map = operation({
  ...described,
  summary: "Read an audit's crawl map",
  description:
    "The folders of the site with their pages, by clicks from the start and by the worst issue of each page.",
  responses: { 200: MapResponse },
  errors: readErrors,
});

const compare = operation({
  ...described,
  summary: "Compare two audits",
  description:
    "What changed since another run of the domain. Deltas are over the pages that both runs saw; `sameScope` says whether both runs had the same scope.",
  responses: { 200: CompareResponse },
  errors: readErrors,
});

const comparePagesOf = operation({
  ...described,
  summary: "Compare two sites page by page",
  description:
    "The pages that are not the same in two runs, by path. The runs may be of two domains, such as a staging site and the live one. Both runs are read whole for every part, so prefer large parts.",
  responses: { 200: ComparePagesResponse },
  errors: readErrors,
});

const history = operation({
  ...described,
  summary: "Read the history of a page",
  description: "The page's results in up to 30 finished runs, newest first, and its latest result in full.",
  responses: { 200: PageHistoryResponse },
  errors: DOMAIN_ERRORS,
});

const robots = operation({
  ...described,
  summary: "Try a robots.txt",
  description:
    "Judges the pages of the latest finished audit by the given text: which pages each crawler could no longer fetch, and which it newly could. Nothing is requested from the site.",
  responses: { 200: TryRobotsResponse },
  errors: [...DOMAIN_ERRORS, "invalid_json", "run_not_found", "payload_too_large"],
});

/** Queries on the results of audits, in addition to the contract's endpoints. */
export const auditResultRoutes = new Hono<CallerEnv>()
  .get("/runs/:runId/issues", issues, caller, validate("param", RunParam), noQuery, async (c) => {
    const run = await readableRun(openDb(c.env.DB), c.get("caller"), c.req.valid("param").runId);
    return c.json({ runId: run.id, status: run.status, issues: listIssues(await shownRun(c.env, run)) });
  })
  .get(
    "/runs/:runId/issues/:issueId",
    issue,
    caller,
    validate("param", IssueParam),
    validate("query", IssuePagesQuery),
    async (c) => {
      const { runId, issueId } = c.req.valid("param");
      const run = await readableRun(openDb(c.env.DB), c.get("caller"), runId);
      const asked = c.req.valid("query");
      const found = findIssue(await shownRun(c.env, run), issueId);
      const query = pageQueryOf({ ...asked, issue: issueId });
      const text = issueText(c.env, run, found, { query, limit: asked.limit, cursor: asked.cursor });
      return c.body(streamText(text), 200, { "content-type": "application/json; charset=UTF-8" });
    },
  )
  .get("/runs/:runId/map", map, caller, validate("param", RunParam), noQuery, async (c) => {
    const run = await readableRun(openDb(c.env.DB), c.get("caller"), c.req.valid("param").runId);
    const { crawlStats } = await shownRun(c.env, run);
    return c.json({ runId: run.id, folders: (crawlStats?.["folderMap"] ?? null) as MapFolder[] | null });
  })
  .get("/runs/:runId/compare/:otherRunId", compare, caller, validate("param", CompareParam), noQuery, async (c) => {
    const { runId, otherRunId } = c.req.valid("param");
    const db = openDb(c.env.DB);
    const run = await readableRun(db, c.get("caller"), runId);
    return c.json(await compareRuns(c.env, run, await readableRun(db, c.get("caller"), otherRunId)));
  })
  .get(
    "/runs/:runId/compare/:otherRunId/pages",
    comparePagesOf,
    caller,
    validate("param", CompareParam),
    validate("query", ComparePagesQuery),
    async (c) => {
      const { runId, otherRunId } = c.req.valid("param");
      const { differs, limit, cursor } = c.req.valid("query");
      const db = openDb(c.env.DB);
      const run = await readableRun(db, c.get("caller"), runId);
      const other = await readableRun(db, c.get("caller"), otherRunId);
      const skip = cursor === undefined ? 0 : Number(cursor.slice(1));
      return c.json(await compareSites(c.env, run, other, { differs, limit, skip }));
    },
  )
  .get(
    "/pages/:path{[^]+}",
    history,
    caller,
    validate("param", PageParam),
    validate("query", PageQueryParams),
    async (c) => {
      const { domain } = c.req.valid("query");
      return c.json(await pageHistory(c.env, c.get("caller"), domain, c.req.valid("param").path));
    },
  )
  .post("/robots/try", robots, caller, validate("json", TryRobotsBody), async (c) => {
    return c.json(await tryRobots(c.env, c.get("caller"), c.req.valid("json")));
  });
