import { queueReleased } from "../../../prerender";
import type { TurnEnd } from "../core/deploy";
import { movePages, pagesIn } from "../ledger/ledger-pages";
import { DONE, MORE, type TurnContext } from "./turns";

/** Twenty calls to sendBatch. */
export const QUEUED_A_TURN = 2_000;
const NO_ALLOWANCE = "the hour's allowance of prewarmed pages is used up";

/** Queues renders of the removed pages, as many as the domain may queue this hour. */
export async function prewarmPages({ env, ledger, no, deploy, row }: TurnContext): Promise<TurnEnd> {
  const paths = pagesIn(ledger.sql, no, "removed", "", QUEUED_A_TURN);
  if (paths.length === 0) return DONE;
  const queued = await queueReleased(env, row, paths, deploy.steps.prewarm!.beganAt);
  ledger.transaction(() => {
    movePages(ledger.sql, no, paths.slice(0, queued), "removed", "queued");
    if (queued < paths.length) movePages(ledger.sql, no, null, "removed", "left_out", NO_ALLOWANCE);
  });
  return MORE;
}
