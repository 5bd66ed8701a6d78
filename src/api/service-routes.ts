import { Hono } from "hono";
import * as z from "zod";
import { IdCursor } from "../http/id-cursor";
import { begunMonth, Month, MonthQuery } from "../http/month";
import { queryNumber } from "../http/query-number";
import { openDb } from "../db/client";
import { ceilingsOf } from "../env";
import { objectStub } from "../lib/platform/object-stub";
import type { AppEnv } from "../http/app-env";
import { operation } from "../http/operation";
import { requireOperator } from "../http/require-operator";
import { validate } from "../http/validate";
import { SECOND_MS, utcDay } from "../lib/time/time";
import { callsOn } from "../mentions";
import { listPrices, readUsage } from "../usage/read-usage";

const described = { tag: "Operator", credentials: ["operator"] } as const;
const operator = requireOperator();

const Ceiling = z.object({ used: z.number(), limit: z.int() });
const UsageQuery = z.object({
  month: MonthQuery,
  limit: queryNumber(1, 500).default(100).describe("Accounts per response"),
  cursor: IdCursor,
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
export type UsageResponse = z.infer<typeof Usage>;
const usageOp = operation({
  ...described,
  summary: "Read the service's usage of its daily ceilings and of the platform",
  description:
    "The ceilings are of the current UTC day: `aiCalls` ask prompts, `analysisCalls` judge answers, and renders in progress count with their full time limit. The rest is what the service used of Cloudflare in a UTC month, in units and dollars, in total and by account. It is an estimate for prices, not a bill: right on average, with a typical error of 5 % for an account that used $0.05 and below 1 % for $5. Not in it: CPU time, the time that objects are awake, and what is stored (docs/capacity.md has their shares).",
  responses: { 200: Usage },
  errors: ["invalid_request"],
});

/** What the whole service uses, under `/api/admin`. */
export const serviceRoutes = new Hono<AppEnv>().get(
  "/usage",
  usageOp,
  operator,
  validate("query", UsageQuery),
  async (c) => {
    const now = Date.now();
    const day = utcDay(now);
    const { limit, cursor, ...asked } = c.req.valid("query");
    const month = begunMonth(asked.month, now);
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
  },
);
