import { openDb } from "../../../db/client";
import { recordFault } from "../../../db/fault-repo";
import { log } from "../../../lib/text/log";
import { stubOf } from "../../crawl/frontier/stub-of";
import { switchToArchive, type RunRow } from "../../repo";
import { runPages, type PagesEnv } from "../pages/run-pages";
import { deleteArchive, digestArchive, newArchiveKey, writeArchive } from "../pages/archive-bucket";

/**
 * Writes the pages of a run to the archive and points the run there once the object has been read back and matches. Each
 * attempt writes its own key and one of them wins, so a late or duplicate tick does no harm. A run that can't be archived
 * is skipped and retried the next day.
 */
export async function archiveRun(env: PagesEnv, run: RunRow): Promise<void> {
  const key = newArchiveKey(run.domainId, run.id);
  try {
    const written = await writeArchive(env, key, pageLines(env, run));
    const found = await digestArchive(env, key);
    const listed = await stubOf(env, run.domainId).countListed(run.id);
    const same = found.sha256 === written.sha256 && found.lines === written.lines && found.lines === listed;
    if (same && (await switchToArchive(openDb(env.DB), run.id, key))) return;
    // It matches, but the run was not switched: another attempt was faster.
    if (!same) {
      log("error", "archive_differs", { runId: run.id, written, found, listed });
      await noteFault(env, "archive_differs", `run ${run.id}: the archive differs from the pages`);
    }
    await deleteArchive(env, key);
  } catch (error) {
    log("error", "archive_failed", { runId: run.id, error: String(error) });
    await noteFault(env, "archive_failed", error);
  }
}

/** For the operator's health. A database that does not answer has failed more than this. */
async function noteFault(env: PagesEnv, name: string, error: unknown): Promise<void> {
  await recordFault(openDb(env.DB), name, error, Date.now()).catch(() => {});
}

async function* pageLines(env: PagesEnv, run: RunRow): AsyncGenerator<string[]> {
  for await (const batch of runPages(env, run)) yield batch.map((page) => page.json);
}
