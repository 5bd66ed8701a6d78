import { renderPoolsOf } from "../../env";
import { objectStub } from "../../lib/platform/object-stub";
import { withDeadline } from "../../lib/time/deadline";
import { SECOND_MS } from "../../lib/time/time";
import { poolName } from "../core/turns/pool-order";
import type { PoolEnv } from "./ask-pools";
import type { PoolState } from "./render-pool.do";

/** How long a pool may take to answer. One that starts needs less than a second. */
const PATIENCE_MS = 3 * SECOND_MS;

/** What each render pool does; `state` is null for one that does not answer. The first one keeps the time of the day. */
export function poolStates(env: PoolEnv, day: string): Promise<Array<{ pool: string; state: PoolState | null }>> {
  const pools = Array.from({ length: renderPoolsOf(env) }, (_, index) => poolName(index));
  return Promise.all(
    pools.map(async (pool) => {
      const asked = withDeadline(objectStub(env.RENDER_POOL, pool).state(day), PATIENCE_MS);
      return { pool, state: await asked.catch(() => null) };
    }),
  );
}
