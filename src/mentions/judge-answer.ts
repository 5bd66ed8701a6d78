import type { Bindings } from "../env";
import { consultJudge } from "./consult-judge";
import { JUDGEMENT_SCHEMA, type Judgement } from "./core/analysis/judgement-schema";
import { judgementQuestion, readJudgement } from "./core/analysis/judgement";
import type { PromptRunRow } from "./repo/runs";

/** Ledger attempts of analysis calls start here, to keep them apart from the calls that asked the prompt. */
const FIRST_ATTEMPT = 100;

/**
 * A language model's judgement of a stored answer; null if none is configured, the day's budget is used up, or the
 * judgement is unusable. The rules then finish the run alone.
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
