import { MINUTE_MS, SECOND_MS } from "../../../lib/time/time";
import { findLanded, queueAgain, RELEASED_AT_ONCE } from "../../../prerender";
import type { TurnEnd } from "../core/deploy";
import { isGivenUp } from "../core/page-state";
import { isIndexNowOn } from "./index-now";
import { countStates, movePages, pagesIn, settlePages } from "../ledger/ledger-pages";
import { QUEUED_A_TURN } from "./prewarm-pages";
import { DONE, type TurnContext } from "./turns";

const LOOK_MS = 2 * SECOND_MS;
/** Pages checked per turn, in calls to the index. */
const CALLS = 7;
/** If no page is rendered for this long, the rest are rendered when crawlers request them. */
const NO_PROGRESS_MS = 10 * MINUTE_MS;
/** After this long without progress, the renders are queued again, because their messages may be lost. */
const NUDGES_MS = [MINUTE_MS, 5 * MINUTE_MS];
const NOT_REACHED = "not rendered: the render queue made no progress for ten minutes";

/** Waits for the renders, and compares what the pages say with what they said before. */
export async function comparePages(context: TurnContext): Promise<TurnEnd> {
  const { ledger, no, deploy, now } = context;
  const waiting = () => countStates(ledger.sql, no).queued ?? 0;
  const before = waiting();
  let after = "";
  for (let call = 0; call < CALLS; call++) {
    const paths = pagesIn(ledger.sql, no, "queued", after, RELEASED_AT_ONCE);
    if (paths.length > 0) await settle(context, paths);
    if (paths.length < RELEASED_AT_ONCE) break;
    after = paths.at(-1)!;
  }
  const left = waiting();
  if (left === 0) return DONE;
  const silence = left === before ? now - deploy.progressAt : 0;
  if (silence >= NO_PROGRESS_MS) {
    movePages(ledger.sql, no, null, "queued", "not_rendered", NOT_REACHED);
    return DONE;
  }
  if (silence >= (NUDGES_MS[deploy.nudges] ?? Infinity)) {
    ledger.change(no, (stored) => ({ ...stored, nudges: stored.nudges + 1 }));
    await askAgain(context);
  }
  return { kind: "again", waitMs: LOOK_MS, ahead: left < before };
}

/** A render whose page has arrived in the meantime does nothing. The pages already count against the allowance. */
async function askAgain({ env, ledger, no, deploy, row }: TurnContext): Promise<void> {
  const paths = pagesIn(ledger.sql, no, "queued", "", QUEUED_A_TURN);
  await queueAgain(env, row, paths, deploy.steps.prewarm!.beganAt);
}

async function settle({ env, ledger, no, deploy, row, now }: TurnContext, paths: string[]): Promise<void> {
  const landed = await findLanded(env, row.id, paths, deploy.steps.prewarm!.beganAt, now);
  const owes = deploy.indexNow && isIndexNowOn(env);
  ledger.transaction(() => {
    const resubmitted = new Set(deploy.resubmitted);
    settlePages(ledger.sql, no, landed, { isFirst: deploy.isFirst, owes, resubmitted });
    for (const page of landed)
      if (page.content === null && isGivenUp(page, now))
        movePages(ledger.sql, no, [page.path], "queued", "not_rendered", page.reason);
  });
}
