import { openDb } from "../../../db/client";
import type { presentPage } from "./presenters";
import { latestSiteRun, type RunRow } from "../../repo";
import { runPages, type PagesEnv } from "./run-pages";

export interface LatestPages {
  run: RunRow;
  /** The run's pages as in its detail, in batches. */
  batches: AsyncIterable<Array<ReturnType<typeof presentPage>>>;
}

/** Reads every page of the finished audit that speaks for a domain's whole site; null: there is none. */
export async function latestPages(env: PagesEnv, domainId: string): Promise<LatestPages | null> {
  const run = await latestSiteRun(openDb(env.DB), domainId);
  return run ? { run, batches: parsed(runPages(env, run)) } : null;
}

async function* parsed(batches: ReturnType<typeof runPages>) {
  for await (const batch of batches) yield batch.map((page) => JSON.parse(page.json) as ReturnType<typeof presentPage>);
}
