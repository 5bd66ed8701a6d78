import { describe, expect, it } from "vitest";
import { isRefused, providerStates, type ProviderState } from "../../../src/operations/core/circuits";
import { WORK_NAMES, type DatabaseFacts, type HealthFacts } from "../../../src/operations/core/health-facts";
import { judgeHealth, statusOf } from "../../../src/operations/core/judge-health";
import { IDLE_POOL } from "./pool-state";

const NOW = 1_800_000_000_000;
const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const [QUARTER, DAILY] = ["*/15 * * * *", "10 0 * * *"];
const none = Object.fromEntries(WORK_NAMES.map((name) => [name, { waiting: 0, oldestAt: null, stuck: 0 }]));
const tick = (cron: string, ageMs: number, firstAgeMs = 30 * DAY) => ({
  cron,
  at: NOW - ageMs,
  queuedAt: 0,
  firstAt: NOW - firstAgeMs,
});
const database = (change: Partial<DatabaseFacts> = {}): DatabaseFacts => ({
  ticks: [tick(QUARTER, 0), tick(DAILY, 0)],
  deadLetters: [],
  faults: [],
  breakers: [],
  calls: [],
  aiCalls: 0,
  analysisCalls: 0,
  work: none as DatabaseFacts["work"],
  ...change,
});
const judge = (change: Partial<HealthFacts>, providers: ProviderState[] = []) =>
  judgeHealth({ database: database(), queues: [], pools: [], ceilings: [], ...change }, providers, NOW);
const state = (change: Partial<ProviderState>): ProviderState => ({
  provider: "claude",
  circuit: "closed",
  failures: 0,
  since: null,
  openUntil: null,
  calls: 0,
  failedCalls: 0,
  lastError: null,
  lastErrorAt: null,
  lastSuccessAt: null,
  ...change,
});
const degraded = (code: string, subject: string | null, text: string) => ({ code, level: "degraded", subject, text });
const failing = (code: string, subject: string | null, text: string) => ({ code, level: "failing", subject, text });

describe("a reason says what is wrong", () => {
  it.each<[string, Partial<HealthFacts>, unknown[]]>([
    ["nothing", {}, []],
    [
      "the database",
      { database: null },
      [failing("database_unreachable", null, "D1 did not answer, so most of the rest is not known.")],
    ],
    ...(
      [
        [[tick(QUARTER, 30 * MINUTE), tick(DAILY, 0)], []],
        [
          [tick(QUARTER, 31 * MINUTE), tick(DAILY, 0)],
          [degraded("cron_late", QUARTER, "The next tick is 16 minutes late.")],
        ],
        [
          [tick(QUARTER, 45 * MINUTE), tick(DAILY, 0)],
          [degraded("cron_late", QUARTER, "The next tick is 30 minutes late.")],
        ],
        [
          [tick(QUARTER, 45 * MINUTE + 1), tick(DAILY, 0)],
          [failing("cron_late", QUARTER, "The next tick is 30 minutes late.")],
        ],
        [[tick(QUARTER, 0), tick(DAILY, 3 * DAY)], [degraded("cron_late", DAILY, "The next tick is 48 hours late.")]],
        [
          [tick(QUARTER, 0), tick(DAILY, 3 * DAY + 1)],
          [failing("cron_late", DAILY, "The next tick is 48 hours late.")],
        ],
        [
          [],
          [degraded("cron_late", QUARTER, "No tick was recorded yet. A new service has its first within 15 minutes.")],
        ],
        [[tick(QUARTER, 0, DAY + 15 * MINUTE)], []],
        [[tick(QUARTER, 0, DAY + 16 * MINUTE)], [degraded("cron_late", DAILY, "The next tick is 16 minutes late.")]],
        [
          [tick("other", 0, 0), tick(QUARTER, 0, 2 * DAY)],
          [degraded("cron_late", DAILY, "The next tick is 24 hours late.")],
        ],
        [
          [tick(DAILY, 0, 2 * DAY), tick("other", 0, 0)],
          [failing("cron_late", QUARTER, "The next tick is 48 hours late.")],
        ],
      ] as const
    ).map(([ticks, reasons]): [string, Partial<HealthFacts>, unknown[]] => [
      "crons",
      { database: database({ ticks }) },
      [...reasons],
    ]),
    [
      "dead letters and archives",
      {
        database: database({
          deadLetters: [{ queue: "q", letters: 2, oldestAt: 0, newestAt: 0 }],
          faults: [
            { name: "archive_failed", at: NOW - 26 * HOUR + 1, detail: "full" },
            { name: "archive_old", at: NOW - 26 * HOUR, detail: "x" },
            { name: "x_archive_", at: NOW, detail: "x" },
          ],
        }),
      },
      [
        degraded("dead_letters", "q", "2 messages ran out of retries."),
        degraded("archives_failing", "archive_failed", "full"),
      ],
    ],
    ...(
      [
        ["audits", "audits_stuck", "audits"],
        ["promptRuns", "prompt_runs_stuck", "prompt runs"],
        ["analyses", "analyses_stuck", "answers without an analysis"],
        ["events", "events_stuck", "events for webhooks"],
        ["domainDeletions", "deletions_stuck", "removed domains"],
        ["domainReleases", "deletions_stuck", "released domains"],
        ["accountDeletions", "deletions_stuck", "deleted accounts"],
      ] as const
    ).map(([name, code, what]): [string, Partial<HealthFacts>, unknown[]] => [
      name,
      {
        database: database({
          work: { ...none, [name]: { waiting: 9, oldestAt: 1, stuck: 3 } } as DatabaseFacts["work"],
        }),
      },
      [degraded(code, name, `3 ${what} are past their deadline.`)],
    ]),
    ...(
      [
        ["crawlready-crawl", 15 * MINUTE, []],
        ["crawlready-crawl", 16 * MINUTE, ["degraded", "16 minutes"]],
        ["crawlready-crawl", 119 * MINUTE, ["degraded", "119 minutes"]],
        ["crawlready-crawl", 2 * HOUR, ["degraded", "2 hours"]],
        ["crawlready-crawl", 2 * HOUR + 1, ["failing", "2 hours"]],
        ["crawlready-render", HOUR, []],
        ["crawlready-render", HOUR + MINUTE, ["degraded", "61 minutes"]],
        ["crawlready-prompts-claude", 6 * HOUR, ["degraded", "6 hours"]],
        ["crawlready-prompts-claude", 6 * HOUR + 1, ["failing", "6 hours"]],
      ] as const
    ).map(([queue, age, said]): [string, Partial<HealthFacts>, unknown[]] => [
      queue,
      { queues: [{ queue, waiting: 4, oldestAt: NOW - age }] },
      said.length === 0
        ? []
        : [{ code: "queue_late", level: said[0], subject: queue, text: `4 messages wait, the oldest for ${said[1]}.` }],
    ]),
    ["a queue without messages", { queues: [{ queue: "crawlready-crawl", waiting: 0, oldestAt: null }] }, []],
    [
      "a queue that is silent",
      { queues: [{ queue: "crawlready-crawl", waiting: null, oldestAt: 0 }] },
      [degraded("queue_unreadable", "crawlready-crawl", "The queue did not say how much waits.")],
    ],
    ...(
      [
        [49, []],
        [50, [degraded("renders_crowded", "p", "50 renders wait for one of 8 tabs.")]],
      ] as const
    ).map(([waiting, reasons]): [string, Partial<HealthFacts>, unknown[]] => [
      "a pool",
      { pools: [{ pool: "p", state: { ...IDLE_POOL, waiting } }] },
      [...reasons],
    ]),
    [
      "a pool whose browser does not start",
      { pools: [{ pool: "p", state: { ...IDLE_POOL, hasBrowser: false, noBrowserSince: NOW - MINUTE } }] },
      [degraded("browser_missing", "p", `No browser has worked since ${new Date(NOW - MINUTE).toISOString()}.`)],
    ],
    [
      "a pool that is silent",
      { pools: [{ pool: "p", state: null }] },
      [degraded("render_pool_unreachable", "p", "The pool's object did not answer.")],
    ],
    ...(
      [
        ["aiCalls", 79.9, null],
        ["aiCalls", null, null],
        ["aiCalls", 80, "near", "80 of 100 calls to AI providers are used today (AI_CALLS_PER_DAY)."],
        ["browserSeconds", 99.4, "near", "99 of 100 render seconds are used today (BROWSER_SECONDS_PER_DAY)."],
        [
          "aiCalls",
          100,
          "failing",
          "100 of 100 calls to AI providers are used today (AI_CALLS_PER_DAY): prompts are not asked.",
        ],
        [
          "browserSeconds",
          101,
          "failing",
          "101 of 100 render seconds are used today (BROWSER_SECONDS_PER_DAY): pages are not rendered.",
        ],
        [
          "analysisCalls",
          100,
          "degraded",
          "100 of 100 calls that judge answers are used today (ANALYSIS_CALLS_PER_DAY): rules alone read the answers.",
        ],
      ] as const
    ).map(([name, used, level, text]): [string, Partial<HealthFacts>, unknown[]] => [
      `a ceiling of ${name}`,
      { ceilings: [{ name, used, limit: 100 }] },
      level === null
        ? []
        : [
            {
              code: level === "near" ? "ceiling_near" : "ceiling_reached",
              level: level === "near" ? "degraded" : level,
              subject: name,
              text,
            },
          ],
    ]),
  ])("of %s (%#)", (_, change, reasons) => expect(judge(change)).toEqual(reasons));

  it.each<[Partial<ProviderState>, unknown[]]>([
    [{}, []],
    [{ circuit: "open" }, [degraded("provider_paused", "claude", "Calls wait: the circuit is open.")]],
    [{ circuit: "half_open" }, [degraded("provider_paused", "claude", "Calls wait: the circuit is half-open.")]],
    [
      { circuit: "open", lastError: "auth", lastErrorAt: 1 },
      [degraded("provider_refuses", "claude", "The latest call was refused: auth.")],
    ],
  ])("of a provider: %j", (change, reasons) => expect(judge({}, [state(change)])).toEqual(reasons));

  it("the worst first, the others in their order", () => {
    const pools = ["p", "q"].map((pool) => ({ pool, state: null }));
    const ceilings = [{ name: "aiCalls" as const, used: 9, limit: 9 }];
    const found = judge({ database: null, pools, ceilings }, [state({ circuit: "open" })]);
    expect(found.map(({ code, subject }) => subject ?? code)).toEqual([
      "database_unreachable",
      "aiCalls",
      "claude",
      "p",
      "q",
    ]);
    expect([statusOf(found), statusOf(found.slice(2)), statusOf([])]).toEqual(["failing", "degraded", "ok"]);
  });
});

describe("a provider", () => {
  it.each([
    ["auth", 2, 1, true],
    ["quota", 2, null, true],
    ["model_not_found", 2, 1, true],
    ["timeout", 2, 1, false],
    ["auth", 2, 2, false],
    ["auth", 2, 3, false],
    [null, null, null, false],
  ])("that gave %s at %s, and worked at %s, refuses us: %s", (lastError, lastErrorAt, lastSuccessAt, expected) => {
    expect(isRefused(state({ lastError, lastErrorAt, lastSuccessAt }))).toBe(expected);
  });

  const of = (change: Partial<DatabaseFacts>, provider = "gemini") =>
    providerStates(database(change), 5, NOW).find((each) => each.provider === provider);
  const breaker = (failures: number, openUntil: number, failingSince: number | null = null) => ({
    breakers: [{ provider: "gemini", failures, openUntil, failingSince }],
  });

  it.each([
    [{}, { circuit: "closed", failures: 0, since: null, openUntil: null }],
    [breaker(4, NOW), { circuit: "closed", failures: 4, since: null, openUntil: null }],
    [breaker(5, NOW, 7), { circuit: "half_open", failures: 5, since: 7, openUntil: null }],
    [breaker(1, NOW + 1), { circuit: "open", failures: 1, since: null, openUntil: NOW + 1 }],
  ])("has a circuit: %j", (change, expected) => {
    expect(of(change)).toEqual({ ...state({ provider: "gemini" }), ...expected });
    expect(of(change, "claude")).toEqual(state({}));
  });

  it("has its calls of a day, and the last error whatever the order", () => {
    const call = (outcome: string, calls: number, ageMs: number, provider = "gemini") => ({
      provider,
      outcome,
      calls,
      lastAt: NOW - ageMs,
    });
    const calls = [
      call("timeout", 1, 9),
      call("ok", 8, 5),
      call("auth", 2, 3),
      call("quota", 4, DAY - 1),
      call("overloaded", 16, DAY),
      call("auth", 32, 1, "claude"),
    ];
    expect(of({ calls })).toEqual(
      state({
        provider: "gemini",
        calls: 15,
        failedCalls: 7,
        lastError: "auth",
        lastErrorAt: NOW - 3,
        lastSuccessAt: NOW - 5,
      }),
    );
  });
});
