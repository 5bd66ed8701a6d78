import type { Bindings } from "../env";
import { sendAll } from "../lib/send-all";

/**
 * Queues renders of the first pages, as many as the domain may still queue this hour. All domains share one queue, so
 * one domain must not fill it. Returns the number queued.
 */
export async function queuePrewarming(
  env: Pick<Bindings, "RENDER_QUEUE" | "SNAPSHOT_INDEX">,
  domainId: string,
  paths: readonly string[],
  askedAt: number,
): Promise<number> {
  if (paths.length === 0) return 0;
  const allowed = await env.SNAPSHOT_INDEX.getByName(domainId).takePrewarming(paths.length, askedAt);
  return queueRenders(env, domainId, paths.slice(0, allowed), askedAt);
}

/** Queues background renders. `askedAt` (epoch ms): a snapshot made later satisfies the request. */
export async function queueRenders(
  env: Pick<Bindings, "RENDER_QUEUE">,
  domainId: string,
  paths: readonly string[],
  askedAt: number,
): Promise<number> {
  await sendAll(
    env.RENDER_QUEUE,
    paths.map((path) => ({ domainId, path, askedAt })),
  );
  return paths.length;
}
