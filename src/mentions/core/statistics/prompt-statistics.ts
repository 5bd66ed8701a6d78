import { DAY_MS, startOfUtcDay, utcDay } from "../../../lib/time";
import { registrableDomain } from "../analysis/citations";
import { bareHost } from "../analysis/terms";
import type { TrackedCompetitor } from "../analysis/types";
import type { Provider } from "../provider";
import { countedNames, siteFinder } from "./competitors";
import { difficultyOf } from "./difficulty";
import type { AnswerFact } from "./fact";
import { confidenceOf, wilson, type Confidence, type Interval } from "./interval";
import { mean, percent, rankedCompetitors, strengthOf, tallyOf, voices, type AnswerTally } from "./tally";

/** Days that difficulty covers, including today. */
const DIFFICULTY_DAYS = 30;
const TOP_COMPETITORS = 5;

export interface StatisticsQuestion {
  /** Inclusive days, `yyyy-mm-dd`. */
  from: string;
  to: string;
  /** Only this provider's answers. Difficulty always covers all providers. */
  provider?: Provider | undefined;
  domain: string;
  competitors: readonly TrackedCompetitor[];
  now: number;
}

export interface PromptFacts {
  id: string;
  promptText: string;
  intent: string;
  aiProviders: string[];
  tags: string;
  active: number;
  /** ISO 8601 time of the last run in the range that ended; empty if there is none. */
  lastRunAt: string;
}

export interface Rates {
  avgSentiment: number;
  avgPosition: number;
  citationRate: number;
  /** Wilson's 95 % intervals, percent. */
  intervals: { visibility: Interval; citationRate: Interval };
  confidence: Confidence;
}

/** The first day of the facts that `statistics` needs. */
export function firstDayNeeded(from: string, now: number): string {
  const difficultyFrom = utcDay(startOfUtcDay(now) - (DIFFICULTY_DAYS - 1) * DAY_MS);
  return from < difficultyFrom ? from : difficultyFrom;
}

function ratesOf(tally: AnswerTally): Rates {
  return {
    avgSentiment: mean(tally.sentiment, tally.mentions),
    avgPosition: mean(tally.positions, tally.mentions),
    citationRate: percent(tally.citing, tally.responses),
    intervals: {
      visibility: wilson(tally.mentions, tally.responses),
      citationRate: wilson(tally.citing, tally.responses),
    },
    confidence: confidenceOf(tally.responses),
  };
}

/**
 * Computes the statistics of service-api.md 2.6. `facts`: every analysed answer of the domain from `firstDayNeeded` on,
 * in any order. Rates are micro-averages over answers, rounded once.
 */
export function statistics(prompts: readonly PromptFacts[], facts: readonly AnswerFact[], asked: StatisticsQuestion) {
  const { from, to, provider, now } = asked;
  const isAsked = (fact: AnswerFact) =>
    fact.dateUtc >= from && fact.dateUtc <= to && (provider === undefined || fact.provider === provider);
  const recentFrom = utcDay(startOfUtcDay(now) - (DIFFICULTY_DAYS - 1) * DAY_MS);
  const inRange = facts.filter(isAsked);
  const counts = countedNames(facts, asked.competitors);
  const siteOf = siteFinder(facts, asked.competitors);
  const asOf = Map.groupBy(inRange, (fact) => fact.promptId);
  const recent = Map.groupBy(
    facts.filter((fact) => fact.dateUtc >= recentFrom),
    (fact) => fact.promptId,
  );
  const ownDomain = registrableDomain(bareHost(asked.domain));
  const range = { from, to };
  return {
    prompts: prompts.map(({ id, ...prompt }) => ({
      promptId: id,
      ...prompt,
      ...promptNumbers(tallyOf(asOf.get(id) ?? [], counts), siteOf),
      difficulty: difficultyOf(recent.get(id) ?? [], counts, ownDomain),
      range,
    })),
    summary: { ...summaryOf(tallyOf(inRange, counts), siteOf), range },
  };
}

function promptNumbers(tally: AnswerTally, siteOf: (name: string) => string) {
  const ranked = rankedCompetitors(tally);
  return {
    responses: tally.responses,
    mentions: tally.mentions,
    visibilityPercent: percent(tally.mentions, tally.responses),
    ...ratesOf(tally),
    topCompetitorSharePct: percent(ranked[0]?.[1].answers ?? 0, voices(tally)),
    topCompetitors: ranked.slice(0, TOP_COMPETITORS).map(([name, competitor]) => ({
      name,
      count: competitor.answers,
      siteUrl: siteOf(name),
      strength: strengthOf(competitor, tally),
    })),
  };
}

function summaryOf(tally: AnswerTally, siteOf: (name: string) => string) {
  const [top] = rankedCompetitors(tally);
  return {
    totalResponses: tally.responses,
    totalMentions: tally.mentions,
    visibilityRate: percent(tally.mentions, tally.responses),
    ...ratesOf(tally),
    totalCitations: tally.ownCitations,
    topCompetitor: top
      ? { name: top[0], mentions: top[1].answers, siteUrl: siteOf(top[0]) }
      : { name: "", mentions: 0, siteUrl: "" },
    shareOfVoice: percent(tally.mentions, voices(tally)),
  };
}
