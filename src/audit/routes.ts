import { Hono } from "hono";
import { openDb } from "../db/client";
import type { AppEnv } from "../http/app-env";
import { requireCaller } from "../http/authenticate";
import { validate } from "../http/validate";
import { readableRun, streamRun } from "./get-run";
import { listCallerRuns } from "./list-runs";
import { DetailQuery, ListQuery, RunParam, StartBody } from "./schemas";
import { startRun } from "./start-run";

const caller = requireCaller({ kinds: ["key", "session"], keysNeedPlan: true });

/** `/api/seo-spider` (service-api.md 4.1). */
export const auditRoutes = new Hono<AppEnv>()
  .post("/runs", caller, validate("json", StartBody), async (c) => {
    const runId = await startRun(c.env, c.get("caller"), c.req.valid("json"), Date.now());
    return c.json({ ok: true, runId, status: "running" });
  })
  .get("/runs", caller, validate("query", ListQuery), async (c) => {
    return c.json({ runs: await listCallerRuns(openDb(c.env.DB), c.get("caller"), c.req.valid("query").domain) });
  })
  .get("/runs/:runId", caller, validate("param", RunParam), validate("query", DetailQuery), async (c) => {
    const db = openDb(c.env.DB);
    const run = await readableRun(db, c.get("caller"), c.req.valid("param").runId);
    return c.body(streamRun(db, run, c.req.valid("query")), 200, { "content-type": "application/json; charset=UTF-8" });
  });
