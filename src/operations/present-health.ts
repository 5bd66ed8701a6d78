import type { ServiceHealth } from "./read-health";
import { CRON_PERIODS } from "./core/deadlines";
import { WORK_NAMES, type StuckFacts } from "./core/health-facts";
import type { HealthResponse } from "./schemas";

const UNKNOWN = [
  "How much waits in the dead letter queues: they have no sender, so nobody may ask them. What they delivered is counted.",
  "Deliveries of webhooks that are due: each endpoint's object has its own, and health asks no object of an account.",
  "Pages of a running audit, and whether its object still works on it: the object's own watchdog looks after that.",
  "Renders under way that a pool's object does not know of, such as after it was moved.",
];

/** Where the runbook has a reason's section. */
export const runbookOf = (code: string): string => `docs/runbook.md#${code}`;

/** Health as the API returns it. `now`: when it was read. */
export function presentHealth(
  { status, reasons, facts, providers }: ServiceHealth,
  stuck: readonly StuckFacts[],
  now: number,
): HealthResponse {
  const { database } = facts;
  return {
    status,
    checkedAt: now,
    reasons: reasons.map((reason) => Object.assign({}, reason, { runbook: runbookOf(reason.code) })),
    queues: [...facts.queues],
    work: database ? WORK_NAMES.map((name) => Object.assign({ name }, database.work[name])) : [],
    stuck: [...stuck],
    crons: Object.keys(CRON_PERIODS).map((cron) => {
      const tick = database?.ticks.find((each) => each.cron === cron);
      return { cron, at: tick?.at ?? null, queuedAt: tick?.queuedAt ?? null };
    }),
    providers: providers ?? [],
    renderPools: facts.pools.map(({ pool, state }) => ({
      pool,
      reached: state !== null,
      browsers: state?.hasBrowser ? 1 : 0,
      rendering: state?.rendering ?? 0,
      tabs: state?.tabs ?? 0,
      waiting: state?.waiting ?? 0,
    })),
    ceilings: facts.ceilings.map(({ name, used, limit }) => ({
      name,
      used,
      limit,
      left: used === null ? null : Math.max(0, limit - used),
    })),
    deadLetters: (database?.deadLetters ?? []).map((letters) => {
      const fault = database?.faults.find(({ name }) => name === `queue:${letters.queue}`);
      return Object.assign({ newestReason: fault?.detail ?? null, reasonAt: fault?.at ?? null }, letters);
    }),
    faults: [...(database?.faults ?? [])],
    unknown: UNKNOWN,
  };
}
