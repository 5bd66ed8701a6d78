import { Hono } from "hono";
import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { listDeadLetters } from "../jobs/dead-letter-repo";
import { requeueDeadLetters } from "../jobs/dead-letters";
import { openDb } from "../db/client";
import { ceilingsOf } from "../env";
import { objectStub } from "../lib/platform/object-stub";
import { ApiError } from "../errors/api-error";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { requireOperator } from "../http/require-operator";
import { noQuery, validate } from "../http/validate";
import { SECOND_MS, utcDay } from "../lib/time/time";
import { callsOn } from "../mentions";

const described = { tag: "Operator", credentials: ["operator"] } as const;
const operator = requireOperator();

const Ceiling = z.object({ used: z.number(), limit: z.int() });
const usageOp = operation({
  ...described,
  summary: "Read the service's usage of its daily ceilings",
  description:
    "For the current UTC day. `aiCalls` ask prompts, `analysisCalls` judge answers. Renders in progress count with their full time limit.",
  responses: { 200: z.object({ day: z.string(), aiCalls: Ceiling, analysisCalls: Ceiling, browserSeconds: Ceiling }) },
  errors: [],
});

const LettersQuery = z.object({
  queue: z.string().min(1).max(100).optional().describe("Only letters of this dead letter queue"),
  limit: queryNumber(1, 500).default(100).describe("Letters per response"),
  cursor: z.string().max(100).default("").describe("nextCursor of the previous response"),
});
const Letter = z.object({ id: z.string(), queue: z.string(), body: z.string(), arrivedAt: z.int() });
const lettersOp = operation({
  ...described,
  summary: "List dead letters",
  description:
    "Queue messages that ran out of retries: at most 5,000, kept for 14 days, without visitors' addresses and signatures.",
  responses: { 200: z.object({ deadLetters: z.array(Letter), nextCursor: z.string().nullable() }) },
  errors: ["invalid_request"],
});
const RequeueBody = z.strictObject({
  ids: z.array(z.string().min(1).max(100)).min(1).max(50).describe("Ids of letters from the list"),
});
const requeueOp = operation({
  ...described,
  summary: "Resend dead letters",
  description: "Each returns to the queue it came from and is removed from the list.",
  responses: { 200: z.object({ requeued: z.array(z.string()) }) },
  errors: ["invalid_request", "invalid_json", "payload_too_large", "dead_letter_not_found"],
});

/** The operator's view of the whole service, under `/api/admin`. */
export const serviceRoutes = new Hono<AppEnv>()
  .get("/usage", usageOp, operator, noQuery, async (c) => {
    const day = utcDay(Date.now());
    const { aiCallsPerDay, analysisCallsPerDay, browserSecondsPerDay } = ceilingsOf(c.env);
    const db = openDb(c.env.DB);
    const [answers, analysis, ms] = await Promise.all([
      callsOn(db, "answers", day),
      callsOn(db, "analysis", day),
      objectStub(c.env.RENDER_POOL, "pool").spentMs(day),
    ]);
    return c.json({
      day,
      aiCalls: { used: answers, limit: aiCallsPerDay },
      analysisCalls: { used: analysis, limit: analysisCallsPerDay },
      browserSeconds: { used: ms / SECOND_MS, limit: browserSecondsPerDay },
    });
  })
  .get("/dead-letters", lettersOp, operator, validate("query", LettersQuery), async (c) => {
    const query = c.req.valid("query");
    const { letters, more } = await listDeadLetters(openDb(c.env.DB), query);
    return c.json({ deadLetters: letters, nextCursor: more ? letters.at(-1)!.id : null });
  })
  .post("/dead-letters/requeue", requeueOp, operator, validate("json", RequeueBody), async (c) => {
    const requeued = await requeueDeadLetters(c.env, c.req.valid("json").ids);
    if (requeued.length === 0) throw new ApiError("dead_letter_not_found", "No dead letter has one of these ids.");
    return c.json({ requeued });
  });
