import type { Context } from "hono";
import { log } from "../lib/text/log";

/** Runs work after the response; failures are logged. */
export function laterOf(c: Context): (work: Promise<unknown>) => void {
  const { path } = c.req;
  return (work) =>
    c.executionCtx.waitUntil(
      work.catch((error) => log("error", "later_work_failed", { path, error: String(error).slice(0, 500) })),
    );
}
