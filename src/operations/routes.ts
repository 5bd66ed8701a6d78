import { Hono } from "hono";
import { openDb } from "../db/client";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { requireOperator } from "../http/require-operator";
import { noQuery, validate } from "../http/validate";
import { IdParam } from "../accounts/schemas";
import { WORK_NAMES } from "./core/health-facts";
import { listStuck } from "./health-repo";
import { listOperatorLog } from "./operator-log-repo";
import { presentHealth } from "./present-health";
import { readHealth } from "./read-health";
import { restoreObject } from "./restore-object";
import { HealthResponse, OperatorLogQuery, OperatorLogResponse, RestoreBody, RestoreResponse } from "./schemas";

const described = { tag: "Operator", credentials: ["operator"] } as const;
const operator = requireOperator();

const healthOp = operation({
  ...described,
  summary: "Read the service's health",
  description:
    "What waits, what is stuck, and what is down, judged as `ok`, `degraded` or `failing`. Each reason has a section in the runbook. It costs one call of each queue and render pool and at most two of D1, however many accounts there are. The status is always 200: alarms read `status`.",
  responses: { 200: HealthResponse },
  errors: ["invalid_request"],
});
const logOp = operation({
  ...described,
  summary: "List what the operator did to the service",
  description: "Newest first, kept for 25 months. What the operator did to an account is in the account's action log.",
  responses: { 200: OperatorLogResponse },
  errors: ["invalid_request"],
});
const restoreOp = operation({
  ...described,
  summary: "Restore one of a domain's objects to an earlier time",
  description:
    "Cloudflare keeps the state of each object for 30 days. The object gets the state that it had at `at` and loses everything since. D1 and R2 stay as they are (docs/backup.md says what follows). A local service can't do this and answers `restore_unavailable`.",
  responses: { 200: RestoreResponse },
  errors: [
    "invalid_request",
    "invalid_json",
    "payload_too_large",
    "domain_not_found",
    "restore_not_confirmed",
    "restore_unavailable",
  ],
});

/** The state of the whole service and what the operator does to it, under `/api/admin`. */
export const operationRoutes = new Hono<AppEnv>()
  .get("/health", healthOp, operator, noQuery, async (c) => {
    const now = Date.now();
    const health = await readHealth(c.env, now);
    const { work } = health.facts.database ?? {};
    const kinds = WORK_NAMES.filter((name) => work && work[name].stuck > 0);
    return c.json(presentHealth(health, await listStuck(openDb(c.env.DB), kinds, now), now));
  })
  .get("/log", logOp, operator, validate("query", OperatorLogQuery), async (c) => {
    const { limit, cursor } = c.req.valid("query");
    const entries = await listOperatorLog(openDb(c.env.DB), cursor, limit);
    const last = entries.length === limit ? entries.at(-1) : undefined;
    return c.json({ entries, nextCursor: last ? `${last.at}_${last.id}` : null });
  })
  .post(
    "/domains/:id/restore",
    restoreOp,
    operator,
    validate("param", IdParam),
    validate("json", RestoreBody),
    async (c) => c.json(await restoreObject(c.env, c.req.valid("param").id, c.req.valid("json"), Date.now())),
  );
