/** The most messages that sendBatch accepts. */
const BATCH = 100;

/** Sends one message per body, in batches as large as a queue accepts. They arrive after `delaySeconds`. */
export async function sendAll<T>(
  queue: Pick<Queue<T>, "sendBatch">,
  bodies: readonly T[],
  delaySeconds: number = 0,
): Promise<void> {
  const messageOf = (body: T) => (delaySeconds > 0 ? { body, delaySeconds } : { body });
  for (let start = 0; start < bodies.length; start += BATCH) {
    await queue.sendBatch(bodies.slice(start, start + BATCH).map(messageOf));
  }
}
