import { countOf } from "./plain-text.ts";
import type { Finding, Group, Report, Totals } from "./report.ts";

/** How the run ended, in words; null: it saw all pages. */
export function shortfall({ run, saved }: Report): string | null {
  if (saved.timedOut) return "The time ran out before all pages were audited; this is what is known so far.";
  switch (run.closeReason) {
    case "url_limit":
      return "The page limit was reached; the site has more.";
    case "month_limit":
      return "The account's pages for this month are used up; the site has more.";
    case "time_limit":
      return "The audit took too long and ended early.";
    case "cancelled":
      return "The audit was cancelled.";
    case "robots_blocked":
      return "robots.txt does not let the audit fetch the pages.";
    case "seed_unreachable":
      return "The first page could not be fetched.";
    case "internal_error":
      return run.errorMessage ?? "The audit failed.";
    case "finished":
      // The site redirects to another host.
      return run.errorMessage;
    default:
      return null;
  }
}

/** Health, 0 to 100 without decimals, as the dashboard shows it; null: the run has none. */
export function healthOf({ run }: Report): number | null {
  const { scoreState, siteScore } = run;
  return scoreState === "scored" && typeof siteScore === "number" ? Math.round(siteScore) : null;
}

export const healthText = (report: Report): string => {
  const health = healthOf(report);
  return health === null ? "none" : `${health} of 100`;
};

/** The score of the average page, and what it means, in words. */
export function scoreText({ run }: Report): string {
  const score = String(run.healthScore);
  switch (run.scoreState) {
    case "client_rendered":
      return `${score} (${run.renderedHealthScore ?? "not measured"} for crawlers that run JavaScript)`;
    case "unreachable":
      return `${score} (the site could not be reached)`;
    case "not_scorable":
      return "none (no page could be scored)";
    default:
      return score;
  }
}

export function totalsText(totals: Totals, kind = ""): string {
  return [
    countOf(totals.error, `${kind}error`),
    countOf(totals.warning, `${kind}warning`),
    countOf(totals.notice, `${kind}notice`),
  ].join(", ");
}

/** Since the baseline: new and fixed issues, and the score then; null without one. */
export function comparisonText({ comparison }: Report): string | null {
  if (!comparison) return null;
  const { newTotals, fixed, scoreBefore } = comparison;
  return `${totalsText(newTotals, "new ")}, ${fixed.toLocaleString("en-US")} fixed; the score of the average page was ${scoreBefore}`;
}

/** Where an issue is: `12 pages`, `site`, `sitemap`. */
export function extentOf({ scope, findings }: Group): string {
  if (scope === "site") return "whole site";
  return scope === "sitemap" ? countOf(findings.length, "sitemap finding") : countOf(findings.length, "page");
}

/** A hint at how much work it is, and what fixing it gains. */
export function hintsOf({ cause, gain }: Group): string[] {
  return [
    cause === "template" ? "one fix in the template" : null,
    gain !== null && gain > 0 ? `about +${gain} points` : null,
  ].filter((hint) => hint !== null);
}

/** A kind of issue to fix, and those that go away with it. */
export interface Task {
  group: Group;
  followers: Group[];
}

/** The groups in order, each with its consequences, which are not separate tasks. */
export function tasksOf(groups: readonly Group[]): Task[] {
  const ids = new Set(groups.map(({ id }) => id));
  const isFollower = ({ consequenceOf }: Group) => consequenceOf !== null && ids.has(consequenceOf);
  return groups
    .filter((group) => !isFollower(group))
    .map((group) => ({ group, followers: groups.filter(({ consequenceOf }) => consequenceOf === group.id) }));
}

const SAMPLES = 3;

/** What was found, with examples such as the broken links. */
export function foundText({ found, samples }: Finding): string {
  return samples.length === 0 ? found : `${found}: ${samples.slice(0, SAMPLES).join(", ")}`;
}
