import { openDb } from "../../../db/client";
import type { presentPage } from "./presenters";
import { latestFinishedRun, type RunRow } from "../../repo";
import { runPages, type PagesEnv } from "./run-pages";

export interface LatestPages {
  run: RunRow;
  /** The run's pages as in its detail, in batches. */
  batches: AsyncIterable<Array<ReturnType<typeof presentPage>>>;
}

/** Reads every page of a domain's latest finished audit; null: there is none. */
export async function latestPages(env: PagesEnv, domainId: string): Promise<LatestPages | null> {
  const run = await latestFinishedRun(openDb(env.DB), domainId);
  return run ? { run, batches: parsed(runPages(env, run)) } : null;
}

async function* parsed(batches: ReturnType<typeof runPages>) {
  for await (const batch of batches) yield batch.map((page) => JSON.parse(page.json) as ReturnType<typeof presentPage>);
}
