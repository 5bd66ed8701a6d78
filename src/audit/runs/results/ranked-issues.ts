import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { latestSiteRun } from "../../repo";
import { viewOf, type SiteView } from "../../model/run/site-runs";
import { latestRun } from "./latest-run";
import type { AnalysesEnv } from "./whole-runs";

/** The issues of the audit that speaks for a domain's whole site, by what fixing them gains. Null: none has finished. */
export async function rankedIssues(env: AnalysesEnv, domainId: string) {
  const run = await latestRun(env, domainId);
  if (!run) return null;
  // Titles come with all checks, which start-up does not need.
  const { presentFindings } = await import("../pages/presenters");
  return { runId: run.id, issues: presentFindings(run).topIssues };
}

/** The audit that speaks for a domain's whole site, with what it saw of that; null: none has finished. */
export async function latestView(
  env: Pick<Bindings, "DB">,
  domainId: string,
): Promise<{ runId: string; view: SiteView } | null> {
  const run = await latestSiteRun(openDb(env.DB), domainId);
  return run ? { runId: run.id, view: viewOf(run) } : null;
}
