import { DAY_MS, parseUtcDay, utcDay } from "../../../../lib/time/time";
import { PROVIDERS } from "../../provider";
import type { AnswerFact } from "../../statistics/fact";
import { mean, percent, tallyOf, voices } from "../../statistics/tally";
import type { ReportV3 } from "./schema";
import type { Scene } from "./scene";

function daysBetween(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = parseUtcDay(from)!; at <= parseUtcDay(to)!; at += DAY_MS) days.push(utcDay(at));
  return days;
}

/**
 * One point per day, over the newest answer of every prompt and provider up to that day. Providers in a rotation run on
 * different days, and the curve must not follow whose turn it was. Days without runs have no value.
 */
function pointsOf(scene: Scene, facts: readonly AnswerFact[]): ReportV3["trendData"]["points"] {
  const byDay = Map.groupBy(facts, (fact) => fact.dateUtc);
  const newest = new Map<string, AnswerFact>();
  return daysBetween(scene.window.trendFrom, scene.window.to).map((date) => {
    const today = byDay.get(date) ?? [];
    // If a prompt runs several times per day, its last answer counts.
    for (const fact of today) newest.set(`${fact.promptId} ${fact.provider}`, fact);
    const tally = tallyOf(newest.values(), scene.counts);
    const known = <T>(value: T): T | null => (today.length === 0 ? null : value);
    const named = <T>(value: T): T | null => (today.length === 0 || tally.mentions === 0 ? null : value);
    return {
      date,
      responses: today.length,
      visibilityPercent: known(percent(tally.mentions, tally.responses)),
      shareOfVoice: known(percent(tally.mentions, voices(tally))),
      avgPosition: named(mean(tally.positions, tally.mentions)),
      avgSentiment: named(mean(tally.sentiment, tally.mentions)),
      citationRate: known(percent(tally.citing, tally.responses)),
    };
  });
}

export function trendData(scene: Scene): ReportV3["trendData"] {
  const byProvider = PROVIDERS.map((provider) => [
    provider,
    pointsOf(
      scene,
      scene.facts.filter((fact) => fact.provider === provider),
    ).map(({ date, responses, visibilityPercent }) => ({ date, responses, visibilityPercent })),
  ]);
  return {
    granularity: "day",
    carryForward: true,
    points: pointsOf(scene, scene.facts),
    byProvider: Object.fromEntries(byProvider),
  };
}
