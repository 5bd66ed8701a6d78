import { isRefused, type ProviderState } from "./circuits";
import {
  CRON_PERIODS,
  CROWDED_POOL,
  FAILING_PERIODS,
  FAULT_COUNTS_MS,
  NEAR_CEILING,
  patienceOf,
  tickLateMs,
} from "./deadlines";
import type { CeilingName, DatabaseFacts, HealthFacts, WorkName } from "./health-facts";

/** Everything that health can complain of. docs/runbook.md has a section on each, under the same name. */
export const HEALTH_REASONS = [
  "database_unreachable",
  "cron_late",
  "queue_late",
  "queue_unreadable",
  "dead_letters",
  "audits_stuck",
  "prompt_runs_stuck",
  "analyses_stuck",
  "events_stuck",
  "deletions_stuck",
  "archives_failing",
  "provider_paused",
  "provider_refuses",
  "render_pool_unreachable",
  "browser_missing",
  "renders_crowded",
  "ceiling_near",
  "ceiling_reached",
] as const;
export type HealthReasonCode = (typeof HEALTH_REASONS)[number];

/** `degraded`: something is late or partly down. `failing`: a part of the service does not work. */
export type HealthLevel = "degraded" | "failing";

export interface HealthReason {
  code: HealthReasonCode;
  level: HealthLevel;
  /** What it is about, such as a queue; null: the service. */
  subject: string | null;
  text: string;
}

const STUCK: Partial<Record<WorkName, { code: HealthReasonCode; what: string }>> = {
  audits: { code: "audits_stuck", what: "audits" },
  promptRuns: { code: "prompt_runs_stuck", what: "prompt runs" },
  analyses: { code: "analyses_stuck", what: "answers without an analysis" },
  events: { code: "events_stuck", what: "events for webhooks" },
  domainDeletions: { code: "deletions_stuck", what: "removed domains" },
  domainReleases: { code: "deletions_stuck", what: "released domains" },
  accountDeletions: { code: "deletions_stuck", what: "deleted accounts" },
};

const CEILINGS: Record<CeilingName, { name: string; setting: string; stops: string }> = {
  browserSeconds: { name: "render seconds", setting: "BROWSER_SECONDS_PER_DAY", stops: "pages are not rendered" },
  aiCalls: { name: "calls to AI providers", setting: "AI_CALLS_PER_DAY", stops: "prompts are not asked" },
  analysisCalls: {
    name: "calls that judge answers",
    setting: "ANALYSIS_CALLS_PER_DAY",
    stops: "rules alone read the answers",
  },
};

/** Why the service is not well; empty if it is. The worst come first. */
export function judgeHealth(facts: HealthFacts, providers: readonly ProviderState[], now: number): HealthReason[] {
  const reasons: HealthReason[] = [
    ...(facts.database
      ? ofDatabase(facts.database, now)
      : [reason("database_unreachable", "failing", null, "D1 did not answer, so most of the rest is not known.")]),
    ...facts.queues.flatMap((queue) => ofQueue(queue, now)),
    ...providers.flatMap(ofProvider),
    ...facts.pools.flatMap(ofPool),
    ...facts.ceilings.flatMap(ofCeiling),
  ];
  return reasons.toSorted((left, right) => Number(right.level === "failing") - Number(left.level === "failing"));
}

/** The service's state: that of its worst reason. */
export function statusOf(reasons: readonly Pick<HealthReason, "level">[]): "ok" | HealthLevel {
  if (reasons.some(({ level }) => level === "failing")) return "failing";
  return reasons.length > 0 ? "degraded" : "ok";
}

function ofDatabase(database: DatabaseFacts, now: number): HealthReason[] {
  return [
    ...Object.entries(CRON_PERIODS).flatMap(([cron, periodMs]) => ofCron(database, cron, periodMs, now)),
    ...database.deadLetters.map(({ queue, letters }) =>
      reason("dead_letters", "degraded", queue, `${letters} messages ran out of retries.`),
    ),
    ...Object.entries(STUCK).flatMap(([name, { code, what }]) => {
      const { stuck } = database.work[name as WorkName];
      return stuck === 0 ? [] : [reason(code, "degraded", name, `${stuck} ${what} are past their deadline.`)];
    }),
    ...database.faults
      .filter(({ name, at }) => name.startsWith("archive_") && at > now - FAULT_COUNTS_MS)
      .map(({ name, detail }) => reason("archives_failing", "degraded", name, detail)),
  ];
}

/** A cron that never ticked is late once another one has ticked for longer than its period. */
function ofCron({ ticks }: DatabaseFacts, cron: string, periodMs: number, now: number): HealthReason[] {
  const tick = ticks.find((each) => each.cron === cron);
  const begin = ticks.map(({ firstAt }) => firstAt).toSorted((left, right) => left - right)[0];
  if (!tick && begin === undefined)
    return periodMs === Math.min(...Object.values(CRON_PERIODS))
      ? [
          reason(
            "cron_late",
            "degraded",
            cron,
            "No tick was recorded yet. A new service has its first within 15 minutes.",
          ),
        ]
      : [];
  const lateMs = tickLateMs(periodMs, tick?.at ?? begin!, now);
  if (lateMs === null) return [];
  const level = lateMs > (FAILING_PERIODS - 1) * periodMs ? "failing" : "degraded";
  return [reason("cron_late", level, cron, `The next tick is ${minutes(lateMs)} late.`)];
}

function ofQueue({ queue, waiting, oldestAt }: HealthFacts["queues"][number], now: number): HealthReason[] {
  if (waiting === null) return [reason("queue_unreadable", "degraded", queue, "The queue did not say how much waits.")];
  if (oldestAt === null) return [];
  const ageMs = now - oldestAt;
  const { degradedMs, failingMs } = patienceOf(queue);
  if (ageMs <= degradedMs) return [];
  const level = ageMs > failingMs ? "failing" : "degraded";
  return [reason("queue_late", level, queue, `${waiting} messages wait, the oldest for ${minutes(ageMs)}.`)];
}

function ofProvider(state: ProviderState): HealthReason[] {
  const { provider, circuit, lastError } = state;
  if (isRefused(state))
    return [reason("provider_refuses", "degraded", provider, `The latest call was refused: ${lastError}.`)];
  if (circuit === "closed") return [];
  return [reason("provider_paused", "degraded", provider, `Calls wait: the circuit is ${circuit.replace("_", "-")}.`)];
}

function ofPool({ pool, state }: HealthFacts["pools"][number]): HealthReason[] {
  if (!state) return [reason("render_pool_unreachable", "degraded", pool, "The pool's object did not answer.")];
  const { noBrowserSince: since, waiting, places, tabs } = state;
  return [
    ...(since === null
      ? []
      : [reason("browser_missing", "degraded", pool, `No browser has worked since ${new Date(since).toISOString()}.`)]),
    ...(waiting < CROWDED_POOL * places
      ? []
      : [reason("renders_crowded", "degraded", pool, `${waiting} renders wait for one of ${tabs} tabs.`)]),
  ];
}

function ofCeiling({ name, used, limit }: HealthFacts["ceilings"][number]): HealthReason[] {
  if (used === null || used < NEAR_CEILING * limit) return [];
  const { name: words, setting, stops } = CEILINGS[name];
  const share = `${Math.round(used)} of ${limit} ${words} are used today (${setting})`;
  if (used < limit) return [reason("ceiling_near", "degraded", name, `${share}.`)];
  return [reason("ceiling_reached", name === "analysisCalls" ? "degraded" : "failing", name, `${share}: ${stops}.`)];
}

const reason = (code: HealthReasonCode, level: HealthLevel, subject: string | null, text: string): HealthReason => ({
  code,
  level,
  subject,
  text,
});

function minutes(ms: number): string {
  const all = Math.round(ms / 60_000);
  return all < 120 ? `${all} minutes` : `${Math.round(all / 60)} hours`;
}
