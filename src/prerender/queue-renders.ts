import type { Bindings } from "../env";
import { sendAll } from "../lib/send-all";

/**
 * Asks for renders of as many pages as the domain may still queue this hour, the first ones. All domains share one queue: a
 * domain that asks again and again must not fill it. How many were queued.
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

/** Asks for renders in the background. `askedAt` (epoch ms): a snapshot made later satisfies the request. */
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
