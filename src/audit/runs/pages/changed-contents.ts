import { openDb } from "../../../db/client";
import { stubOf } from "../../crawl/frontier/stub-of";
import { latestSiteRun, previousRun, type RunRow } from "../../repo";
import type { PagesEnv } from "./run-pages";

/** Calls of the object per run: a thousand pages each. */
const MAX_CALLS = 5;

/** Pages whose text differs between the latest two audits of the same scope: it changed after `from`, until `to`, epoch ms. */
export interface ChangedContents {
  from: number;
  to: number;
  paths: string[];
  /** All pages that the latest audit got. */
  seen: string[];
  /** Those that the audit before it, which began at `from`, got too. */
  seenBefore: string[];
}

/**
 * Compares the latest two audits while the domain's object has the pages of both; null: it has not, or there are none.
 * Pages after the first 5,000 of a run are left out.
 */
export async function changedContents(env: PagesEnv, domainId: string): Promise<ChangedContents | null> {
  const db = openDb(env.DB);
  const latest = await latestSiteRun(db, domainId);
  if (!latest || latest.archiveKey !== null) return null;
  const previous = await previousRun(db, latest);
  const after = await textsOf(env, latest);
  const before = previous && previous.archiveKey === null ? await textsOf(env, previous) : null;
  const changed = [...after].filter(([path, text]) => {
    const earlier = before?.get(path);
    return text !== null && earlier != null && earlier !== text;
  });
  const to = latest.completedAt ?? latest.startedAt;
  const paths = changed.map(([path]) => path);
  return {
    from: previous?.startedAt ?? to,
    to,
    paths,
    seen: [...after.keys()],
    seenBefore: [...after.keys()].filter((path) => before?.has(path)),
  };
}

/** The hash of each page's text by path; null: the page has none, or the run did not fetch it. */
async function textsOf(env: PagesEnv, run: RunRow): Promise<Map<string, number | null>> {
  const texts = new Map<string, number | null>();
  const stub = stubOf(env, run.domainId);
  for (let after = 0, calls = 0; calls < MAX_CALLS; calls++) {
    const { rows, more } = await stub.contentRows(run.id, after);
    for (const { path, textHash } of rows) texts.set(path, textHash);
    if (!more || rows.length === 0) break;
    after = rows.at(-1)!.seq;
  }
  return texts;
}
