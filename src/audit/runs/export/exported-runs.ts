import { openDb } from "../../../db/client";
import { exportRun } from "./export-run";
import type { PagesEnv } from "../pages/run-pages";
import { runsOfAccount } from "../../repo";

const RUNS = 200;

/** Yields every audit of an account, newest first, with its pages as JSON lines, which are read lazily. */
export async function* exportedRuns(env: PagesEnv, accountId: string) {
  const db = openDb(env.DB);
  for (let before: { startedAt: number; id: string } | null = null; ;) {
    const runs: Awaited<ReturnType<typeof runsOfAccount>> = await runsOfAccount(db, accountId, before, RUNS);
    for (const run of runs) yield { id: run.id, domain: run.domain, pages: exportRun(env, run, "jsonl") };
    if (runs.length < RUNS) return;
    const { startedAt, id } = runs.at(-1)!;
    before = { startedAt, id };
  }
}
