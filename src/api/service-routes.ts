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
import { validate } from "../http/validate";
import { SECOND_MS, utcDay, utcMonth } from "../lib/time/time";
import { callsOn } from "../mentions";
import { listPrices, readUsage } from "../usage/read-usage";

const described = { tag: "Operator", credentials: ["operator"] } as const;
const operator = requireOperator();

const Ceiling = z.object({ used: z.number(), limit: z.int() });
const Month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, "must be a month such as 2026-11");
const UsageQuery = z.object({
  month: Month.optional().describe("UTC month, `yyyy-mm`; the current one if omitted"),
  limit: queryNumber(1, 500).default(100).describe("Accounts per response"),
  cursor: z.string().max(100).default("").describe("nextCursor of the previous response"),
});
const Used = z.object({
  units: z.record(z.string(), z.number()).describe("Amounts by unit; `prices` lists the units"),
  dollars: z.number().describe("At list prices, without subtracting what Cloudflare's plan includes"),
});
const Price = z.object({ unit: z.string(), per: z.number(), price: z.number(), included: z.number(), asOf: Month });
const Usage = z.object({
  day: z.string(),
  aiCalls: Ceiling,
  analysisCalls: Ceiling,
  browserSeconds: Ceiling,
  month: Month,
  total: Used,
  notAttributed: Used.describe("What no account caused"),
  accounts: z.array(Used.extend({ accountId: z.string(), plan: z.string().nullable().describe("null: deleted") })),
  nextCursor: z.string().nullable(),
  prices: z
    .array(Price)
    .describe("`price` dollars per `per` units; `asOf`: the month in which the list price was read"),
});
const usageOp = operation({
  ...described,
  summary: "Read the service's usage of its daily ceilings and of the platform",
  description:
    "The ceilings are of the current UTC day: `aiCalls` ask prompts, `analysisCalls` judge answers, and renders in progress count with their full time limit. The rest is what the service used of Cloudflare in a UTC month, in units and dollars, in total and by account. It is an estimate for prices, not a bill: right on average, with a typical error of 5 % for an account that used $0.05 and below 1 % for $5. Not in it: CPU time, the time that objects are awake, and what is stored (docs/capacity.md has their shares).",
  responses: { 200: Usage },
  errors: ["invalid_request"],
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
  .get("/usage", usageOp, operator, validate("query", UsageQuery), async (c) => {
    const now = Date.now();
    const day = utcDay(now);
    const { month = utcMonth(now), limit, cursor } = c.req.valid("query");
    const { aiCallsPerDay, analysisCallsPerDay, browserSecondsPerDay } = ceilingsOf(c.env);
    const db = openDb(c.env.DB);
    const [answers, analysis, ms, { more, ...usage }] = await Promise.all([
      callsOn(db, "answers", day),
      callsOn(db, "analysis", day),
      objectStub(c.env.RENDER_POOL, "pool").spentMs(day),
      readUsage(db, month, cursor, limit),
    ]);
    return c.json({
      day,
      aiCalls: { used: answers, limit: aiCallsPerDay },
      analysisCalls: { used: analysis, limit: analysisCallsPerDay },
      browserSeconds: { used: ms / SECOND_MS, limit: browserSecondsPerDay },
      month,
      ...usage,
      nextCursor: more ? usage.accounts.at(-1)!.accountId : null,
      prices: listPrices,
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
