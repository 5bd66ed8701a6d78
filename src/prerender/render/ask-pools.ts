import { renderPoolsOf, type Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { objectStub } from "../../lib/platform/object-stub";
import type { RenderJob } from "../browser/pool";
import { SECOND_MS } from "../../lib/time/time";
import { LEDGER_POOL, poolsFor } from "../core/turns/pool-order";
import type { HeldPage, PoolResult } from "./render-pool.do";

export type PoolEnv = Pick<Bindings, "RENDER_POOL" | "RENDER_POOLS">;

type Refusal = PoolResult & { ok: false };

/** A render that nobody waits for waits so long in its domain's pool before it may open another one's browser. */
const UNAWAITED_WAIT_MS = 15 * SECOND_MS;

/**
 * Renders a page in one of its domain's pools. A pool that has no tab free hands over to the next one, so a hot domain
 * spreads; so does a pool without a browser. If all are busy, the render waits in the one with the fewest waiting.
 * @throws when no pool's object can be reached.
 */
export async function askPools(env: PoolEnv, job: RenderJob, held: HeldPage | null): Promise<PoolResult> {
  const pools = poolsFor(job.domainId, renderPoolsOf(env));
  const ask = async (pool: string, waitMs: number) => {
    const ledger = pool === LEDGER_POOL ? undefined : LEDGER_POOL;
    return objectStub(env.RENDER_POOL, pool).render({ ...job, waitMs, ...(ledger && { ledger }) }, held);
  };
  if (pools.length === 1) return ask(pools[0]!, job.waitMs);
  const waitUntil = Date.now() + job.waitMs;
  const refusals: Array<{ pool: string; answer: Refusal }> = [];
  let failure: unknown = null;
  for (const pool of pools) {
    const patienceMs = job.unawaited && pool === pools[0] ? Math.min(UNAWAITED_WAIT_MS, job.waitMs) : 0;
    const answer = await ask(pool, patienceMs).catch((error: unknown) => {
      log("warn", "pool_not_reached", { pool, error: String(error) });
      failure = error;
      return null;
    });
    if (answer && (answer.ok || !answer.elsewhere)) return answer;
    if (answer) refusals.push({ pool, answer });
    if (Date.now() >= waitUntil) break;
  }
  const busy = refusals.flatMap(({ pool, answer: { elsewhere } }) =>
    elsewhere?.waiting === undefined ? [] : [{ pool, rank: elsewhere.waiting + Math.random() }],
  );
  const [shortest] = busy.sort((left, right) => left.rank - right.rank);
  const waitMs = waitUntil - Date.now();
  if (shortest && waitMs > 0) return ask(shortest.pool, waitMs);
  const last = refusals.at(-1);
  if (last) return last.answer;
  throw failure;
}
