import * as z from "zod";

export const CheckupBody = z.strictObject({
  mailTo: z.email().max(254).optional().describe("Where to send a test mail; without it, none is sent"),
  spend: z.boolean().optional().describe("Also ask each configured AI provider a question, which costs money"),
});

const DoctorProbe = z.object({
  part: z.enum([
    "database",
    "schema",
    "kv",
    "bucket",
    "object",
    "alarm",
    "queue",
    "cron",
    "browser",
    "resolver",
    "mail",
    "provider",
    "clock",
    "release",
    "plan",
  ]),
  name: z.string().describe("The binding, queue or provider"),
  state: z.enum(["works", "fails", "waits", "untried"]),
  reason: z.string().describe("A word for why; empty if it works"),
  ms: z.number().nullable(),
  detail: z.string(),
});

export const CheckupReport = z.object({
  id: z.string(),
  at: z.int().describe("The Worker's clock, epoch ms"),
  release: z.object({ version: z.string(), deployment: z.string().nullable().describe("Cloudflare's version id") }),
  migrations: z.object({ applied: z.array(z.string()), known: z.array(z.string()) }),
  objectSchemas: z.record(z.string(), z.int()).describe("Steps of the schema by class of objects"),
  settings: z.object({
    plan: z.enum(["free", "paid"]),
    siteRequestsPerJob: z.int(),
    browserSecondsPerDay: z.int(),
  }),
  probes: z.array(DoctorProbe).describe("What has state `waits` is reported by `GET` once it has arrived"),
});

export const CheckupProgress = z.object({
  id: z.string(),
  at: z.int().describe("The Worker's clock, epoch ms"),
  alarms: z.array(z.string()).describe("Classes of objects whose alarm has rung"),
  queues: z.array(z.string()).describe("Queues whose message has arrived"),
});
