import { askPools, type PoolEnv } from "./ask-pools";
import { waitForTabMs } from "./core/render-times";
import type { PoolAnswer } from "./render-pool.do";
import type { PrerenderSite } from "./site";

/** An audit waits no longer than a crawler. */
const WAIT_MS = waitForTabMs("live");

/**
 * Loads a page in the browser and returns the result unjudged and uncached, for audits that compare raw and rendered
 * pages. `pathAndQuery` is the public one.
 */
export async function renderRaw(
  env: PoolEnv,
  site: Pick<PrerenderSite, "accountId" | "domainId" | "originBase">,
  pathAndQuery: string,
  deadlineMs: number,
): Promise<PoolAnswer> {
  const { accountId, domainId, originBase } = site;
  const job = {
    accountId,
    domainId,
    url: originBase + pathAndQuery,
    deadlineMs,
    waitMs: WAIT_MS,
    priority: "background" as const,
    axe: true,
  };
  return askPools(env, job, null);
}
