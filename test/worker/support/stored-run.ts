import { answerColumns } from "../../../src/mentions/answers/answer-columns.ts";
import { readRuns } from "../../../src/mentions/answers/read-runs.ts";
import { env } from "./api.ts";

/** A run as the service reads it, with what lists show of its answer, wherever that is kept. */
export async function storedRun(runId: string, domainId?: string) {
  const owner =
    domainId ??
    (await env.DB.prepare("SELECT domain_id AS id FROM prompt_run WHERE id = ?").bind(runId).first<string>("id"))!;
  const { runs } = await readRuns(env, { domainId: owner, runId }, { limit: 1, after: undefined });
  const [read] = runs;
  if (!read) throw new Error(`no run ${runId}`);
  const { answer, analysis } = read;
  return { ...read.run, ...answerColumns(read), stop: answer?.stop ?? null, analysis: analysis?.analysis ?? null };
}
