import * as z from "zod";
import { servedDomains, servedShards } from "../accounts";
import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { mapBounded } from "../lib/platform/async-pool";
import { withDeadline } from "../lib/time/deadline";
import { log } from "../lib/text/log";
import { sendAll } from "../lib/platform/send-all";
import { SECOND_MS } from "../lib/time/time";
import { usedBy } from "../usage/metered-env";
import { renewPages } from "../prerender";

/** Domains per message, which cost two subrequests each, and shards per step, which fit into one call of sendBatch. */
const SHARD = 200;
const SHARDS_A_STEP = 100;
/** An invocation may have six open connections. */
const AT_ONCE = 6;
const DOMAIN_MS = 30 * SECOND_MS;

const Id = z.string().min(1).max(100);
/** The served domains with ids after `after` up to `upTo`. */
export const RenewalShard = z.object({
  kind: z.literal("renewals"),
  after: z.string().max(100),
  upTo: Id,
  at: z.number(),
});
export type RenewalShard = z.infer<typeof RenewalShard>;

/** Cron: sends shards of the domains whose pages are served. Returns where the next step starts. */
export async function renewAskedPages(env: Bindings, now: number, after: string | null): Promise<string | null> {
  const ends = await servedShards(openDb(env.DB), after ?? "", { shards: SHARDS_A_STEP, size: SHARD });
  const messages = ends.map((upTo, i): RenewalShard => ({
    kind: "renewals",
    after: ends[i - 1] ?? after ?? "",
    upTo,
    at: now,
  }));
  await sendAll<RenewalShard>(env.HOUSEKEEPING_QUEUE, messages);
  return ends.length < SHARDS_A_STEP ? null : ends.at(-1)!;
}

/** Handles one shard. A domain that fails is due again at the next tick. */
export async function renewDomains(env: Bindings, shard: RenewalShard): Promise<void> {
  const ids = await servedDomains(openDb(env.DB), shard, SHARD);
  await mapBounded(ids, AT_ONCE, async (domainId) => {
    const done = withDeadline(
      renewPages(usedBy(env, domainId), domainId, shard.at).then(() => true),
      DOMAIN_MS,
    );
    const error = await done.then((ended) => (ended ? null : "no answer in time"), String);
    if (error !== null) log("warn", "pages_not_renewed", { domainId, error });
  });
}
