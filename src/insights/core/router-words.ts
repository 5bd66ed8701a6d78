import type { RoutedKind, RouterAction } from "../../accounts";
import type { RouterEffect, RouterVerdict } from "./router-effect";

export const KIND_NAMES: Record<RoutedKind, string> = {
  search: "search engines",
  "llm-search": "AI search",
  "llm-training": "AI training",
  "llm-user": "AI assistants that fetch for people",
};

const ACTION_NAMES: Record<RouterAction, string> = { redirect: "redirected pages", gone: "pages that are gone" };

/** Why nothing can be said about a switch. */
export const NOT_TOLD = ["days_left", "few_pages", "no_pages"] as const;

export interface RouterJudgement {
  action: RouterAction;
  kind: RoutedKind;
  verdict: RouterVerdict;
  /** Null: something can be said. */
  reason: (typeof NOT_TOLD)[number] | null;
  daysLeft: number | null;
}

const number = (value: number) => String(Math.round(value * 10) / 10);

/** What a switch changed, in one sentence. */
export function routerSentence(
  { action, kind, verdict, reason, daysLeft }: RouterJudgement,
  effect: RouterEffect | null,
  days: number,
): string {
  const who = `crawlers of ${KIND_NAMES[kind]}`;
  if (reason === "no_pages")
    return `Nothing to compare: no ${action === "gone" ? "page that is gone" : "page to redirect"} was known when it was switched on. The switch is on for ${who}.`;
  if (reason === "days_left")
    return `Too early to tell: half of the pages are left as they are for ${days} days. The comparison is due ${daysLeft === 1 ? "tomorrow" : `in ${daysLeft} days`}.`;
  if (reason !== null || effect === null)
    return `Cannot tell: too few pages and visits to compare. The switch stays on for ${who}.`;
  const { routed, others, low, high } = effect;
  const numbers = `${who} went from ${number(routed.before)} to ${number(routed.after)} visits per page in ${days} days on ${ACTION_NAMES[action]}, from ${number(others.before)} to ${number(others.after)} on those left alone; difference ${number(low)} to ${number(high)}`;
  if (verdict === "fewer") return `It saves visits: ${numbers}.`;
  if (verdict === "more") return `It costs visits: ${numbers}.`;
  return `No effect is visible: ${numbers}.`;
}
