import * as z from "zod";
import type { ResponseOf } from "../../client";
import { providerLabels } from "../../lib/ai-providers";
import { firstUtcDay } from "../../lib/time/time";
import { fitted, skipCursor, Quoted, quoted, shortPath } from "../define/bounded";
import { args, ListCursor, LookBack, defineTool, DomainName, NextCursor, READS } from "../define/define-tool";

const RUNS = 20;
const QUOTES = 5;
/** Characters of an answer before and after the brand's name. */
const AROUND = 120;

const Interval = z.object({ low: z.number(), high: z.number() });
const Prompt = z.object({
  promptId: z.string(),
  prompt: Quoted,
  answers: z.int(),
  visibilityPercent: z.number(),
  interval: Interval,
  confidence: z.string(),
  avgPosition: z.number(),
  topCompetitors: z.array(Quoted),
});

export const aiVisibilityTool = defineTool({
  name: "ai_visibility",
  title: "What AI assistants say",
  description: `What ${providerLabels()} say about the brand of a domain: how often they name it, with 95 % intervals and whether a change is more than chance, per provider and prompt; competitors, cited sources, and quotes of answers.`,
  input: args({ domain: DomainName, days: LookBack, cursor: ListCursor.describe("Continues the list of prompts") }),
  output: z.object({
    domain: z.string(),
    from: z.string(),
    to: z.string(),
    answers: z.int(),
    confidence: z.string().describe("`too_thin`: fewer than 10 answers; `early`: up to 32; `ok`: more"),
    visibilityPercent: z.number().describe("Answers that name the brand"),
    visibilityInterval: Interval,
    shareOfVoice: z.number(),
    avgPosition: z.number(),
    avgSentiment: z.number(),
    citationRate: z.number(),
    before: z.object({ visibilityPercent: z.number(), changeIsSignificant: z.boolean() }),
    byProvider: z.array(
      z.object({ provider: z.string(), answers: z.int(), mentions: z.int(), visibilityPercent: z.number() }),
    ),
    sources: z.array(z.object({ domain: z.string(), cited: z.int(), owner: z.string() })),
    quotes: z.array(z.object({ provider: z.string(), date: z.string(), named: z.boolean(), text: Quoted })),
    prompts: z.array(Prompt),
    nextCursor: NextCursor,
  }),
  annotations: READS,
  calls: ["readPromptStats", "listPromptRuns"],
  run: async ({ domain, days, cursor }, { api, now }) => {
    const from = firstUtcDay(now, days);
    const [stats, { runs }] = await Promise.all([
      api.readPromptStats({ query: { domain, from } }),
      api.listPromptRuns({ query: { domain, from, limit: RUNS } }),
    ]);
    const { summary, previous } = stats;
    return fitted(stats.prompts.map(promptOf), skipCursor(cursor), (items, next) => ({
      domain,
      ...summary.range,
      answers: summary.totalResponses,
      confidence: summary.confidence,
      visibilityPercent: summary.visibilityRate,
      visibilityInterval: summary.intervals.visibility,
      shareOfVoice: summary.shareOfVoice,
      avgPosition: summary.avgPosition,
      avgSentiment: summary.avgSentiment,
      citationRate: summary.citationRate,
      before: {
        visibilityPercent: previous.visibilityRate,
        changeIsSignificant: previous.visibilityChange.significant,
      },
      byProvider: byProvider(stats),
      sources: stats.sources
        .slice(0, 10)
        .map(({ domain, cited, owner }) => ({ domain: shortPath(domain, 100), cited, owner })),
      quotes: runs
        .filter(({ status }) => status === "ok")
        .slice(0, QUOTES)
        .map(quoteOf),
      prompts: items,
      nextCursor: next === null ? null : String(next),
    }));
  },
});

type Stats = ResponseOf<"readPromptStats">;

const promptOf = (each: Stats["prompts"][number]) => ({
  promptId: each.promptId,
  prompt: quoted(each.promptText, 300),
  answers: each.responses,
  visibilityPercent: each.visibilityPercent,
  interval: each.intervals.visibility,
  confidence: each.confidence,
  avgPosition: each.avgPosition,
  topCompetitors: each.topCompetitors.slice(0, 3).map(({ name }) => quoted(name, 80)),
});

function byProvider({ matrix }: Stats) {
  return [...Map.groupBy(matrix, ({ provider }) => provider)].map(([provider, rows]) => {
    const answers = rows.reduce((sum, { responses }) => sum + responses, 0);
    const mentions = rows.reduce((sum, row) => sum + row.mentions, 0);
    return {
      provider,
      answers,
      mentions,
      visibilityPercent: answers === 0 ? 0 : Math.round((1000 * mentions) / answers) / 10,
    };
  });
}

/** A bounded part of an answer, around the brand's name if it has one. */
function quoteOf({
  provider,
  dateUtc,
  rawResponse,
  mentions,
  mentionPosition,
}: ResponseOf<"listPromptRuns">["runs"][number]) {
  const at = mentionPosition > 0 ? (mentions[0]?.start ?? 0) : 0;
  const start = Math.max(0, at - AROUND);
  const text = rawResponse.slice(start, at + AROUND);
  return { provider, date: dateUtc, named: mentionPosition > 0, text: quoted(text, 2 * AROUND) };
}
