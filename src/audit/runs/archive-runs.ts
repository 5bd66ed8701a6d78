import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../http/log";
import { DAY_MS, MINUTE_MS } from "../../lib/time";
import { deleteArchivedRows, halfArchivedRuns, runsToArchive, switchToArchive, type RunRow } from "./repo";
import { pagesOf } from "./run-pages";
import { deleteArchive, digestArchive, newArchiveKey, writeArchive } from "./store";

const ARCHIVE_AFTER_MS = 7 * DAY_MS;
/** An invocation of a daily cron may take 15 minutes; what is left over waits for the next. */
const BUDGET_MS = 10 * MINUTE_MS;
const RUNS_AT_ONCE = 50;

/**
 * Moves the pages of runs that ended seven days before `now` into the archive. Rows go only after the object was read back
 * and found equal; each attempt writes a key of its own and one of them wins, so a late or doubled tick harms nothing.
 */
export async function archiveRuns(env: Pick<Bindings, "DB" | "ARCHIVE">, now: number): Promise<void> {
  const db = openDb(env.DB);
  const endAt = Date.now() + BUDGET_MS;
  for (const { id } of await halfArchivedRuns(db, RUNS_AT_ONCE)) await deleteArchivedRows(db, id);
  for (;;) {
    const runs = await runsToArchive(db, now - ARCHIVE_AFTER_MS, RUNS_AT_ONCE);
    let moved = 0;
    for (const run of runs) {
      if (Date.now() > endAt) return;
      if (await archiveRun(env, run)) moved++;
    }
    if (runs.length < RUNS_AT_ONCE || moved === 0) return;
  }
}

/** True when the run's pages are in the archive and nowhere else. */
async function archiveRun(env: Pick<Bindings, "DB" | "ARCHIVE">, run: RunRow): Promise<boolean> {
  const db = openDb(env.DB);
  const key = newArchiveKey(run.domainId, run.id);
  try {
    const written = await writeArchive(env, key, pageLines(env, run));
    const found = await digestArchive(env, key);
    const same = found.sha256 === written.sha256 && found.lines === written.lines;
    if (same && (await switchToArchive(db, run.id, key, found.lines))) {
      await deleteArchivedRows(db, run.id);
      return true;
    }
    // Equal, and not switched: another attempt was faster.
    if (!same) log("error", "archive_differs", { runId: run.id, written, found });
    await deleteArchive(env, key);
  } catch (error) {
    log("error", "archive_failed", { runId: run.id, error: String(error) });
  }
  return false;
}

async function* pageLines(env: Pick<Bindings, "DB" | "ARCHIVE">, run: RunRow): AsyncGenerator<string[]> {
  for await (const batch of pagesOf(env, run)) yield batch.map((page) => page.json);
}
