import * as z from "zod";
import { queryNumber } from "../http/query-number";
import { parseUtcDay } from "../lib/time/time";
import { AskedLocation } from "./core/location";
import { API_PROVIDERS, PROVIDERS } from "./core/provider";
import { SURFACES } from "./core/statistics/surface";
import { MONITOR_INTERVALS } from "./core/schedule";
import { ReportV3 } from "./core/report/figures/schema";
import { RUN_ERROR_CODES } from "./core/run-errors";
import { judgeTags } from "./core/tags";

const Domain = z.string().min(1).max(300).describe("A verified domain of the caller's account");
const ProviderName = z.enum(PROVIDERS);
const Surface = z
  .enum(SURFACES)
  .describe("`api`: answers of vendors' APIs; `consumer`: what people see, read by a scraping service");
/** A calendar day, `yyyy-mm-dd`. */
const Day = z.string().refine((text) => parseUtcDay(text) !== null, "must be a date, yyyy-mm-dd");

const Format = z.enum(["json", "csv"]).default("json").describe("`csv`: all rows, formulas escaped");
const AnyId = z.string().min(1);
const Id = AnyId.describe("The prompt's id");
const PromptText = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(4000)
  .describe("The question, sent to the providers exactly as written");
const Intent = z.enum(["info", "trans", "comm"]).describe("Informational, transactional or commercial");
const Providers = z
  .array(ProviderName)
  .min(1, "choose at least one provider")
  .max(50)
  .transform((chosen) => PROVIDERS.filter((provider) => chosen.includes(provider)))
  .describe("AI providers to ask; all of them by default for a new prompt");
const Interval = z
  .enum(MONITOR_INTERVALS)
  .describe("How often to ask: `dynamic` adapts to how much answers change, `weekly` is 7 days, `monthly` is 30 days");
const Active = z.literal([0, 1], "must be 0 or 1").describe("1: runs on its schedule; 0: paused");

const Tags = z
  .string()
  .transform((text, ctx) => {
    const verdict = judgeTags(text);
    if (verdict.ok) return verdict.tags;
    ctx.addIssue({ code: "custom", message: verdict.reason });
    return z.NEVER;
  })
  .describe("Comma-separated; at most 10 tags of up to 64 lower-case letters, digits and hyphens");

/** An object or its JSON text; stored as JSON text. */
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
  .pipe(AskedLocation)
  .transform((location) => JSON.stringify(location))
  .describe(
    "Location to ask from: `country` (ISO 3166), `region`, `city`, `timezone` (IANA), `latitude`, `longitude`, each optional; an object or its JSON text",
  );

const Create = z.object({
  action: z.literal("create").describe("Creates a prompt and queues its first runs"),
  domain: Domain,
  promptText: PromptText,
  intent: Intent,
  providers: Providers.default([...API_PROVIDERS]),
  monitorInterval: Interval.default("dynamic"),
  tags: Tags.default(""),
  personaLocation: PersonaLocation.default("{}"),
  active: z.unknown().optional().describe("Ignored: a new prompt is active"),
});

const Update = z.object({
  action: z.literal("update").describe("Changes the given fields and keeps the rest"),
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
  tag: z.string().max(64).optional().describe("Only prompts with exactly this tag"),
});

/** Position in a list of runs: after the run with this `createdAt` and id. */
const RunCursor = z.string().transform((text, ctx) => {
  const match = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text);
  if (match) return { createdAt: Number(match[1]), id: match[2]! };
  ctx.addIssue({ code: "custom", message: "use the nextCursor of the previous response" });
  return z.NEVER;
});

export const RunsQuery = z.object({
  domain: Domain,
  promptId: Id.optional().describe("Only runs of this prompt"),
  provider: ProviderName.optional().describe("Only runs with this AI provider"),
  runId: AnyId.optional().describe("Only this run"),
  date: Day.optional().describe("One UTC day, yyyy-mm-dd; overrides from and to"),
  from: Day.optional().describe("First UTC day, yyyy-mm-dd; the first run by default"),
  to: Day.optional().describe("Last UTC day, yyyy-mm-dd; the latest run by default"),
  limit: queryNumber(1, 1000)
    .default(1000)
    .describe(
      "Runs per response, newest first; fewer if their answers take more than 8 MiB, or are older than 30 days and of more than 200 days",
    ),
  cursor: RunCursor.optional().describe("nextCursor of the previous response"),
  format: Format,
});
export type RunsQuery = z.infer<typeof RunsQuery>;

export const StatsQuery = z.object({
  domain: Domain,
  from: Day.optional().describe("First UTC day, yyyy-mm-dd; 30 days ago by default"),
  to: Day.optional().describe("Last UTC day, yyyy-mm-dd; today by default"),
  provider: ProviderName.optional().describe("Only answers of this AI provider"),
  format: Format,
});
export type StatsQuery = z.infer<typeof StatsQuery>;

const Percent = z.number().min(0).max(100);
const Interval95 = z.object({ low: Percent, high: Percent });
const Range = z.object({ from: z.string(), to: z.string() });
const StatsRates = z.object({
  avgSentiment: z.number().describe("−1 to 1, over all answers that name the brand; those without a tone count as 0"),
  toned: z.int().describe("Answers that name the brand in a tone other than 0"),
  avgTone: z.number().nullable().describe("Mean tone of those, −1 to 1; null if there are none"),
  avgPosition: z.number().describe("Over answers that name the brand; 0 if none do"),
  citationRate: Percent.describe("Answers that cite your own domain"),
  intervals: z.object({ visibility: Interval95, citationRate: Interval95 }).describe("Wilson, 95 %"),
  confidence: z
    .enum(["too_thin", "early", "ok"])
    .describe("`too_thin`: fewer than 10 answers; `early`: up to 32; `ok`: more"),
});

const Breakdown = z.object({
  responses: z.int(),
  mentions: z.int(),
  visibilityPercent: Percent,
  avgPosition: z.number(),
  citationRate: Percent,
  shareOfVoice: Percent,
});

/** docs/prompts.md. */
export const StatsResponse = z.object({
  prompts: z.array(
    StatsRates.extend({
      promptId: z.string(),
      promptText: z.string(),
      intent: Intent,
      aiProviders: z.array(ProviderName),
      tags: z.string(),
      active: z.int(),
      lastRunAt: z.string().describe("ISO 8601; empty if no run ended in the range"),
      responses: z.int(),
      mentions: z.int(),
      visibilityPercent: Percent,
      topCompetitorSharePct: Percent,
      difficulty: z.int().min(-1).max(100).describe("Over the last 30 days; −1: fewer than 4 answers"),
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
    totalCitations: z.int().describe("Distinct cited pages of your own domain, summed over answers"),
    topCompetitor: z.object({ name: z.string(), mentions: z.int(), siteUrl: z.string() }),
    shareOfVoice: Percent,
    visibilityByPrompt: Percent.describe("Mean over prompts: each counts once, however often it was asked"),
    likelyVisibility: Interval95.describe(
      "Where visibilityRate likely lies, as reports have it: wider than over single answers, because those to one prompt resemble each other",
    ),
    surface: Surface.describe("Whose answers all figures count: of APIs, or what people see if no API was asked"),
    range: Range,
  }),
  previous: z
    .object({
      range: Range,
      totalResponses: z.int(),
      totalMentions: z.int(),
      visibilityRate: Percent,
      visibilityByPrompt: Percent,
      shareOfVoice: Percent,
      avgPosition: z.number(),
      avgSentiment: z.number(),
      citationRate: Percent,
      visibilityChange: z.object({
        shift: z.number().nullable(),
        p: z.number(),
        by: z.enum(["prompts", "days", "none"]),
        significant: z.boolean().describe("More than chance, with answers clustered by prompt"),
      }),
    })
    .describe("The range before, just as long"),
  matrix: z.array(
    Breakdown.extend({ promptId: z.string(), provider: ProviderName, surface: Surface, interval: Interval95 }),
  ),
  byTag: z.array(Breakdown.extend({ tag: z.string(), prompts: z.int(), visibilityByPrompt: Percent })),
  byProvider: z.array(
    Breakdown.extend({ provider: ProviderName, surface: Surface, interval: Interval95.describe("Of visibility") }),
  ),
  promptShares: z
    .object({
      prompts: z.int(),
      anyModel: Percent,
      eachModel: Percent,
      byModel: z.array(z.object({ provider: ProviderName, prompts: z.int(), sharePct: Percent })),
    })
    .describe("Prompts for which the brand is named at least once: by any model, by each, by this one"),
  ownPages: z.array(
    z.object({
      url: z.string(),
      responses: z.int(),
      prompts: z.int(),
      providers: z.array(ProviderName),
      mentions: z.int(),
    }),
  ),
  sources: z
    .array(
      z.object({
        domain: z.string(),
        cited: z.int(),
        used: z.int(),
        owner: z.enum(["own", "competitor", "other"]),
      }),
    )
    .describe("Answers that cite a domain, and answers for which the provider found it"),
  proposedCompetitors: z
    .array(
      z.object({
        name: z.string(),
        siteUrl: z.string(),
        responses: z.int(),
        presencePct: Percent,
        providers: z.array(ProviderName),
      }),
    )
    .describe("Names in the answers that are not tracked"),
  searchQueries: z.array(
    z.object({
      query: z.string(),
      runs: z.int(),
      prompts: z.int(),
      providers: z.array(ProviderName),
      cited: z.int().describe("Runs whose answers cite a page of the domain"),
    }),
  ),
});

export const SuggestionsQuery = z.object({
  domain: Domain,
  limit: queryNumber(1, 20).default(10).describe("Maximum number of suggestions"),
});
export type SuggestionsQuery = z.infer<typeof SuggestionsQuery>;

export const SuggestionsResponse = z.array(
  z.object({
    promptText: z.string().describe("Ready for `promptText` of a new prompt; the topic is quoted"),
    intent: Intent,
    language: z.string().describe("ISO 639-1"),
    topic: z.string().describe("From the page's title, or else its path"),
    path: z.string(),
    crawlerVisits: z.number().int().describe("Crawler visits to the page in the last 30 days"),
  }),
);

export const ReportsQuery = z.object({
  domain: Domain,
  date: Day.optional().describe("Only the reports of this UTC day"),
  limit: queryNumber(1, 100)
    .default(30)
    .describe("The newest reports; fewer if they take more than 8 MiB; `date` returns the others"),
});
export type ReportsQuery = z.infer<typeof ReportsQuery>;

export const ReportQuery = z.object({
  domain: Domain,
  format: z.enum(["markdown", "html"]).default("markdown").describe("`html`: a page to print"),
});
export type ReportQuery = z.infer<typeof ReportQuery>;

/** docs/visibility-report.md. */
export const ReportsResponse = z.object({
  reports: z.array(
    z.object({
      id: z.string(),
      dateUtc: z.string(),
      reportType: z.enum(["auto", "daily", "weekly"]),
      weekStartUtc: z.string().nullable().describe("First day of the window"),
      reportJson: z.string().meta({
        description: "JSON payload, version v3 (v2 for older reports); empty if reportMarkdown is set",
        contentMediaType: "application/json",
        // Made only when the document is.
        get contentSchema() {
          return z.toJSONSchema(ReportV3);
        },
      }),
      reportMarkdown: z.string().describe("Only set for old reports"),
      createdAt: z.string(),
    }),
  ),
  todayStatus: z.object({
    hasReport: z.boolean(),
    runsComplete: z.boolean().describe("No run of the seven days that end today is queued, running or answered"),
    reportId: z.string().nullable(),
  }),
});

export const PromptResponse = z.object({
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

export const CreateResponse = z.object({
  queued: z.number().int().describe("Number of queued runs: one per provider, as far as the day's calls go"),
  id: z.string(),
  postponed: z.int().describe("Runs that wait for the next UTC day because the account's calls of today are used up"),
  postponedUntil: z.string().nullable(),
});

const RunResponse = z.object({
  id: z.string(),
  promptId: z.string(),
  dateUtc: z.string(),
  provider: ProviderName,
  status: z.enum(["queued", "running", "answered", "ok", "error"]),
  rawResponse: z.string(),
  mentionPosition: z.number().int().describe("Rank among the named brands; 0: not mentioned"),
  citationCount: z.number().int().describe("Distinct cited URLs of any domain"),
  sentiment: z.number().describe("−1 to 1; 0 when not mentioned"),
  analysisText: z.string(),
  competitorMentions: z.string().describe("JSON array of {name, count}"),
  citationDomains: z.string().describe("JSON array of domains"),
  createdAt: z.string(),
  mentions: z
    .array(z.object({ name: z.string(), start: z.int(), end: z.int() }))
    .describe("Every occurrence of the brand and its competitors; offsets in rawResponse are UTF-16 units"),
  denied: z
    .array(z.object({ name: z.string(), start: z.int(), end: z.int() }))
    .describe("Occurrences that don't count, because the answer denies to know the name; empty for older answers"),
  unsure: z
    .array(z.object({ name: z.string(), start: z.int(), end: z.int() }))
    .describe("Occurrences that may mean another word or company. They don't count; empty for older answers"),
  toneMixed: z
    .boolean()
    .nullable()
    .describe("Whether the answer both praises and blames the brand; null if not yet analysed, or in older answers"),
  tones: z
    .array(z.object({ name: z.string(), sentiment: z.number(), mixed: z.boolean() }))
    .describe("The tone towards each brand that shows one, by rules; `sentiment` is −1 to 1. Empty for older answers"),
  byRules: z
    .object({ mentionPosition: z.int(), sentiment: z.number(), competitors: z.array(z.string()) })
    .nullable()
    .describe("What the rules alone read, if the language model led to another reading"),
  citations: z
    .array(z.object({ url: z.string(), domain: z.string(), title: z.string(), own: z.boolean() }))
    .describe("The distinct cited pages; `own`: on your domain, or on an alias that is a domain"),
  analysisMethod: z
    .enum(["rules", "model"])
    .nullable()
    .describe("How the answer was read: by rules alone, or with a language model; null if not yet analysed"),
  toneFound: z
    .boolean()
    .nullable()
    .describe("Whether the answer shows a tone; if not, `sentiment` is 0 and says nothing. Null if not yet analysed"),
  toneEvidence: z
    .object({ start: z.int(), end: z.int() })
    .nullable()
    .describe("The sentence that shows the tone; offsets in rawResponse are UTF-16 units"),
  recommended: z
    .boolean()
    .nullable()
    .describe("Whether a language model finds the brand recommended; null without one"),
  inflections: z
    .array(z.object({ name: z.string(), seen: z.string(), alias: z.string() }))
    .describe("Inflected names that are not counted, each with an alias that would count them"),
  truncated: z.boolean().describe("The provider's length limit cut the answer off, or ours of 100,000 characters"),
  model: z.string().nullable(),
  attempts: z.number().int(),
  errorCode: z.enum(RUN_ERROR_CODES).nullable().describe("Why the run ended without an answer"),
  searchQueries: z.array(z.string()).describe("The provider's own search queries for this answer, unchanged"),
});

export type RunResponse = z.infer<typeof RunResponse>;

export const RunsResponse = z.object({
  runs: z.array(RunResponse),
  summary: z.object({ total: z.number().int(), byStatus: z.record(z.string(), z.number().int()) }),
  nextCursor: z.string().nullable(),
});
