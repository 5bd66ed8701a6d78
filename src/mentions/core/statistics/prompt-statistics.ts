import { round1 } from "../../../lib/numbers/round";
import { DAY_MS, parseUtcDay, startOfUtcDay, utcDay } from "../../../lib/time/time";
import { registrableDomain } from "../analysis/citations";
import { bareHost } from "../analysis/names/terms";
import type { TrackedCompetitor } from "../analysis/types";
import type { Provider } from "../provider";
import { breakdowns } from "./breakdowns";
import { maxPOf, persistenceOf, testChange, type Sample } from "./change-test";
import { countedNames, siteFinder } from "./competitors";
import { difficultyOf } from "./difficulty";
import type { AnswerFact } from "./fact";
import { confidenceOf, wilson, type Confidence, type Interval } from "./interval";
import { clusteredInterval, meanOverPrompts, promptRates } from "./prompt-mean";
import { mainSurface, surfaceOf } from "./surface";
import { mean, meanTone, percent, rankedCompetitors, strengthOf, tallyOf, voices, type AnswerTally } from "./tally";

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
  /** Answers by domain that the providers found but need not cite; none by default. */
  used?: ReadonlyMap<string, number>;
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
  /** Answers that name the brand in a tone other than 0, and their mean; null if there are none. */
  toned: number;
  avgTone: number | null;
  avgPosition: number;
  citationRate: number;
  /** Wilson's 95 % intervals, percent. */
  intervals: { visibility: Interval; citationRate: Interval };
  confidence: Confidence;
}

/** The range before this one, just as long. */
export function rangeBefore({ from, to }: { from: string; to: string }): { from: string; to: string } {
  const [first, last] = [parseUtcDay(from)!, parseUtcDay(to)!];
  return { from: utcDay(2 * first - last - DAY_MS), to: utcDay(first - DAY_MS) };
}

/** The first day of the facts that `statistics` needs in order to count names and difficulty. */
export function firstDayNeeded(from: string, now: number): string {
  const difficultyFrom = utcDay(startOfUtcDay(now) - (DIFFICULTY_DAYS - 1) * DAY_MS);
  return from < difficultyFrom ? from : difficultyFrom;
}

function ratesOf(tally: AnswerTally): Rates {
  return {
    avgSentiment: mean(tally.sentiment, tally.mentions),
    toned: tally.toned,
    avgTone: meanTone(tally),
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
 * Computes the statistics of docs/prompts.md. `facts`: every analysed answer of the domain from `firstDayNeeded` and
 * `rangeBefore` on, in any order. Rates are micro-averages over answers of one surface, rounded once; only what is listed
 * by provider has both.
 */
export function statistics(prompts: readonly PromptFacts[], given: readonly AnswerFact[], asked: StatisticsQuestion) {
  const { from, to, provider, now } = asked;
  const needed = firstDayNeeded(from, now);
  const isAsked = (fact: AnswerFact) =>
    fact.dateUtc >= from && fact.dateUtc <= to && (provider === undefined || fact.provider === provider);
  const answered = given.filter(isAsked);
  const surface = mainSurface(answered);
  const all = given.filter((fact) => surfaceOf(fact.provider) === surface);
  const facts = all.filter(({ dateUtc }) => dateUtc >= needed);
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
    summary: {
      ...summaryOf(tallyOf(inRange, counts), siteOf),
      visibilityByPrompt: meanOverPrompts(promptRates(inRange)),
      likelyVisibility: clusteredInterval(promptRates(inRange)),
      surface,
      range,
    },
    previous: previousOf(all, inRange, asked, counts),
    ...breakdowns(
      {
        prompts,
        facts: inRange,
        answered,
        counts,
        siteOf,
        tracked: asked.competitors.map(({ name }) => name),
        domain: asked.domain,
      },
      asked.used ?? new Map(),
    ),
  };
}

/** The summary's rates in the range before, and whether visibility changed by more than chance. */
function previousOf(
  all: readonly AnswerFact[],
  inRange: readonly AnswerFact[],
  asked: StatisticsQuestion,
  counts: (name: string) => boolean,
) {
  const range = rangeBefore(asked);
  const { provider } = asked;
  const before = all.filter(
    (fact) =>
      fact.dateUtc >= range.from && fact.dateUtc <= range.to && (provider === undefined || fact.provider === provider),
  );
  const tally = tallyOf(before, counts);
  const [old, now] = [before, inRange].map((facts) => facts.toSorted(byTime).map(mentionSample));
  const { shift, p, by } = testChange(old!, now!, persistenceOf([...old!, ...now!], asked.from));
  return {
    range,
    totalResponses: tally.responses,
    totalMentions: tally.mentions,
    visibilityRate: percent(tally.mentions, tally.responses),
    visibilityByPrompt: meanOverPrompts(promptRates(before)),
    shareOfVoice: percent(tally.mentions, voices(tally)),
    avgPosition: mean(tally.positions, tally.mentions),
    avgSentiment: mean(tally.sentiment, tally.mentions),
    citationRate: percent(tally.citing, tally.responses),
    visibilityChange: {
      shift: shift === null ? null : round1(100 * shift),
      p,
      by,
      significant: p <= maxPOf(new Set(now!.map(({ promptId }) => promptId)).size),
    },
  };
}

const byTime = (a: AnswerFact, b: AnswerFact) => a.createdAt - b.createdAt || (a.runId < b.runId ? -1 : 1);
const mentionSample = ({ promptId, provider, dateUtc: day, position }: AnswerFact): Sample => ({
  promptId,
  provider,
  day,
  value: Number(position > 0),
});

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
