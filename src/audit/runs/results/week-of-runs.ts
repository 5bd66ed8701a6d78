import { openDb } from "../../../db/client";
import { finishedRunBefore, latestSiteRun } from "../../repo";
import { wholeRuns, type AnalysesEnv } from "./whole-runs";

/** What the audits of a week showed. */
export interface RunsOfWeek {
  runId: string;
  /** 0 to 100; null: the audit has no score. */
  health: number | null;
  issueCount: number;
  /** The same of the last audit of this scope before the week; null: there was none. */
  before: { health: number | null; issueCount: number } | null;
}

/** What the latest audit says, if it ended since then (epoch ms), beside what was known before. Null: none ended. */
export async function weekOfRuns(env: AnalysesEnv, domainId: string, since: number): Promise<RunsOfWeek | null> {
  const db = openDb(env.DB);
  const latest = await latestSiteRun(db, domainId);
  if (!latest || latest.completedAt === null || latest.completedAt < since) return null;
  const [whole, before] = await Promise.all([wholeRuns(env, [latest]), finishedRunBefore(db, latest, since)]);
  const run = whole[0]!;
  return {
    runId: run.id,
    health: healthOf(run),
    issueCount: run.issueCount,
    before: before ? { health: healthOf(before), issueCount: before.issueCount } : null,
  };
}

const healthOf = ({ scoreState, siteScore }: { scoreState: string | null; siteScore: number | null }) =>
  scoreState === "scored" ? siteScore : null;
