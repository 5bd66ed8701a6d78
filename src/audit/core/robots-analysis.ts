import { parseRobots, ROBOTS_MAX_BYTES } from "../../web";
import type { Severity } from "../checks/define";
import type { RobotsFile } from "./run-state";

export interface SiteIssue {
  id: string;
  severity: Severity;
}

/** Penalty points of a site-level issue, by severity (field.md 2.3). */
export const SITE_WEIGHT: Record<Severity, number> = { error: 5, warning: 2, notice: 0 };

export interface RobotsAnalysis {
  report: Record<string, unknown>;
  issues: SiteIssue[];
  penalty: number;
}

function looksLikeHtml(robots: RobotsFile): boolean {
  return /text\/html/i.test(robots.contentType ?? "") || /^\s*<(!doctype|html)/i.test(robots.text);
}

function availabilityOf(robots: RobotsFile): "ok" | "missing" | "unreachable" | "html" {
  if (robots.status === 0 || robots.status === 429 || robots.status >= 500) return "unreachable";
  if (robots.status !== 200) return "missing";
  return looksLikeHtml(robots) ? "html" : "ok";
}

/** What a run says about the site's robots.txt (field.md 2.5). */
export function robotsAnalysis(robots: RobotsFile, blockedPages: number): RobotsAnalysis {
  const availability = availabilityOf(robots);
  const parsed = parseRobots(availability === "ok" ? robots.text : "");
  const issues: SiteIssue[] = [];
  if (availability === "missing") issues.push({ id: "robots_txt_missing", severity: "notice" });
  if (availability === "unreachable") issues.push({ id: "robots_txt_unreachable", severity: "error" });
  if (availability === "html") issues.push({ id: "robots_txt_is_html", severity: "error" });
  if (parsed.invalidLines.length > 0) issues.push({ id: "robots_txt_syntax_error", severity: "warning" });
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
