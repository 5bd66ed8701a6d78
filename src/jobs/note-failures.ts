import { openDb } from "../db/client";
import { recordFault } from "../db/fault-repo";
import type { Bindings } from "../env";
import { reasonOf } from "../lib/platform/failed-message";
import { log } from "../lib/text/log";
import { deadLetterQueueOf, isLastAttempt, type QueueName } from "../lib/queue-names";

/**
 * Handles a batch, and records why messages failed for the last time: a dead letter does not say it. One write per batch at
 * most, and none unless a message becomes a dead letter.
 */
export async function noteFailures(
  queue: QueueName,
  batch: MessageBatch,
  env: Pick<Bindings, "DB">,
  handle: () => Promise<void>,
): Promise<void> {
  const last = batch.messages.filter(({ attempts }) => isLastAttempt(queue, attempts));
  let thrown: unknown;
  try {
    await handle();
  } catch (error) {
    thrown = error;
    throw error;
  } finally {
    const reason = last.map(reasonOf).find((each) => each !== undefined) ?? (last.length > 0 ? thrown : undefined);
    if (reason !== undefined) await recordReason(env, queue, reason);
  }
}

async function recordReason(env: Pick<Bindings, "DB">, queue: QueueName, reason: unknown): Promise<void> {
  try {
    await recordFault(openDb(env.DB), `queue:${deadLetterQueueOf(queue)}`, reason, Date.now());
  } catch (error) {
    log("warn", "failure_not_noted", { queue, error: String(error) });
  }
}
