import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../http/log";
import { JUDGEMENT_SCHEMA, type Judgement } from "./core/analysis/judgement-schema";
import { judgementQuestion, readJudgement } from "./core/analysis/judgement";
import { ProviderError } from "./core/provider-error";
import { askJudge, judgeOf, type Judge } from "./providers/judge";
import { settleCall } from "./repo/ledger";
import type { PromptRunRow } from "./repo/runs";
import { CallRefused, spendCall } from "./spend-call";

/** Calls for an analysis stand in the ledger from this attempt on, apart from those that asked the prompt. */
const FIRST_ATTEMPT = 100;

/**
 * What a language model says about a stored answer; null when none is configured, the day's budget is used up, or it gave no
 * usable judgement: the rules then finish the run alone.
 */
export async function judgeAnswer(
  env: Bindings,
  run: PromptRunRow,
  brand: string,
  clock: () => number,
): Promise<Judgement | null> {
  try {
    const judge = judgeOf(env);
    return judge && (await judged(env, judge, run, brand, clock));
  } catch (error) {
    if (!(error instanceof ProviderError) && !(error instanceof CallRefused)) throw error;
    log("warn", "judgement_missing", { runId: run.id, error: error.message });
    return null;
  }
}

async function judged(
  env: Bindings,
  judge: Judge,
  run: PromptRunRow,
  brand: string,
  clock: () => number,
): Promise<Judgement | null> {
  const db = openDb(env.DB);
  const call = { runId: run.id, attempt: FIRST_ATTEMPT + run.analysisAttempts };
  try {
    const answer = await askJudge(
      env,
      judge,
      { text: judgementQuestion(brand, run.rawResponse), schema: JUDGEMENT_SCHEMA },
      {
        idempotencyKey: `${run.id}:judgement:${run.analysisAttempts}`,
        beforeCall: async (turn) => {
          const { accountId, domainId, dateUtc: day } = run;
          await spendCall(env, { ...call, turn, accountId, domainId, provider: judge, day, startedAt: clock() });
        },
      },
    );
    const judgement = readJudgement(answer.text, run.rawResponse);
    const outcome = judgement ? "ok" : "malformed";
    await settleCall(db, call, { outcome, finishedAt: clock(), usage: answer.usage });
    return judgement;
  } catch (error) {
    if (error instanceof ProviderError) await settleCall(db, call, { outcome: error.kind, finishedAt: clock() });
    throw error;
  }
}
