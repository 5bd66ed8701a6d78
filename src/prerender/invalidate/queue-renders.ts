import { gatherSecondsOf, renderPoolsOf, type Bindings } from "../../env";
import { sendAll } from "../../lib/platform/send-all";
import { secondsToGathering } from "../core/turns/gathering";
import { poolNumber } from "../core/turns/pool-order";
import { ruleFor } from "../core/render-rules";
import { keyOf, variantsOf } from "../core/variant";
import { indexOf } from "../cache/index-of";
import type { PrerenderSite } from "../cache/site";

/**
 * Queues renders of the first pages, as many as the domain may still queue this hour. All domains share one queue, so
 * one domain must not fill it. Returns the number of pages queued.
 */
export async function queuePrewarming(
  env: Pick<Bindings, "RENDER_QUEUE" | "SNAPSHOT_INDEX">,
  { domainId, rules }: Pick<PrerenderSite, "domainId" | "rules">,
  paths: readonly string[],
  askedAt: number,
): Promise<number> {
  if (paths.length === 0) return 0;
  const allowed = await indexOf(env, domainId).takePrewarming(paths.length, askedAt);
  const pages = paths.slice(0, allowed);
  await queueRenders(env, domainId, keysOfPages(rules, pages), askedAt);
  return pages.length;
}

/** The cache keys of the pages' snapshots. */
export function keysOfPages(rules: PrerenderSite["rules"], paths: readonly string[]): string[] {
  return paths.flatMap((path) => variantsOf(ruleFor(rules, path)).map((variant) => keyOf(path, variant)));
}

/**
 * Queues background renders by cache key. `askedAt` (epoch ms): a snapshot made later satisfies the request.
 * `delaySeconds`: how much later they are due.
 */
export async function queueRenders(
  env: Pick<Bindings, "RENDER_QUEUE">,
  domainId: string,
  keys: readonly string[],
  askedAt: number,
  delaySeconds: number = 0,
): Promise<void> {
  const messages = keys.map((path) => ({ domainId, path, askedAt }));
  await sendAll(env.RENDER_QUEUE, messages, delaySeconds);
}

/** Queues the render of a stale page, which its crawler has got, together with those of other sites in its pool. */
export async function queueRefresh(
  env: Pick<Bindings, "RENDER_QUEUE" | "RENDER_POOLS" | "RENDER_GATHER_SECONDS">,
  domainId: string,
  key: string,
  now: number,
): Promise<void> {
  const delaySeconds = secondsToGathering(gatherSecondsOf(env), poolNumber(domainId, renderPoolsOf(env)), now);
  await queueRenders(env, domainId, [key], now, delaySeconds);
}

/** Queues renders of the domain's pages that crawlers request and that go stale soon. Repeating it does nothing. */
export async function renewPages(
  env: Pick<Bindings, "RENDER_QUEUE" | "SNAPSHOT_INDEX">,
  domainId: string,
  now: number,
): Promise<void> {
  await queueRenders(env, domainId, await indexOf(env, domainId).takeRenewals(now), now);
}
