import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { announceEvents } from "../../../events";
import { stubOf } from "../../crawl/frontier/stub-of";
import { closeAbandonedRun, type RunRow } from "../../repo";

/** Ends an active run that holds no lock, with the pages it has, unless it begins meanwhile. */
export async function endAbandonedRun(env: Bindings, run: RunRow, now: number): Promise<void> {
  const pages = await stubOf(env, run.domainId).countPages(run.id);
  await closeAbandonedRun(openDb(env.DB), run.id, pages, now, run);
  await announceEvents(env);
}
