import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { mapBounded } from "../../../lib/platform/async-pool";
import { unpackAnalyses, type Analyses, type AnalysesKey } from "../../model/run/analyses";
import { stubOf } from "../../crawl/frontier/stub-of";
import { runsWithParts, type RunWithAnalyses } from "../../repo";

/** What reading the analyses of runs needs. */
export type AnalysesEnv = Pick<Bindings, "DB" | "DOMAIN_AUDIT">;

/** Objects called at once. */
const AT_ONCE = 10;

/**
 * The rows with their whole analyses, from the objects of their domains or, if 1.0.0 ended the run, from D1. Runs that
 * have not ended or were not analysed have none.
 */
export async function wholeRuns<T extends RunWithAnalyses>(env: AnalysesEnv, rows: readonly T[]): Promise<T[]> {
  const known = await runsWithParts(openDb(env.DB), rows);
  const byDomain = new Map<string, AnalysesKey[]>();
  for (const { id: runId, domainId, completedAt, parts } of known) {
    if (completedAt === null || parts !== null) continue;
    const keys = byDomain.get(domainId);
    if (keys) keys.push({ runId, completedAt });
    else byDomain.set(domainId, [{ runId, completedAt }]);
  }
  const analyses = new Map<string, Analyses>();
  await mapBounded([...byDomain], AT_ONCE, async ([domainId, keys]) => {
    const found = unpackAnalyses(await stubOf(env, domainId).findAnalyses(keys));
    for (const [runId, each] of found) analyses.set(runId, each);
  });
  return known.map((row) => Object.assign({}, row, analyses.get(row.id)));
}
