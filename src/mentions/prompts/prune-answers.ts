import { limitsOf } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { DAY_MS, utcDay } from "../../lib/time/time";
import { deleteOldAnswers, plansOfDomains } from "../repo/history";

const DOMAINS_A_STEP = 500;
const QUERIES_A_STEP = 60;

/**
 * Daily cron: deletes prompt runs and reports that are older than the plan of their account keeps them. A window of
 * `historyDays` days that ends today stays complete. Starts after the domain `after`.
 */
export async function pruneAnswers(
  env: Pick<Bindings, "DB">,
  now: number,
  after: string | null = null,
): Promise<string | null> {
  const db = openDb(env.DB);
  const domains = await plansOfDomains(db, after ?? "", DOMAINS_A_STEP);
  const kept = domains.map(({ id, plan, overrides }) => {
    const { historyDays } = limitsOf(plan, overrides);
    return { domainId: id, firstDay: utcDay(now - historyDays * DAY_MS) };
  });
  // A batch with more old rows than fit into this step is read again.
  if (!(await deleteOldAnswers(db, kept, { left: QUERIES_A_STEP }))) return after ?? "";
  return domains.length < DOMAINS_A_STEP ? null : domains.at(-1)!.id;
}
