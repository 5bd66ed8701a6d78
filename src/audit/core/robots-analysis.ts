import { parseRobots, ROBOTS_MAX_BYTES } from "../../web";
import type { Issue, Severity } from "../checks/define";
import { robotsAvailability } from "./robots-file";
import type { RobotsFile } from "./run-state";

/** Penalty points of a site-level issue, by severity (field.md 2.3). */
export const SITE_WEIGHT: Record<Severity, number> = { error: 5, warning: 2, notice: 0 };

export interface RobotsAnalysis {
  report: Record<string, unknown>;
  /** Of the site as a whole. */
  issues: readonly Issue[];
  penalty: number;
}

/** What a run says about the site's robots.txt (field.md 2.5), with the issues of the site as a whole. */
export function robotsAnalysis(robots: RobotsFile, blockedPages: number, issues: readonly Issue[]): RobotsAnalysis {
  const availability = robotsAvailability(robots);
  const parsed = parseRobots(availability === "ok" ? robots.text : "");
  const report = {
    url: robots.url,
    finalUrl: robots.finalUrl,
    fetchedAt: robots.fetchedAt,
    statusCode: robots.status,
    availability,
    redirectCount: robots.redirects,
    sizeBytes: robots.bytes,
    truncated: robots.bytes >= ROBOTS_MAX_BYTES,
    contentType: robots.contentType,
    groups: parsed.groups.map((group) => ({
      userAgents: group.agents,
      rules: group.rules.map((rule) => ({
        type: rule.allow ? "allow" : "disallow",
        path: rule.pattern,
        line: rule.line,
      })),
      crawlDelay: group.crawlDelaySeconds,
    })),
    sitemaps: parsed.sitemaps,
    invalidLines: parsed.invalidLines,
    blockedPages,
    issues,
  };
  return { report, issues, penalty: issues.reduce((sum, issue) => sum + SITE_WEIGHT[issue.severity], 0) };
}
