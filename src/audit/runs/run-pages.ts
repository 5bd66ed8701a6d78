import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { presentPage } from "./presenters";
import { findRun, resultRows, type RunRow } from "./repo";
import { readArchive } from "./store";

/** One page of a run as the API returns it, as JSON text; `seq` is its place in the run. */
export interface PageText {
  seq: number;
  json: string;
}

const BATCH = 500;

/**
 * Yields the pages of a run after `afterSeq` in order, in batches: from D1 while the run is recent, then from the
 * archive. Both give the same texts, byte for byte.
 */
export async function* runPages(
  env: Pick<Bindings, "DB" | "ARCHIVE">,
  run: RunRow,
  afterSeq = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<PageText[]> {
  let after = afterSeq;
  let left = limit;
  const source = run.archiveKey === null ? livePages(env, run, after, limit) : archivedPages(env, run.archiveKey);
  for await (const batch of source) {
    const pages = batch.filter((page) => page.seq > after).slice(0, left);
    if (pages.length === 0) continue;
    yield pages;
    after = pages.at(-1)!.seq;
    left -= pages.length;
    if (left <= 0) return;
  }
  // Archiving deletes rows from the end backwards. If the rows ended early, continue with the archive.
  const archiveKey = run.archiveKey ?? (await findRun(openDb(env.DB), run.id))?.archiveKey;
  if (run.archiveKey === null && archiveKey) yield* runPages(env, { ...run, archiveKey }, after, left);
}

async function* livePages(
  env: Pick<Bindings, "DB">,
  run: RunRow,
  afterSeq: number,
  limit: number,
): AsyncGenerator<PageText[]> {
  const db = openDb(env.DB);
  const ended = run.completedAt !== null;
  for (let after = afterSeq, left = limit; left > 0;) {
    const want = Math.min(BATCH, left);
    const rows = await resultRows(db, run, after, want);
    yield rows.map(({ page, points }) => ({ seq: page.seq, json: JSON.stringify(presentPage(page, points, ended)) }));
    if (rows.length < want) return;
    after = rows.at(-1)!.page.seq;
    left -= rows.length;
  }
}

/** A page's JSON starts with its id, which ends with `seq`. */
const SEQ = /^\{"id":"[^".]*\.(\d+)"/;

async function* archivedPages(env: Pick<Bindings, "ARCHIVE">, key: string): AsyncGenerator<PageText[]> {
  for await (const lines of readArchive(env, key))
    yield lines.map((json) => ({ seq: Number(SEQ.exec(json)?.[1]), json }));
}
