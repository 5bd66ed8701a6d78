import { createHash } from "node:crypto";
import { countOf, markdownCode, markdownText } from "../report/plain-text.ts";
import { makeReport, type Report } from "../report/report.ts";
import type { SavedRun } from "../report/saved-run.ts";
import { extentOf, healthOf, shortfall, totalsText } from "../report/summary.ts";
import { fixedKinds, pageChanges, type FixedKind } from "./changes.ts";

/** GitHub refuses a longer comment. In characters. */
const MOST_CHARS = 65_000;
const SHOWN_KINDS = 20;
const SHOWN_PATHS = 10;

/** Finds our comment again. `name`: tells apart several audits of one pull request. */
export const markerOf = (name: string): string =>
  `<!-- crawlready ${createHash("sha256").update(name).digest("hex").slice(0, 12)} -->`;

/** The comment on a pull request: what it changes, compared with the base branch. */
export function commentText(saved: SavedRun, baseline: SavedRun | null, name: string): string {
  const now = makeReport(saved);
  const before = baseline && makeReport(baseline);
  const fresh = baseline ? makeReport(saved, baseline) : now;
  const fixed = before ? fixedKinds(before, now) : [];
  const missing = shortfall(now);
  const parts = [
    `${markerOf(name)}\n## Crawlready: ${headline(fresh, fixed)}`,
    ...(missing ? [`> ${markdownText(missing)}`] : []),
    figures(now, before),
    ...(before ? [picture(now, before)] : ["There is no run of the base branch to compare with yet."]),
    ...listOf(before ? "New issues" : "Issues", newLines(fresh)),
    ...listOf("Fixed", fixedLines(fixed)),
    ...(baseline ? pagesText(baseline, saved) : []),
  ];
  const text = parts.join("\n\n");
  return text.length <= MOST_CHARS
    ? `${text}\n`
    : `${text.slice(0, text.lastIndexOf("\n", MOST_CHARS))}\n\nThe rest is left out.\n`;
}

function headline({ comparison, totals }: Report, fixed: readonly FixedKind[]): string {
  if (!comparison) return totalsText(totals);
  const fresh = Object.values(comparison.newTotals).reduce((sum, count) => sum + count, 0);
  const gone = fixed.reduce((sum, { count }) => sum + count, 0);
  if (fresh === 0 && gone === 0) return "nothing new";
  return `${fresh === 0 ? "no new issue" : countOf(fresh, "new issue")}, ${gone.toLocaleString("en-US")} fixed`;
}

/** Both runs side by side. */
function figures(now: Report, before: Report | null): string {
  const rows: Array<[string, (report: Report) => number | null]> = [
    ["Health", healthOf],
    ["Score of the average page", ({ run }) => run.healthScore],
    ["Errors", ({ totals }) => totals.error],
    ["Warnings", ({ totals }) => totals.warning],
    ["Notices", ({ totals }) => totals.notice],
    ["Pages", ({ run }) => run.pagesCrawled],
  ];
  const shown = (value: number | null) => (value === null ? "–" : value.toLocaleString("en-US"));
  const lines = rows.map(
    ([name, read]) => `| ${name} |${before ? ` ${shown(read(before))} |` : ""} ${shown(read(now))} |`,
  );
  const head = before ? "| | Base | This |\n| --- | ---: | ---: |" : "| | This |\n| --- | ---: |";
  return `${head}\n${lines.join("\n")}`;
}

/** A chart that GitHub draws from its text. */
function picture({ totals: now }: Report, { totals: before }: Report): string {
  const most = Math.max(1, ...Object.values(now), ...Object.values(before));
  return [
    "```mermaid",
    "xychart-beta horizontal",
    '  title "Issues: base, then this pull request"',
    '  x-axis ["errors, base", "errors", "warnings, base", "warnings", "notices, base", "notices"]',
    `  y-axis "Issues" 0 --> ${most}`,
    `  bar [${[before.error, now.error, before.warning, now.warning, before.notice, now.notice].join(", ")}]`,
    "```",
  ].join("\n");
}

function newLines({ groups }: Report): string[] {
  return groups.map((group) => {
    const places = group.findings.slice(0, 3).map(({ path, url }) => markdownCode(path ?? url, 200));
    const more = group.findings.length - places.length;
    return `${group.severity}: ${markdownText(group.title)}, ${extentOf(group)} (${places.join(", ")}${more > 0 ? ` and ${more} more` : ""})`;
  });
}

const fixedLines = (kinds: readonly FixedKind[]) =>
  kinds.map(({ title, severity, count }) => `${severity}: ${markdownText(title)}, ${countOf(count, "place")}`);

function listOf(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - SHOWN_KINDS;
  const shown = lines.slice(0, SHOWN_KINDS).map((line) => `- ${line}`);
  return [`### ${title}`, [...shown, ...(more > 0 ? [`- and ${countOf(more, "more kind")}`] : [])].join("\n")];
}

function pagesText(before: SavedRun, now: SavedRun): string[] {
  const { added, gone, changed } = pageChanges(before, now);
  const lists: Array<[string, string[]]> = [
    ["added", added],
    ["gone", gone],
    ["with another status, indexability or other issues", changed],
  ];
  const lines = lists
    .filter(([, paths]) => paths.length > 0)
    .map(([what, paths]) => {
      const more = paths.length - SHOWN_PATHS;
      const shown = paths.slice(0, SHOWN_PATHS).map((path) => markdownCode(path, 200));
      return `${countOf(paths.length, "page")} ${what}: ${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
    });
  return listOf("Pages", lines);
}
