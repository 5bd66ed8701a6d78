import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { latestUncancelledRun } from "../../repo";
import { wholeRuns, type AnalysesEnv } from "./whole-runs";

/** The issues of a domain's latest finished audit that was not cancelled, by what fixing them gains. Null: none has finished. */
export async function rankedIssues(env: AnalysesEnv, domainId: string) {
  const found = await latestUncancelledRun(openDb(env.DB), domainId);
  if (!found) return null;
  const run = (await wholeRuns(env, [found]))[0]!;
  // Titles come with all checks, which start-up does not need.
  const { presentFindings } = await import("../pages/presenters");
  return { runId: run.id, issues: presentFindings(run).topIssues };
}

/** The audit that these are of; null: none has finished. */
export async function latestRunId(env: Pick<Bindings, "DB">, domainId: string): Promise<string | null> {
  return (await latestUncancelledRun(openDb(env.DB), domainId))?.id ?? null;
}
