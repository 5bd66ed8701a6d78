import type { Bindings } from "./env";
import { log } from "./http/log";

/** A kind is a machine word of ours; whatever else stands in its place is not told. */
const KIND = /^[a-z][a-zA-Z_]{0,39}$/;

/** What a message asks for, where it says so. */
function kindOf(body: unknown): string | null {
  const { kind, job } = (typeof body === "object" && body !== null ? body : {}) as { kind?: unknown; job?: unknown };
  const name = kind ?? job;
  return typeof name === "string" && KIND.test(name) ? name : null;
}

/**
 * The one place that a message passes which ran out of retries. Its body may hold addresses of people and pages, so the log
 * names it only by its id. Each area's own watchdog mends what it stood for.
 */
async function takeDeadLetter(queue: string, message: Message, _env: Bindings): Promise<void> {
  const { id, attempts, body } = message;
  log("error", "dead_letter", { queue, id, kind: kindOf(body), attempts });
  message.ack();
}

/** Messages of every dead letter queue. */
export async function consumeDeadLetters(batch: MessageBatch, env: Bindings): Promise<void> {
  for (const message of batch.messages) await takeDeadLetter(batch.queue, message, env);
}
