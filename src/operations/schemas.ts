import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { PROVIDERS } from "../lib/ai-providers";
import { WORK_NAMES } from "./core/health-facts";
import { HEALTH_REASONS } from "./core/judge-health";

const Time = z.int().describe("Epoch ms");
const TimeOrNull = z.int().nullable();

const Reason = z.object({
  code: z.enum(HEALTH_REASONS),
  level: z.enum(["degraded", "failing"]),
  subject: z.string().nullable().describe("What it is about, such as a queue; null: the service"),
  text: z.string(),
  runbook: z.string().describe("The section of the runbook that says what to do"),
});

export const HealthResponse = z.object({
  status: z.enum(["ok", "degraded", "failing"]).describe("That of the worst reason"),
  checkedAt: Time,
  reasons: z.array(Reason).describe("Why the status is not ok, the worst first"),
  queues: z
    .array(
      z.object({
        queue: z.string(),
        waiting: z
          .int()
          .nullable()
          .describe("Messages that are not acknowledged, those that wait for a retry included"),
        oldestAt: TimeOrNull.describe("When the oldest of them was sent"),
      }),
    )
    .describe("As Cloudflare counts them; null where it did not say. The name is that of wrangler.toml as released"),
  work: z
    .array(
      z.object({
        name: z.enum(WORK_NAMES),
        waiting: z.int(),
        oldestAt: TimeOrNull.describe("Since when the oldest waits; null for reports, whose time nobody records"),
        stuck: z.int().describe("How much of it is past its deadline"),
      }),
    )
    .describe("What D1 has recorded as due"),
  stuck: z
    .array(z.object({ kind: z.enum(WORK_NAMES), id: z.string(), domainId: z.string().nullable(), since: Time }))
    .describe("Work past its deadline, up to 20 of each kind"),
  crons: z.array(
    z.object({ cron: z.string(), at: TimeOrNull.describe("When the last tick was scheduled"), queuedAt: TimeOrNull }),
  ),
  providers: z.array(
    z.object({
      provider: z.enum(PROVIDERS),
      circuit: z.enum(["closed", "open", "half_open"]),
      failures: z.int().describe("Runs whose first attempt failed since the last success"),
      since: TimeOrNull.describe("The first such failure"),
      openUntil: TimeOrNull,
      calls: z.int().describe("Of the service's latest 500 calls, those of the last day to this provider"),
      failedCalls: z.int(),
      lastError: z.string().nullable().describe("The kind of the last failure among them"),
      lastErrorAt: TimeOrNull,
      lastSuccessAt: TimeOrNull,
    }),
  ),
  renderPools: z.array(
    z.object({
      pool: z.string(),
      reached: z.boolean().describe("false: its object did not answer, and the other figures are 0"),
      browsers: z.int(),
      rendering: z.int(),
      tabs: z.int(),
      waiting: z.int(),
    }),
  ),
  ceilings: z.array(
    z.object({
      name: z.enum(["browserSeconds", "aiCalls", "analysisCalls"]),
      used: z.number().nullable(),
      limit: z.number(),
      left: z.number().nullable(),
    }),
  ),
  deadLetters: z.array(
    z.object({
      queue: z.string(),
      letters: z.int(),
      oldestAt: Time,
      newestAt: Time,
      newestReason: z
        .string()
        .nullable()
        .describe("Why a message of these failed for the last time; null: nobody said"),
      reasonAt: TimeOrNull,
    }),
  ),
  faults: z
    .array(z.object({ name: z.string(), at: Time, detail: z.string() }))
    .describe("The last failure of each kind"),
  unknown: z.array(z.string()).describe("What this can't know"),
});
export type HealthResponse = z.infer<typeof HealthResponse>;

export const OperatorLogQuery = z.object({
  limit: queryNumber(1, 500).default(100).describe("Entries per response"),
  cursor: z
    .string()
    .transform((text, ctx) => {
      const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text);
      if (match) return { at: Number(match[1]), id: match[2]! };
      ctx.addIssue({ code: "custom", message: "use the nextCursor of the previous response" });
      return z.NEVER;
    })
    .optional()
    .describe("nextCursor of the previous response"),
});
export const OperatorLogResponse = z.object({
  entries: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      target: z.string().nullable(),
      detail: z.record(z.string(), z.unknown()).nullable(),
      at: Time,
    }),
  ),
  nextCursor: z.string().nullable(),
});

export type OperatorLogResponse = z.infer<typeof OperatorLogResponse>;

export const RESTORABLE = ["audits", "visits", "answers", "snapshots", "deploys"] as const;
export type Restorable = (typeof RESTORABLE)[number];
export const RestoreBody = z.strictObject({
  object: z.enum(RESTORABLE).describe("Which of the domain's objects"),
  at: z.int().min(1).describe("The time whose state it gets back, epoch ms: within the last 30 days"),
  confirm: z.string().min(1).max(300).describe("The domain's name: the object loses everything after that time"),
});
export const RestoreResponse = z.object({
  object: z.enum(RESTORABLE),
  bookmark: z.string().describe("The state that the object has now"),
  undo: z.string().describe("The bookmark of the state before, for the log"),
});
