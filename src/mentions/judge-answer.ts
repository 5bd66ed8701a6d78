import type { Bindings } from "../env";
import { consultJudge } from "./consult-judge";
import { JUDGEMENT_SCHEMA, type Judgement } from "./core/analysis/judgement-schema";
import { judgementQuestion, readJudgement } from "./core/analysis/judgement";
import type { PromptRunRow } from "./repo/runs";

/** Calls for an analysis stand in the ledger from this attempt on, apart from those that asked the prompt. */
const FIRST_ATTEMPT = 100;

/**
 * What a language model says about a stored answer; null when none is configured, the day's budget is used up, or it gave no
 * usable judgement: the rules then finish the run alone.
 */
export function judgeAnswer(
  env: Bindings,
  run: PromptRunRow,
  brand: string,
  clock: () => number,
): Promise<Judgement | null> {
  const { id: runId, analysisAttempts, accountId, domainId, dateUtc: day, rawResponse } = run;
  const attempt = FIRST_ATTEMPT + analysisAttempts;
  const idempotencyKey = `${runId}:judgement:${analysisAttempts}`;
  return consultJudge(
    env,
    {
      call: { runId, attempt, accountId, domainId, day, idempotencyKey },
      question: { text: judgementQuestion(brand, rawResponse), schema: JUDGEMENT_SCHEMA },
      read: ({ text }) => readJudgement(text, rawResponse),
      missing: { event: "judgement_missing", about: { runId } },
    },
    clock,
  );
}
