import { reachesDomain, type Caller } from "../accounts";
import type { Db } from "../db/client";
import { ApiError, schemaError } from "../errors/api-error";
import { presentFindings, presentPage, presentRun } from "./present";
import { findRun, resultRows, type RunRow } from "./repo";

const BATCH = 500;

/**
 * A run of the caller's account. An unknown run and another account's give the same answer.
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

/** A place in a run's pages, as text that says nothing of its inside. */
function parseCursor(cursor: string | undefined): number {
  if (cursor === undefined) return 0;
  const seq = Number(cursor.replace(/^p/, ""));
  if (!/^p\d+$/.test(cursor) || !Number.isSafeInteger(seq))
    throw schemaError([{ path: "cursor", message: "use the nextCursor of an earlier answer" }]);
  return seq;
}

/**
 * The detail answer as a stream of JSON: memory does not grow with the run. Without `limit` all pages, else one page of
 * them and a `nextCursor`.
 */
export function streamRun(db: Db, run: RunRow, page: { limit?: number; cursor?: string }): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let after = parseCursor(page.cursor);
  let left = page.limit ?? Number.POSITIVE_INFINITY;
  let first = true;
  const ended = run.completedAt !== null;
  const head = JSON.stringify({ ...presentRun(run), ...presentFindings(run) });
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(`{"run":${head},"pages":[`)),
    pull: async (controller) => {
      const want = Math.min(BATCH, left);
      const rows = want > 0 ? await resultRows(db, run, after, want) : [];
      const items = rows.map((row) => JSON.stringify(presentPage(row.page, row.points, ended)));
      if (items.length > 0) controller.enqueue(encoder.encode((first ? "" : ",") + items.join(",")));
      first &&= items.length === 0;
      left -= rows.length;
      after = rows.at(-1)?.page.seq ?? after;
      if (rows.length === want && left > 0) return;
      const more = page.limit !== undefined && rows.length === want;
      controller.enqueue(encoder.encode(`],"nextCursor":${more ? JSON.stringify(`p${after}`) : "null"}}`));
      controller.close();
    },
  });
}
