import { countOf, plainText } from "./plain-text.ts";
import type { Group, Report } from "./report.ts";
import {
  comparisonText,
  extentOf,
  foundText,
  healthText,
  hintsOf,
  scoreText,
  shortfall,
  tasksOf,
  totalsText,
  type Task,
} from "./summary.ts";

const SHOWN_TASKS = 10;
const SHOWN_FOLLOWERS = 5;
const SHOWN_URLS = 3;

export type Paint = (style: "bold" | "dim" | "red" | "yellow" | "cyan" | "green", text: string) => string;
const STYLES = { bold: 1, dim: 2, red: 31, yellow: 33, cyan: 36, green: 32 } as const;
const COLOURS = { error: "red", warning: "yellow", notice: "cyan" } as const;

/** Colours for a terminal, or none. */
export function painter(colours: boolean): Paint {
  return (style, text) => (colours ? `\x1b[${STYLES[style]}m${text}\x1b[0m` : text);
}

/** The report for a person at a terminal: the score, and what to fix first. */
export function textReport(report: Report, { colours = false } = {}): string {
  const paint = painter(colours);
  const { run, groups, comparison, saved } = report;
  const tasks = tasksOf(groups);
  const compared = comparisonText(report);
  const missing = shortfall(report);
  const shown = tasks.slice(0, SHOWN_TASKS);
  const rest = tasks.length - shown.length;
  const lines = [
    paint("bold", plainText(saved.url)),
    `Health  ${paint("bold", healthText(report))}`,
    `Score   ${scoreText(report)}, of the average page`,
    `Pages   ${run.pagesCrawled}`,
    `Issues  ${totalsText(report.totals)}`,
    ...(compared ? [`Since   ${compared}`] : []),
    ...(missing ? [paint("yellow", plainText(missing))] : []),
    "",
    paint("bold", headline(report)),
    ...shown.flatMap((task, index) => taskLines(task, index + 1, paint)),
  ];
  if (rest > 0) lines.push("", paint("dim", `${countOf(rest, "more kind")} of issues: see --format markdown or html.`));
  if (comparison) lines.push("", paint("dim", "Only what is new since the baseline is listed."));
  return `${lines.join("\n")}\n`;
}

function headline({ groups, comparison }: Report): string {
  if (groups.length > 0) return comparison ? "New issues" : "Fix first";
  return comparison ? "No new issues." : "No issues found.";
}

function taskLines({ group, followers }: Task, number: number, paint: Paint): string[] {
  const { severity, title, why, fix, id, findings } = group;
  const hints = [extentOf(group), ...hintsOf(group)].map((hint) => plainText(hint)).join(" · ");
  const indent = "    ";
  const more = findings.length - SHOWN_URLS;
  const [first] = findings;
  return [
    "",
    `${String(number).padStart(2)}. ${paint(COLOURS[severity], severity)}  ${paint("bold", plainText(title))}  ${paint("dim", id)}`,
    `${indent}${hints}`,
    ...(why ? [`${indent}${plainText(why, 500)}`] : []),
    ...(fix ? [`${indent}${paint("green", "Fix:")} ${plainText(fix, 500)}`] : []),
    ...(first ? [`${indent}Found: ${plainText(foundText(first), 300)}`] : []),
    ...findings.slice(0, SHOWN_URLS).map(({ url }) => `${indent}${plainText(url, 500)}`),
    ...(more > 0 ? [`${indent}${paint("dim", `and ${more.toLocaleString("en-US")} more`)}`] : []),
    ...(followers.length > 0 ? [`${indent}${paint("dim", `Goes away with it: ${followersText(followers)}`)}`] : []),
  ];
}

function followersText(followers: readonly Group[]): string {
  const shown = followers.slice(0, SHOWN_FOLLOWERS).map(({ id, findings }) => `${id} (${findings.length})`);
  const more = followers.length - shown.length;
  return plainText([...shown, ...(more > 0 ? [`${more} more`] : [])].join(", "), 500);
}
