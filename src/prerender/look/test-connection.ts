import type * as z from "zod";
import { authorizeDomain, type Caller } from "../../accounts";
import { openDb } from "../../db/client";
import { settingsOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import { egressRules, homeOf, trialHeaders } from "../../web";
import type { TestConnectionBody, TestConnectionResponse } from "../schemas";
import { proofOf, TRIAL_HEADER } from "../core/trial-proof";
import { lookAt, type Look } from "./look-at";

/** A page that is not cached yet is rendered while the site waits. */
const CRAWLER_TIMEOUT_MS = 35 * SECOND_MS;
const RENDERER_TIMEOUT_MS = 15 * SECOND_MS;

type Seen = z.input<typeof TestConnectionResponse>["asCrawler"];
const STATES = new Set(["hit", "miss", "stale", "bypass"]);

/** `isOurs`: the response is known to come from this service. Without that, its header may be anybody's. */
function seen({ url, status, failure, headers, page }: Look, isOurs: boolean): Seen {
  const state = headers.get("x-crawlready-cache");
  return {
    url,
    status,
    cache: isOurs && state !== null && STATES.has(state) ? (state as NonNullable<Seen["cache"]>) : null,
    title: page?.title ?? null,
    words: page?.words ?? null,
    cut: page?.cut ?? null,
    failure,
  };
}

/**
 * Asks a page of the site twice: as Googlebot, and as a renderer, which always gets the site's own page. Neither request counts
 * as a visit.
 * @throws ApiError as authorizeDomain.
 */
export async function testConnection(
  env: Bindings,
  caller: Caller,
  { domain, path }: z.output<typeof TestConnectionBody>,
): Promise<z.input<typeof TestConnectionResponse>> {
  const row = await authorizeDomain(openDb(env.DB), caller, domain);
  const { allowPrivateHosts } = settingsOf(env);
  const url = new URL(homeOf(row.domain).origin + path);
  const asOthers = egressRules({ domain: row.domain, origin: null }, allowPrivateHosts);
  const trial = crypto.randomUUID().replaceAll("-", "");
  const [crawler, renderer] = await Promise.all([
    // Not through the origin: what is tested is the way that crawlers take.
    lookAt(url, { rules: asOthers, headers: trialHeaders("Googlebot", trial), timeoutMs: CRAWLER_TIMEOUT_MS }),
    lookAt(url, {
      rules: egressRules(row, allowPrivateHosts),
      headers: { "x-prerender": "1" },
      timeoutMs: RENDERER_TIMEOUT_MS,
    }),
  ]);
  const isOurs = crawler.headers.get(TRIAL_HEADER) === (await proofOf(trial));
  const [asCrawler, withoutService] = [seen(crawler, isOurs), seen(renderer, false)];
  const claimed = !isOurs && crawler.headers.has("x-crawlready-cache");
  return { connected: asCrawler.cache !== null, claimed, asCrawler, withoutService };
}
