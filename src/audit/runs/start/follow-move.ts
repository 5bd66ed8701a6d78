import { siblingHost } from "../../../lib/hosts/sibling-host";
import { SECOND_MS } from "../../../lib/time/time";
import { pathOf } from "../../../lib/hosts/url";
import { settingsOf, signerOf, type Bindings } from "../../../env";
import {
  CRAWLER_TOKEN,
  egressRules,
  fetchRobots,
  guardedFetch,
  headersOf,
  homeOf,
  judgePath,
  rulesFor,
  type EgressRules,
} from "../../../web";
import type { RunConfig } from "../../model/run/run-state";
import { forbidsEverything, parsedRobots } from "../../model/site/robots-file";

/** A start waits at most this long for each of two responses. */
const TIMEOUT_MS = 5 * SECOND_MS;

/**
 * The run at the host that its start redirects to, if that is the same name with or without `www`. Such a run would end after
 * one page. A run of given URLs, with headers or behind an origin stays where it was started.
 */
export async function followMove(env: Bindings, config: RunConfig): Promise<RunConfig> {
  const sibling = siblingHost(config.domain);
  if (sibling === null || !canMove(config)) return config;
  const own = egressRules(config, settingsOf(env).allowPrivateHosts, signerOf(env));
  const rules = { ...own, hosts: new Set([...own.hosts, sibling]) };
  const start = new URL(config.seeds[0] ?? homeOf(config.domain));
  const origin = await movedTo(start, sibling, rules, config);
  return origin === null ? config : movedConfig(config, origin);
}

/** The origin of the sibling if the start leads there; null: it does not, or robots.txt does not let us ask. */
async function movedTo(
  start: URL,
  sibling: string,
  rules: EgressRules,
  { scope, startedAt }: RunConfig,
): Promise<URL | null> {
  const robots = await fetchRobots(start, rules, { now: startedAt, timeoutMs: TIMEOUT_MS });
  if (forbidsEverything(robots)) return null;
  const crawler = scope?.crawler ?? null;
  const { rules: own } = rulesFor(parsedRobots(robots), crawler ?? CRAWLER_TOKEN);
  if (!judgePath(own, pathOf(start.href)).allowed) return null;
  const response = await guardedFetch(start, {
    rules,
    timeoutMs: TIMEOUT_MS,
    maxRedirects: 5,
    headers: headersOf(crawler),
  });
  if (!response.ok) return null;
  response.release();
  return response.url.host === sibling ? new URL(response.url.origin) : null;
}

/** Pure: the run at the host to which an earlier run of the domain, with this scope key, had moved. */
export function repeatMove(config: RunConfig, earlierScopeKey: string): RunConfig {
  const sibling = siblingHost(config.domain);
  if (sibling === null || !canMove(config) || !earlierScopeKey.endsWith(hostMark(sibling))) return config;
  const home = homeOf(config.domain);
  home.host = sibling;
  return movedConfig(config, home);
}

const canMove = ({ mode, origin, access }: RunConfig) => mode !== "selected" && origin === null && access === undefined;
const hostMark = (host: string) => `|host:${host}`;

/** Pure: the run with all its addresses on another host. It is compared and continued with runs of that host alone. */
export function movedConfig(config: RunConfig, { origin, host }: URL): RunConfig {
  const { domain, seeds, sitemapUrl, scopeKey } = config;
  const moved = (text: string) => {
    const url = new URL(text);
    return url.host === domain ? origin + url.pathname + url.search : text;
  };
  return {
    ...config,
    domain: host,
    movedFrom: domain,
    seeds: (seeds.length > 0 ? seeds : [homeOf(domain).href]).map(moved),
    sitemapUrl: sitemapUrl === null ? null : moved(sitemapUrl),
    scopeKey: scopeKey + hostMark(host),
  };
}
