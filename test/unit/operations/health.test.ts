import { describe, expect, it } from "vitest";
import { isRefused, providerStates } from "../../../src/operations/core/circuits";
import { CRON_PERIODS } from "../../../src/operations/core/deadlines";
import { WORK_NAMES, type DatabaseFacts, type HealthFacts } from "../../../src/operations/core/health-facts";
import { HEALTH_REASONS, judgeHealth, statusOf } from "../../../src/operations/core/judge-health";
import { IDLE_POOL } from "./pool-state";

const NOW = Date.parse("2031-06-10T12:00:00Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const [QUARTER_HOURLY, DAILY] = Object.keys(CRON_PERIODS) as [string, string];

const tick = (cron: string, ageMs: number, firstAgeMs = 30 * DAY) => ({
  cron,
  at: NOW - ageMs,
  queuedAt: NOW - ageMs,
  firstAt: NOW - firstAgeMs,
});
const work = (change: Partial<DatabaseFacts["work"]> = {}): DatabaseFacts["work"] => ({
  ...(Object.fromEntries(
    WORK_NAMES.map((name) => [name, { waiting: 0, oldestAt: null, stuck: 0 }]),
  ) as DatabaseFacts["work"]),
  ...change,
});
const database = (change: Partial<DatabaseFacts> = {}): DatabaseFacts => ({
  ticks: [tick(QUARTER_HOURLY, 5 * MINUTE), tick(DAILY, 12 * HOUR)],
  deadLetters: [],
  faults: [],
  breakers: [],
  calls: [],
  aiCalls: 0,
  analysisCalls: 0,
  work: work(),
  ...change,
});
const facts = (change: Partial<HealthFacts> = {}): HealthFacts => ({
  database: database(),
  queues: [{ queue: "crawlready-crawl", waiting: 3, oldestAt: NOW - MINUTE }],
  pools: [{ pool: "pool", state: { ...IDLE_POOL, rendering: 2, waiting: 1 } }],
  ceilings: [{ name: "browserSeconds", used: 100, limit: 1_000 }],
  ...change,
});
const judge = (change: Partial<HealthFacts>) => {
  const given = facts(change);
  const providers = given.database ? providerStates(given.database, 5, NOW) : [];
  return judgeHealth(given, providers, NOW).map(({ code, level, subject }) => [code, level, subject]);
};
const judgeDatabase = (change: Partial<DatabaseFacts>) => judge({ database: database(change) });

it("a service with nothing wrong is ok", () => {
  expect(judge({})).toEqual([]);
  expect(statusOf([])).toBe("ok");
});

describe("health complains of", () => {
  it.each<[string, Partial<HealthFacts>, unknown[]]>([
    ["a database that does not answer", { database: null }, [["database_unreachable", "failing", null]]],
    [
      "a queue whose oldest message waits long",
      { queues: [{ queue: "crawlready-crawl", waiting: 9, oldestAt: NOW - 16 * MINUTE }] },
      [["queue_late", "degraded", "crawlready-crawl"]],
    ],
    [
      "one whose oldest waits for hours",
      { queues: [{ queue: "crawlready-visits", waiting: 9, oldestAt: NOW - 3 * HOUR }] },
      [["queue_late", "failing", "crawlready-visits"]],
    ],
    [
      "no queue of renders and prompts that waits for less than an hour",
      {
        queues: (["crawlready-render", "crawlready-prompts-claude"] as const).map((queue) => ({
          queue,
          waiting: 1,
          oldestAt: NOW - 55 * MINUTE,
        })),
      },
      [],
    ],
    [
      "a queue that does not say what waits",
      { queues: [{ queue: "crawlready-purge", waiting: null, oldestAt: null }] },
      [["queue_unreadable", "degraded", "crawlready-purge"]],
    ],
    ["no empty queue", { queues: [{ queue: "crawlready-purge", waiting: 0, oldestAt: null }] }, []],
    [
      "a pool that does not answer",
      { pools: [{ pool: "pool-1", state: null }] },
      [["render_pool_unreachable", "degraded", "pool-1"]],
    ],
    [
      "a crowded pool",
      { pools: [{ pool: "pool", state: { ...IDLE_POOL, rendering: 8, waiting: 50 } }] },
      [["renders_crowded", "degraded", "pool"]],
    ],
    [
      "a ceiling that is near",
      { ceilings: [{ name: "aiCalls", used: 80, limit: 100 }] },
      [["ceiling_near", "degraded", "aiCalls"]],
    ],
    [
      "ceilings that are reached, the worst first",
      {
        ceilings: [
          { name: "analysisCalls", used: 100, limit: 100 },
          { name: "browserSeconds", used: 101, limit: 100 },
        ],
      },
      [
        ["ceiling_reached", "failing", "browserSeconds"],
        ["ceiling_reached", "degraded", "analysisCalls"],
      ],
    ],
    ["no ceiling that is unknown or far", { ceilings: [{ name: "aiCalls", used: null, limit: 100 }] }, []],
  ])("%s", (_what, change, reasons) => {
    expect(judge(change)).toEqual(reasons);
  });

  it.each<[string, Partial<DatabaseFacts>, unknown[]]>([
    [
      "a cron that is one tick late",
      { ticks: [tick(QUARTER_HOURLY, 31 * MINUTE), tick(DAILY, HOUR)] },
      [["cron_late", "degraded", QUARTER_HOURLY]],
    ],
    [
      "a cron that stands still",
      { ticks: [tick(QUARTER_HOURLY, HOUR), tick(DAILY, HOUR)] },
      [["cron_late", "failing", QUARTER_HOURLY]],
    ],
    ["no tick that is within its slack", { ticks: [tick(QUARTER_HOURLY, 29 * MINUTE), tick(DAILY, DAY)] }, []],
    ["a new service without a tick", { ticks: [] }, [["cron_late", "degraded", QUARTER_HOURLY]]],
    ["no daily cron of a service that is hours old", { ticks: [tick(QUARTER_HOURLY, MINUTE, 5 * HOUR)] }, []],
    [
      "a daily cron that never ticked",
      { ticks: [tick(QUARTER_HOURLY, MINUTE, 2 * DAY)] },
      [["cron_late", "degraded", DAILY]],
    ],
    [
      "dead letters",
      { deadLetters: [{ queue: "crawlready-visits-dlq", letters: 2, oldestAt: 1, newestAt: 2 }] },
      [["dead_letters", "degraded", "crawlready-visits-dlq"]],
    ],
    [
      "an archive that failed in the last day, and no other fault",
      {
        faults: [
          { name: "archive_failed", at: NOW - DAY, detail: "x" },
          { name: "archive_differs", at: NOW - 2 * DAY, detail: "x" },
          { name: "queue:crawlready-crawl-dlq", at: NOW, detail: "x" },
        ],
      },
      [["archives_failing", "degraded", "archive_failed"]],
    ],
    [
      "a provider that is paused, or probed",
      {
        breakers: [
          { provider: "claude", failures: 5, openUntil: NOW + 1, failingSince: NOW - HOUR },
          { provider: "gemini", failures: 7, openUntil: NOW - 1, failingSince: NOW - HOUR },
          { provider: "chatgpt", failures: 4, openUntil: 0, failingSince: NOW - HOUR },
        ],
      },
      [
        ["provider_paused", "degraded", "claude"],
        ["provider_paused", "degraded", "gemini"],
      ],
    ],
    [
      "a provider that refuses the key, until a call succeeds",
      {
        calls: [
          { provider: "claude", outcome: "auth", calls: 3, lastAt: NOW - 2 },
          { provider: "claude", outcome: "ok", calls: 3, lastAt: NOW - 3 },
          { provider: "gemini", outcome: "quota", calls: 3, lastAt: NOW - 3 },
          { provider: "gemini", outcome: "ok", calls: 3, lastAt: NOW - 2 },
          { provider: "perplexity", outcome: "quota", calls: 3, lastAt: NOW - 2 * DAY },
        ],
      },
      [["provider_refuses", "degraded", "claude"]],
    ],
  ])("%s", (_what, change, reasons) => {
    expect(judgeDatabase(change)).toEqual(reasons);
  });

  it("every kind of stuck work that has a deadline", () => {
    const stuck = { waiting: 1, oldestAt: NOW - DAY, stuck: 1 };
    const all = work(Object.fromEntries(WORK_NAMES.map((name) => [name, stuck])));
    expect(judgeDatabase({ work: all })).toEqual([
      ["audits_stuck", "degraded", "audits"],
      ["prompt_runs_stuck", "degraded", "promptRuns"],
      ["analyses_stuck", "degraded", "analyses"],
      ["events_stuck", "degraded", "events"],
      ["deletions_stuck", "degraded", "domainDeletions"],
      ["deletions_stuck", "degraded", "domainReleases"],
      ["deletions_stuck", "degraded", "accountDeletions"],
    ]);
  });
});

it("the state of a provider has its circuit, its latest calls and its last error", () => {
  const given = database({
    breakers: [{ provider: "claude", failures: 6, openUntil: NOW + MINUTE, failingSince: NOW - HOUR }],
    calls: [
      { provider: "claude", outcome: "overloaded", calls: 4, lastAt: NOW - 5 },
      { provider: "claude", outcome: "timeout", calls: 1, lastAt: NOW - 9 },
      { provider: "claude", outcome: "ok", calls: 10, lastAt: NOW - HOUR },
    ],
  });
  const states = providerStates(given, 5, NOW);
  expect(states.find(({ provider }) => provider === "claude")).toEqual({
    provider: "claude",
    circuit: "open",
    failures: 6,
    since: NOW - HOUR,
    openUntil: NOW + MINUTE,
    calls: 15,
    failedCalls: 5,
    lastError: "overloaded",
    lastErrorAt: NOW - 5,
    lastSuccessAt: NOW - HOUR,
  });
  expect(states.map(isRefused)).toEqual(states.map(() => false));
  expect(states.filter(({ circuit }) => circuit === "closed")).toHaveLength(states.length - 1);
});

it("the worst reason decides, and each code is one that the runbook has", () => {
  const reasons = judgeHealth(
    facts({ database: null, queues: [{ queue: "crawlready-crawl", waiting: null, oldestAt: null }] }),
    [],
    NOW,
  );
  expect(statusOf(reasons)).toBe("failing");
  expect(statusOf(reasons.slice(1))).toBe("degraded");
  for (const { code } of reasons) expect(HEALTH_REASONS).toContain(code);
});
