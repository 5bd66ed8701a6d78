import { round1 } from "../../../lib/numbers/round";
import type { AnswerFact } from "./fact";
import { wilson, type Interval } from "./interval";

/** Hits and answers of one prompt. */
export interface PromptRate {
  hits: number;
  n: number;
}

/** How often each prompt's answers name the brand. */
export function promptRates(facts: readonly AnswerFact[]): PromptRate[] {
  return Array.from(Map.groupBy(facts, ({ promptId }) => promptId).values(), (of) => ({
    hits: of.filter(({ position }) => position > 0).length,
    n: of.length,
  }));
}

/** Student's t for 95 % at `df` degrees of freedom (Cornish and Fisher); 1.96 with many. */
function studentT(df: number): number {
  const z = 1.959964;
  return z + (z ** 3 + z) / (4 * df) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * df ** 2);
}

/** Mean of the prompts' rates in percent: each prompt counts once, however often it was asked. 0 without prompts. */
export function meanOverPrompts(rates: readonly PromptRate[]): number {
  const asked = rates.filter(({ n }) => n > 0);
  return asked.length === 0 ? 0 : round1((100 * asked.reduce((sum, { hits, n }) => sum + hits / n, 0)) / asked.length);
}

/**
 * A 95 % interval of the share of all answers that accounts for clustering: answers to one prompt resemble each other,
 * so they count as fewer answers (design effect), and few prompts widen the interval. With one prompt, Wilson's.
 */
export function clusteredInterval(rates: readonly PromptRate[]): Interval {
  const asked = rates.filter(({ n }) => n > 0);
  const k = asked.length;
  const hits = asked.reduce((sum, each) => sum + each.hits, 0);
  const n = asked.reduce((sum, each) => sum + each.n, 0);
  const p = n === 0 ? 0 : hits / n;
  if (k < 2 || p === 0 || p === 1) return wilson(hits, n);
  const between = ((k / (k - 1)) * asked.reduce((sum, each) => sum + (each.hits - p * each.n) ** 2, 0)) / n ** 2;
  const effect = Math.max(1, between / ((p * (1 - p)) / n)) * (studentT(k - 1) / 1.959964) ** 2;
  return wilson(hits / effect, n / effect);
}
