import { sql } from "drizzle-orm";
import { runBatch, type Db } from "../../db/client";
import type { Provider } from "../core/provider";
import { readState, stateOf, type AnswerState } from "./domain-answers";

/** Inclusive days, `yyyy-mm-dd`, and the provider if only one's runs are requested. */
interface Days {
  from: string;
  to: string;
  provider?: Provider | undefined;
}

/** Epoch ms of each prompt's last run in the given days that ended, of those that D1 still has. */
export async function lastRecentRuns(
  db: Db,
  domainId: string,
  { from, to, provider }: Days,
): Promise<{ times: Array<{ promptId: string; at: number }>; state: AnswerState }> {
  const only = provider === undefined ? sql`` : sql`AND provider = ${provider}`;
  const [times, state] = await runBatch(db, [
    sql`SELECT prompt_id AS promptId, max(created_at) AS at FROM prompt_run
      WHERE domain_id = ${domainId} AND date_utc BETWEEN ${from} AND ${to} AND status IN ('ok', 'error') ${only}
      GROUP BY prompt_id`,
    stateOf(domainId),
  ]);
  return { times: times!.results as unknown as Array<{ promptId: string; at: number }>, state: readState(state!) };
}
