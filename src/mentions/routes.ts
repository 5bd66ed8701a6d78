import { Hono } from "hono";
import { requireCaller, type CallerEnv } from "../accounts";
import * as z from "zod";
import { openDb } from "../db/client";
import { operation } from "../http/operation";
import { validate } from "../http/validate";
import { createPrompt } from "./create-prompt";
import { deletePrompt } from "./delete-prompt";
import { listPrompts } from "./list-prompts";
import { listVisibilityReports } from "./list-visibility-reports";
import { listPromptRuns } from "./list-prompt-runs";
import { promptStats } from "./prompt-stats";
import {
  CreateAnswer,
  PromptAnswer,
  PromptBody,
  PromptsQuery,
  ReportsAnswer,
  ReportsQuery,
  RunsAnswer,
  RunsQuery,
  StatsAnswer,
  StatsQuery,
} from "./schemas";
import { updatePrompt } from "./update-prompt";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });
const described = { tag: "AI mentions", credentials: ["apiKey", "session"] } as const;
const domainErrors = [
  "invalid_request",
  "plan_required",
  "api_key_domain_scope_mismatch",
  "domain_not_owned",
  "domain_access_forbidden",
] as const;

const list = operation({
  ...described,
  summary: "List a domain's monitoring prompts",
  answers: { 200: z.array(PromptAnswer) },
  errors: domainErrors,
});

const change = operation({
  ...described,
  summary: "Create, update or delete a prompt",
  description:
    "`action` selects the operation. Create answers 200 and queues a run per provider; update and delete answer 204. Deleting a prompt deletes its runs.",
  answers: { 200: CreateAnswer, 204: null },
  errors: [...domainErrors, "invalid_json", "payload_too_large", "prompt_limit_reached", "prompt_not_found"],
});

const runs = operation({
  ...described,
  summary: "List a domain's prompt runs",
  description:
    "Newest first, at most 1,000 at a time; `nextCursor` continues the list. `summary` counts all matching runs.",
  answers: { 200: RunsAnswer },
  errors: domainErrors,
});

const stats = operation({
  ...described,
  summary: "Statistics of a domain's prompts",
  description:
    "Covers only analysed answers: a failed run counts neither for nor against the brand. Rates are micro-averages.",
  answers: { 200: StatsAnswer },
  errors: domainErrors,
});

const reports = operation({
  ...described,
  summary: "List a domain's visibility reports",
  description:
    "Newest first. A report covers the seven days that end on its day. A report made again on that day replaces the first.",
  answers: { 200: ReportsAnswer },
  errors: domainErrors,
});

/** `/api/ai-mentions` (service-api.md 4.4). */
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
  .get("/prompt-stats", stats, caller, validate("query", StatsQuery), async (c) => {
    return c.json(await promptStats(openDb(c.env.DB), c.get("caller"), c.req.valid("query"), Date.now()));
  })
  .get("/reports", reports, caller, validate("query", ReportsQuery), async (c) => {
    return c.json(await listVisibilityReports(openDb(c.env.DB), c.get("caller"), c.req.valid("query"), Date.now()));
  })
  .get("/runs", runs, caller, validate("query", RunsQuery), async (c) => {
    return c.json(await listPromptRuns(openDb(c.env.DB), c.get("caller"), c.req.valid("query")));
  });
