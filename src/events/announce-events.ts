import { openDb } from "../db/client";
import type { Bindings } from "../env";
import { log } from "../lib/text/log";
import { hasNews } from "./outbox-repo";

/**
 * Has recorded events sent at once. Never throws: the events are recorded, and the 15-minute cron sends those that this
 * call does not.
 */
export async function announceEvents(env: Pick<Bindings, "DB" | "HOUSEKEEPING_QUEUE">): Promise<void> {
  try {
    if (await hasNews(openDb(env.DB)))
      await env.HOUSEKEEPING_QUEUE.send({ job: "sendEvents", at: Date.now(), after: null });
  } catch (error) {
    log("warn", "events_not_announced", { error: String(error) });
  }
}
