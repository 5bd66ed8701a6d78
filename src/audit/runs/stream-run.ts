import { reachesDomain, type Caller } from "../../accounts";
import type { Db } from "../../db/client";
import { ApiError, schemaError } from "../../errors/api-error";
import { streamText } from "../../http/stream-text";
import { presentFindings, presentRun } from "./presenters";
import { findRun, type RunRow } from "./repo";
import { runPages, type PagesEnv, type PageText } from "./run-pages";

/**
 * Returns a run of the caller's account. An unknown run and another account's run give the same error.
 * @throws ApiError `run_not_found`, `api_key_domain_scope_mismatch`, `domain_access_forbidden`.
 */
export async function readableRun(db: Db, caller: Caller, runId: string): Promise<RunRow> {
  const run = await findRun(db, runId);
  if (!run || run.accountId !== caller.accountId) throw new ApiError("run_not_found", "No audit run has this id.");
  if (!reachesDomain(caller, run.domain)) {
    throw caller.kind === "session"
      ? new ApiError("domain_access_forbidden", `You have no access to ${run.domain}.`)
      : new ApiError("api_key_domain_scope_mismatch", "This API key is limited to another domain.");
  }
  return run;
}

/** Parses an opaque cursor into a `seq`. */
function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const seq = Number(cursor.replace(/^p/, ""));
  if (!/^p\d+$/.test(cursor) || !Number.isSafeInteger(seq))
    throw schemaError([{ path: "cursor", message: "use the nextCursor of the previous page" }]);
  return seq;
}

/**
 * Streams the detail answer as JSON, so that memory use does not grow with the run. Without `limit` it has all pages,
 * otherwise at most `limit` pages and a `nextCursor`.
 */
export function streamRun(
  env: PagesEnv,
  run: RunRow,
  { limit, cursor }: { limit?: number; cursor?: string },
): ReadableStream<Uint8Array> {
  // Reads one page more than requested to know whether there are more.
  return streamText(detailText(run, runPages(env, run, parseCursor(cursor), limit && limit + 1), limit));
}

async function* detailText(
  run: RunRow,
  batches: AsyncIterable<PageText[]>,
  limit = Number.POSITIVE_INFINITY,
): AsyncGenerator<string> {
  yield `{"run":${JSON.stringify({ ...presentRun(run), ...presentFindings(run) })},"pages":[`;
  let sent = 0;
  let lastSeq = 0;
  let more = false;
  for await (const batch of batches) {
    const pages = batch.slice(0, limit - sent);
    more = batch.length > pages.length;
    if (pages.length === 0) continue;
    yield (sent === 0 ? "" : ",") + pages.map((page) => page.json).join(",");
    sent += pages.length;
    lastSeq = pages.at(-1)!.seq;
  }
  yield `],"nextCursor":${more ? JSON.stringify(`p${lastSeq}`) : "null"}}`;
}
