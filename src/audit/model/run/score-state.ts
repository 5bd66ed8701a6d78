/**
 * Whether a run's healthScore means anything. scored: yes; client_rendered: most pages show their content only to
 * crawlers that run scripts; not_scorable: no page is open to search; unreachable: no page responded.
 */
export type ScoreState = "scored" | "not_scorable" | "client_rendered" | "unreachable";

/** What decides the state: the weights of the pages that count, and what became of the others. */
export interface ScoreFacts {
  scorable: number;
  /** Of those, pages whose content only scripts show. */
  clientRendered: number;
  /** No page responded. */
  silent: boolean;
}

const MOST = 0.5;

export function scoreStateFrom({ scorable, clientRendered, silent }: ScoreFacts): ScoreState {
  if (silent) return "unreachable";
  if (scorable === 0) return "not_scorable";
  return clientRendered >= MOST * scorable ? "client_rendered" : "scored";
}

interface KnownRun {
  completedAt: number | null;
  healthScore: number;
  crawlStats: Record<string, unknown> | null;
}

/** The state of a stored run; null: it has not ended. */
export function scoreStateOf({ completedAt, healthScore, crawlStats }: KnownRun): ScoreState | null {
  if (completedAt === null) return null;
  const kept = crawlStats?.["scoreState"] as ScoreState | undefined;
  return kept ?? (healthScore > 0 ? "scored" : "not_scorable");
}
