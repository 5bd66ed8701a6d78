import { openDb } from "../../../db/client";
import type { Bindings } from "../../../env";
import { presentPage } from "./presenters";
import type { ResultRow } from "../../model/page/page-row";
import { stubOf } from "../../crawl/frontier/stub-of";
import { findRun, type RunRow } from "../../repo";
import { readArchive } from "./archive-bucket";

/** One page of a run as the API returns it, as JSON text; `seq` is its place in the run. */
export interface PageText {
  seq: number;
  json: string;
}

/** Pages per call of the object. */
export const PAGES_PER_CALL = 500;

/** What reading the pages of runs needs. */
export type PagesEnv = Pick<Bindings, "DB" | "ARCHIVE" | "DOMAIN_AUDIT">;

/**
 * Yields the pages of a run after `afterSeq` in order, in batches: from the domain's object while the run is recent,
 * then from the archive. Both give the same texts, byte for byte.
 */
export async function* runPages(
  env: PagesEnv,
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

async function* livePages(env: PagesEnv, run: RunRow, afterSeq: number, limit: number): AsyncGenerator<PageText[]> {
  const stub = stubOf(env, run.domainId);
  const ended = run.completedAt !== null;
  for (let after = afterSeq, left = limit; left > 0;) {
    const want = Math.min(PAGES_PER_CALL, left);
    const { rows, more } = await stub.resultRows(run.id, after, want);
    yield pageTexts(rows, ended);
    if (!more) return;
    after = rows.at(-1)!.seq;
    left -= rows.length;
  }
}

/** The texts of rows of the object. `ended`: their run has ended. */
export function pageTexts(rows: readonly ResultRow[], ended: boolean): PageText[] {
  return rows.map((row) => ({ seq: row.seq, json: JSON.stringify(presentPage(row, row.points, ended)) }));
}

/** A page's JSON starts with its id, which ends with `seq`. */
const SEQ = /^\{"id":"[^".]*\.(\d+)"/;

async function* archivedPages(env: Pick<Bindings, "ARCHIVE">, key: string): AsyncGenerator<PageText[]> {
  for await (const lines of readArchive(env, key))
    yield lines.map((line) => ({ seq: Number(SEQ.exec(line)?.[1]), json: line }));
}
