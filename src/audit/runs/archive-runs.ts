import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/log";
import { DAY_MS } from "../../lib/time";
import { deleteArchivedRows, runsToArchive, switchToArchive, type RunRow } from "./repo";
import { runPages } from "./run-pages";
import { deleteArchive, digestArchive, newArchiveKey, writeArchive } from "./store";

const ARCHIVE_AFTER_MS = 7 * DAY_MS;
const RUNS_A_STEP = 50;
/** A thousand pages take about three queries. */
const PAGES_A_STEP = 50_000;

/**
 * Moves the pages of runs that ended at least seven days before `now` into the archive. Rows are deleted only after the
 * object was read back and matches. Each attempt writes its own key and one of them wins, so a late or duplicate tick
 * does no harm. A run that can't be archived is skipped and retried the next day.
 */
export async function archiveRuns(
  env: Pick<Bindings, "DB" | "ARCHIVE">,
  now: number,
  after: string | null = null,
): Promise<string | null> {
  const [completedAt, id] = after === null ? [0, ""] : (JSON.parse(after) as [number, string]);
  const runs = await runsToArchive(openDb(env.DB), now - ARCHIVE_AFTER_MS, { completedAt, id }, RUNS_A_STEP);
  let pages = 0;
  for (const run of runs) {
    await archiveRun(env, run);
    pages += run.pagesCrawled;
    if (pages >= PAGES_A_STEP) return JSON.stringify([run.completedAt, run.id]);
  }
  const last = runs.at(-1);
  return last && runs.length === RUNS_A_STEP ? JSON.stringify([last.completedAt, last.id]) : null;
}

async function archiveRun(env: Pick<Bindings, "DB" | "ARCHIVE">, run: RunRow): Promise<void> {
  const db = openDb(env.DB);
  const key = newArchiveKey(run.domainId, run.id);
  try {
    if (run.archiveKey !== null) return await deleteArchivedRows(db, run.id);
    const written = await writeArchive(env, key, pageLines(env, run));
    const found = await digestArchive(env, key);
    const same = found.sha256 === written.sha256 && found.lines === written.lines;
    if (same && (await switchToArchive(db, run.id, key, found.lines))) return await deleteArchivedRows(db, run.id);
    // A match without a switch: another attempt was faster.
    if (!same) log("error", "archive_differs", { runId: run.id, written, found });
    await deleteArchive(env, key);
  } catch (error) {
    log("error", "archive_failed", { runId: run.id, error: String(error) });
  }
}

async function* pageLines(env: Pick<Bindings, "DB" | "ARCHIVE">, run: RunRow): AsyncGenerator<string[]> {
  for await (const batch of runPages(env, run)) yield batch.map((page) => page.json);
}
