import type { Bindings } from "../env";
import { backoffSeconds } from "../lib/time/backoff";
import { log } from "../lib/text/log";
import { noteReason } from "../lib/platform/failed-message";
import { readMessage } from "../lib/platform/read-message";
import { purgeDomain, PurgeMessage } from "./purge-domain";

const BACKOFF = { baseSeconds: 60, maxSeconds: 3_600 };

/** Handles purges of removed domains. A message may be delivered twice. */
export async function consumePurges(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) {
    const body = readMessage(PurgeMessage, batch.queue, message);
    if (!body) continue;
    try {
      await purgeDomain(env, body, Date.now());
      message.ack();
    } catch (error) {
      log("warn", "purge_incomplete", { domainId: body.domainId, attempts: message.attempts, error: String(error) });
      noteReason(message, error);
      message.retry({ delaySeconds: 60 + backoffSeconds(message.attempts, Math.random(), BACKOFF) });
    }
  }
}
