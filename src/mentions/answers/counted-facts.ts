import { openDb } from "../../db/client";
import type { Provider } from "../core/provider";
import type { AnswerFact } from "../core/statistics/fact";
import { uncountedRuns } from "../repo/domain-answers";
import { lastRecentRuns } from "../repo/last-runs";
import { answersOf, type AnswersEnv } from "./answers-of";
import type { AnswerDays, CitedDays, FactCursor, FactTuple, OwnCitation, Uncounted } from "./fact-rows";
import { settledFilter } from "./runs-with-answers";

type FactsEnv = Pick<AnswersEnv, "DB" | "DOMAIN_ANSWERS">;

async function uncounted(env: FactsEnv, domainId: string, days: AnswerDays): Promise<Uncounted> {
  const { state, hidden } = await uncountedRuns(openDb(env.DB), domainId, days);
  return { runs: hidden, prompts: state.gone };
}

/** In the order of days and ids: sums of fractions depend on the order. */
const inOrder = (a: AnswerFact, b: AnswerFact) =>
  a.dateUtc === b.dateUtc ? (a.runId < b.runId ? -1 : 1) : a.dateUtc < b.dateUtc ? -1 : 1;

/** The analysed answers of a domain from `from` to `to`, inclusive. */
export async function listFacts(env: FactsEnv, domainId: string, from: string, to: string): Promise<AnswerFact[]> {
  const without = await uncounted(env, domainId, { from, to });
  const facts: AnswerFact[] = [];
  for (let after: FactCursor | null = null; ;) {
    const page = await answersOf(env, domainId).factsAfter({ from, to }, without, after);
    for (const row of page.facts) facts.push(readFact(row));
    if (page.next === null) return facts.sort(inOrder);
    after = page.next;
  }
}

function readFact(row: FactTuple): AnswerFact {
  const [runId, promptId, provider, dateUtc, createdAt, position, sentiment, toneFound, own, named, cited] = row;
  return {
    runId,
    promptId,
    provider,
    dateUtc,
    createdAt,
    position,
    sentiment,
    toneFound: toneFound === 1,
    ownUrls: own === "[]" ? [] : (JSON.parse(own) as string[]),
    competitors: JSON.parse(named) as AnswerFact["competitors"],
    cited: JSON.parse(cited) as AnswerFact["cited"],
  };
}

/** Epoch ms of each prompt's last run in the given days that ended, successfully or not. */
export async function lastRunTimes(env: FactsEnv, domainId: string, days: AnswerDays): Promise<Map<string, number>> {
  const { times, state } = await lastRecentRuns(openDb(env.DB), domainId, days);
  const settled = settledFilter(days, state);
  const old = settled ? await answersOf(env, domainId).lastSettled(settled) : [];
  const last = new Map<string, number>();
  for (const { promptId, at } of [...times, ...old.map(({ promptId, lastAt }) => ({ promptId, at: lastAt }))])
    last.set(promptId, Math.max(at, last.get(promptId) ?? 0));
  return last;
}

/** The domain's cited pages from `from` to `to`, inclusive; at most `limit`, most cited first. */
export async function ownCitations(
  env: FactsEnv,
  domainId: string,
  days: AnswerDays,
  limit: number,
): Promise<OwnCitation[]> {
  return answersOf(env, domainId).ownCitations(days, await uncounted(env, domainId, days), limit);
}

/** The domain's cited pages by day from `from` to `to`, inclusive, latest days first and at most `limit`; and all answers. */
export async function citedDays(env: FactsEnv, domainId: string, days: AnswerDays, limit: number): Promise<CitedDays> {
  return answersOf(env, domainId).citedDays(days, await uncounted(env, domainId, days), limit);
}

/**
 * The providers' search queries in a domain's answers, most frequent first, with how many runs and prompts led to them;
 * and how many of the answers had a page of each domain among their search results.
 */
export async function searchesOf(env: FactsEnv, domainId: string, days: AnswerDays, limit: number) {
  const { queries, used } = await answersOf(env, domainId).searches(days, await uncounted(env, domainId, days), limit);
  return {
    searchQueries: queries.map(({ query, runs, prompts, providers, cited }) => ({
      query,
      runs,
      prompts,
      providers: JSON.parse(providers) as Provider[],
      cited,
    })),
    used: new Map(used),
  };
}
