import { CliError } from "../cli-error.ts";
import type { Report } from "./report.ts";

const OPERATORS: Record<string, (a: number, b: number) => boolean> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
  "=": (a, b) => a === b,
  "!=": (a, b) => a !== b,
};

const sum = (totals: Record<string, number>) => Object.values(totals).reduce((all, each) => all + each, 0);

/** What a condition can test. Null: the run does not have this value. */
const METRICS: Record<string, (report: Report) => number | null> = {
  score: ({ run }) => (run.scoreState === "not_scorable" ? null : run.healthScore),
  "site-score": ({ run }) => run.siteScore,
  pages: ({ run }) => run.pagesCrawled,
  issues: ({ totals }) => sum(totals),
  errors: ({ totals }) => totals.error,
  warnings: ({ totals }) => totals.warning,
  notices: ({ totals }) => totals.notice,
  "new-issues": ({ comparison }) => comparison && sum(comparison.newTotals),
  "new-errors": ({ comparison }) => comparison && comparison.newTotals.error,
  "new-warnings": ({ comparison }) => comparison && comparison.newTotals.warning,
  "new-notices": ({ comparison }) => comparison && comparison.newTotals.notice,
};

export interface Condition {
  text: string;
  metric: string;
  operator: string;
  value: number;
}

const needsBaseline = ({ metric }: Condition) => metric.startsWith("new-");

/**
 * Parses conditions such as `score<90,errors>0`. Any that is true fails the run.
 * @throws CliError that says what is wrong and what would be right.
 */
export function parseFailOn(text: string): Condition[] {
  const parts = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  // An unset variable, in a workflow that relies on its threshold.
  if (parts.length === 0)
    throw new CliError("--fail-on: no condition is given. Write one, such as score<90 or errors>0, or leave it out.");
  return parts.map(parseCondition);
}

function parseCondition(text: string): Condition {
  const shown = JSON.stringify(text.slice(0, 60));
  const parts = /^([a-z-]+)\s*(<=|>=|!=|<|>|=)\s*(\d{1,9}(?:\.\d{1,6})?)$/i.exec(text);
  if (!parts)
    throw new CliError(
      `--fail-on: ${shown} is not a condition. Write a name, a comparison and a number, such as score<90 or errors>0.`,
    );
  const [, name, operator, value] = parts as unknown as [string, string, string, string];
  const metric = name.toLowerCase();
  if (!Object.hasOwn(METRICS, metric))
    throw new CliError(`--fail-on: ${shown} is not a known figure. Figures are ${Object.keys(METRICS).join(", ")}.`);
  return { text, metric, operator, value: Number(value) };
}

/** A baseline is needed for conditions on what is new. */
export function requireBaseline(conditions: readonly Condition[]): void {
  const first = conditions.find(needsBaseline);
  if (first) throw new CliError(`--fail-on: ${first.text} needs an earlier run to compare with: --baseline run.json.`);
}

/** The conditions that a run fails, in words. One whose value the run lacks is failed, except for a missing baseline. */
export function failedConditions(conditions: readonly Condition[], report: Report): string[] {
  return conditions.flatMap((condition) => {
    if (needsBaseline(condition) && report.comparison === null) return [];
    const { text, metric, operator, value } = condition;
    const actual = METRICS[metric]!(report);
    if (actual === null) return [`${text} (this run has no ${metric})`];
    return OPERATORS[operator]!(actual, value) ? [`${text} (${metric} is ${actual})`] : [];
  });
}
