import { guardedFetch, homeOf, judgePath, readTextBody, rulesFor, CRAWLER_TOKEN } from "../../web";
import type { EgressRules, Robots } from "../../web";
import { canonicalUrl } from "../../lib/url";
import { SECOND_MS } from "../../lib/time";
import { auditedPage, isLoopback, type AuditedPage } from "../core/audited-page";
import { parsedRobots, robotsAvailability } from "../core/robots-file";
import type { RobotsFile, RunConfig } from "../core/run-state";
import type { Probe, SiteFacts } from "../core/site-facts";
import { fetchPage } from "./fetch-page";

const PROBE_TIMEOUT_MS = 8 * SECOND_MS;
const PROBE_MAX_BYTES = 65_536;
const MAX_HOME_REDIRECTS = 5;

const BROWSER_AGENT =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36";
/** User agents as the operators publish them. */
const CRAWLER_AGENTS: ReadonlyArray<readonly [token: string, userAgent: string]> = [
  ["GPTBot", "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.3; +https://openai.com/gptbot)"],
  [
    "ClaudeBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)",
  ],
  [
    "PerplexityBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
  ],
  [
    "OAI-SearchBot",
    "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.3; +https://openai.com/searchbot",
  ],
  ["Googlebot", "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"],
  ["bingbot", "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)"],
];

type Known = Pick<SiteFacts, "robotsFile" | "robots" | "sitemapFound">;

/**
 * Asks for what is known of a site besides its pages: about a dozen small requests, most of them at once. Where robots.txt
 * keeps us from the home page nothing is asked at all.
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
  const base = new URL("/", config.seeds[0] ?? homeOf(config.domain));
  const facts: SiteFacts = { ...NOTHING, ...known, domain: config.domain };
  const closed = robotsAvailability(robotsFile) === "unreachable";
  if (closed || !judgePath(rulesFor(known.robots, CRAWLER_TOKEN).rules, "/").allowed) return facts;
  const ask = (path: string) => probe(new URL(path, base), rules);
  const [home, unknownPath, httpHome, wwwHome, favicon, llmsTxt, markdown, asCrawlers] = await Promise.all([
    homePage(base, rules, known.robots),
    ask(`/${crypto.randomUUID()}`),
    httpVariant(base, rules),
    wwwVariant(base, rules, known.robots),
    ask("/favicon.ico"),
    ask("/llms.txt"),
    probe(base, rules, { accept: "text/markdown" }),
    crawlerAnswers(base, rules),
  ]);
  return { ...facts, home, unknownPath, httpHome, wwwHome, favicon, llmsTxt, markdown, asCrawlers };
}

const NOTHING = {
  home: null,
  unknownPath: null,
  httpHome: null,
  wwwHome: null,
  favicon: null,
  llmsTxt: null,
  markdown: null,
  asCrawlers: null,
};

async function homePage(base: URL, rules: EgressRules, robots: Robots): Promise<AuditedPage> {
  let url = canonicalUrl(base);
  for (let hop = 0; ; hop++) {
    const path = new URL(url).pathname;
    const googlebot = judgePath(rulesFor(robots, "Googlebot").rules, path);
    const page = auditedPage(await fetchPage(url, 0, rules), googlebot, Date.now());
    if (page.redirectUrl === null || hop === MAX_HOME_REDIRECTS || new URL(page.redirectUrl).host !== base.host)
      return page;
    url = page.redirectUrl;
  }
}

/** The site over plain http. Its requests must reach the host itself, so not where an origin stands in for it. */
function httpVariant(base: URL, rules: EgressRules): Promise<Probe | null> {
  if (base.port !== "" || isLoopback(base.hostname) || rules.via !== null) return Promise.resolve(null);
  return probe(new URL(`http://${base.host}/`), rules);
}

/** The home page with www. added or taken away; hosts that are deeper names, addresses or local have none. */
async function wwwVariant(base: URL, rules: EgressRules, robots: Robots): Promise<AuditedPage | null> {
  const host = base.hostname.startsWith("www.") ? base.hostname.slice(4) : `www.${base.hostname}`;
  if (base.port !== "" || isLoopback(base.hostname) || rules.via !== null) return null;
  const other = new URL(`${base.protocol}//${host}/`);
  const page = await fetchPage(other.href, 0, { ...rules, hosts: new Set([...rules.hosts, other.host]) });
  return auditedPage(page, judgePath(rulesFor(robots, "Googlebot").rules, "/"), Date.now());
}

async function crawlerAnswers(base: URL, rules: EgressRules): Promise<SiteFacts["asCrawlers"]> {
  const browser = await probe(base, rules, { "user-agent": BROWSER_AGENT });
  if (browser.status !== 200) return null;
  return Promise.all(
    CRAWLER_AGENTS.map(async ([token, userAgent]) => ({
      token,
      status: (await probe(base, rules, { "user-agent": userAgent })).status,
    })),
  );
}

async function probe(url: URL, rules: EgressRules, headers: Record<string, string> = {}): Promise<Probe> {
  const nothing: Probe = { url: url.href, status: 0, location: null, contentType: null, text: "" };
  const response = await guardedFetch(url, { rules, headers, timeoutMs: PROBE_TIMEOUT_MS });
  if (!response.ok) return nothing;
  try {
    const location = response.headers.get("location");
    const contentType = response.headers.get("content-type");
    const isText = contentType === null || /^text\//i.test(contentType);
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
