import { openDb } from "../../../db/client";
import {
  asksForAll,
  compareKeys,
  isWanted,
  sortKeyOf,
  type PagesWanted,
  type QueriedPage,
} from "../../model/page/page-query";
import { stubOf } from "../../crawl/frontier/stub-of";
import { findRun, type RunRow } from "../../repo";
import { PAGES_PER_CALL, pageTexts, runPages, type PagesEnv, type PageText } from "./run-pages";

/** Texts kept in memory while an archived run is read in another order than its own. */
const MAX_CHARS = 8_000_000;

/**
 * Yields the pages of a run that match a query, after the page `afterSeq` in its order, in batches. The domain's
 * object finds them by its indexes; an archived run is read through.
 */
export async function* findPages(
  env: PagesEnv,
  run: RunRow,
  query: PagesWanted,
  afterSeq = 0,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<PageText[]> {
  if (asksForAll(query)) return yield* runPages(env, run, afterSeq, limit);
  if (run.archiveKey !== null) return yield* scanned(env, run, query, afterSeq, limit);
  const stub = stubOf(env, run.domainId);
  let after = afterSeq;
  for (let left = limit; left > 0;) {
    const answer = await stub.matchingRows(run.id, query, after, Math.min(PAGES_PER_CALL, left));
    // Archiving deletes rows from the end backwards: what was just read may lack some.
    if (query.sort !== null || !answer.more) {
      const archiveKey = (await findRun(openDb(env.DB), run.id))?.archiveKey;
      if (archiveKey) return yield* scanned(env, { ...run, archiveKey }, query, after, left);
    }
    if (answer.rows.length > 0) yield pageTexts(answer.rows, run.completedAt !== null);
    if (!answer.more) return;
    after = answer.rows.at(-1)!.seq;
    left -= answer.rows.length;
  }
}

const parsed = (page: PageText) => JSON.parse(page.json) as QueriedPage;

async function* scanned(
  env: PagesEnv,
  run: RunRow,
  query: PagesWanted,
  afterSeq: number,
  limit: number,
): AsyncGenerator<PageText[]> {
  const { sort } = query;
  if (sort !== null) return yield* sortedPages(env, run, query, sort, afterSeq, limit);
  const mark = query.issue === null ? "" : `"id":${JSON.stringify(query.issue)}`;
  let left = limit;
  for await (const batch of runPages(env, run, afterSeq)) {
    const wanted = batch.filter((page) => page.json.includes(mark) && isWanted(parsed(page), query)).slice(0, left);
    if (wanted.length > 0) yield wanted;
    left -= wanted.length;
    if (left <= 0) return;
  }
}

/** Reads the run once for the order of its pages, then for the texts: as many at a time as fit into memory. */
async function* sortedPages(
  env: PagesEnv,
  run: RunRow,
  query: PagesWanted,
  { field, descending }: NonNullable<PagesWanted["sort"]>,
  afterSeq: number,
  limit: number,
): AsyncGenerator<PageText[]> {
  const places: Array<{ key: string | number; seq: number; chars: number }> = [];
  for await (const batch of runPages(env, run)) {
    for (const each of batch) {
      const page = parsed(each);
      const place = { key: sortKeyOf(page, field), seq: each.seq, chars: each.json.length };
      if (isWanted(page, query)) places.push(place);
    }
  }
  places.sort((a, b) => compareKeys(a, b, descending));
  const at = places.findIndex(({ seq }) => seq === afterSeq);
  if (afterSeq !== 0 && at < 0) return;
  const from = at + 1;
  const due = places.slice(from, Math.min(places.length, from + limit));
  while (due.length > 0) {
    let chars = 0;
    const end = due.findIndex((place, index) => (chars += place.chars) > MAX_CHARS && index > 0);
    const part = due.splice(0, end < 0 ? due.length : end);
    const wanted = new Set(part.map(({ seq }) => seq));
    const texts = new Map<number, PageText>();
    for await (const batch of runPages(env, run))
      for (const page of batch) if (wanted.has(page.seq)) texts.set(page.seq, page);
    yield part.flatMap(({ seq }) => texts.get(seq) ?? []);
  }
}
