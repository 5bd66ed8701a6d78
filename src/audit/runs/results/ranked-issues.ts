import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { latestFinishedRun } from "../../repo";
import { latestRun } from "./latest-run";
import type { AnalysesEnv } from "./whole-runs";

/** The issues of a domain's latest finished audit, by what fixing them gains. Null: none has finished. */
export async function rankedIssues(env: AnalysesEnv, domainId: string) {
  const run = await latestRun(env, domainId);
  if (!run) return null;
  // Titles come with all checks, which start-up does not need.
  const { presentFindings } = await import("../pages/presenters");
  return { runId: run.id, issues: presentFindings(run).topIssues };
}

/** The domain's latest finished audit; null: none has finished. */
export async function latestRunId(env: Pick<Bindings, "DB">, domainId: string): Promise<string | null> {
  return (await latestFinishedRun(openDb(env.DB), domainId))?.id ?? null;
}
