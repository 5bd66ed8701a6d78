import type { ResponseOf } from "../../../../client";

export type Run = ResponseOf<"listAudits">["runs"][number];
export type RunDetail = ResponseOf<"readAudit">["run"];
export type RunPage = ResponseOf<"readAudit">["pages"][number];
export type IssueFacts = ResponseOf<"listAuditIssues">["issues"][number];
export type BadgeTone = "good" | "warn" | "bad" | "info" | "none";

const SEVERITY = {
  error: { name: "error", tone: "bad" },
  warning: { name: "warning", tone: "warn" },
  notice: { name: "notice", tone: "info" },
} as const;

export const severityWords = (severity: "error" | "warning" | "notice") => SEVERITY[severity];

export const isActive = ({ completedAt }: Pick<Run, "completedAt">) => completedAt === null;

/** Runs that ended with results. */
export const isFinished = ({ status }: Pick<Run, "status">) => ["success", "limit_reached", "partial"].includes(status);

/** The pages that the audit has results of: those that it fetched, and those of the audit that it continues. */
export const pagesRead = ({ pagesCrawled, crawlStats }: Pick<Run, "pagesCrawled" | "crawlStats">): number =>
  pagesCrawled + (crawlStats.carriedPages ?? 0);

const STATUS: Record<Run["status"], { name: string; tone: BadgeTone }> = {
  queued: { name: "waiting", tone: "info" },
  running: { name: "running", tone: "info" },
  success: { name: "finished", tone: "good" },
  limit_reached: { name: "stopped at a limit", tone: "warn" },
  partial: { name: "ended early", tone: "warn" },
  error: { name: "failed", tone: "bad" },
};

export const statusWords = ({ status, closeReason }: Pick<Run, "status" | "closeReason">) =>
  closeReason === "cancelled" ? ({ name: "cancelled", tone: "warn" } as const) : STATUS[status];

/** Why a run ended, as a sentence; null if it saw everything that it was set to read. */
export function closeWords({ closeReason, errorMessage }: Pick<Run, "closeReason" | "errorMessage">): string | null {
  switch (closeReason) {
    case null:
      return null;
    case "finished":
      return errorMessage;
    case "url_limit":
      return "It stopped at the plan's number of pages per audit. The next audit continues with the rest.";
    case "time_limit":
      return "It stopped at the time limit. The next audit continues with the rest.";
    case "month_limit":
      return "It stopped because the plan's pages for this month are used up.";
    case "cancelled":
      return "It was cancelled. The next audit continues from there.";
    case "seed_unreachable":
      return "The start address did not respond. Check that the site is up and lets CrawlreadyBot in, then run the audit again.";
    case "robots_blocked":
      return "robots.txt blocks our crawler. Allow CrawlreadyBot, then run the audit again.";
    case "internal_error":
      return errorMessage ?? "Something went wrong on our side. Start it again.";
  }
}

const SCORE_STATE = {
  client_rendered: {
    name: "needs scripts",
    why: "Half of the pages or more show their content only to crawlers that run scripts, so a score of the served pages says nothing. Most AI crawlers run no scripts: serve them the cached pages, or render on the server.",
  },
  not_scorable: {
    name: "closed to search",
    why: "No page of this audit is open to search engines, so there was nothing to score. See “Not indexable” for the reasons.",
  },
  unreachable: { name: "no response", why: "No page responded, so there was nothing to score." },
} as const;

type Scored = Pick<Run, "scoreState" | "pagesCrawled" | "crawlStats">;

/** Why a run has no score; null if it has one. A run that is active has none yet. */
export function noScoreWords(run: Scored): { name: string; why: string } | null {
  const { scoreState } = run;
  if (scoreState === "scored") return null;
  if (scoreState === null) return { name: "not yet", why: "It comes when the audit ends." };
  if (scoreState === "not_scorable" && pagesRead(run) === 0)
    return { name: "no page read", why: "The audit ended before it read a page, so there was nothing to score." };
  return SCORE_STATE[scoreState];
}

const CAUSE = {
  template: "In a template: fix it once",
  pages: "On individual pages",
  site: "The whole site",
} as const;

export const causeWords = (cause: IssueFacts["cause"]): string | null => (cause === null ? null : CAUSE[cause]);

const REASONS: Record<string, string> = {
  noindex: "marked as noindex",
  canonicalised: "another page is named as canonical",
  blocked: "blocked by robots.txt",
  redirect: "a redirect",
  error: "an error",
  not_html: "not HTML",
  not_audited: "our crawler is kept out by robots.txt",
};

export const reasonWords = (reason: string): string => REASONS[reason] ?? reason;

export const RENDERING = [
  ["auto", "Those that look empty, one per template, and all of a template that scripts change"],
  ["sample", "One per template"],
  ["all", "All, as far as the budget goes"],
  ["never", "None"],
] as const;

const RENDERING_REASONS: Record<string, string> = {
  looks_empty: "rendered: it looks empty as served",
  template_sample: "rendered as the sample of its template",
  template_changes: "rendered: scripts change its template",
  all: "rendered, as every page",
  never: "not rendered: the audit renders nothing; whether its scripts fail is not known",
  not_a_sample: "not rendered: another page is the sample of its template; whether its own scripts fail is not known",
  template_unchanged:
    "not rendered: scripts leave the sample of its template as it is; whether its own scripts fail is not known",
  budget_spent: "not rendered: the audit’s renders are used up",
  failed: "not rendered: the browser failed",
};

export const renderingWords = (reason: string): string => RENDERING_REASONS[reason] ?? reason;

export const MODES = [
  ["follow", "Follow links from the start addresses"],
  ["sitemap", "The sitemap's pages, and the start addresses"],
  ["selected", "Only the addresses that I list"],
] as const;

const TRIGGER = { manual: "on demand", api: "through the API", schedule: "on schedule" } as const;
export const triggerWords = (trigger: Run["trigger"]): string => TRIGGER[trigger];

/** A count with its noun: "1 page", "3 pages". */
export function withNoun(count: number, noun: string, format: (value: number) => string = String): string {
  const [one, many = `${one}s`] = noun.split("|") as [string, string?];
  return `${format(count)} ${count === 1 ? one : many}`;
}
