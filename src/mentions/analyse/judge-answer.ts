import type { Bindings } from "../../env";
import { consultJudge } from "../calls/consult-judge";
import { JUDGEMENT_SCHEMA, type Judgement } from "../core/analysis/judgement-schema";
import { judgementQuestion, readJudgement } from "../core/analysis/judgement";
import type { Subject } from "../core/analysis/types";
import type { PromptRunRow } from "../repo/runs";

/**
 * A language model's judgement of a stored answer; null if no model can be asked, the day's budget is used up, or the
 * judgement is unusable. The rules then finish the run alone.
 */
export function judgeAnswer(
  env: Bindings,
  run: PromptRunRow,
  text: string,
  subject: Subject,
  clock: () => number,
): Promise<Judgement | null> {
  const { id: runId, analysisAttempts, accountId, domainId, dateUtc: day } = run;
  const idempotencyKey = `${runId}:judgement:${analysisAttempts}`;
  return consultJudge(
    env,
    {
      call: { runId, attempt: analysisAttempts, accountId, domainId, day, idempotencyKey },
      question: { text: judgementQuestion(subject, text), schema: JUDGEMENT_SCHEMA },
      read: (judged) => readJudgement(judged.text, text),
      missing: { event: "judgement_missing", about: { runId } },
    },
    clock,
  );
}
