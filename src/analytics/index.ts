export { askedDomain } from "./reports/asked";
export { agentOf, classifyUserAgent } from "./catalogue/classify";
export { ASSISTANTS } from "./catalogue/assistants";
export { CRAWLER_AGENTS, type CrawlerAgent, type CrawlerKind } from "./catalogue/agents";
export { crawlerVisits, presentRobots, type CrawlerVisits } from "./reads/crawler-visits";
export { pageReads, readDays, READ_PAGES, type CrawlerRead, type ReadDay } from "./reads/page-reads";
export { canonicalPath, countedPaths, OTHER_PATHS } from "./core/visit-path";
export { stoppedCrawlers, watchedDays, type DayVisits, type StoppedCrawler } from "./core/stopped-crawlers";
export { windowBetween, windowOfDays, type Window } from "./core/window";
export { crawledPages } from "./reports/crawled-pages";
export { dailyVisits } from "./reports/daily-visits";
export { exportedReferrals, exportedVisits, exportedVisitRows } from "./reports/exported-visits";
export type { ExportedTable } from "./reports/export-rows";
export { responseForm } from "./core/response-form";
export { pageVisits } from "./reports/page-visits";
export {
  MAX_SENT_BYTES,
  MAX_SENT_VISITS,
  recordVisits,
  sendVisits,
  sentBytes,
  type VisitEvent,
} from "./count/record-visits";
export { referralOf } from "./referrals/referral-of";
export { referredPaths } from "./referrals/referrals-report";
export { robotsViolations } from "./reports/robots-violations";
export { upkeepVisits } from "./reports/upkeep-visits";
export { isVerifiedNow } from "./verify/is-verified-now";
export { repeatedVisit, visitOf } from "./count/visit-of";
export { visitsOf } from "./count/visits-of";
export { visitedPaths, visitsByPath } from "./reports/visits-by-path";
