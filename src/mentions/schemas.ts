import * as z from "zod";
import { parseUtcDay } from "../lib/time";
import { Location } from "./core/location";
import { PROVIDERS } from "./core/provider";
import { MONITOR_INTERVALS } from "./core/schedule";
import { judgeTags } from "./core/tags";

const Domain = z.string().min(1).max(300).describe("A verified domain of the caller's account");
const ProviderName = z.enum(PROVIDERS);
/** A day of the calendar, `yyyy-mm-dd`. */
const Day = z.string().refine((text) => parseUtcDay(text) !== null, "must be a date, yyyy-mm-dd");

const Id = z.string().min(1).max(100).describe("The prompt's id");
const PromptText = z.string().trim().min(1, "must not be empty").max(4000).describe("The question, as it is asked");
const Intent = z.enum(["info", "trans", "comm"]).describe("Informational, transactional or commercial");
const Providers = z
  .array(ProviderName)
  .min(1, "choose at least one provider")
  .max(50)
  .transform((chosen) => PROVIDERS.filter((provider) => chosen.includes(provider)))
  .describe("AI providers that are asked; a new prompt has all four by default");
const Interval = z
  .enum(MONITOR_INTERVALS)
  .describe("How often it is asked: `dynamic` follows how much answers change, `weekly` 7 days, `monthly` 30 days");
const Active = z.literal([0, 1], "must be 0 or 1").describe("1: asked on its schedule, 0: paused");

const Tags = z
  .string()
  .transform((text, ctx) => {
    const verdict = judgeTags(text);
    if (verdict.ok) return verdict.tags;
    ctx.addIssue({ code: "custom", message: verdict.reason });
    return z.NEVER;
  })
  .describe("Comma-separated; at most 10 tags of up to 64 lower-case letters, digits and hyphens");

/** An object, or the same as JSON text; stored as JSON text. */
const PersonaLocation = z
  .union([z.string().max(2000), z.looseObject({})])
  .transform((input, ctx) => {
    try {
      return typeof input === "string" ? (JSON.parse(input) as unknown) : input;
    } catch {
      ctx.addIssue({ code: "custom", message: "must be a JSON object" });
      return z.NEVER;
    }
  })
  .pipe(Location)
  .transform((location) => JSON.stringify(location))
  .describe(
    "Where it is asked from: `country` (two letters), `region`, `city`, `timezone` (IANA), `latitude`, `longitude`, each optional; an object or its JSON text",
  );

const Create = z.object({
  action: z.literal("create").describe("Makes a prompt and queues its first runs"),
  domain: Domain,
  promptText: PromptText,
  intent: Intent,
  providers: Providers.default([...PROVIDERS]),
  monitorInterval: Interval.default("dynamic"),
  tags: Tags.default(""),
  personaLocation: PersonaLocation.default("{}"),
  active: z.unknown().optional().describe("Ignored: a new prompt is active"),
});

const Update = z.object({
  action: z.literal("update").describe("Changes what is given and leaves the rest"),
  domain: Domain,
  id: Id,
  promptText: PromptText.optional(),
  intent: Intent.optional(),
  providers: Providers.optional(),
  monitorInterval: Interval.optional(),
  tags: Tags.optional(),
  personaLocation: PersonaLocation.optional(),
  active: Active.optional(),
});

const Delete = z.object({
  action: z.literal("delete").describe("Deletes the prompt with its runs"),
  domain: Domain,
  id: Id,
});

export const PromptBody = z.discriminatedUnion("action", [Create, Update, Delete], {
  error: "action must be create, update or delete",
});
export type CreatePrompt = z.infer<typeof Create>;
export type UpdatePrompt = z.infer<typeof Update>;

export const PromptsQuery = z.object({
  domain: Domain,
  tag: z.string().max(64).optional().describe("Prompts with this very tag"),
});

/** Where a list of runs goes on: after the run with this `createdAt` and id. */
const RunCursor = z.string().transform((text, ctx) => {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text);
  if (match) return { createdAt: Number(match[1]), id: match[2]! };
  ctx.addIssue({ code: "custom", message: "use the nextCursor of an earlier answer" });
  return z.NEVER;
});

export const RunsQuery = z.object({
  domain: Domain,
  promptId: Id.optional().describe("Runs of this prompt alone"),
  provider: ProviderName.optional().describe("Runs with this AI provider alone"),
  date: Day.optional().describe("One UTC day, yyyy-mm-dd; it wins over from and to"),
  from: Day.optional().describe("First UTC day, yyyy-mm-dd; without it from the first run on"),
  to: Day.optional().describe("Last UTC day, yyyy-mm-dd; without it to the latest run"),
  limit: z.coerce.number().int().min(1).max(1000).default(1000).describe("Runs in one answer, the newest first"),
  cursor: RunCursor.optional().describe("nextCursor of an earlier answer"),
});
export type RunsQuery = z.infer<typeof RunsQuery>;

export const StatsQuery = z.object({
  domain: Domain,
  from: Day.optional().describe("First UTC day, yyyy-mm-dd; 30 days ago when left out"),
  to: Day.optional().describe("Last UTC day, yyyy-mm-dd; today when left out"),
  provider: ProviderName.optional().describe("Answers of this AI provider alone"),
});
export type StatsQuery = z.infer<typeof StatsQuery>;

const Percent = z.number().min(0).max(100);
const Interval95 = z.object({ low: Percent, high: Percent });
const Range = z.object({ from: z.string(), to: z.string() });
const StatsRates = z.object({
  avgSentiment: z.number().describe("−1 to 1, over answers that name the brand"),
  avgPosition: z.number().describe("Over answers that name the brand; 0: none"),
  citationRate: Percent.describe("Answers that cite the own domain"),
  intervals: z.object({ visibility: Interval95, citationRate: Interval95 }).describe("Wilson, 95 %"),
  confidence: z.enum(["too_thin", "early", "ok"]).describe("Fewer than 10 answers, up to 32, more"),
});

/** service-api.md 2.6. */
export const StatsAnswer = z.object({
  prompts: z.array(
    StatsRates.extend({
      promptId: z.string(),
      promptText: z.string(),
      intent: Intent,
      aiProviders: z.array(ProviderName),
      tags: z.string(),
      active: z.int(),
      lastRunAt: z.string().describe("ISO 8601; empty: no run ended in the range"),
      responses: z.int(),
      mentions: z.int(),
      visibilityPercent: Percent,
      topCompetitorSharePct: Percent,
      difficulty: z.int().min(-1).max(100).describe("Of the last 30 days; −1: fewer than 4 answers"),
      topCompetitors: z.array(
        z.object({ name: z.string(), count: z.int(), siteUrl: z.string(), strength: z.int().min(0).max(100) }),
      ),
      range: Range,
    }),
  ),
  summary: StatsRates.extend({
    totalResponses: z.int(),
    totalMentions: z.int(),
    visibilityRate: Percent,
    totalCitations: z.int().describe("Distinct cited pages of the own domain, summed over answers"),
    topCompetitor: z.object({ name: z.string(), mentions: z.int(), siteUrl: z.string() }),
    shareOfVoice: Percent,
    range: Range,
  }),
});

export const ReportsQuery = z.object({
  domain: Domain,
  limit: z.coerce.number().int().min(1).max(100).default(30).describe("Reports in one answer, the newest first"),
});
export type ReportsQuery = z.infer<typeof ReportsQuery>;

/** service-api.md 2.8. */
export const ReportsAnswer = z.object({
  reports: z.array(
    z.object({
      id: z.string(),
      dateUtc: z.string(),
      reportType: z.enum(["auto", "daily", "weekly"]),
      weekStartUtc: z.string().nullable().describe("First day of the window"),
      reportJson: z.string().describe("JSON payload, version v3 (older ones v2); empty where reportMarkdown is given"),
      reportMarkdown: z.string().describe("Empty but for old reports"),
      createdAt: z.string(),
    }),
  ),
  todayStatus: z.object({
    hasReport: z.boolean(),
    runsComplete: z.boolean().describe("No run of the seven days that end today is queued, running or answered"),
    reportId: z.string().nullable(),
  }),
});

export const PromptAnswer = z.object({
  id: z.string(),
  promptText: z.string(),
  intent: Intent,
  active: z.number().int(),
  aiProviders: z.array(ProviderName),
  tags: z.string(),
  personaLocation: z.string(),
  monitorInterval: Interval,
  createdAt: z.string(),
});

export const CreateAnswer = z.object({
  queued: z.number().int().describe("Runs queued: one for each provider"),
  id: z.string(),
});

const RunAnswer = z.object({
  id: z.string(),
  promptId: z.string(),
  dateUtc: z.string(),
  provider: ProviderName,
  status: z.enum(["queued", "running", "answered", "ok", "error"]),
  rawResponse: z.string(),
  mentionPosition: z.number().int().describe("Rank among the brands named; 0: not mentioned"),
  citationCount: z.number().int().describe("Distinct cited URLs of any domain"),
  sentiment: z.number().describe("−1 to 1; 0 when not mentioned"),
  analysisText: z.string(),
  competitorMentions: z.string().describe("JSON array of {name, count}"),
  citationDomains: z.string().describe("JSON array of domains"),
  createdAt: z.string(),
  mentions: z
    .array(z.object({ name: z.string(), start: z.int(), end: z.int() }))
    .describe("Every occurrence of the brand and of competitors; offsets in rawResponse, UTF-16 units"),
  analysisMethod: z.enum(["rules", "model"]).nullable().describe("What judged the tone; null: not analysed"),
  model: z.string().nullable(),
  attempts: z.number().int(),
  errorCode: z.string().nullable(),
});

export const RunsAnswer = z.object({
  runs: z.array(RunAnswer),
  summary: z.object({ total: z.number().int(), byStatus: z.record(z.string(), z.number().int()) }),
  nextCursor: z.string().nullable(),
});
