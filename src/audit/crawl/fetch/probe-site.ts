import {
  guardedFetch,
  judgePath,
  PROBED_AGENTS,
  readTextBody,
  rulesFor,
  CRAWLER_TOKEN,
  type EgressRules,
  type Robots,
  type RobotsRule,
  type RobotsFile,
} from "../../../web";
import { canonicalUrl } from "../../../lib/hosts/url";
import { SECOND_MS } from "../../../lib/time/time";
import { auditedPage, isLoopback } from "../../model/page/audited-page";
import type { AuditedPage } from "../../model/page/page";
import { parsedRobots, robotsAvailability } from "../../model/site/robots-file";
import { homeOfRun } from "../../model/run/home-of-run";
import type { RunConfig } from "../../model/run/run-state";
import { DISCOVERY_PATHS, type DiscoveryFile, type Probe, type SiteFacts } from "../../model/site/site-facts";
import { markdownTwinOf } from "../../model/site/link-relations";
import { fetchPage } from "./fetch-page";
import { CONCURRENCY, crawlDelayMs } from "./pace";
import { Turns } from "./turns";

const PROBE_TIMEOUT_MS = 8 * SECOND_MS;
/** With a longer Crawl-delay we request only the home page: each further request would hold up the run for as long. */
const LONG_PAUSE_MS = 10 * SECOND_MS;
const PROBE_MAX_BYTES = 65_536;
const MAX_HOME_REDIRECTS = 5;

const BROWSER_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/** The probed site and its request limits. */
interface Site {
  productionHost: string | null;
  base: URL;
  rules: EgressRules;
  robots: Robots;
  turns: Turns;
}

type Known = Pick<SiteFacts, "robotsFile" | "robots" | "sitemapFound">;

/**
 * Gathers the facts about a site other than its pages: about a dozen small requests, with the same concurrency as pages.
 * If robots.txt blocks the home page for us, it requests nothing. With a Crawl-delay, it requests only what the checks of
 * every site need.
 */
export async function probeSite(
  config: RunConfig,
  rules: EgressRules,
  robotsFile: RobotsFile,
  sitemapFound: boolean,
): Promise<SiteFacts> {
  const known: Known = {
    robotsFile,
    robots: parsedRobots(robotsFile),
    sitemapFound,
  };
  const base = homeOfRun(config);
  const facts: SiteFacts = { ...NOTHING, ...known, domain: config.domain };
  const closed = robotsAvailability(robotsFile) === "unreachable";
  const own = rulesFor(known.robots, CRAWLER_TOKEN);
  if (closed || !judgePath(own.rules, "/").allowed) return facts;
  const pauseMs = crawlDelayMs(own);
  const productionHost = config.scope?.productionHost ?? null;
  const site: Site = { productionHost, base, rules, robots: known.robots, turns: new Turns(CONCURRENCY, pauseMs) };
  if (pauseMs > LONG_PAUSE_MS) return { ...facts, home: await homePage(site) };
  const ask = (path: string) => probe(site, new URL(path, base));
  const homeSoon = homePage(site);
  // Many sites answer / with a redirect to a language.
  const atHome = async (): Promise<Site> => ({ ...site, base: new URL((await homeSoon).url) });
  const [home, unknownPath, favicon, llmsTxt, httpHome, wwwHome, markdown, asCrawlers] = await Promise.all([
    homeSoon,
    ask(`/${crypto.randomUUID()}`),
    ask("/favicon.ico"),
    ask("/llms.txt"),
    httpVariant(site),
    wwwVariant(site),
    pauseMs > 0 ? null : atHome().then((there) => probe(site, there.base, { accept: "text/markdown" })),
    pauseMs > 0 ? null : atHome().then(crawlerResponses),
  ]);
  const agents = pauseMs > 0 ? {} : await agentFiles(site, home, own.rules);
  return { ...facts, home, unknownPath, httpHome, wwwHome, favicon, llmsTxt, markdown, asCrawlers, ...agents };
}

const NOTHING = {
  canonicalHosts: null,
  home: null,
  unknownPath: null,
  httpHome: null,
  wwwHome: null,
  favicon: null,
  llmsTxt: null,
  markdown: null,
  markdownTwin: null,
  discovery: null,
  asCrawlers: null,
};

/** What agents look for. A file that robots.txt keeps from us is not requested, and none if the home page is not there. */
async function agentFiles(
  site: Site,
  home: AuditedPage,
  rules: RobotsRule[],
): Promise<Pick<SiteFacts, "markdownTwin" | "discovery">> {
  if (!home.html) return { markdownTwin: null, discovery: null };
  const isOpen = (url: URL) => url.host === site.base.host && judgePath(rules, url.pathname + url.search).allowed;
  const ask = async (url: URL) => (isOpen(url) ? probe(site, url) : { ...NO_ANSWER, url: url.href });
  const twin = URL.parse(markdownTwinOf(home) ?? "", home.url);
  const files = Object.entries(DISCOVERY_PATHS) as Array<[DiscoveryFile, string]>;
  const [markdownTwin, ...answers] = await Promise.all([
    twin === null || markdownTwinOf(home) === null ? null : ask(twin),
    ...files.map(([, path]) => ask(new URL(path, site.base))),
  ]);
  const discovery = Object.fromEntries(files.map(([name], i) => [name, answers[i]!])) as Record<DiscoveryFile, Probe>;
  return { markdownTwin, discovery };
}

const NO_ANSWER: Probe = { url: "", status: 0, location: null, contentType: null, text: "" };

async function homePage({ productionHost, base, rules, robots, turns }: Site): Promise<AuditedPage> {
  let url = canonicalUrl(base);
  for (let hop = 0; ; hop++) {
    const path = new URL(url).pathname;
    const googlebot = judgePath(rulesFor(robots, "Googlebot").rules, path);
    const asked = url;
    const fetched = await turns.take(() => fetchPage(asked, 0, rules));
    const page = auditedPage(fetched, googlebot, Date.now(), { productionHost });
    if (page.redirectUrl === null || hop === MAX_HOME_REDIRECTS || new URL(page.redirectUrl).host !== base.host)
      return page;
    url = page.redirectUrl;
  }
}

/** The home page over plain http. Skipped unless the request reaches the host itself on its standard port. */
function httpVariant(site: Site): Promise<Probe | null> {
  const { base, rules } = site;
  if (base.port !== "" || isLoopback(base.hostname) || rules.via !== null) return Promise.resolve(null);
  return probe(site, new URL(`http://${base.host}/`));
}

/** The home page with www. added or removed. Skipped in the same cases as httpVariant. */
async function wwwVariant({ base, rules, robots, turns }: Site): Promise<AuditedPage | null> {
  const host = base.hostname.startsWith("www.") ? base.hostname.slice(4) : `www.${base.hostname}`;
  if (base.port !== "" || isLoopback(base.hostname) || rules.via !== null) return null;
  const other = new URL(`${base.protocol}//${host}/`);
  const both = { ...rules, hosts: new Set([...rules.hosts, other.host]) };
  const page = await turns.take(() => fetchPage(other.href, 0, both));
  return auditedPage(page, judgePath(rulesFor(robots, "Googlebot").rules, "/"), Date.now());
}

async function crawlerResponses(site: Site): Promise<SiteFacts["asCrawlers"]> {
  const browser = await probe(site, site.base, { "user-agent": BROWSER_AGENT });
  if (browser.status !== 200) return null;
  return Promise.all(
    PROBED_AGENTS.map(async ([token, userAgent]) => ({
      token,
      status: (await probe(site, site.base, { "user-agent": userAgent })).status,
    })),
  );
}

function probe({ rules, turns }: Site, url: URL, headers: Record<string, string> = {}): Promise<Probe> {
  return turns.take(() => askOnce(url, rules, headers));
}

async function askOnce(url: URL, rules: EgressRules, headers: Record<string, string>): Promise<Probe> {
  const nothing: Probe = { ...NO_ANSWER, url: url.href };
  const response = await guardedFetch(url, { rules, headers, timeoutMs: PROBE_TIMEOUT_MS });
  if (!response.ok) return nothing;
  try {
    const location = response.headers.get("location");
    const contentType = response.headers.get("content-type");
    const isText = contentType === null || /^text\/|json\b/i.test(contentType);
    const { text } = response.status === 200 && isText ? await readTextBody(response, PROBE_MAX_BYTES) : { text: "" };
    return {
      ...nothing,
      status: response.status,
      location: location === null ? null : (URL.parse(location, url)?.href ?? null),
      contentType,
      text,
    };
  } finally {
    response.release();
  }
}
