import type { Db } from "../../../db/client";
import { latestFinishedRun, wholeRuns, type RunRow } from "../../repo";

/** The latest finished audit of a domain, with its whole analyses. */
export async function latestRun(db: Db, domainId: string): Promise<RunRow | undefined> {
  const run = await latestFinishedRun(db, domainId);
  return run && (await wholeRuns(db, [run]))[0];
}
