import type { Bindings } from "../env";
import { objectStub } from "../lib/platform/object-stub";
import { log } from "../lib/text/log";
import { DOCTOR } from "./probed-object";

/** The doctor's message. Each queue gets one per checkup. */
export interface ProbeMessage {
  doctor: string;
}

/** The message's checkup; null: it is not the doctor's. */
function checkupOf(body: unknown): string | null {
  const id = typeof body === "object" && body !== null ? (body as Partial<ProbeMessage>).doctor : undefined;
  return typeof id === "string" ? id : null;
}

/**
 * Takes the doctor's messages out of a batch and notes that they have arrived. Returns the batch with the others, which is the
 * same one if there were none of the doctor's. `queue`: the name in wrangler.toml. As a dead letter, such a message says nothing.
 */
export async function takeProbes(
  batch: MessageBatch,
  queue: string,
  env: Pick<Bindings, "RATE_LIMITER">,
): Promise<MessageBatch> {
  const probes = batch.messages.filter(({ body }) => checkupOf(body) !== null);
  if (probes.length === 0) return batch;
  for (const message of probes) {
    try {
      await objectStub(env.RATE_LIMITER, DOCTOR).noteArrival(checkupOf(message.body)!, queue);
      message.ack();
    } catch (error) {
      log("warn", "probe_not_noted", { queue, error: String(error) });
      message.retry();
    }
  }
  const messages = batch.messages.filter((message) => !probes.includes(message));
  return {
    queue: batch.queue,
    metadata: batch.metadata,
    messages,
    ackAll: () => messages.forEach((message) => message.ack()),
    retryAll: (options) => messages.forEach((message) => message.retry(options)),
  };
}
