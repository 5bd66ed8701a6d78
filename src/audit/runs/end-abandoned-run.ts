import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { announceEvents } from "../../events";
import { objectOrLegacy } from "../crawl/frontier/object-or-legacy";
import { stubOf } from "../crawl/frontier/stub-of";
import { closeAbandonedRun, countLegacyPages, type RunRow } from "./repo";

/** Ends an active run that holds no lock, with the pages it has. */
export async function endAbandonedRun(env: Bindings, run: RunRow, now: number): Promise<void> {
  const db = openDb(env.DB);
  const stub = stubOf(env, run.domainId);
  const pages = await objectOrLegacy(
    async () => stub.countPages(run.id),
    () => countLegacyPages(db, run.id),
  );
  await closeAbandonedRun(db, run.id, pages, now);
  await announceEvents(env);
}
