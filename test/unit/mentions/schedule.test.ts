import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../src/lib/time/time.ts";
import {
  changeFrom,
  isNoisy,
  learn,
  nextDynamicRun,
  type IntervalState,
  type Level,
  type AnswerOutcome,
} from "../../../src/mentions/core/dynamic-interval.ts";
import { API_PROVIDERS } from "../../../src/mentions/core/provider.ts";
import type { FailureKind } from "../../../src/mentions/core/failure-kinds.ts";
import { ProviderError, REACTIONS } from "../../../src/mentions/core/provider-error.ts";
import { BREAKER_FAILURES, BREAKER_PAUSE_MS, breakerAfter, retryAt } from "../../../src/mentions/core/retry-policy.ts";
import { askAgainAt, makeUpAt, nextRunAfter, promptSlotOf } from "../../../src/mentions/core/schedule.ts";

const NOON = Date.UTC(2026, 10, 20, 12);

const outcome = (change: Partial<AnswerOutcome> = {}): AnswerOutcome => ({
  position: 2,
  sentiment: 0.5,
  ownCited: false,
  competitors: ["Fenland", "Breckland"],
  citedDomains: ["example.org", "example.net"],
  model: "m",
  ...change,
});
const absent = outcome({ position: 0, sentiment: 0 });

/** Learns from a series of outcomes, oldest first. */
function after(outcomes: AnswerOutcome[], start: IntervalState = { level: 2, streak: 0, ewma: 0 }) {
  let state = start;
  let wakeSiblings = false;
  for (const [i, run] of outcomes.entries()) {
    ({ state, wakeSiblings } = learn(state, outcomes.slice(Math.max(0, i - 20), i).toReversed(), run));
  }
  return { ...state, wakeSiblings };
}

const same = (count: number, run = outcome()) => Array.from({ length: count }, () => run);

describe("change between answers", () => {
  it("gives mentions the most weight and citations little", () => {
    const before = same(5);
    expect(changeFrom(before, outcome())).toBe(0);
    expect(changeFrom(before, absent)).toBeCloseTo(0.4);
    expect(changeFrom(before, outcome({ citedDomains: ["elsewhere.example"] }))).toBeCloseTo(0.05);
    expect(changeFrom(before, outcome({ ownCited: true }))).toBeCloseTo(0.15);
    expect(changeFrom(before, outcome({ position: 1 }))).toBeCloseTo(0.075);
    expect(changeFrom(before, outcome({ sentiment: -0.5 }))).toBeCloseTo(0.05);
    expect(changeFrom(before, outcome({ competitors: [] }))).toBeCloseTo(0.15);
    expect(changeFrom(before, outcome({ competitors: ["Fenland", "Breckland", "Newcomer"] }))).toBe(0);
  });

  it("is between 0 and 1 whatever the answers", () => {
    const any = fc.record({
      position: fc.nat(20),
      sentiment: fc.double({ min: -1, max: 1, noNaN: true }),
      ownCited: fc.boolean(),
      competitors: fc.array(fc.constantFrom("a", "b", "c")),
      citedDomains: fc.array(fc.constantFrom("x", "y", "z")),
      model: fc.constant("m"),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 20 }), any, (before, run) => {
        const change = changeFrom(before, run);
        return change >= 0 && change <= 1;
      }),
    );
  });
});

describe("the dynamic interval", () => {
  it("spaces out equal answers: daily for six runs, then rotation, then deep rotation", () => {
    expect(after(same(3))).toMatchObject({ level: 2 });
    expect(after(same(5))).toMatchObject({ level: 2, streak: 2 });
    expect(after(same(6))).toMatchObject({ level: 3 });
    expect(after(same(9))).toMatchObject({ level: 4 });
    expect(after(same(50))).toMatchObject({ level: 4 });
  });

  it("runs daily or more often when answers change, and wakes the other providers", () => {
    const changed = after([...same(12), absent]);
    expect(changed).toMatchObject({ level: 2, streak: 0, wakeSiblings: true });
    expect(after([...same(5), absent])).toMatchObject({ level: 0, wakeSiblings: true });
    expect(after([...same(12), outcome({ ownCited: true })])).toMatchObject({ level: 3, wakeSiblings: false });
  });

  it("treats a brand named only now and then as noise, and stays daily", () => {
    const flips = Array.from({ length: 30 }, (_, i) => ((i * 7) % 3 === 0 ? absent : outcome()));
    expect(isNoisy(flips)).toBe(true);
    expect(isNoisy([...same(10), ...same(10, absent)]), "a lasting change is not noise").toBe(false);
    expect(after(flips)).toMatchObject({ level: 2, wakeSiblings: false });
  });

  it("resets when another model answers", () => {
    expect(after([...same(12), outcome({ model: "other", position: 0 })])).toMatchObject({
      level: 2,
      wakeSiblings: false,
    });
  });

  it.each([
    [0, 6],
    [1, 12],
    [2, 24],
  ] as const)("at level %i runs every %i hours", (level, hours) => {
    expect(nextDynamicRun(level, NOON, { seed: 5, index: 1, providers: 4 })).toBe(NOON + hours * HOUR_MS);
  });

  it("gives each provider in a rotation its own day, for any seed", () => {
    fc.assert(
      fc.property(
        fc.nat(5_039),
        fc.integer({ min: 1, max: 4 }),
        fc.constantFrom<Level>(3, 4),
        (seed, providers, level) => {
          const days = Array.from({ length: providers }, (_, index) => {
            const first = nextDynamicRun(level, NOON, { seed, index, providers });
            const second = nextDynamicRun(level, first, { seed, index, providers });
            const period = (second - first) / DAY_MS;
            expect(period).toBe(level === 3 ? Math.max(2, providers) : Math.min(7, Math.max(3, 2 * providers)));
            expect(first).toBeGreaterThan(NOON);
            expect((first - NOON) % DAY_MS).toBe(0);
            return ((first - NOON) / DAY_MS) % period;
          });
          expect(new Set(days).size).toBe(providers);
        },
      ),
    );
  });

  it("runs a stable prompt with four providers on one of them per day", () => {
    const scheduled = {
      promptId: "p",
      providers: API_PROVIDERS,
      monitorInterval: "dynamic" as const,
      level: 3 as Level,
    };
    const due = API_PROVIDERS.map((provider) => nextRunAfter({ ...scheduled, provider }, NOON));
    expect(due.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4].map((day) => NOON + day * DAY_MS));
  });
});

describe("slots and runs that make up for failures", () => {
  it("are 7 days apart when weekly, and 30 when monthly", () => {
    const scheduled = { promptId: "p", provider: "claude" as const, providers: API_PROVIDERS, level: 0 as Level };
    expect(nextRunAfter({ ...scheduled, monitorInterval: "weekly" }, NOON)).toBe(NOON + 7 * DAY_MS);
    expect(nextRunAfter({ ...scheduled, monitorInterval: "monthly" }, NOON)).toBe(NOON + 30 * DAY_MS);
  });

  it("are due again the next day until a weekly or monthly run succeeds", () => {
    const scheduled = { promptId: "p", provider: "claude" as const, providers: API_PROVIDERS, level: 0 as Level };
    expect(askAgainAt({ ...scheduled, monitorInterval: "weekly" }, NOON)).toBe(NOON + DAY_MS);
    expect(askAgainAt({ ...scheduled, monitorInterval: "monthly" }, NOON)).toBe(NOON + DAY_MS);
    expect(askAgainAt({ ...scheduled, monitorInterval: "dynamic" }, NOON)).toBe(NOON + 6 * HOUR_MS);
  });

  it("are named by their due time", () => expect(promptSlotOf(NOON)).toBe("2026-11-20T12:00:00.000Z"));

  it("make up for a failure after a quarter of an hour, then with increasing delays, in the end daily", () => {
    const hours = [1, 2, 3, 4, 5, 6, 7, 100].map((streak) => (makeUpAt(NOON, streak) - NOON) / HOUR_MS);
    expect(hours).toEqual([0.25, 0.5, 1, 2, 4, 8, 24, 24]);
  });
});

describe("retries", () => {
  const deadlineAt = NOON + 6 * HOUR_MS;

  it("end after the attempts that a kind of failure allows, at most five", () => {
    for (const [kind, { attempts }] of Object.entries(REACTIONS) as Array<[FailureKind, { attempts: number }]>) {
      const error = new ProviderError(kind, "");
      expect(attempts).toBeLessThanOrEqual(5);
      expect(retryAt(error, { attempts: attempts - 1, deadlineAt }, NOON, 0.5) === null, kind).toBe(false);
      expect(retryAt(error, { attempts, deadlineAt }, NOON, 0.5), kind).toBeNull();
    }
  });

  it("honor Retry-After, and end if it is beyond the deadline", () => {
    const wait = (seconds: number) => new ProviderError("rate_limited", "", seconds);
    expect(retryAt(wait(90), { attempts: 1, deadlineAt }, NOON, 0)).toBe(NOON + 90_000);
    expect(retryAt(wait(7 * 3600), { attempts: 1, deadlineAt }, NOON, 0)).toBeNull();
  });

  it("pause a provider after consecutive failures, for as long as it asks", () => {
    let breaker = { failures: 0, openUntil: 0 };
    for (let i = 1; i <= BREAKER_FAILURES; i++) {
      breaker = breakerAfter(new ProviderError("timeout", ""), breaker, { attempts: 1, now: NOON })!;
      expect(breaker.openUntil).toBe(i < BREAKER_FAILURES ? 0 : NOON + BREAKER_PAUSE_MS);
    }
    const limited = breakerAfter(
      new ProviderError("rate_limited", "", 20),
      { failures: 0, openUntil: 0 },
      { attempts: 1, now: NOON },
    );
    expect(limited).toEqual({ failures: 0, openUntil: NOON + 20_000 });
    for (const kind of ["auth", "quota", "refused", "empty", "malformed", "rate_limited"] as const) {
      const before = { failures: 4, openUntil: 0 };
      expect(breakerAfter(new ProviderError(kind, ""), before, { attempts: 1, now: NOON }), kind).toBeNull();
    }
  });

  it("count a run once, whatever its number of attempts", () => {
    const again = (failures: number) =>
      breakerAfter(new ProviderError("server_error", ""), { failures, openUntil: 0 }, { attempts: 2, now: NOON });
    expect(again(BREAKER_FAILURES - 1)).toEqual({ failures: BREAKER_FAILURES - 1, openUntil: 0 });
    expect(again(BREAKER_FAILURES)).toEqual({ failures: BREAKER_FAILURES, openUntil: NOON + BREAKER_PAUSE_MS });
  });
});
