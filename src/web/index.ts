export {
  CRAWLER_TOKEN,
  guardedFetch,
  readBody,
  readTextBody,
  type BodyEnd,
  type FetchedResponse,
  type FetchFailed,
  type FetchOptions,
} from "./guarded-fetch";
export { Deadlines } from "./deadlines";
export { AUDIT_CRAWLERS, headersOf, PROBED_AGENTS } from "./crawler-agents";
export { egressRules, hasEmptyLabel, homeOf, refusePrivateHost, withAccess, type EgressRules } from "./egress";
export {
  judgePath,
  parseRobots,
  patternMatches,
  ROBOTS_MAX_BYTES,
  rulesFor,
  type CrawlerRules,
  type Robots,
  type RobotsRule,
  type PathVerdict,
} from "./robots";
export { fetchRobots, sitemapCandidates, type RobotsFile, type SitemapCandidates } from "./site-files";
export { isReadable, readSitemap, SITEMAP_MAX_URLS, type SitemapFile } from "./sitemap";
export { lastmodInstant } from "./lastmod-instant";
export type { SitemapEntry } from "./sitemap-parser";
export { lookupDns, lookupTxt, type RecordType } from "./dns";
export { foldSpace, measureText } from "./html/text-measure";
export { isAssetPath } from "./assets";
