import { openDb } from "../../../db/client";
import { latestFinishedRun, type RunRow } from "../../repo";
import { wholeRuns, type AnalysesEnv } from "./whole-runs";

/** The latest finished audit of a domain, with its whole analyses. */
export async function latestRun(env: AnalysesEnv, domainId: string): Promise<RunRow | undefined> {
  const run = await latestFinishedRun(openDb(env.DB), domainId);
  return run && (await wholeRuns(env, [run]))[0];
}
