import type { AnsweredRun } from "../core/report/quote";
import type { AnswerFact } from "../core/statistics/fact";
import { answersOf, type AnswersEnv } from "./answers-of";
import { readParts } from "./read-parts";

/** Answers read at once. A report quotes some dozen. */
const MOST = 24 * 1024 * 1024;

async function readAnswers(env: AnswersEnv, domainId: string, facts: readonly AnswerFact[]) {
  if (facts.length === 0) return [];
  const keys = facts
    .map(({ dateUtc: day, createdAt, runId }) => ({ day, createdAt, runId }))
    .sort((a, b) => a.createdAt - b.createdAt || (a.runId < b.runId ? -1 : 1));
  const { parts } = await answersOf(env, domainId).answersOfRuns(keys, MOST);
  const read = await readParts(env, domainId, parts);
  return parts.flatMap(({ runId, provider }, i) => (read[i] ? [{ runId, provider, ...read[i] }] : []));
}

/** The models that gave these answers. */
export async function modelsOf(env: AnswersEnv, domainId: string, facts: readonly AnswerFact[]) {
  const read = await readAnswers(env, domainId, facts);
  return read.map(({ provider, answer }) => ({ provider, model: answer.model }));
}

/** Stored answers with their analyses, to quote from, oldest first. */
export async function answersToQuote(
  env: AnswersEnv,
  domainId: string,
  facts: readonly AnswerFact[],
): Promise<AnsweredRun[]> {
  const read = await readAnswers(env, domainId, facts);
  return read.map(({ runId, answer, analysis }) => {
    const { mentions = [], citedUrls = [] } = analysis?.analysis ?? {};
    return { id: runId, text: answer.text, mentions, citedUrls, citations: answer.citations };
  });
}
