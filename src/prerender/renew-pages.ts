import type { Bindings } from "../env";
import { queueRenders } from "./queue-renders";
import { indexOf } from "./render-page";

/** Queues renders of the domain's pages that crawlers ask for and that go stale soon. Repeating it does nothing. */
export async function renewPages(
  env: Pick<Bindings, "RENDER_QUEUE" | "SNAPSHOT_INDEX">,
  domainId: string,
  now: number,
): Promise<void> {
  await queueRenders(env, domainId, await indexOf(env, domainId).takeRenewals(now), now);
}
