import { PROVIDERS } from "../../src/lib/ai-providers.ts";
import type { AnswerFact } from "../../src/mentions/core/statistics/fact";

/**
 * A second implementation of the statistics, directly from their definitions and not optimized. The service's results
 * must equal it. Shares no code with the service.
 */
export function plainStatistics(
  all: readonly AnswerFact[],
  asked: {
    promptIds: string[];
    from: string;
    to: string;
    provider?: string;
    ownDomain: string;
    tracked: string[];
    now: number;
  },
) {
  const { from, to, provider, tracked } = asked;
  const day = (daysAgo: number) => new Date(asked.now - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const loadedFrom = from < day(29) ? from : day(29);
  const loaded = all.filter((fact) => fact.dateUtc >= loadedFrom);
  const often = (name: string) =>
    loaded.filter((fact) => fact.competitors.some((each) => each[0] === name)).length >= 2;
  const every = [...new Set(loaded.flatMap((fact) => fact.competitors.map((each) => each[0])))];
  const brands = every.filter((name) => tracked.includes(name) || often(name));
  const inRange = all.filter(
    (fact) => fact.dateUtc >= from && fact.dateUtc <= to && (provider === undefined || fact.provider === provider),
  );
  const rounded = (value: number, digits: number) => Math.round(value * 10 ** digits) / 10 ** digits + 0;
  const avg = (values: number[]) => (values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length);
  /** In hundredths, so that no half is lost. */
  const hundredths = (values: number[]) => Math.round(avg(values.map((value) => Math.round(100 * value)))) / 100 + 0;
  const names = (fact: AnswerFact, name: string) => fact.competitors.some((each) => each[0] === name);

  const numbers = (facts: AnswerFact[]) => {
    const n = facts.length;
    const mentioning = facts.filter((fact) => fact.position > 0);
    const m = Object.fromEntries(brands.map((name) => [name, facts.filter((fact) => names(fact, name)).length]));
    const meanRank = (name: string) =>
      avg(facts.flatMap((fact) => fact.competitors.filter((each) => each[0] === name).map((each) => each[2])));
    const order = brands
      .filter((name) => m[name]! > 0)
      .sort((a, b) => m[b]! - m[a]! || meanRank(a) - meanRank(b) || (a < b ? -1 : 1));
    const voices = mentioning.length + brands.reduce((sum, name) => sum + m[name]!, 0);
    return { n, mentioning, m, order, voices, facts };
  };
  const tones = (all: number[]) => ({ toned: all.length, avgTone: all.length === 0 ? null : hundredths(all) });
  const shared = ({ n, mentioning, facts }: ReturnType<typeof numbers>) => ({
    avgSentiment: hundredths(mentioning.map((fact) => fact.sentiment)),
    ...tones(mentioning.map((fact) => fact.sentiment).filter((tone) => tone !== 0)),
    avgPosition: rounded(avg(mentioning.map((fact) => fact.position)), 2),
    citationRate: n === 0 ? 0 : rounded((100 * facts.filter((fact) => fact.ownUrls.length > 0).length) / n, 1),
  });
  const strength = (name: string, facts: AnswerFact[]) => {
    const naming = facts.filter((fact) => names(fact, name));
    const q = avg(naming.map((fact) => 1 / Math.log2(1 + fact.competitors.find((each) => each[0] === name)![2])));
    const b = new Set(naming.map((fact) => fact.provider)).size / new Set(facts.map((fact) => fact.provider)).size;
    return Math.round(100 * (naming.length / facts.length) * (0.6 + 0.25 * q + 0.15 * b));
  };
  const difficulty = (promptId: string) => {
    const facts = all
      .filter((fact) => fact.promptId === promptId && fact.dateUtc >= day(29))
      .sort((a, b) => a.createdAt - b.createdAt || (a.runId < b.runId ? -1 : 1));
    if (facts.length < 4) return -1;
    const d = Math.max(0, ...brands.map((name) => facts.filter((fact) => names(fact, name)).length)) / facts.length;
    const a = facts.filter((fact) => brands.some((name) => names(fact, name))).length / facts.length;
    const likeness: number[] = [];
    for (const each of PROVIDERS) {
      const own = facts.filter((fact) => fact.provider === each);
      for (let i = 1; i < own.length; i++) {
        const either = brands.filter((name) => names(own[i - 1]!, name) || names(own[i]!, name)).length;
        const both = brands.filter((name) => names(own[i - 1]!, name) && names(own[i]!, name)).length;
        if (either > 0) likeness.push(both / either);
      }
    }
    const pages = (domain: string) =>
      facts.reduce((sum, fact) => sum + (fact.cited.find((each) => each[0] === domain)?.[1] ?? 0), 0);
    const domains = [...new Set(facts.flatMap((fact) => fact.cited.map((each) => each[0])))];
    const total = domains.reduce((sum, domain) => sum + pages(domain), 0);
    const foreign = domains.filter((domain) => domain !== asked.ownDomain).map(pages);
    const top = foreign.sort((x, y) => y - x).slice(0, 3);
    const weighted: Array<[number, number]> = [
      [0.35, d],
      [0.25, a],
    ];
    if (likeness.length > 0) weighted.push([0.25, avg(likeness)]);
    if (total > 0) weighted.push([0.15, top.reduce((x, y) => x + y, 0) / total]);
    const weights = weighted.reduce((sum, [weight]) => sum + weight, 0);
    return Math.round((100 * weighted.reduce((sum, [weight, value]) => sum + weight * value, 0)) / weights);
  };

  return {
    prompts: asked.promptIds.map((promptId) => {
      const own = numbers(inRange.filter((fact) => fact.promptId === promptId));
      return {
        promptId,
        responses: own.n,
        mentions: own.mentioning.length,
        visibilityPercent: own.n === 0 ? 0 : rounded((100 * own.mentioning.length) / own.n, 1),
        ...shared(own),
        topCompetitorSharePct: own.order.length === 0 ? 0 : rounded((100 * own.m[own.order[0]!]!) / own.voices, 1),
        difficulty: difficulty(promptId),
        topCompetitors: own.order
          .slice(0, 5)
          .map((name) => ({ name, count: own.m[name]!, strength: strength(name, own.facts) })),
      };
    }),
    summary: (() => {
      const sum = numbers(inRange);
      return {
        totalResponses: sum.n,
        totalMentions: sum.mentioning.length,
        visibilityRate: sum.n === 0 ? 0 : rounded((100 * sum.mentioning.length) / sum.n, 1),
        ...shared(sum),
        totalCitations: sum.facts.reduce((total, fact) => total + fact.ownUrls.length, 0),
        topCompetitor: { name: sum.order[0] ?? "", mentions: sum.m[sum.order[0]!] ?? 0 },
        shareOfVoice: sum.voices === 0 ? 0 : rounded((100 * sum.mentioning.length) / sum.voices, 1),
      };
    })(),
  };
}
