import type { Bindings } from "../env";
import { QUEUE_BINDINGS, type QueueName } from "../lib/queue-names";
import { withDeadline } from "../lib/time/deadline";
import { SECOND_MS } from "../lib/time/time";
import type { QueueFacts } from "./core/health-facts";

const PATIENCE_MS = 3 * SECOND_MS;

/** What waits in each queue, as Cloudflare counts it. */
export function readBacklogs(env: Bindings): Promise<QueueFacts[]> {
  return Promise.all(
    Object.entries(QUEUE_BINDINGS).map(async ([queue, binding]) => {
      const said = await withDeadline(askQueue(env[binding as keyof Bindings] as Queue), PATIENCE_MS).catch(() => null);
      return { queue: queue as QueueName, waiting: said?.waiting ?? null, oldestAt: said?.oldestAt ?? null };
    }),
  );
}

async function askQueue(queue: Queue): Promise<{ waiting: number; oldestAt: number | null }> {
  const { backlogCount, oldestMessageTimestamp } = await queue.metrics();
  // An empty queue has no oldest message; the local one calls it 1970.
  const oldestAt = oldestMessageTimestamp ? Number(oldestMessageTimestamp) : 0;
  return { waiting: backlogCount, oldestAt: backlogCount > 0 && oldestAt > 0 ? oldestAt : null };
}
