import type { Bindings } from "../env";

const MESSAGES_PER_SEND = 100;

/** Asks for renders in the background. `askedAt` (epoch ms): a snapshot made later satisfies the request. */
export async function queueRenders(
  env: Pick<Bindings, "RENDER_QUEUE">,
  domainId: string,
  paths: readonly string[],
  askedAt: number
): Promise<number> {
  for (let start = 0; start < paths.length; start += MESSAGES_PER_SEND) {
    const messages = paths
      .slice(start, start + MESSAGES_PER_SEND)
      .map((path) => ({ body: { domainId, path, askedAt } }));
    await env.RENDER_QUEUE.sendBatch(messages);
  }
  return paths.length;
}
