import { log } from "../../lib/text/log";
import type { PageContext } from "./page-env";
import { ApiProblem, ownFault } from "./read";

/** How long a page waits for one of its parts. */
const PATIENCE_MS = 4_000;

/**
 * One of several independent parts of a page: its data, or why there is none. A part that fails or is slow doesn't take the page
 * with it. Start all parts before you wait for any.
 */
export async function attempt<T>(c: PageContext, part: Promise<T>): Promise<T | ApiProblem> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<ApiProblem>((resolve) => {
    const message = "This takes longer than usual. Reload the page in a moment.";
    timer = setTimeout(() => resolve(new ApiProblem(504, "slow", message, {})), PATIENCE_MS);
  });
  try {
    return await Promise.race([part, late]);
  } catch (error) {
    if (error instanceof ApiProblem) return error;
    const requestId = c.get("requestId");
    const stack = error instanceof Error ? error.stack : String(error);
    log("error", "page_part_failed", { requestId, path: c.req.path, error: stack });
    return new ApiProblem(500, "internal_error", ownFault(requestId), {});
  } finally {
    clearTimeout(timer);
  }
}
