import { askPools, type PoolEnv } from "./ask-pools";
import { waitForTabMs } from "../core/turns/render-times";
import type { PoolResult } from "./render-pool.do";
import type { PrerenderSite } from "../cache/site";

/** An audit waits no longer than a crawler. */
const WAIT_MS = waitForTabMs("live");

/**
 * Loads a page in the browser and returns the result unjudged and uncached, for audits that compare raw and rendered
 * pages. `pathAndQuery` is the public one. `headers` open a site that is not public; no other render shares the page's
 * cookies or storage.
 */
export async function renderRaw(
  env: PoolEnv,
  site: Pick<PrerenderSite, "accountId" | "domainId" | "originBase">,
  pathAndQuery: string,
  { deadlineMs, headers }: { deadlineMs: number; headers: Readonly<Record<string, string>> },
): Promise<PoolResult> {
  const { accountId, domainId, originBase } = site;
  const job = {
    accountId,
    domainId,
    url: originBase + pathAndQuery,
    deadlineMs,
    waitMs: WAIT_MS,
    priority: "background" as const,
    axe: true,
    options: { headers },
  };
  return askPools(env, job, null);
}
