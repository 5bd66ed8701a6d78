import { openDb } from "../../../db/client";
import { packedRun, inflated, type PackedAnalyses } from "../../model/run/analyses";
import { scoresIn } from "../../model/run/score-state";
import { stubOf } from "../../crawl/frontier/stub-of";
import { bodiesOf, clearAnalyses, partsOf, pruneParts, type RunRow } from "../../repo";
import type { AnalysesEnv } from "../results/whole-runs";

/**
 * Moves the analyses that 1.0.0 stored in D1 to the domain's object: first the copy, then the removal. Repeating it
 * changes nothing.
 */
export async function moveAnalyses(env: AnalysesEnv, domainId: string, runs: readonly RunRow[]): Promise<void> {
  if (runs.length === 0) return;
  const db = openDb(env.DB);
  const stub = stubOf(env, domainId);
  const found = await partsOf(db, runs);
  const moved = runs.flatMap((run) => {
    // Without all its parts, another attempt has moved the run since it was read.
    const bodies = bodiesOf(run, found);
    return bodies === null ? [] : [{ run, bodies }];
  });
  await stub.adoptAnalyses(moved.map(({ run, bodies }) => packedOf(run, bodies)));
  const gone = await clearAnalyses(
    db,
    moved.map(({ run, bodies }) => Object.assign({ id: run.id }, storedScores(run, bodies))),
  );
  // Their domain may have been purged before the object took them.
  if (gone.length > 0) await stub.dropAnalyses(gone);
  await pruneParts(db, domainId);
}

function packedOf(run: RunRow, bodies: Map<string, ArrayBuffer>): PackedAnalyses {
  return packedRun({ runId: run.id, completedAt: run.completedAt! }, run, run.parts ?? {}, bodies);
}

function storedScores({ crawlStats, parts }: RunRow, bodies: ReadonlyMap<string, ArrayBuffer>) {
  const apart = bodies.get(parts?.["crawlStats.siteScore"] ?? "");
  return scoresIn(apart === undefined ? crawlStats : { ...crawlStats, siteScore: inflated(apart) });
}
