export {
  CRAWLER_TOKEN,
  guardedFetch,
  readBody,
  readTextBody,
  redirectTarget,
  type BodyEnd,
  type FetchedResponse,
  type FetchFailed,
  type FetchOptions,
} from "./fetch/guarded-fetch";
export { Deadlines } from "./fetch/deadlines";
export { AUDIT_CRAWLERS, headersOf, isTrial, PROBED_AGENTS, trialHeaders, trialOf } from "./fetch/crawler-agents";
export {
  egressRules,
  hasEmptyLabel,
  homeOf,
  refusePrivateHost,
  accessHeaders,
  withAccess,
  isSpent,
  type EgressRules,
  type RequestTally,
} from "./fetch/egress";
export {
  comparable,
  judgePath,
  parseRobots,
  patternMatches,
  productToken,
  ROBOTS_MAX_BYTES,
  rulesFor,
  type ContentSignal,
  type CrawlerRules,
  type Robots,
  type RobotsRule,
  type PathVerdict,
} from "./site/robots";
export { fetchRobots, sitemapCandidates, type RobotsFile, type SitemapCandidates } from "./site/site-files";
export { ServerVisits } from "./site/server-visits";
export {
  isReadable,
  loadSitemapParser,
  MAX_FILES_OF_SERVER,
  readSitemap,
  SITEMAP_MAX_URLS,
  type SitemapFile,
} from "./site/sitemap";
export { lastmodInstant } from "./site/lastmod-instant";
export type { SitemapEntry, SitemapParser } from "./site/sitemap-parser";
export { lookupDns, lookupTxt, type RecordType } from "./fetch/dns";
export { foldSpace, measureText } from "./html/text-measure";
export { isAssetPath } from "./assets";

/** What agents read of a page. Loaded on first use, because start-up reads no HTML. */
export const readAgentViews = async (html: string) => (await import("./site/agent-view")).agentViews(html);
