import type * as z from "zod";
import { limitRate } from "../../accounts";
import { settingsOf, type Bindings } from "../../env";
import { SECOND_MS } from "../../lib/time/time";
import { fetchRobots, judgePath, parseRobots, rulesFor, trialHeaders, type EgressRules } from "../../web";
import type { LookBody, LookResponse } from "../schemas";
import { lookAt } from "./look-at";

const CRAWLER = "GPTBot";
const PAGE_TIMEOUT_MS = 10 * SECOND_MS;
const ROBOTS_TIMEOUT_MS = 5 * SECOND_MS;
/** Looks per minute: of one address, and of all strangers together. */
export const LOOKS_OF_ADDRESS = 6;
const LOOKS_OF_ALL = 120;

type Robots = z.input<typeof LookResponse>["robots"];

/** What a site's robots.txt says about a page. Without an answer, or with an error of the server, a crawler stays away (RFC 9309). */
async function robotsOf(url: URL, rules: EgressRules): Promise<Robots> {
  const file = await fetchRobots(url.origin, rules, { now: Date.now(), timeoutMs: ROBOTS_TIMEOUT_MS });
  if (file.status === 0 || file.status >= 500) return { allowed: null, rule: null };
  if (file.status !== 200) return { allowed: true, rule: null };
  const { allowed, rule } = judgePath(rulesFor(parseRobots(file.text), CRAWLER).rules, url.pathname + url.search);
  return { allowed, rule: rule && `${rule.allow ? "Allow" : "Disallow"}: ${rule.pattern.slice(0, 300)}` };
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
  const url = new URL(asked);
  const none = { url: url.href, status: null, title: null, words: null, scripts: null, text: null };
  const robots = await robotsOf(url, rules);
  if (robots.allowed === false) return { ...none, failure: null, robots };
  const look = await lookAt(url, { rules, headers: trialHeaders(CRAWLER), timeoutMs: PAGE_TIMEOUT_MS });
  const { failure, status, page } = look;
  if (failure !== null) return { ...none, failure, robots };
  const landed = new URL(look.url);
  // Another host has rules of its own.
  const there = landed.origin === url.origin ? robots : await robotsOf(landed, rules);
  if (there.allowed === false) return { ...none, url: landed.href, failure: null, robots: there };
  const { title = null, words = null, scripts = null, text = null } = page ?? {};
  return { url: landed.href, status, title, words, scripts, text, failure, robots: there };
}
