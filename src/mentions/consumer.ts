import * as z from "zod";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { noteReason } from "../lib/platform/failed-message";
import { readMessage } from "../lib/platform/read-message";
import { mapBounded } from "../lib/platform/async-pool";
import { answerPrompt } from "./ask/answer-prompt";

const RunMessage = z.object({ runId: z.string().min(1) });

/** Longest delay a queue accepts. */
const MAX_DELAY_SECONDS = 43_200;

/** Consumes one provider's runs. A run that must wait is retried when it is due. */
export async function consumeRuns(batch: MessageBatch, env: Bindings): Promise<void> {
  await mapBounded(batch.messages, batch.messages.length, async (message) => {
    const body = readMessage(RunMessage, batch.queue, message);
    if (!body) return;
    try {
      const progress = await answerPrompt(env, body.runId, Date.now);
      if ("done" in progress) return message.ack();
      const seconds = Math.ceil((progress.againAt - Date.now()) / 1000);
      noteReason(message, "the run had to wait each time it was delivered");
      message.retry({ delaySeconds: Math.min(MAX_DELAY_SECONDS, Math.max(1, seconds)) });
    } catch (error) {
      // The run stays leased; a later message or the sweep continues it.
      log("error", "prompt_run_failed", { runId: body.runId, error: String(error) });
      noteReason(message, error);
      message.retry();
    }
  });
}
