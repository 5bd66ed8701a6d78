import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addressKey, siteKey } from "../../../src/accounts/core/address-key";
import {
  forgottenAt,
  giveBackAttempt,
  takeAttempt,
  type Failures,
  type ThrottleRule,
} from "../../../src/accounts/core/attempt-throttle";
import {
  ACCOUNT_RULE,
  ADDRESS_RULE,
  MAIL_RULE,
  PAIR_RULE,
  VERIFY_PAIR_RULE,
} from "../../../src/accounts/core/throttle-rules";

const RULE: ThrottleRule = { free: 3, baseMs: 1_000, maxMs: 8_000, forgetMs: 60_000 };
const START = 1_000_000;

/** Fails whenever an attempt is accepted, for this duration. Returns the times of the attempts. */
function failFor(rule: ThrottleRule, durationMs: number): number[] {
  let state: Failures | null = null;
  const looked: number[] = [];
  for (let now = START; now < START + durationMs;) {
    const step = takeAttempt(state, rule, now);
    state = step.state;
    if (step.verdict.waitMs === 0) looked.push(now);
    now += step.verdict.waitMs;
  }
  return looked;
}

describe("waits after failures", () => {
  it("start after the free failures and double up to the maximum", () => {
    const looked = failFor(RULE, 60_000);
    const gaps = looked.slice(1).map((at, i) => at - looked[i]!);
    expect(gaps.slice(0, 8)).toEqual([0, 0, 0, 1_000, 2_000, 4_000, 8_000, 8_000]);
  });

  it("are not prolonged by rejected attempts", () => {
    let state: Failures | null = null;
    for (let i = 0; i < 4; i++) state = takeAttempt(state, RULE, START).state;
    for (let i = 1; i < 1_000; i++) state = takeAttempt(state, RULE, START + i).state;
    expect(takeAttempt(state, RULE, START + 999).verdict.waitMs).toBe(1);
    expect(takeAttempt(state, RULE, START + 1_000).verdict.waitMs).toBe(0);
  });

  it("are no longer than the longest, also after the clock was set back an hour", () => {
    let state: Failures | null = null;
    for (let i = 0; i < 4; i++) state = takeAttempt(state, RULE, 7_200_000).state;
    expect(takeAttempt(state, RULE, 7_200_000).verdict.waitMs).toBe(1_000);
    expect(takeAttempt(state, RULE, 3_600_000).verdict.waitMs).toBe(0);
  });

  it("end: once all failures are forgotten, the rule starts over", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20_000 }), { minLength: 1, maxLength: 50 }), (gaps) => {
        let state: Failures | null = null;
        let now = START;
        for (const gap of gaps) {
          now += gap;
          state = takeAttempt(state, RULE, now).state;
        }
        const end = forgottenAt(state!, RULE);
        expect(end - now).toBeLessThanOrEqual((RULE.free + 4) * RULE.forgetMs);
        expect(takeAttempt(state, RULE, end).state.count).toBeCloseTo(1, 3);
      }),
    );
  });

  it("do not count attempts that were given back", () => {
    let state: Failures | null = null;
    for (let i = 0; i < 100; i++) {
      const step: ReturnType<typeof takeAttempt> = takeAttempt(state, RULE, START + i);
      expect(step.verdict.waitMs).toBe(0);
      state = giveBackAttempt(step.state, RULE, START + i);
    }
  });

  it("limit the number of guesses per day", () => {
    const perDay = (rule: ThrottleRule) => failFor(rule, 86_400_000).length;
    expect(perDay(PAIR_RULE)).toBeLessThan(170);
    expect(perDay(ADDRESS_RULE)).toBeLessThan(1_600);
    expect(perDay(ACCOUNT_RULE)).toBeLessThan(3_100);
    expect(perDay(MAIL_RULE)).toBeLessThan(40);
  });

  it("of a domain's verification begin with five seconds and double up to about ten minutes", () => {
    const looked = failFor(VERIFY_PAIR_RULE, 3_600_000);
    const gaps = looked.slice(1).map((at, i) => (at - looked[i]!) / 1_000);
    expect(gaps.slice(0, 12)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 10]);
    expect(Math.max(...gaps)).toBe(640);
  });

  it("delay the owner of an email by at most half a minute", () => {
    let state: Failures | null = null;
    for (let now = START; now < START + 3_600_000; now += 100) {
      const { waitMs } = takeAttempt(state, ACCOUNT_RULE, now).verdict;
      expect(waitMs).toBeLessThanOrEqual(30_000);
      state = takeAttempt(state, ACCOUNT_RULE, now).state;
    }
  });
});

it.each([
  ["192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["not an address", "not an address"],
  ["x".repeat(9_000), "x".repeat(45)],
  [null, "unknown"],
])("%s counts as the address %s", (given, key) => {
  expect(addressKey(given)).toBe(key);
});

it("counts what stays stored by a /48", () => {
  expect(siteKey("2001:db8:1:2::9")).toBe("2001:db8:1::/48");
  expect(siteKey("2001:db8:1:ffff::9")).toBe("2001:db8:1::/48");
  expect(siteKey("192.0.2.1")).toBe("192.0.2.1");
});
