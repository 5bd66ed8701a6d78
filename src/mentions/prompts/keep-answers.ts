import { limitsOf } from "../../accounts";
import { openDb } from "../../db/client";
import type { Bindings } from "../../env";
import { log } from "../../lib/text/log";
import { DAY_MS, utcDay } from "../../lib/time/time";
import { answersOf, type AnswersEnv } from "../answers/answers-of";
import { dropGone } from "../answers/drop-gone";
import type { SettledRun } from "../answers/stored-answer";
import { dropSettled, runsToSettle, type EndedRun } from "../repo/domain-answers";
import { deleteOldRuns, plansOfDomains } from "../repo/history";

const DOMAINS_A_STEP = 500;
const QUERIES_A_STEP = 60;
/** Domains with answers per step. Each takes about six subrequests. */
const BUSY_A_STEP = 40;

/** Runs stay in D1 for the window of a report and some days, and leave it three days' at a time. */
const RECENT_DAYS = 10;
const SETTLED_DAYS = 3;
/** After this many days answers go to R2. */
const NEAR_DAYS = 30;

/**
 * Daily cron: deletes runs, answers and reports that are older than the plan of their account keeps them, settles runs that
 * ended some days ago, and lets old answers go to R2. A window of `historyDays` days that ends today stays complete. Starts
 * after the domain `after`.
 */
export async function keepAnswers(
  env: Pick<Bindings, "DB" | "DOMAIN_ANSWERS" | "ARCHIVE">,
  now: number,
  after: string | null = null,
): Promise<string | null> {
  const db = openDb(env.DB);
  const found = await plansOfDomains(db, after ?? "", DOMAINS_A_STEP);
  const busy = found.filter(({ gone, oldestRun }) => gone !== null || oldestRun !== null);
  const last = busy[BUSY_A_STEP - 1] ?? found.at(-1);
  const domains = found.slice(0, found.indexOf(last!) + 1);
  const kept = domains.map(({ id: domainId, plan, overrides, oldestRun, gone }): Kept => {
    const { historyDays } = limitsOf(plan, overrides);
    return { domainId, firstDay: utcDay(now - historyDays * DAY_MS), oldestRun, gone };
  });
  const days = kept.map(({ domainId, firstDay }) => ({ domainId, firstDay }));
  // A batch with more old rows than fit into this step is read again.
  if (!(await deleteOldRuns(db, days, { left: QUERIES_A_STEP }))) return after ?? "";
  for (const domain of kept) {
    if (domain.gone === null && domain.oldestRun === null) continue;
    try {
      await keepDomain(env, domain, now);
    } catch (error) {
      log("error", "answers_not_kept", { domainId: domain.domainId, error: String(error) });
    }
  }
  return last === found.at(-1) && found.length < DOMAINS_A_STEP ? null : last!.id;
}

interface Kept {
  domainId: string;
  firstDay: string;
  oldestRun: string | null;
  gone: string | null;
}

async function keepDomain(env: AnswersEnv, { domainId, firstDay, oldestRun, gone }: Kept, now: number): Promise<void> {
  const prompts = gone === null ? [] : (JSON.parse(gone) as string[]);
  if (prompts.length > 0) await dropGone(env, domainId, prompts);
  const to = utcDay(now - RECENT_DAYS * DAY_MS);
  if (oldestRun !== null && oldestRun <= utcDay(now - (RECENT_DAYS + SETTLED_DAYS) * DAY_MS))
    await settleRuns(env, domainId, to);
  if (gone !== null || oldestRun! <= to)
    await answersOf(env, domainId).keep(firstDay, utcDay(now - NEAR_DAYS * DAY_MS));
}

/** Gives a domain's runs up to a day to its object, which has them for good before D1 drops them. */
export async function settleRuns(env: AnswersEnv, domainId: string, to: string): Promise<void> {
  const db = openDb(env.DB);
  const found = await runsToSettle(db, domainId, to);
  if (!found) return;
  const { day, runs } = found;
  await answersOf(env, domainId).settle(day, runs.map(settled));
  await dropSettled(
    db,
    domainId,
    day,
    runs.map(({ id }) => id),
  );
}

function settled({ id: runId, promptId, provider, dateUtc: day, createdAt, status, ...rest }: EndedRun): SettledRun {
  const answeredBy = rest.answeredAt === null ? null : rest.attempts;
  return { runId, promptId, provider, day, createdAt, status, answeredBy, run: JSON.stringify(rest) };
}
