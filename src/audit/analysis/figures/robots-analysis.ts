import { ROBOTS_MAX_BYTES, type Robots, type RobotsFile } from "../../../web";
import type { Issue, Severity } from "../../model/issue";
import type { CrawlerAccess } from "./crawler-access";
import { parsedRobots, robotsAvailability } from "../../model/site/robots-file";
import type { Probe } from "../../model/site/site-facts";

/** Penalty points of a site-level issue, by severity. */
export const SITE_WEIGHT: Record<Severity, number> = { error: 5, warning: 2, notice: 0 };

/** The robots.txt file and what the rest of the run found about it. */
export interface RobotsAnalysisInput {
  file: RobotsFile;
  /** SHA-256 of the file's text; null if there is no file. */
  hash: string | null;
  /** The hash in the previous run; undefined: there is no previous run. */
  previousHash: string | null | undefined;
  /** Status of each sitemap that was read, by its URL; 0: no response. */
  sitemapStatus: ReadonlyMap<string, number>;
  crawlerAccess: CrawlerAccess[];
  /** Pages not fetched because robots.txt blocks them. */
  blockedPages: number;
  /** Sitemap URLs that Googlebot may not fetch. */
  blockedSitemapUrls: number;
  /** Scripts and stylesheets of rendered pages that Googlebot may not fetch. */
  blockedResources: number;
  llmsTxt: Probe | null;
  issues: readonly Issue[];
}

/** Maximum rules, lines and path length in a report: a run's row can hold at most 2 MB. */
const MAX_SHOWN_RULES = 1_000;
const MAX_SHOWN_LINES = 100;
const MAX_SHOWN_PATH = 300;

/** The run's report about robots.txt, with the site-wide issues. */
export function robotsAnalysis(input: RobotsAnalysisInput): Record<string, unknown> {
  const { file, hash, previousHash } = input;
  const parsed = parsedRobots(file);
  return {
    url: file.url,
    finalUrl: file.finalUrl,
    fetchedAt: file.fetchedAt,
    statusCode: file.status,
    availability: robotsAvailability(file),
    redirectCount: file.redirects,
    sizeBytes: file.bytes,
    truncated: file.truncated,
    maxBytes: ROBOTS_MAX_BYTES,
    contentType: file.contentType,
    hash,
    changedSincePrevious: previousHash === undefined ? null : previousHash !== hash,
    groups: shownGroups(parsed),
    sitemaps: parsed.sitemaps.slice(0, MAX_SHOWN_LINES).map(({ url, line }) => ({
      url,
      line,
      status: input.sitemapStatus.get(url) ?? null,
    })),
    contentSignals: parsed.contentSignals.slice(0, MAX_SHOWN_LINES),
    invalidLines: parsed.invalidLines.slice(0, MAX_SHOWN_LINES),
    unusedDirectives: parsed.unusedDirectives.slice(0, MAX_SHOWN_LINES),
    crawlerAccess: input.crawlerAccess,
    blockedPages: input.blockedPages,
    blockedSitemapUrls: input.blockedSitemapUrls,
    blockedResources: input.blockedResources,
    llmsTxt: llmsTxtOf(input.llmsTxt),
    issues: input.issues,
  };
}

/** The groups in file order, up to the maximum number of rules. */
function shownGroups({ groups }: Robots) {
  let room = MAX_SHOWN_RULES;
  return groups.slice(0, MAX_SHOWN_RULES).map((group) => {
    const rules = group.rules.slice(0, room);
    room -= rules.length;
    return {
      userAgents: group.names.slice(0, MAX_SHOWN_LINES),
      rules: rules.map(({ allow, pattern, line }) => ({
        type: allow ? "allow" : "disallow",
        path: pattern.slice(0, MAX_SHOWN_PATH),
        line,
      })),
      crawlDelay: group.crawlDelaySeconds,
    };
  });
}

/** Summary of llms.txt; valid if it has a heading and a link. Null: not requested. */
function llmsTxtOf(probe: Probe | null) {
  if (!probe) return null;
  const links = probe.text.match(/\[[^[\]\n]{1,300}\]\([^\s()]{1,2048}\)/g)?.length ?? 0;
  const valid = probe.status === 200 && /^#[ \t]+\S/m.test(probe.text) && links > 0;
  return { status: probe.status, valid, bytes: new TextEncoder().encode(probe.text).byteLength, links };
}
