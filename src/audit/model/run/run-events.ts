import type { NewEvent } from "../../../events";
import type { ScoreState } from "./score-state";

/** What an ended run's event reads from its row. */
interface EndedRun {
  id: string;
  accountId: string;
  domainId: string;
  trigger: string;
}

interface RunEnd {
  status: string;
  closeReason?: string | null;
  errorMessage?: string | null;
  pagesCrawled: number;
  completedAt?: number | null;
  healthScore?: number;
  deltaHealth?: number;
  issueCount?: number;
  deltaIssues?: number;
  scoreState?: ScoreState | null;
}

const ENDED = ["success", "limit_reached", "partial", "error"] as const;

/** The event of a run that ends. */
export function auditEnded({ id, accountId, domainId, trigger }: EndedRun, end: RunEnd, now: number): NewEvent {
  const isScored = end.scoreState === "scored";
  return {
    id: `audit.ended:${id}`,
    type: "audit.ended",
    accountId,
    domainId,
    at: end.completedAt ?? now,
    data: {
      runId: id,
      status: ENDED.find((status) => status === end.status) ?? "error",
      closeReason: end.closeReason ?? null,
      trigger: trigger === "schedule" ? "schedule" : "manual",
      pagesCrawled: end.pagesCrawled,
      healthScore: isScored ? (end.healthScore ?? null) : null,
      deltaHealth: isScored ? (end.deltaHealth ?? null) : null,
      issueCount: end.issueCount ?? null,
      deltaIssues: end.deltaIssues ?? null,
      errorMessage: end.errorMessage ?? null,
    },
  };
}
