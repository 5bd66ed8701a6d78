import type * as z from "zod";
import { limitRate } from "../../accounts";
import { settingsOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import {
  fetchRobots,
  judgePath,
  parseRobots,
  rulesFor,
  trialHeaders,
  type EgressRules,
  type RobotsRule,
} from "../../web";
import type { LookBody, LookResponse } from "../schemas";
import { lookAt, MAX_REDIRECTS, type Look } from "./look-at";

const CRAWLER = "GPTBot";
const PAGE_TIMEOUT_MS = 10 * SECOND_MS;
const ROBOTS_TIMEOUT_MS = 5 * SECOND_MS;
/** Of all requests together. */
const ALL_TIMEOUT_MS = 25 * SECOND_MS;
/** Looks per minute: of one address, and of all strangers together. */
export const LOOKS_OF_ADDRESS = 6;
const LOOKS_OF_ALL = 120;

type Robots = z.input<typeof LookResponse>["robots"];

/** A site's rules for the crawler. Null: no answer, or an error of the server, so that a crawler stays away (RFC 9309). */
type SiteRules = readonly RobotsRule[] | null;

async function rulesOf(url: URL, rules: EgressRules, timeoutMs: number): Promise<SiteRules> {
  const file = await fetchRobots(url.origin, rules, { now: Date.now(), timeoutMs });
  if (file.status === 0 || file.status >= 500) return null;
  return file.status === 200 ? rulesFor(parseRobots(file.text), CRAWLER).rules : [];
}

function judge(site: SiteRules, url: URL): Robots {
  if (site === null) return { allowed: null, rule: null };
  const { allowed, rule } = judgePath(site, url.pathname + url.search);
  return { allowed, rule: rule && `${rule.allow ? "Allow" : "Disallow"}: ${rule.pattern.slice(0, 300)}` };
}

/** Requests a page and what it redirects to, each only after the robots.txt of its site was judged. */
async function follow(start: URL, rules: EgressRules): Promise<{ url: URL; robots: Robots; look: Look | null }> {
  const sites = new Map<string, SiteRules>();
  const until = Date.now() + ALL_TIMEOUT_MS;
  const within = (ms: number) => Math.max(1, Math.min(ms, until - Date.now()));
  for (let url = start, redirects = 0; ; redirects++) {
    // The rules of no site hold for other schemes, and lookAt refuses those.
    if (/^https?:$/.test(url.protocol) && !sites.has(url.origin))
      sites.set(url.origin, await rulesOf(url, rules, within(ROBOTS_TIMEOUT_MS)));
    const robots = judge(sites.get(url.origin) ?? null, url);
    if (robots.allowed === false) return { url, robots, look: null };
    const timeoutMs = within(PAGE_TIMEOUT_MS);
    const look = await lookAt(url, { rules, headers: trialHeaders(CRAWLER), timeoutMs, maxRedirects: 0 });
    if (look.next === null) return { url, robots, look };
    if (redirects === MAX_REDIRECTS)
      return { url, robots, look: { ...look, failure: `more than ${MAX_REDIRECTS} redirects` } };
    url = look.next;
  }
}

/**
 * Shows a stranger what GPTBot gets of a page. What robots.txt keeps from it is not requested.
 * @throws ApiError `rate_limited`.
 */
export async function lookPublicly(
  env: Bindings,
  address: string,
  { url: asked }: z.output<typeof LookBody>,
): Promise<z.input<typeof LookResponse>> {
  await limitRate(env, `look:${address}`, LOOKS_OF_ADDRESS);
  await limitRate(env, "look", LOOKS_OF_ALL);
  const rules: EgressRules = {
    hosts: new Set(),
    anyPublicHost: true,
    via: null,
    allowPrivateHosts: settingsOf(env).allowPrivateHosts,
  };
  const { url, robots, look } = await follow(new URL(asked), rules);
  const none = { url: url.href, status: null, title: null, words: null, scripts: null, text: null, cut: null };
  if (look === null || look.failure !== null) return { ...none, failure: look?.failure ?? null, robots };
  const { title = null, words = null, scripts = null, text = null, cut = null } = look.page ?? {};
  return { url: url.href, status: look.status, title, words, scripts, text, cut, failure: null, robots };
}
