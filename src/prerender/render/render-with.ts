import { unsealHeaders } from "../../accounts";
import type { Bindings } from "../../env";
import { askPools, type PoolEnv } from "./ask-pools";
import type { RenderJob } from "../browser/pool";
import { pageOptions, ruleFor } from "../core/render-rules";
import { RENDER_DEADLINE_MS, waitForTabMs } from "../core/turns/render-times";
import type { RenderPriority } from "../core/turns/render-turns";
import type { Variant } from "../core/variant";
import type { HeldPage, PoolResult } from "./render-pool.do";
import type { PrerenderSite } from "../cache/site";

/** Has a pool render a page according to its rule. `held`: the place in the index that the render holds; null: none. */
export async function renderWith(
  env: PoolEnv & Pick<Bindings, "AUTH_SECRET">,
  site: PrerenderSite,
  { path, variant }: { path: string; variant: Variant },
  { priority, held }: { priority: RenderPriority; held: HeldPage | null },
): Promise<PoolResult> {
  const rule = ruleFor(site.rules, path);
  const options = pageOptions(rule, variant);
  const headers = rule?.headers && (await unsealHeaders(env, site, rule.headers).catch((error: Error) => error));
  if (headers instanceof Error) return { ok: false, reason: headers.message };
  const job: RenderJob = {
    accountId: site.accountId,
    domainId: site.domainId,
    url: site.originBase + path,
    deadlineMs: RENDER_DEADLINE_MS,
    priority,
    unawaited: priority === "background",
    waitMs: waitForTabMs(priority),
    options: headers ? { ...options, headers } : options,
  };
  return askPools(env, job, held);
}
