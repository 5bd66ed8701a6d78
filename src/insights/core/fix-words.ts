import type { FixEffect, FIX_VERDICTS } from "./fix-effect";

/** Why nothing can be said about a fix. */
export const TOO_EARLY = ["not_fetched", "days_left", "few_answers", "no_pages_to_compare"] as const;

export interface FixJudgement {
  verdict: (typeof FIX_VERDICTS)[number];
  /** Null: something can be said. */
  reason: (typeof TOO_EARLY)[number] | null;
  /** Days until the citations after the fix can be compared. */
  daysLeft: number | null;
}

const number = (value: number) => String(Math.round(value * 100) / 100);

/** A judgement in one sentence. `days`: the length of a window. */
export function fixSentence(
  { verdict, reason, daysLeft }: FixJudgement,
  effect: FixEffect | null,
  days: number,
): string {
  if (reason === "not_fetched")
    return "Too early to tell: no crawler of an assistant has read half of the fixed pages since the audit that found them fixed.";
  if (reason === "days_left")
    return `Too early to tell: citations are compared ${days} days after crawlers read the fix, in ${daysLeft} days.`;
  if (reason === "few_answers") return "Cannot tell: there are too few answers before the fix or after it.";
  if (reason !== null || effect === null)
    return "Cannot tell: too few of the fixed pages have comparable ones that were cited and not fixed.";
  const { fixed, others, low, high } = effect;
  const numbers = `${number(fixed.before)} to ${number(fixed.after)} citations per page in ${days} days, comparable pages ${number(others.before)} to ${number(others.after)}; difference ${number(low)} to ${number(high)}`;
  if (verdict === "worked") return `It worked: the fixed pages went from ${numbers}.`;
  if (verdict === "worse") return `It did not help: the fixed pages went from ${numbers}.`;
  return `No effect is visible: the fixed pages went from ${numbers}.`;
}
