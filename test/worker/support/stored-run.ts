import { shownAnswer } from "../../../src/mentions/answers/shown-answer.ts";
import { runsWithAnswers } from "../../../src/mentions/answers/runs-with-answers.ts";
import { env } from "./api.ts";

/** A run as the service reads it, with what lists show of its answer, wherever that is kept. */
export async function storedRun(runId: string, domainId?: string) {
  const owner =
    domainId ??
    (await env.DB.prepare("SELECT domain_id AS id FROM prompt_run WHERE id = ?").bind(runId).first<string>("id"))!;
  const { runs } = await runsWithAnswers(env, { domainId: owner, runId }, { limit: 1, after: undefined });
  const [read] = runs;
  if (!read) throw new Error(`no run ${runId}`);
  const { answer, analysis } = read;
  return { ...read.run, ...shownAnswer(read), stop: answer?.stop ?? null, analysis: analysis?.analysis ?? null };
}
