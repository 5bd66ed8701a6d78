import type { CloseReason } from "../../model/run/run-state";

export type EndStatus = "success" | "limit_reached" | "partial" | "error";

export interface Ending {
  status: EndStatus;
  closeReason: CloseReason;
  needsContinuation: boolean;
  hitUrlLimit: boolean;
  errorMessage: string | null;
}

export interface EndFacts {
  closeReason: CloseReason;
  pagesCrawled: number;
  /** Pages without a response. */
  failedPages: number;
  /** Pages skipped because robots.txt blocks them. */
  blockedPages: number;
  /**
   * Status of an unreachable robots.txt, which blocks everything; 0: no response. Null: it was read, or there is none.
   */
  robotsFailure: number | null;
  /** The run looked only at pages that are new or changed: that robots.txt blocks them all is a result. */
  newPagesOnly: boolean;
  /** The other host to which every page redirects; null: they don't. */
  wrongHost: string | null;
  /** The run went on at another host, because its start redirects there; null: it did not. */
  moved: { from: string; to: string } | null;
  queueLeft: number;
}

const MESSAGES: Partial<Record<CloseReason, string>> = {
  seed_unreachable: "None of the start URLs responded.",
  robots_blocked: "robots.txt does not let CrawlreadyBot fetch any of the start URLs.",
  month_limit: "The account has used up its audited pages for this month.",
  time_limit: "The audit reached its time limit.",
  cancelled: "The audit was cancelled.",
  internal_error: "Something went wrong on our side.",
};

/** Decides how a run ends from what it saw. */
export function endingOf(facts: EndFacts): Ending {
  const closeReason = settledReason(facts);
  return {
    status: statusOf(closeReason, facts),
    closeReason,
    needsContinuation:
      facts.queueLeft > 0 &&
      ["url_limit", "time_limit", "month_limit", "cancelled", "internal_error"].includes(closeReason),
    hitUrlLimit: closeReason === "url_limit",
    errorMessage: messageOf(closeReason, facts),
  };
}

function messageOf(reason: CloseReason, { robotsFailure, wrongHost, moved }: EndFacts): string | null {
  if (reason === "finished" && wrongHost !== null)
    return `Every page redirects to ${wrongHost}, which is another domain, so nothing else was audited. Audit ${wrongHost} instead.`;
  if (reason === "finished" && moved !== null)
    return `${moved.from} redirects to ${moved.to}, so the audit went on at ${moved.to}.`;
  if (robotsFailure === null) return MESSAGES[reason] ?? null;
  if (reason === "seed_unreachable") return "The site did not respond, not even for robots.txt.";
  if (reason === "robots_blocked")
    return `robots.txt returned HTTP ${robotsFailure}, so crawlers must not fetch any page of the site.`;
  return MESSAGES[reason] ?? null;
}

function settledReason(facts: EndFacts): CloseReason {
  if (facts.closeReason !== "finished") return facts.closeReason;
  // No response blocks everything (RFC 9309 §2.3.1.4), but then the cause is a silent site, not a robots.txt rule.
  const forbidden = facts.blockedPages > 0 && facts.robotsFailure !== 0;
  if (isWhollyBlocked(facts)) return "finished";
  if (facts.pagesCrawled === 0) return forbidden ? "robots_blocked" : "seed_unreachable";
  return facts.failedPages === facts.pagesCrawled ? "seed_unreachable" : "finished";
}

/** Whether every new or changed page is blocked by a rule of a robots.txt that was read. */
function isWhollyBlocked({ newPagesOnly, pagesCrawled, blockedPages, robotsFailure }: EndFacts): boolean {
  return newPagesOnly && pagesCrawled === 0 && blockedPages > 0 && robotsFailure === null;
}

function statusOf(reason: CloseReason, facts: EndFacts): EndStatus {
  if (reason === "seed_unreachable" || reason === "robots_blocked") return "error";
  if (facts.pagesCrawled === 0) return reason === "finished" ? "success" : "error";
  if (facts.failedPages * 2 > facts.pagesCrawled) return "partial";
  if (reason === "finished") return "success";
  return reason === "url_limit" || reason === "time_limit" ? "limit_reached" : "partial";
}
