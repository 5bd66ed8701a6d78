import { registrableDomain } from "../analysis/citations";
import { bareHost } from "../analysis/names/terms";
import { PROVIDERS, type Provider } from "../provider";
import type { AnswerFact } from "./fact";
import { wilson } from "./interval";
import { meanOverPrompts, promptRates } from "./prompt-mean";
import { surfaceOf } from "./surface";
import { mean, percent, rankedCompetitors, tallyOf, voices } from "./tally";

const LISTED = 50;

export interface BreakdownInput {
  prompts: ReadonlyArray<{ id: string; tags: string }>;
  /** The answers in the range, of one surface. */
  facts: readonly AnswerFact[];
  /** Those of both surfaces, for what is listed by provider. */
  answered: readonly AnswerFact[];
  counts: (name: string) => boolean;
  siteOf: (name: string) => string;
  tracked: readonly string[];
  domain: string;
}

type Grouped<K> = Map<K, AnswerFact[]>;
const distinct = <T>(values: Iterable<T>) => new Set(values).size;
function providersIn(facts: readonly AnswerFact[]): Provider[] {
  const there = new Set(facts.map(({ provider }) => provider));
  return PROVIDERS.filter((provider) => there.has(provider));
}

function ratesOf(facts: readonly AnswerFact[], counts: (name: string) => boolean) {
  const tally = tallyOf(facts, counts);
  return {
    responses: tally.responses,
    mentions: tally.mentions,
    visibilityPercent: percent(tally.mentions, tally.responses),
    avgPosition: mean(tally.positions, tally.mentions),
    citationRate: percent(tally.citing, tally.responses),
    shareOfVoice: percent(tally.mentions, voices(tally)),
  };
}

/** Each prompt with each provider that answered it. */
function matrix({ prompts, answered: facts, counts }: BreakdownInput) {
  const byPrompt: Grouped<string> = Map.groupBy(facts, ({ promptId }) => promptId);
  return prompts.flatMap(({ id: promptId }) => {
    const byProvider: Grouped<Provider> = Map.groupBy(byPrompt.get(promptId) ?? [], ({ provider }) => provider);
    return PROVIDERS.filter((provider) => byProvider.has(provider)).map((provider) => {
      const rates = ratesOf(byProvider.get(provider)!, counts);
      return Object.assign(rates, {
        promptId,
        provider,
        surface: surfaceOf(provider),
        interval: wilson(rates.mentions, rates.responses),
      });
    });
  });
}

function byProvider({ answered: facts, counts }: BreakdownInput) {
  return providersIn(facts).map((provider) => {
    const rates = ratesOf(
      facts.filter((fact) => fact.provider === provider),
      counts,
    );
    return Object.assign(rates, {
      provider,
      surface: surfaceOf(provider),
      interval: wilson(rates.mentions, rates.responses),
    });
  });
}

function byTag({ prompts, facts, counts }: BreakdownInput) {
  const tags = [...new Set(prompts.flatMap((prompt) => prompt.tags.split(",").filter(Boolean)))].sort();
  return tags.map((tag) => {
    const ids = new Set(prompts.filter((prompt) => prompt.tags.split(",").includes(tag)).map(({ id }) => id));
    const own = facts.filter(({ promptId }) => ids.has(promptId));
    const visibilityByPrompt = meanOverPrompts(promptRates(own));
    return Object.assign(ratesOf(own, counts), { tag, prompts: ids.size, visibilityByPrompt });
  });
}

/**
 * Of the prompts with answers: how many any provider names the brand for at least once, each of them does, and each on
 * its own.
 */
function promptShares(facts: readonly AnswerFact[]) {
  /** Prompt → provider → whether any of its answers names the brand. */
  const asked = new Map<string, Map<Provider, boolean>>();
  for (const { promptId, provider, position } of facts) {
    const named = asked.get(promptId) ?? new Map<Provider, boolean>();
    asked.set(promptId, named.set(provider, position > 0 || named.get(provider) === true));
  }
  const prompts = [...asked.values()];
  const share = (named: readonly boolean[]) => percent(named.filter(Boolean).length, named.length);
  return {
    prompts: prompts.length,
    anyModel: share(prompts.map((named) => [...named.values()].includes(true))),
    eachModel: share(prompts.map((named) => ![...named.values()].includes(false))),
    byModel: PROVIDERS.flatMap((provider) => {
      const named = prompts.flatMap((each) => each.get(provider) ?? []);
      return named.length === 0 ? [] : [{ provider, prompts: named.length, sharePct: share(named) }];
    }),
  };
}

function ownPages(facts: readonly AnswerFact[]) {
  const citing = new Map<string, AnswerFact[]>();
  for (const fact of facts)
    for (const url of fact.ownUrls) {
      const own = citing.get(url);
      if (own) own.push(fact);
      else citing.set(url, [fact]);
    }
  return Array.from(citing, ([url, own]) => ({
    url,
    responses: own.length,
    prompts: distinct(own.map(({ promptId }) => promptId)),
    providers: providersIn(own),
    /** Answers that cite the page and name the brand. */
    mentions: own.filter(({ position }) => position > 0).length,
  }))
    .sort((a, b) => b.responses - a.responses || (a.url < b.url ? -1 : 1))
    .slice(0, LISTED);
}

/** Domains by answers that cite them, with how many answers had them among their search results. */
function sources({ facts, siteOf, tracked, domain }: BreakdownInput, used: ReadonlyMap<string, number>) {
  const cited = new Map<string, number>();
  for (const fact of facts) for (const [name] of fact.cited) cited.set(name, (cited.get(name) ?? 0) + 1);
  const own = registrableDomain(bareHost(domain));
  const rivals = new Set(tracked.map((name) => registrableDomain(bareHost(siteOf(name)))));
  return [...new Set([...cited.keys(), ...used.keys()])]
    .map((name) => ({
      domain: name,
      cited: cited.get(name) ?? 0,
      used: used.get(name) ?? 0,
      owner: name === own ? ("own" as const) : rivals.has(name) ? ("competitor" as const) : ("other" as const),
    }))
    .sort((a, b) => b.cited - a.cited || b.used - a.used || (a.domain < b.domain ? -1 : 1))
    .slice(0, LISTED);
}

/** Names that answers mention often enough and that are not tracked. */
function proposedCompetitors({ facts, counts, siteOf, tracked }: BreakdownInput) {
  const tally = tallyOf(facts, counts);
  return rankedCompetitors(tally)
    .filter(([name]) => !tracked.includes(name))
    .slice(0, LISTED)
    .map(([name, { answers, providers }]) => ({
      name,
      siteUrl: siteOf(name),
      responses: answers,
      presencePct: percent(answers, tally.responses),
      providers: PROVIDERS.filter((provider) => providers.has(provider)),
    }));
}

/**
 * The statistics of the answers in a range, seen from different sides. `used`: answers by domain in their search
 * results.
 */
export function breakdowns(input: BreakdownInput, used: ReadonlyMap<string, number>) {
  return {
    matrix: matrix(input),
    byTag: byTag(input),
    byProvider: byProvider(input),
    promptShares: promptShares(input.facts),
    ownPages: ownPages(input.facts),
    sources: sources(input, used),
    proposedCompetitors: proposedCompetitors(input),
  };
}
