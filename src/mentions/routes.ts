import { Hono } from "hono";
import { DOMAIN_ERRORS, requireCaller, type CallerEnv } from "../accounts";
import * as z from "zod";
import { openDb } from "../db/client";
import { operation } from "../http/operation";
import { streamText } from "../http/stream-text";
import { validate } from "../http/validate";
import { createPrompt } from "./prompts/create-prompt";
import { deletePrompt } from "./prompts/delete-prompt";
import { exportReport } from "./report/export-report";
import { runsCsv, statsCsv } from "./prompts/csv-exports";
import { listPromptSuggestions } from "./prompts/list-prompt-suggestions";
import { listPrompts } from "./prompts/list-prompts";
import { listVisibilityReports } from "./report/list-visibility-reports";
import { listPromptRuns } from "./prompts/list-prompt-runs";
import { promptStats } from "./prompts/prompt-stats";
import {
  CreateResponse,
  PromptResponse,
  PromptBody,
  PromptsQuery,
  ReportQuery,
  ReportsResponse,
  ReportsQuery,
  RunsResponse,
  RunsQuery,
  StatsResponse,
  StatsQuery,
  SuggestionsResponse,
  SuggestionsQuery,
} from "./schemas";
import { updatePrompt } from "./prompts/update-prompt";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const described = { tag: "AI mentions", credentials: ["apiKey", "session"] } as const;
const list = operation({
  ...described,
  summary: "List a domain's monitoring prompts",
  responses: { 200: z.array(PromptResponse) },
  errors: DOMAIN_ERRORS,
});

const change = operation({
  ...described,
  summary: "Create, update or delete a prompt",
  description:
    "`action` selects the operation. Create answers 200 and queues a run per provider; update and delete answer 204. Deleting a prompt deletes its runs.",
  responses: { 200: CreateResponse, 204: null },
  errors: [...DOMAIN_ERRORS, "invalid_json", "payload_too_large", "prompt_limit_reached", "prompt_not_found"],
});

const runs = operation({
  ...described,
  summary: "List a domain's prompt runs",
  description:
    "Newest first, at most 1,000 at a time; `nextCursor` continues the list. `summary` counts all matching runs.",
  responses: { 200: RunsResponse },
  texts: ["text/csv"],
  errors: DOMAIN_ERRORS,
});

const stats = operation({
  ...described,
  summary: "Statistics of a domain's prompts",
  description:
    "Covers only analysed answers: a failed run counts neither for nor against the brand. Rates are micro-averages.",
  responses: { 200: StatsResponse },
  texts: ["text/csv"],
  errors: DOMAIN_ERRORS,
});

const reports = operation({
  ...described,
  summary: "List a domain's visibility reports",
  description:
    "Newest first. A report covers the seven days that end on its day. A report made again on that day replaces the first.",
  responses: { 200: ReportsResponse },
  errors: DOMAIN_ERRORS,
});

const report = operation({
  ...described,
  summary: "Export a visibility report",
  description: "As Markdown, or as a page to print.",
  pathParameters: { reportId: "The report's id" },
  responses: { 200: null },
  texts: ["text/markdown", "text/html"],
  errors: [...DOMAIN_ERRORS, "report_not_found"],
});

const suggestions = operation({
  ...described,
  summary: "Propose prompts",
  description:
    "From the pages that crawlers visit most and that the latest audit found sound; none about a topic of an existing prompt. Asks no AI provider.",
  responses: { 200: SuggestionsResponse },
  errors: DOMAIN_ERRORS,
});

const attached = (name: string) => ({
  "content-type": "text/csv; charset=UTF-8",
  "content-disposition": `attachment; filename="${name}.csv"`,
});

/** `/api/ai-mentions` (docs/prompts.md). */
export const mentionRoutes = new Hono<CallerEnv>()
  .get("/prompts", list, caller, validate("query", PromptsQuery), async (c) => {
    return c.json(await listPrompts(openDb(c.env.DB), c.get("caller"), c.req.valid("query")));
  })
  .post("/prompts", change, caller, validate("json", PromptBody), async (c) => {
    const body = c.req.valid("json");
    switch (body.action) {
      case "create":
        return c.json(await createPrompt(c.env, c.get("caller"), body, Date.now()));
      case "update":
        await updatePrompt(c.env, c.get("caller"), body, Date.now());
        return c.body(null, 204);
      case "delete":
        await deletePrompt(c.env, c.get("caller"), body);
        return c.body(null, 204);
    }
  })
  .get("/prompt-suggestions", suggestions, caller, validate("query", SuggestionsQuery), async (c) => {
    return c.json(await listPromptSuggestions(c.env, c.get("caller"), c.req.valid("query"), Date.now()));
  })
  .get("/prompt-stats", stats, caller, validate("query", StatsQuery), async (c) => {
    const query = c.req.valid("query");
    if (query.format === "csv")
      return c.body(await statsCsv(c.env, c.get("caller"), query, Date.now()), 200, attached("prompt-stats"));
    return c.json(await promptStats(c.env, c.get("caller"), query, Date.now()));
  })
  .get("/reports/:reportId", report, caller, validate("query", ReportQuery), async (c) => {
    const id = c.req.param("reportId");
    const { text, contentType, name } = await exportReport(
      c.env,
      c.get("caller"),
      id,
      c.req.valid("query"),
      new URL(c.req.url).origin,
    );
    return c.body(text, 200, { "content-type": contentType, "content-disposition": `inline; filename="${name}"` });
  })
  .get("/reports", reports, caller, validate("query", ReportsQuery), async (c) => {
    return c.json(await listVisibilityReports(c.env, c.get("caller"), c.req.valid("query"), Date.now()));
  })
  .get("/runs", runs, caller, validate("query", RunsQuery), async (c) => {
    const query = c.req.valid("query");
    if (query.format === "csv")
      return c.body(streamText(await runsCsv(c.env, c.get("caller"), query)), 200, attached("runs"));
    return c.json(await listPromptRuns(c.env, c.get("caller"), query));
  });
