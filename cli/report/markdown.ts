import { countOf, markdownCode, markdownText } from "./plain-text.ts";
import type { Group, Report } from "./report.ts";
import {
  comparisonText,
  extentOf,
  foundText,
  hintsOf,
  healthText,
  scoreText,
  shortfall,
  totalsText,
} from "./summary.ts";

/** GitHub takes a job summary of 1 MiB. */
const SHOWN_GROUPS = 100;
const SHOWN_URLS = 10;

/** The report as GitHub-flavoured Markdown, for a job summary or a ticket. */
export function markdownReport(report: Report): string {
  const { run, groups, saved, comparison } = report;
  const compared = comparisonText(report);
  const missing = shortfall(report);
  const rows = [
    ["Site", markdownCode(saved.url)],
    ["Health", markdownText(healthText(report))],
    ["Score of the average page", markdownText(scoreText(report))],
    ["Pages", String(run.pagesCrawled)],
    ["Issues", totalsText(report.totals)],
    ...(compared ? [["Since the baseline", markdownText(compared)]] : []),
  ];
  const lines = [
    "# Crawlready audit",
    "",
    "| | |",
    "| --- | --- |",
    ...rows.map(([name, value]) => `| ${name} | ${value} |`),
    "",
    ...(missing ? [`> ${markdownText(missing)}`, ""] : []),
  ];
  if (groups.length === 0) return `${[...lines, comparison ? "No new issues." : "No issues found."].join("\n")}\n`;
  lines.push(
    comparison ? "## New issues" : "## Fix first",
    "",
    "| Severity | Issue | Where | |",
    "| --- | --- | --- | --- |",
  );
  for (const group of groups.slice(0, SHOWN_GROUPS))
    lines.push(
      `| ${group.severity} | ${markdownText(group.title)} | ${extentOf(group)} | ${markdownText(hintsOf(group).join(", "))} |`,
    );
  lines.push("", ...groups.slice(0, SHOWN_GROUPS).flatMap(details));
  return `${lines.join("\n").trimEnd()}\n`;
}

function details(group: Group): string[] {
  const { title, why, fix, findings, id, severity } = group;
  const more = findings.length - SHOWN_URLS;
  return [
    `### ${markdownText(title)}`,
    "",
    `${severity} ${markdownCode(id)}, ${extentOf(group)}.${why ? ` ${markdownText(why, 1_000)}` : ""}`,
    "",
    ...(fix ? [`**Fix:** ${markdownText(fix, 1_000)}`, ""] : []),
    ...findings
      .slice(0, SHOWN_URLS)
      .map((finding) => `- ${markdownCode(finding.url, 500)}: ${markdownText(foundText(finding))}`),
    ...(more > 0 ? [`- and ${countOf(more, "more", "more")}`] : []),
    "",
  ];
}
