import type { AnswerFact } from "./fact";

/** With fewer answers no difficulty is computed. */
const MIN_ANSWERS = 4;

/** Mean Jaccard similarity of the competitors in consecutive answers of one provider; null if no pair names any. */
function stability(facts: readonly AnswerFact[], counts: (name: string) => boolean): number | null {
  const last = new Map<string, Set<string>>();
  let sum = 0;
  let pairs = 0;
  for (const fact of facts.toSorted((a, b) => a.createdAt - b.createdAt || (a.runId < b.runId ? -1 : 1))) {
    const names = new Set(fact.competitors.map(([name]) => name).filter(counts));
    const before = last.get(fact.provider);
    last.set(fact.provider, names);
    if (before === undefined || before.size + names.size === 0) continue;
    const shared = Array.from(names).filter((name) => before.has(name)).length;
    sum += shared / (before.size + names.size - shared);
    pairs++;
  }
  return pairs === 0 ? null : sum / pairs;
}

/** Share of the cited pages on the three most cited other domains; null if nothing is cited. */
function concentration(facts: readonly AnswerFact[], ownDomain: string): number | null {
  const pages = new Map<string, number>();
  let all = 0;
  for (const { cited } of facts)
    for (const [domain, count] of cited) {
      all += count;
      if (domain !== ownDomain) pages.set(domain, (pages.get(domain) ?? 0) + count);
    }
  if (all === 0) return null;
  const top = Array.from(pages.values())
    .sort((a, b) => b - a)
    .slice(0, 3);
  return top.reduce((sum, count) => sum + count, 0) / all;
}

/**
 * How hard it is to be named for a prompt, 0 to 100, or −1 with fewer than four answers. Like keyword difficulty, it
 * depends on competitors only: presence of the strongest one .35, answers with any .25, their stability .25,
 * concentration of cited sites .15. The weights of unknown parts are distributed among the rest. `facts`: the prompt's
 * last 30 days, all providers.
 */
export function difficultyOf(
  facts: readonly AnswerFact[],
  counts: (name: string) => boolean,
  ownDomain: string,
): number {
  const n = facts.length;
  if (n < MIN_ANSWERS) return -1;
  const answers = new Map<string, number>();
  let withAny = 0;
  for (const { competitors } of facts) {
    const named = competitors.filter(([name]) => counts(name));
    if (named.length > 0) withAny++;
    for (const [name] of named) answers.set(name, (answers.get(name) ?? 0) + 1);
  }
  const parts: Array<[weight: number, value: number | null]> = [
    [0.35, Math.max(0, ...answers.values()) / n],
    [0.25, withAny / n],
    [0.25, stability(facts, counts)],
    [0.15, concentration(facts, ownDomain)],
  ];
  const known = parts.filter((part): part is [number, number] => part[1] !== null);
  const weights = known.reduce((sum, [weight]) => sum + weight, 0);
  return Math.round((100 * known.reduce((sum, [weight, value]) => sum + weight * value, 0)) / weights);
}
