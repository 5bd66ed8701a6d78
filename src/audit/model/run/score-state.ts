/**
 * Whether a run's healthScore means anything. scored: yes; client_rendered: most pages show their content only to
 * crawlers that run scripts; not_scorable: no page is open to search; unreachable: no page responded.
 */
export type ScoreState = "scored" | "not_scorable" | "client_rendered" | "unreachable";

/** What decides the state: the weights of the pages that count, and what became of the others. */
export interface ScoreFacts {
  scorable: number;
  /** Of those, pages that exist. */
  living: number;
  /** Pages that exist and do not count, because they are not indexable. */
  unscored: number;
  /** Of those, pages whose content only scripts show. */
  clientRendered: number;
  /** No page responded. */
  silent: boolean;
}

const MOST = 0.5;

export function scoreStateFrom({ scorable, living, unscored, clientRendered, silent }: ScoreFacts): ScoreState {
  if (silent) return "unreachable";
  // A score over dead links alone would say nothing about the pages that exist.
  if (scorable === 0 || (living === 0 && unscored > 0)) return "not_scorable";
  return clientRendered >= MOST * scorable ? "client_rendered" : "scored";
}

/** The scores of a run that lists show in addition to its health score. */
export interface StoredScores {
  scoreState: ScoreState | null;
  renderedHealthScore: number | null;
  siteScore: number | null;
}

interface KnownRun extends StoredScores {
  completedAt: number | null;
  healthScore: number;
  crawlStats: Record<string, unknown> | null;
}

/** The scores that a run's crawlStats have. */
export function scoresIn(crawlStats: Record<string, unknown> | null): StoredScores {
  return {
    scoreState: (crawlStats?.["scoreState"] ?? null) as ScoreState | null,
    renderedHealthScore: (crawlStats?.["renderedHealthScore"] ?? null) as number | null,
    siteScore: (crawlStats?.["siteScore"] as { score: number } | null | undefined)?.score ?? null,
  };
}

/** A run's scores. D1 of 1.0.0 had them only in crawlStats. */
export function scoresOf(run: KnownRun): StoredScores {
  const known = scoresIn(run.crawlStats);
  return {
    scoreState: scoreStateOf(run),
    renderedHealthScore: run.renderedHealthScore ?? known.renderedHealthScore,
    siteScore: run.siteScore ?? known.siteScore,
  };
}

/** The state of a stored run; null: it has not ended. */
export function scoreStateOf({
  completedAt,
  healthScore,
  scoreState,
  crawlStats,
}: Pick<KnownRun, "completedAt" | "healthScore" | "scoreState" | "crawlStats">): ScoreState | null {
  if (completedAt === null) return null;
  const kept = scoreState ?? scoresIn(crawlStats).scoreState;
  return kept ?? (healthScore > 0 ? "scored" : "not_scorable");
}
