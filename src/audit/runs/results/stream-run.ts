import { reachesDomain, type Caller } from "../../../accounts";
import type { Db } from "../../../db/client";
import { ApiError } from "../../../errors/api-error";
import { streamText } from "../../../http/stream-text";
import { presentFindings, presentRun } from "../pages/presenters";
import { findRun, type RunRow } from "../../repo";
import type { PagesWanted } from "../../model/page/page-query";
import { findPages } from "../pages/find-pages";
import type { PagesEnv, PageText } from "../pages/run-pages";

/**
 * Returns a run of the caller's account. An unknown run and another account's run give the same error.
 * @throws ApiError `run_not_found`, `api_key_domain_scope_mismatch`, `domain_access_forbidden`.
 */
export async function readableRun(db: Db, caller: Caller, runId: string): Promise<RunRow> {
  const run = await findRun(db, runId);
  if (!run || run.accountId !== caller.accountId) throw new ApiError("run_not_found", "No audit run has this id.");
  if (!reachesDomain(caller, run.domain)) {
    throw caller.kind === "session"
      ? new ApiError("domain_access_forbidden", "You don't have access to this run's domain.")
      : new ApiError("api_key_domain_scope_mismatch", "This API key is limited to another domain.");
  }
  return run;
}

/** The `seq` in a cursor whose form has been checked. */
function seqOf(cursor: string | undefined): number {
  return cursor === undefined ? 0 : Number(cursor.slice(1));
}

/** Which part of a run a caller reads. */
export interface DetailOrder {
  query: PagesWanted;
  limit?: number;
  cursor?: string;
  /** Whether the response has robotsAnalysis. */
  robots: boolean;
}

/**
 * Streams the run's detail as JSON, so that memory use does not grow with the run. Without `limit` it has all pages
 * of the query, otherwise at most `limit` pages and a `nextCursor`.
 */
export function streamRun(env: PagesEnv, run: RunRow, order: DetailOrder): ReadableStream<Uint8Array> {
  const shown = order.robots ? run : { ...run, robotsAnalysis: {} };
  const head = `{"run":${JSON.stringify({ ...presentRun(shown), ...presentFindings(run) })},"pages":[`;
  return streamText(pagesText(env, run, head, order));
}

/** The head of a response, then its pages and the cursor of the next part. */
export async function* pagesText(
  env: PagesEnv,
  run: RunRow,
  head: string,
  { query, limit = Number.POSITIVE_INFINITY, cursor }: Omit<DetailOrder, "robots">,
  shown: (page: PageText) => string = (page) => page.json,
): AsyncGenerator<string> {
  // Reads one page more than requested to know whether there are more.
  const batches = findPages(env, run, query, seqOf(cursor), limit + 1);
  yield head;
  let sent = 0;
  let lastSeq = 0;
  let more = false;
  for await (const batch of batches) {
    const pages = batch.slice(0, limit - sent);
    more = batch.length > pages.length;
    if (pages.length === 0) continue;
    yield (sent === 0 ? "" : ",") + pages.map(shown).join(",");
    sent += pages.length;
    lastSeq = pages.at(-1)!.seq;
  }
  yield `],"nextCursor":${more ? JSON.stringify(`p${lastSeq}`) : "null"}}`;
}
