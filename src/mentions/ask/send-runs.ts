import type { Bindings } from "../../env";
import { promptQueueBindingOf } from "../../lib/ai-providers";
import { log } from "../../lib/text/log";
import { openDb } from "../../db/client";
import { PROVIDERS, type Provider } from "../core/provider";
import { findPromptRun } from "../repo/runs";

/** Signals that a run may continue. D1 is the source of truth, so a lost or repeated message does no harm. */
export interface RunMessage {
  runId: string;
}

/** Each provider has its own queue, so that a slow provider does not delay the others. */
function queueOf(env: Bindings, provider: Provider): Queue<RunMessage> {
  return env[promptQueueBindingOf(provider)];
}

/** Maximum messages per sendBatch call. */
const BATCH = 100;

/** Sends a message for each run. A queue failure is only logged: the quarter-hourly sweep sends the missing messages. */
export async function sendRuns(env: Bindings, runs: ReadonlyArray<{ id: string; provider: Provider }>): Promise<void> {
  for (const provider of PROVIDERS) {
    const messages = runs.filter((run) => run.provider === provider).map(({ id }) => ({ body: { runId: id } }));
    try {
      for (let i = 0; i < messages.length; i += BATCH) {
        await queueOf(env, provider).sendBatch(messages.slice(i, i + BATCH));
      }
    } catch (error) {
      log("error", "prompt_runs_not_sent", { provider, runs: messages.length, error: String(error) });
    }
  }
}

/** Sends one run's message again; does nothing if the run does not exist. */
export async function resendRun(env: Bindings, runId: unknown): Promise<void> {
  const run = typeof runId === "string" ? await findPromptRun(openDb(env.DB), runId) : undefined;
  if (run) await queueOf(env, run.provider).send({ runId: run.id });
}
