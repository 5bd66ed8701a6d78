import * as z from "zod";
import { PROVIDERS } from "../../provider";
import { SURFACES } from "../../statistics/surface";

const Provider = z.enum(PROVIDERS);
const Day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const Count = z.int().min(0);
/** Percent, 0 to 100. */
const Percent = z.number().min(0).max(100);

/** A rate in percent with Wilson's 95% interval; `tooThin` below ten answers. */
export const Rate = z.object({
  value: Percent,
  n: Count,
  hits: Count,
  low: Percent,
  high: Percent,
  tooThin: z.boolean(),
});

/**
 * A value compared with the previous seven days; null if those had no answers. `significant`: the change is more than
 * chance. `shift`: mean over prompts of the change, each provider compared with itself; `p` and `by`: the test.
 */
export const Delta = z.object({
  current: z.number(),
  previous: z.number().nullable(),
  delta: z.number().nullable(),
  significant: z.boolean(),
  shift: z.number().nullable().default(null),
  p: z.number().min(0).max(1).default(1),
  by: z.enum(["prompts", "days", "none"]).default("none"),
});

const Interval = z.object({ low: Percent, high: Percent });
/** Mean of the prompts' visibility; previous: of the seven days before. */
const PromptMean = z.object({ value: Percent, prompts: Count, previous: Percent.nullable(), interval: Interval });

const Segment = z.object({ prompts: Count, responses: Count, mentions: Count, visibility: Rate });

/** The figures of the prompts that do not name the brand, which is what a reader asks about first. */
const Headline = z.object({
  prompts: Count,
  promptsRun: Count,
  responses: Count,
  mentions: Count,
  visibility: Rate,
  visibilityByPrompt: PromptMean.optional(),
  shareOfVoice: Percent,
  avgPosition: z.number(),
  firstPositionRate: Percent,
  change: z.object({ visibility: Delta, shareOfVoice: Delta, avgPosition: Delta }),
});

const Stats = z.object({
  prompts: Count,
  promptsRun: Count,
  responses: Count,
  errors: Count,
  mentions: Count,
  visibility: Rate,
  visibilityByPrompt: PromptMean.optional().describe("Each prompt counts once, however often it was asked"),
  shareOfVoice: Percent,
  avgPosition: z.number(),
  firstPositionRate: Percent,
  avgSentiment: z.number(),
  toned: Count.optional().describe("Answers that name the brand in a tone other than 0"),
  avgTone: z.number().nullable().optional().describe("Mean tone of those; null if there are none"),
  previousTone: z
    .object({ toned: Count, avgTone: z.number().nullable() })
    .optional()
    .describe("The same of the seven days before"),
  sentiment: z.object({ positive: Count, neutral: Count, negative: Count }),
  citationRate: Rate,
  totalCitations: Count,
  ghostCitations: Count.describe("Answers that cite your own domain without naming the brand"),
  confidence: z.enum(["too_thin", "early", "ok"]),
  byIntent: z.object({ info: Segment, trans: Segment, comm: Segment }),
  branded: Segment.describe("Prompts whose text names the brand, which inflates visibility"),
  unbranded: Segment,
  surface: z
    .enum(SURFACES)
    .optional()
    .describe("Whose answers all figures count: `api`, or `consumer` if no API was asked. providerInsights has both"),
  headline: Headline.optional().describe("Without the prompts that name the brand; absent if none does, or all do"),
  change: z.object({
    visibility: Delta,
    shareOfVoice: Delta,
    avgPosition: Delta,
    avgSentiment: Delta,
    citationRate: Delta,
  }),
});

const Evidence = z.object({
  promptId: z.string(),
  runId: z.string(),
  provider: Provider,
  quote: z.string(),
  url: z.string(),
});

export const ActionItem = z.object({
  id: z.string(),
  rule: z.string(),
  priority: z.enum(["high", "medium", "low"]),
  impact: z.int().min(0).max(100),
  title: z.string(),
  detail: z.string(),
  numbers: z.record(z.string(), z.number()),
  providers: z.array(Provider),
  promptIds: z.array(z.string()),
  evidence: z.array(Evidence).max(5),
  prompts: z
    .array(z.object({ id: z.string(), text: z.string() }))
    .max(10)
    .optional(),
  pages: z
    .array(z.object({ url: z.string(), title: z.string() }))
    .max(5)
    .optional()
    .describe("Pages that the quoted answers cite; of the source in question, if the item is about one"),
  source: z.string().optional().describe("The domain that the item is about"),
  rival: z.string().optional().describe("The other name that the item is about"),
  why: z.string().optional(),
  todo: z
    .object({ text: z.string(), link: z.string().describe("A path of this API that answers the next question") })
    .optional(),
  firstSeen: Day,
  status: z.enum(["new", "continuing", "resolved"]),
});

const ProviderInsight = z.object({
  provider: Provider,
  model: z.string().nullable(),
  surface: z.enum(["api", "consumer"]),
  responses: Count,
  errors: Count,
  visibilityPercent: Percent,
  interval: Interval.optional().describe("Of visibilityPercent, 95 %, with answers clustered by prompt"),
  avgPosition: z.number(),
  avgSentiment: z.number(),
  citationRate: Percent,
  shareOfVoice: Percent,
  topCompetitor: z.string().nullable(),
  topCitedDomains: z.array(z.object({ domain: z.string(), responses: Count })).max(5),
  stability: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe("Similarity of consecutive answers; null if there are none to compare"),
  note: z.string(),
});

const Competitor = z.object({
  name: z.string(),
  siteUrl: z.string(),
  mentions: Count,
  sharePct: Percent,
  presencePct: Percent,
  avgPosition: z.number(),
  strength: z.int().min(0).max(100),
  aheadOfBrandPct: Percent.nullable().describe(
    "Among answers that name both, the share that name the competitor first; null if none name both",
  ),
  delta: z.number().nullable().describe("Change in presencePct, in percentage points"),
  providers: z.array(Provider),
  tracked: z.boolean(),
});

const Opportunity = z.object({
  domain: z.string(),
  type: z.enum(["forum", "review", "video", "reference", "social", "site"]),
  citations: Count,
  responses: Count,
  competitorMentionsTogether: Count,
  brandMentionedPct: Percent,
  sampleUrls: z.array(z.string()).max(3),
  prompts: z.array(z.string()),
  score: z.int().min(0).max(100),
  reason: z.string(),
});

const Highlight = z.object({
  promptId: z.string(),
  promptText: z.string(),
  responses: Count,
  visibilityPercent: Percent,
  previousVisibilityPercent: Percent.nullable(),
  topCompetitor: z.string().nullable(),
});

/** One day. Every number except `responses` is null on a day without runs, never 0. */
const Funnel = z.object({
  crawledPages: Count.describe("Pages that crawlers visited in the window"),
  citedPages: Count.describe("Pages that answers of the window cite"),
  citedAndCrawled: Count.describe("Cited pages that crawlers visited in the window"),
  checkedPages: Count.describe("Most cited addresses looked up in the latest audit, at most ten"),
  auditedPages: Count.describe("Those that it saw"),
  soundPages: Count.describe("Those without a problem in it"),
  auditKnown: z.boolean().optional().describe("Whether the site was ever audited; if not, the last three say nothing"),
  links: z.object({ crawled: z.string(), cited: z.string(), audited: z.string() }),
});

const TrendPoint = z.object({
  date: Day,
  responses: Count,
  visibilityPercent: Percent.nullable(),
  shareOfVoice: Percent.nullable(),
  avgPosition: z.number().nullable(),
  avgSentiment: z.number().nullable(),
  citationRate: Percent.nullable(),
});

/** The payload of a visibility report, version 3 (docs/visibility-report.md). */
export const ReportV3 = z.object({
  version: z.literal("v3"),
  generatedAt: z.string(),
  domain: z.string(),
  brand: z.object({ name: z.string(), aliases: z.array(z.string()) }),
  window: z.object({ from: Day, to: Day, previousFrom: Day, previousTo: Day }),
  method: z.object({
    formulaVersion: z.int(),
    surfaces: z.array(z.object({ provider: Provider, model: z.string().nullable(), webSearch: z.boolean() })),
    quality: z.enum(["exploratory", "directional", "decision"]),
    caveats: z.array(z.string()),
    notes: z.array(z.string()).optional().describe("How the figures came about, for people"),
  }),
  stats: Stats,
  quickSummary: z.object({
    headline: z.string(),
    bullets: z.array(z.string()).max(6),
    source: z.enum(["rules", "llm"]),
    llm: z.object({ model: z.string(), text: z.string() }).nullable(),
  }),
  actionItems: z.array(ActionItem).max(20),
  funnel: Funnel.optional().describe("How many of the site's pages are crawled, cited and audited"),
  providerCount: Count,
  providerInsights: z.array(ProviderInsight).max(PROVIDERS.length),
  competitorLandscape: z.object({
    brandRank: z.int().min(1).nullable().describe("Rank by answers that name the brand; null if none do"),
    totalMentions: Count,
    leader: z.string().nullable(),
    competitors: z.array(Competitor).max(25),
    newEntrants: z.array(z.string()),
    lost: z.array(z.string()),
  }),
  citationOpportunities: z.array(Opportunity).max(25),
  promptHighlights: z.object({
    wins: z.array(Highlight).max(5),
    losses: z.array(Highlight).max(5),
    gaps: z.array(Highlight).max(5),
  }),
  trendData: z.object({
    granularity: z.literal("day"),
    carryForward: z.boolean(),
    points: z.array(TrendPoint).max(180),
    byProvider: z.partialRecord(
      Provider,
      z.array(z.object({ date: Day, responses: Count, visibilityPercent: Percent.nullable() })),
    ),
  }),
});

export type ReportV3 = z.infer<typeof ReportV3>;
export type Headline = z.infer<typeof Headline>;
export type Rate = z.infer<typeof Rate>;
export type Delta = z.infer<typeof Delta>;
export type ActionItem = z.infer<typeof ActionItem>;
