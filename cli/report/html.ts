import { countOf, htmlText } from "./plain-text.ts";
import type { Finding, Group, Report, ReportPlace } from "./report.ts";
import { fileUri } from "./sarif.ts";
import type { SavedRun } from "./saved-run.ts";
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

const SHOWN_URLS = 200;

const STYLE = `:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}
h1{font-size:1.5rem}dl{display:grid;grid-template-columns:max-content 1fr;gap:.2rem 1rem}dd{margin:0}
details{border-top:1px solid #8884;padding:.6rem 0}summary{cursor:pointer}summary b{margin:0 .4rem}
.error{color:#c0262d}.warning{color:#9a6700}.notice{color:#0a7ea4}li{overflow-wrap:anywhere}small{opacity:.75}`;

/** The report as one HTML file without scripts, which loads nothing. */
export function htmlReport(report: Report, { pathTo }: Pick<ReportPlace, "pathTo">): string {
  const { run, groups, saved, comparison } = report;
  const compared = comparisonText(report);
  const missing = shortfall(report);
  const facts = [
    ["Health", healthText(report)],
    ["Score of the average page", scoreText(report)],
    ["Pages", String(run.pagesCrawled)],
    ["Issues", totalsText(report.totals)],
    ["Audited", new Date(run.startedAt).toISOString()],
    ...(compared ? [["Since the baseline", compared]] : []),
  ];
  const link = (finding: Finding) => fileLink(finding, saved, pathTo) ?? linkTo(finding.url);
  const empty = comparison ? "No new issues." : "No issues found.";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Audit of ${htmlText(saved.url)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Audit of ${htmlText(saved.url)}</h1>
<dl>${facts.map(([name, value]) => `<dt>${htmlText(name!)}</dt><dd>${htmlText(value!)}</dd>`).join("")}</dl>
${missing ? `<p><strong>${htmlText(missing)}</strong></p>` : ""}
<h2>${comparison ? "New issues" : "Fix first"}</h2>
${groups.length === 0 ? `<p>${empty}</p>` : groups.map((group) => sectionOf(group, link)).join("\n")}
</body>
</html>
`;
}

function sectionOf(group: Group, link: (finding: Finding) => string): string {
  const { severity, title, id, why, fix, findings } = group;
  const hints = [extentOf(group), ...hintsOf(group)].join(" · ");
  const more = findings.length - SHOWN_URLS;
  const items = findings
    .slice(0, SHOWN_URLS)
    .map((finding) => `<li>${link(finding)}<br><small>${htmlText(foundText(finding), 1_000)}</small></li>`);
  if (more > 0) items.push(`<li>and ${countOf(more, "more", "more")}</li>`);
  return `<details id="${htmlText(id)}"><summary><span class="${severity}">${severity}</span><b>${htmlText(title)}</b><small>${htmlText(hints)}</small></summary>
${why ? `<p>${htmlText(why, 1_000)}</p>` : ""}
${fix ? `<p><strong>Fix:</strong> ${htmlText(fix, 1_000)}</p>` : ""}
<ul>${items.join("")}</ul></details>`;
}

/** A folder that was audited under no other address is no longer served, so its pages' links lead to their files. */
function fileLink({ path: page, url }: Finding, saved: SavedRun, pathTo: ReportPlace["pathTo"]): string | null {
  const file = saved.files?.[page ?? URL.parse(url)?.pathname ?? "/"];
  if (file === undefined || URL.parse(saved.url)?.hostname !== "127.0.0.1") return null;
  const place = fileUri(pathTo(file));
  return `<a href="${htmlText(place, 4_096)}">${htmlText(file, 2_048)}</a>`;
}

/** A link only if it leads to a site: nothing else may run on a click. */
function linkTo(url: string): string {
  const text = htmlText(url, 2_048);
  return /^https?:\/\//i.test(url) && url.length < 2_048
    ? `<a href="${text}" rel="nofollow noreferrer">${text}</a>`
    : text;
}
