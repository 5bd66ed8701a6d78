import type { Bindings } from "../env";
import { promptQueueBindingOf, promptQueueOf, PROVIDERS } from "../lib/ai-providers";
import type { DoctorProbe } from "./core/checkup";
import type { ProbeMessage } from "./take-probes";
import { tryProbe } from "./try-probe";

type QueueBinding = Extract<keyof Env, `${string}_QUEUE`>;
type ProviderBinding = ReturnType<typeof promptQueueBindingOf>;

/** The queue of each producer, by the name in wrangler.toml. */
export const QUEUE_OF: Record<QueueBinding, string> = {
  CRAWL_QUEUE: "crawlready-crawl",
  RENDER_QUEUE: "crawlready-render",
  VISIT_QUEUE: "crawlready-visits",
  HOUSEKEEPING_QUEUE: "crawlready-housekeeping",
  PURGE_QUEUE: "crawlready-purge",
  OWNERSHIP_QUEUE: "crawlready-ownership",
  ANALYSIS_QUEUE: "crawlready-analysis",
  ...(Object.fromEntries(PROVIDERS.map((each) => [promptQueueBindingOf(each), promptQueueOf(each)])) as Record<
    ProviderBinding,
    string
  >),
};

/** Sends a message through each queue. The consumers note its arrival. */
export function probeQueues(env: Bindings, id: string): Promise<DoctorProbe[]> {
  const message: ProbeMessage = { doctor: id };
  return Promise.all(
    (Object.keys(QUEUE_OF) as QueueBinding[]).map((binding) =>
      tryProbe(env, { part: "queue", name: QUEUE_OF[binding], binding }, async () => {
        await env[binding].send(message);
        return { state: "waits" };
      }),
    ),
  );
}
