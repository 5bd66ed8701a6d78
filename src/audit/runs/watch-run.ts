import type { Bindings } from "../../env";
import { openDb } from "../../db/client";
import { SECOND_MS } from "../../lib/time";
import { log } from "../../lib/log";
import { stubOf } from "./launch-run";
import type { CrawlProgress } from "../crawl/frontier/calls";
import { findRun, type RunRow } from "./repo";

/** What a watcher of a run is told: counts while it goes on, and how it ended. */
export type RunEvent =
  | { event: "progress"; data: CrawlProgress & { runId: string } }
  | {
      event: "end";
      data: Pick<RunRow, "status" | "closeReason" | "pagesCrawled" | "issueCount" | "healthScore"> & { runId: string };
    };

/** How often one answer looks for the run anew: when it is just starting, and when its object was moved or replaced. */
const MOST_LOOKS = 100;
const LOOK_AGAIN_MS = [SECOND_MS / 2, SECOND_MS, 2 * SECOND_MS, 5 * SECOND_MS, 10 * SECOND_MS];

/**
 * Events of a run until it ends, the first one at once. They come from the domain's object by one stream; D1 is asked only
 * when that ends. After many breaks the answer ends without `end`, and the watcher connects again by itself.
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

/** What the domain's object tells of the run. Ends with the run, and when the connection breaks. */
async function* progressOf(env: Bindings, run: RunRow): AsyncGenerator<CrawlProgress> {
  try {
    const stream = (await stubOf(env, run.domainId).watch(run.id)) as ReadableStream<Uint8Array> | null;
    if (!stream) return;
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream()) as unknown as AsyncIterable<string>) {
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      // Each line is the whole state: of several that came at once the last one is enough.
      const last = lines.at(-1);
      if (last !== undefined) yield JSON.parse(last) as CrawlProgress;
    }
  } catch (error) {
    log("warn", "run_watch_broken", { runId: run.id, error: String(error) });
  }
}

/** Tells a watcher whose connection ends before the run does to come back after this long. */
const RETRY_MS = 2_000;

/**
 * Events in the form of server-sent events. Every event holds the whole state, so a watcher that comes back with a
 * `Last-Event-ID` has missed nothing once it gets its first one.
 */
export async function* sseText(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  yield `retry: ${RETRY_MS}\n\n`;
  let id = Date.now();
  for await (const { event, data } of events)
    yield `id: ${(id = Math.max(id + 1, Date.now()))}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
