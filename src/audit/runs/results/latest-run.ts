import { openDb } from "../../../db/client";
import { latestSiteRun, type RunRow } from "../../repo";
import { wholeRuns, type AnalysesEnv } from "./whole-runs";

/** The finished audit that speaks for a domain's whole site, with its whole analyses. */
export async function latestRun(env: AnalysesEnv, domainId: string): Promise<RunRow | undefined> {
  const run = await latestSiteRun(openDb(env.DB), domainId);
  return run && (await wholeRuns(env, [run]))[0];
}
