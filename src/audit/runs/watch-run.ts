import type { Bindings } from "../../env";
import { openDb } from "../../db/client";
import { SECOND_MS } from "../../lib/time";
import { stubOf } from "./launch-run";
import type { Progress } from "../crawl/frontier/calls";
import { findRun, type RunRow } from "./repo";

/** What a watcher of a run is told: counts while it goes on, and how it ended. */
export type RunEvent =
  | { event: "progress"; data: Progress & { runId: string; status: string } }
  | {
      event: "end";
      data: Pick<RunRow, "status" | "closeReason" | "pagesCrawled" | "issueCount" | "healthScore"> & { runId: string };
    };

const LOOK_EVERY_MS = SECOND_MS / 2;
/** A proxy on the way must not take the silence of a slow site for the end. */
const SAY_AT_LEAST_EVERY_MS = 10 * SECOND_MS;

/** Events of a run until it ends, the first one at once. */
export async function* watchRun(env: Bindings, run: RunRow): AsyncGenerator<RunEvent> {
  const db = openDb(env.DB);
  let told = "";
  let toldAt = 0;
  for (let row: RunRow | undefined = run; row; row = await findRun(db, run.id)) {
    const { id: runId, status, closeReason, pagesCrawled, issueCount, healthScore } = row;
    if (row.completedAt !== null) {
      yield { event: "end", data: { runId, status, closeReason, pagesCrawled, issueCount, healthScore } };
      return;
    }
    const progress = (await stubOf(env, run.domainId).progress(runId)) as Progress | null;
    const text = JSON.stringify(progress);
    if (progress && (text !== told || Date.now() - toldAt > SAY_AT_LEAST_EVERY_MS)) {
      yield { event: "progress", data: { runId, status, ...progress } };
      told = text;
      toldAt = Date.now();
    }
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

/** An event in the form of server-sent events. */
export async function* sseText(events: AsyncIterable<RunEvent>): AsyncGenerator<string> {
  for await (const { event, data } of events) yield `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`;
}
