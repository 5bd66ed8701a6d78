import type { Bindings } from "../env";
import type { PoolAnswer } from "./render-pool.do";
import type { PrerenderSite } from "./site";

/**
 * Loads a page of a site in the browser and gives back what came, unjudged and uncached: for audits that compare the raw
 * page with the rendered one. `pathAndQuery` as the public asks for it.
 */
export async function renderRaw(
  env: Pick<Bindings, "RENDER_POOL">,
  site: Pick<PrerenderSite, "domainId" | "originBase">,
  pathAndQuery: string,
  deadlineMs: number,
): Promise<PoolAnswer> {
  const answer = await env.RENDER_POOL.getByName("pool").render(
    site.domainId,
    site.originBase + pathAndQuery,
    deadlineMs,
    "background",
  );
  return answer as PoolAnswer;
}
