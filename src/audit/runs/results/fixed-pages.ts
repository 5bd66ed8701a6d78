import { openDb } from "../../../db/client";
import { PageIssues, type FixedGroup } from "../../model/run/page-issues";
import { latestFinishedRun, runsLike, type RunRow } from "../../repo";
import { runPages, type PagesEnv } from "../pages/run-pages";

/** Runs that are read, the first and the last among them, and pages of each. */
const MAX_RUNS = 6;
const MAX_PAGES = 5_000;
const LISTED_RUNS = 200;

export interface FixHistory {
  groups: FixedGroup[];
  /** Pages of the latest audit on which no issue was fixed meanwhile. */
  unfixed: string[];
  /** When the audits that were read began, epoch ms, oldest first. */
  runs: number[];
}

interface ShownPage {
  path: string;
  statusCode: number;
  carriedAt: number | null;
  issues: Array<{ id: string }>;
}

/** The issues that disappeared from pages since a time, by audits of the latest one's scope. */
export async function fixedPages(env: PagesEnv, domainId: string, since: number): Promise<FixHistory> {
  const db = openDb(env.DB);
  const latest = await latestFinishedRun(db, domainId);
  const runs = latest ? sampled(await runsLike(db, latest, since, LISTED_RUNS)) : [];
  const history = new PageIssues();
  for (const run of runs) await readRun(env, run, history);
  return { ...history.result(), runs: runs.map(({ startedAt }) => startedAt) };
}

/** At most MAX_RUNS of them, evenly, with the first and the last. */
function sampled(runs: readonly RunRow[]): RunRow[] {
  if (runs.length <= MAX_RUNS) return [...runs];
  return Array.from({ length: MAX_RUNS }, (_, i) => runs[Math.round((i * (runs.length - 1)) / (MAX_RUNS - 1))]!);
}

async function readRun(env: PagesEnv, run: RunRow, history: PageIssues): Promise<void> {
  history.nextRun({ began: run.startedAt, ended: run.completedAt ?? run.startedAt });
  for await (const batch of runPages(env, run, 0, MAX_PAGES))
    for (const { json } of batch) {
      const { path, statusCode, carriedAt, issues } = JSON.parse(json) as ShownPage;
      if (statusCode === 200 && carriedAt === null) history.add(path, issues);
    }
}
