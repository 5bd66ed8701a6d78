import type { Bindings } from "../../../env";
import { openDb } from "../../../db/client";
import { SECOND_MS } from "../../../lib/time/time";
import { log } from "../../../lib/text/log";
import { stubOf } from "../../crawl/frontier/stub-of";
import type { CrawlProgress } from "../../model/run/calls";
import { findRun, type RunRow } from "../../repo";

/** An event for watchers of a run: counts while it is active, and how it ended. */
export type RunEvent =
  | { event: "progress"; data: CrawlProgress & { runId: string } }
  | {
      event: "end";
      data: Pick<RunRow, "status" | "closeReason" | "pagesCrawled" | "issueCount" | "healthScore"> & { runId: string };
    };

/** How often one response looks for the run again: while the run is just starting, or after its object moved. */
const MOST_LOOKS = 100;
const LOOK_AGAIN_MS = [SECOND_MS / 2, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS];

/**
 * Yields events of a run until it ends, the first one immediately. They come from one stream of the domain's object; D1
 * is read only when that stream ends. After many broken streams the response ends without `end`, and the client
 * reconnects.
 */
export async function* watchRun(env: Bindings, run: RunRow): AsyncGenerator<RunEvent> {
  const db = openDb(env.DB);
  let row: RunRow | undefined = run;
  for (let look = 0, silent = 0; row && look < MOST_LOOKS; look++, row = await findRun(db, run.id)) {
    const { id: runId, status, closeReason, pagesCrawled, issueCount, healthScore } = row;
    if (row.completedAt !== null) {
      yield { event: "end", data: { runId, status, closeReason, pagesCrawled, issueCount, healthScore } };
      return;
    }
    if (look > 0) await pause(LOOK_AGAIN_MS[Math.min(silent++, LOOK_AGAIN_MS.length - 1)]!);
    for await (const progress of progressOf(env, row)) {
      silent = 0;
      yield { event: "progress", data: { runId, ...progress } };
    }
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Yields the progress that the domain's object reports. Ends with the run, or when the connection breaks. */
async function* progressOf(env: Bindings, run: RunRow): AsyncGenerator<CrawlProgress> {
  try {
    const stream = await stubOf(env, run.domainId).watch(run.id);
    if (!stream) return;
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      // Each line is the whole state, so the last of several is enough.
      const last = lines.at(-1);
      if (last !== undefined) yield JSON.parse(last) as CrawlProgress;
    }
  } catch (error) {
    log("warn", "run_watch_broken", { runId: run.id, error: String(error) });
  }
}

/** Reconnect delay for a client whose connection ends before the run does. */
const RETRY_MS = 2_000;

/**
 * Formats events as server-sent events. Every event holds the whole state, so a client that reconnects with
 * `Last-Event-ID` is up to date after its first event.
 */
export async function* sseText(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  let id = Date.now();
  for await (const { event, data } of events)
    yield `id: ${(id = Math.max(id + 1, Date.now()))}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
