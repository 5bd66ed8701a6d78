import type { AnsweredRun } from "../core/report/quote";
import type { Provider } from "../core/provider";
import type { AnswersEnv } from "./answers-of";
import { listFacts } from "./counted-facts";
import type { AnswerDays } from "./fact-rows";
import { answersToQuote } from "./quoted-answers";

/** An answer that names the brand or cites the domain. */
export interface AnswerAbout extends AnsweredRun {
  provider: Provider;
  day: string;
  /** Epoch ms. */
  createdAt: number;
  /** Pages of the domain that it cites. */
  ownUrls: readonly string[];
}

/** The latest answers that name the brand or cite the domain, newest first, and how many more there are. */
export async function answersAbout(
  env: AnswersEnv,
  domainId: string,
  { from, to }: AnswerDays,
  limit: number,
): Promise<{ answers: AnswerAbout[]; more: number }> {
  const facts = await listFacts(env, domainId, from, to);
  const about = facts.filter(({ position, ownUrls }) => position > 0 || ownUrls.length > 0);
  const latest = about.sort((a, b) => b.createdAt - a.createdAt || (a.runId < b.runId ? -1 : 1)).slice(0, limit);
  const byId = new Map(latest.map((fact) => [fact.runId, fact]));
  const read = await answersToQuote(env, domainId, [...latest]);
  const answers = read.flatMap((run) => {
    const fact = byId.get(run.id);
    if (!fact) return [];
    const { provider, dateUtc: day, createdAt, ownUrls } = fact;
    return [{ ...run, provider, day, createdAt, ownUrls }];
  });
  return { answers: answers.sort((a, b) => b.createdAt - a.createdAt), more: about.length - answers.length };
}
