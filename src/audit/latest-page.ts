import type { Db } from "../db/client";
import { presentPage } from "./present";
import { findPage, latestFinishedRun } from "./repo";

export interface LatestPage {
  run: { id: string; status: string; startedAt: number; completedAt: number | null };
  /** The page as the run's detail gives it; null when the run did not see it. */
  page: ReturnType<typeof presentPage> | null;
}

/** What the latest finished audit of a domain says of one page; null when there is none. */
export async function latestPage(db: Db, domainId: string, path: string): Promise<LatestPage | null> {
  const run = await latestFinishedRun(db, domainId);
  if (!run) return null;
  const row = await findPage(db, run.id, path);
  const { id, status, startedAt, completedAt } = run;
  return { run: { id, status, startedAt, completedAt }, page: row ? presentPage(row, null, true) : null };
}
