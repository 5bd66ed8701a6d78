/** Most messages that one sendBatch takes. */
const BATCH = 100;

/** Sends a message for each body, as many at once as a queue takes. */
export async function sendAll<T>(queue: Pick<Queue<T>, "sendBatch">, bodies: readonly T[]): Promise<void> {
  for (let start = 0; start < bodies.length; start += BATCH) {
    await queue.sendBatch(bodies.slice(start, start + BATCH).map((body) => ({ body })));
  }
}
