import type { Provider } from "../provider";
import { round1 } from "../../../lib/numbers/round";
import type { AnswerFact } from "./fact";

export interface CompetitorTally {
  /** Answers that name the competitor: m(c). */
  answers: number;
  /** Sum of its ranks in those answers. */
  positions: number;
  /** Sum of 1 / log2(1 + rank). */
  prominence: number;
  providers: Set<Provider>;
}

/** Sums over answers. Rates are computed from them and rounded once, when displayed. */
export interface AnswerTally {
  responses: number;
  mentions: number;
  positions: number;
  firsts: number;
  sentiment: number;
  /** Answers that name the brand in a tone other than 0. The others add nothing to `sentiment`. */
  toned: number;
  citing: number;
  ownCitations: number;
  providers: Set<Provider>;
  competitors: Map<string, CompetitorTally>;
}

function emptyTally(): AnswerTally {
  return {
    responses: 0,
    mentions: 0,
    positions: 0,
    firsts: 0,
    sentiment: 0,
    toned: 0,
    citing: 0,
    ownCitations: 0,
    providers: new Set(),
    competitors: new Map(),
  };
}

/** Adds one answer. `counts` selects the competitors: tracked ones, and extracted ones seen often enough. */
function addFact(tally: AnswerTally, fact: AnswerFact, counts: (name: string) => boolean): void {
  tally.responses++;
  tally.providers.add(fact.provider);
  tally.ownCitations += fact.ownUrls.length;
  if (fact.ownUrls.length > 0) tally.citing++;
  if (fact.position > 0) {
    tally.mentions++;
    tally.positions += fact.position;
    tally.sentiment += fact.sentiment;
    if (fact.sentiment !== 0) tally.toned++;
    if (fact.position === 1) tally.firsts++;
  }
  for (const [name, , position] of fact.competitors) if (counts(name)) addCompetitor(tally, fact, name, position);
}

function addCompetitor(tally: AnswerTally, fact: AnswerFact, name: string, position: number): void {
  let competitor = tally.competitors.get(name);
  if (!competitor) {
    competitor = { answers: 0, positions: 0, prominence: 0, providers: new Set() };
    tally.competitors.set(name, competitor);
  }
  competitor.answers++;
  competitor.positions += position;
  competitor.prominence += 1 / Math.log2(1 + position);
  competitor.providers.add(fact.provider);
}

export function tallyOf(facts: Iterable<AnswerFact>, counts: (name: string) => boolean): AnswerTally {
  const tally = emptyTally();
  for (const fact of facts) addFact(tally, fact, counts);
  return tally;
}

const ratio = (part: number, whole: number) => (whole === 0 ? 0 : part / whole);
/** Percent with one decimal; 0 of 0 is 0. */
export const percent = (part: number, whole: number) => round1(100 * ratio(part, whole));
/** Mean, with two decimals, of values that have as many; 0 of no values. In hundredths, their sum is exact. */
export const mean = (sum: number, n: number) => Math.round(ratio(Math.round(100 * sum), n)) / 100;

/** Mean tone of the answers that name the brand in one other than 0; null if none do. */
export const meanTone = ({ sentiment, toned }: AnswerTally): number | null =>
  toned === 0 ? null : mean(sentiment, toned);

/** Mentions of the monitored brand and of all counted competitors. An answer counts once for each brand. */
export function voices(tally: AnswerTally): number {
  let sum = tally.mentions;
  for (const { answers } of tally.competitors.values()) sum += answers;
  return sum;
}

/** Competitors by number of answers that name them; ties by lower mean rank, then by name. */
export function rankedCompetitors(tally: AnswerTally): Array<[string, CompetitorTally]> {
  return Array.from(tally.competitors).sort(
    ([nameA, a], [nameB, b]) =>
      b.answers - a.answers ||
      a.positions / a.answers - b.positions / b.answers ||
      (nameA < nameB ? -1 : nameA > nameB ? 1 : 0),
  );
}

/** 0 (never named) to 100 (first in every answer of every provider). */
export function strengthOf(competitor: CompetitorTally, { responses, providers }: AnswerTally): number {
  const presence = ratio(competitor.answers, responses);
  const prominence = ratio(competitor.prominence, competitor.answers);
  const breadth = ratio(competitor.providers.size, providers.size);
  return Math.round(100 * presence * (0.6 + 0.25 * prominence + 0.15 * breadth));
}
