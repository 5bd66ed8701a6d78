import { openDb } from "../../../db/client";
import { finishedRunBefore, latestFinishedRun } from "../../repo";
import { wholeRuns, type AnalysesEnv } from "./whole-runs";

/** What the audits of a week showed. */
export interface RunsOfWeek {
  runId: string;
  /** 0 to 100; null: the audit has no score. */
  health: number | null;
  issueCount: number;
  /** The same of the last audit of this scope before the week; null: there was none. */
  before: { health: number | null; issueCount: number } | null;
  /** What to fix first; null: nothing. */
  first: { issueId: string; title: string; pages: number } | null;
}

/** What the latest audit says, if it ended since then (epoch ms), beside what was known before. Null: none ended. */
export async function weekOfRuns(env: AnalysesEnv, domainId: string, since: number): Promise<RunsOfWeek | null> {
  const db = openDb(env.DB);
  const latest = await latestFinishedRun(db, domainId);
  if (!latest || latest.completedAt === null || latest.completedAt < since) return null;
  const [whole, before] = await Promise.all([wholeRuns(env, [latest]), finishedRunBefore(db, latest, since)]);
  const run = whole[0]!;
  const [top] = (run.topIssues ?? []) as Array<{ id: string; pages: number }>;
  // Titles come with all checks, which start-up does not need.
  const { listIssues } = await import("./list-issues");
  const title = top && listIssues(run).find(({ id }) => id === top.id)?.title;
  return {
    runId: run.id,
    health: healthOf(run),
    issueCount: run.issueCount,
    before: before ? { health: healthOf(before), issueCount: before.issueCount } : null,
    first: top && title ? { issueId: top.id, title, pages: top.pages } : null,
  };
}

const healthOf = ({ scoreState, siteScore }: { scoreState: string | null; siteScore: number | null }) =>
  scoreState === "scored" ? siteScore : null;
