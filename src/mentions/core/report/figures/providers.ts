import { AI_PROVIDERS } from "../../../../lib/ai-providers";
import { PROVIDERS, type Provider } from "../../provider";
import type { AnswerFact } from "../../statistics/fact";
import { clusteredInterval, promptRates } from "../../statistics/prompt-mean";
import { mean, percent, rankedCompetitors, tallyOf, voices } from "../../statistics/tally";
import type { ReportV3 } from "./schema";
import { namedIn, type Scene } from "./scene";

const TOP_DOMAINS = 5;

/** Domains by number of answers that cite them; ties in alphabetical order. */
export function citedDomains(facts: readonly AnswerFact[]): Array<{ domain: string; responses: number }> {
  const responses = new Map<string, number>();
  for (const { cited } of facts) for (const [domain] of cited) responses.set(domain, (responses.get(domain) ?? 0) + 1);
  return Array.from(responses, ([domain, count]) => ({ domain, responses: count })).sort(
    (a, b) => b.responses - a.responses || (a.domain < b.domain ? -1 : 1),
  );
}

/** Mean similarity (Jaccard, percent) of the brands in consecutive answers to the same prompt; null without a pair. */
function stability(scene: Scene, facts: readonly AnswerFact[]): number | null {
  const last = new Map<string, Set<string>>();
  let sum = 0;
  let pairs = 0;
  for (const fact of facts) {
    const brands = new Set([...(fact.position > 0 ? ["\0own"] : []), ...namedIn(scene, fact)]);
    const before = last.get(fact.promptId);
    last.set(fact.promptId, brands);
    if (before === undefined) continue;
    const shared = Array.from(brands).filter((name) => before.has(name)).length;
    const union = brands.size + before.size - shared;
    sum += union === 0 ? 1 : shared / union;
    pairs++;
  }
  return pairs === 0 ? null : Math.round((100 * sum) / pairs);
}

function noteOn(responses: number, errors: number): string {
  if (responses === 0) return errors > 0 ? "Every run failed." : "No answers in this window.";
  if (errors > responses) return "More runs failed than succeeded.";
  return responses < 10 ? "Fewer than ten answers: treat these figures as a rough indication." : "";
}

/** One entry per provider that ran in the window, of both surfaces. */
export function providerInsights(scene: Scene): ReportV3["providerInsights"] {
  const errorsOf = (provider: Provider) => scene.errors.find((each) => each.provider === provider)?.runs ?? 0;
  const answered = new Map([...scene.byProvider, ...Map.groupBy(scene.apart, ({ provider }) => provider)]);
  return PROVIDERS.filter((provider) => answered.has(provider) || errorsOf(provider) > 0).map((provider) => {
    const facts = answered.get(provider) ?? [];
    const tally = tallyOf(facts, scene.counts);
    return {
      provider,
      model: scene.models.find((each) => each.provider === provider)?.model ?? null,
      surface: AI_PROVIDERS[provider].surface,
      responses: tally.responses,
      errors: errorsOf(provider),
      visibilityPercent: percent(tally.mentions, tally.responses),
      interval: clusteredInterval(promptRates(facts)),
      avgPosition: mean(tally.positions, tally.mentions),
      avgSentiment: mean(tally.sentiment, tally.mentions),
      citationRate: percent(tally.citing, tally.responses),
      shareOfVoice: percent(tally.mentions, voices(tally)),
      topCompetitor: rankedCompetitors(tally)[0]?.[0] ?? null,
      topCitedDomains: citedDomains(facts).slice(0, TOP_DOMAINS),
      stability: stability(scene, facts),
      note: noteOn(tally.responses, errorsOf(provider)),
    };
  });
}
