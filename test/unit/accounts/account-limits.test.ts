import { describe, expect, it } from "vitest";
import { addressKey, siteKey } from "../../../src/accounts/core/address-key";
import {
  forgottenAt,
  giveBackAttempt,
  takeAttempt,
  type ThrottleRule,
} from "../../../src/accounts/core/attempt-throttle";
import { domainsOf, type Caller } from "../../../src/accounts/core/caller";
import { CredentialMemory } from "../../../src/accounts/core/credential-memory";
import { turnoverOf } from "../../../src/accounts/core/domains/domain-turnover";
import { MOST_SETTINGS_BYTES, oversized } from "../../../src/accounts/core/domains/settings-size";
import { boundedDetail, boundedTarget } from "../../../src/accounts/core/log-entry";
import { limitsOf, PLANS } from "../../../src/accounts/core/plans";
import { takeFrom, windowEnd } from "../../../src/accounts/core/rate-window";
import { isForeignWrite, isLocalHost } from "../../../src/accounts/core/same-origin";
import { LONGEST_SESSION_MS } from "../../../src/accounts/core/session-rules";
import { refuseSpending } from "../../../src/accounts/core/spending";
import { suspensionOf } from "../../../src/accounts/core/suspension";
import * as rules from "../../../src/accounts/core/throttle-rules";

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];

it("rules of waits are as documented", () => {
  const rule = (free: number, baseMs: number, maxMs: number, forgetMs: number) => ({ free, baseMs, maxMs, forgetMs });
  expect(rules).toMatchObject({
    PAIR_RULE: rule(10, SECOND, 15 * MINUTE, 10 * MINUTE),
    ACCOUNT_RULE: rule(100, SECOND, 30 * SECOND, MINUTE),
    ADDRESS_RULE: rule(50, SECOND, 5 * MINUTE, MINUTE),
    MAIL_RULE: rule(4, MINUTE, 6 * HOUR, HOUR),
    LINKLESS_RULE: rule(2, 15 * MINUTE, 15 * MINUTE, 15 * MINUTE),
    CODE_RULE: rule(0, 2 * MINUTE, 2 * MINUTE, 2 * MINUTE),
    VERIFY_PAIR_RULE: rule(10, 5 * SECOND, 15 * MINUTE, 10 * MINUTE),
    VERIFY_ACCOUNT_RULE: rule(50, 5 * SECOND, 15 * MINUTE, MINUTE),
    VERIFY_HOST_RULE: rule(60, SECOND, 30 * SECOND, MINUTE),
    TRUST_MS: 30 * DAY,
  });
  expect(LONGEST_SESSION_MS).toBe(90 * DAY);
});

describe("attempts", () => {
  const RULE: ThrottleRule = { free: 1, baseMs: 100, maxMs: 350, forgetMs: 1_000 };
  const state = (count: number, blockedUntil = 0, countedAt = 1_000) => ({ count, countedAt, blockedUntil });

  it.each<[ReturnType<typeof state> | null, number, ReturnType<typeof state>, number]>([
    [null, 1_000, state(1, 1_000), 0],
    [state(1), 1_000, state(2, 1_100), 0],
    [state(2), 1_000, state(3, 1_200), 0],
    [state(3), 1_000, state(4, 1_350), 0],
    // Three are forgotten in three seconds; more than four are never counted.
    [state(9), 1_000, state(4, 1_350), 0],
    [state(2), 1_500, state(2.5, 1_700, 1_500), 0],
    [state(2), 9_000, state(1, 9_000, 9_000), 0],
    [state(2), 500, state(3, 700, 500), 0],
    [state(2, 1_350), 1_000, state(2, 1_350), 350],
    [state(2, 1_351), 1_000, state(3, 1_200), 0],
    [state(2, 1_001), 1_000, state(2, 1_001), 1],
  ])("from %j at %i leave %j and wait %i ms", (before, now, after, waitMs) => {
    expect(takeAttempt(before, RULE, now)).toEqual({ state: after, verdict: { waitMs } });
  });

  it("are given back by what is left of them, and forgotten in the end", () => {
    expect(giveBackAttempt(state(2.5, 7), RULE, 1_500)).toEqual(state(1, 7, 1_500));
    expect(giveBackAttempt(state(0.5, 7), RULE, 1_000)).toEqual(state(0, 7));
    expect([forgottenAt(state(2.0001), RULE), forgottenAt(state(2, 9_000), RULE)]).toEqual([3_001, 9_000]);
  });
});

describe("a window of requests", () => {
  const window = { startedAt: 10_000, taken: 1 };
  it.each([
    [null, 5_000, { startedAt: 5_000, taken: 1, lengthMs: MINUTE }, true, 60],
    [window, 10_001, { startedAt: 10_000, taken: 2 }, true, 60],
    [{ ...window, taken: 2 }, 69_001, { startedAt: 10_000, taken: 2 }, false, 1],
    [{ ...window, taken: 2 }, 69_000, { startedAt: 10_000, taken: 2 }, false, 1],
    [{ ...window, taken: 2 }, 68_999, { startedAt: 10_000, taken: 2 }, false, 2],
    [{ ...window, taken: 2 }, 70_000, { startedAt: 70_000, taken: 1, lengthMs: MINUTE }, true, 60],
    [{ ...window, taken: 2, startedAt: 70_000 }, 10_000, { startedAt: 70_000, taken: 2 }, false, 120],
    [{ ...window, taken: 2, startedAt: 70_001 }, 10_000, { startedAt: 10_000, taken: 1, lengthMs: MINUTE }, true, 60],
    [{ ...window, lengthMs: 5 }, 10_004, { startedAt: 10_000, taken: 2, lengthMs: 5 }, true, 1],
  ])("%j at %i becomes %j, passes: %s, and ends in %i s", (before, now, after, allowed, retryAfterSeconds) => {
    expect(takeFrom(before, 2, now)).toEqual({ window: after, verdict: { allowed, retryAfterSeconds } });
  });

  it("may have another length", () => {
    expect(takeFrom(null, 1, 0, HOUR)).toEqual({
      window: { startedAt: 0, taken: 1, lengthMs: HOUR },
      verdict: { allowed: true, retryAfterSeconds: 3_600 },
    });
    expect([windowEnd(window), windowEnd({ ...window, lengthMs: 5 })]).toEqual([70_000, 10_005]);
  });
});

describe("what is remembered of credentials", () => {
  const lookUp = (counted: boolean) => ({ verdict: "look_up", counted });
  it("is that one is unknown for a minute, and valid for an hour", () => {
    const memory = new CredentialMemory();
    expect(memory.judge("bad", "a", 0)).toEqual(lookUp(true));
    memory.note("bad", "a", { live: false, counted: true }, 0);
    expect([memory.judge("bad", "a", MINUTE - 1), memory.judge("bad", "a", MINUTE)]).toEqual([
      { verdict: "unknown" },
      lookUp(true),
    ]);
    memory.note("good", "a", { live: true, counted: false }, 0);
    expect([memory.judge("good", "a", HOUR - 1), memory.judge("good", "a", HOUR)]).toEqual([
      lookUp(false),
      lookUp(true),
    ]);
  });

  it("is the window of an address, from which valid ones take nothing", () => {
    const memory = new CredentialMemory();
    for (let i = 0; i < 100; i++) memory.judge(`${i}`, "a", 0);
    expect(memory.judge("next", "a", 30_000)).toEqual({ verdict: "limited", retryAfterSeconds: 30 });
    memory.note("0", "a", { live: true, counted: false }, 0);
    expect(memory.judge("next", "a", 0)).toMatchObject({ verdict: "limited" });
    memory.note("1", "a", { live: true, counted: true }, 0);
    expect([memory.judge("next", "a", 0), memory.judge("last", "a", 0)]).toEqual([
      lookUp(true),
      { verdict: "limited", retryAfterSeconds: 60 },
    ]);
    memory.note("2", "other", { live: true, counted: true }, 0);
    for (let i = 0; i < 101; i++) memory.note("3", "b", { live: true, counted: true }, 0);
    const fresh = Array.from({ length: 101 }, (_, i) => memory.judge(`x${i}`, "b", 0).verdict);
    expect(fresh.lastIndexOf("look_up")).toBe(99);
  });

  it("is of ten thousand, the oldest forgotten first", () => {
    const memory = new CredentialMemory();
    const note = (hash: string, now = 0) => memory.note(hash, "a", { live: false, counted: false }, now);
    note("first");
    note("second");
    for (let i = 2; i < 10_000; i++) note(`${i}`);
    expect(memory.judge("first", "b", 1)).toEqual({ verdict: "unknown" });
    note("first");
    note("more");
    expect([memory.judge("first", "b", 1), memory.judge("second", "b", 1)]).toEqual([
      { verdict: "unknown" },
      lookUp(true),
    ]);
  });
});

it.each([
  ["1:2:3:4:5:6:7:8", "1:2:3:4::/64", "1:2:3::/48"],
  ["::1", "0:0:0:0::/64", "0:0:0::/48"],
  ["::ffff:1.2.3.4", "1.2.3.4", "1.2.3.4"],
  ["::ffff:ffff:1.2.3.4", "0:0:0:0::/64", "0:0:0::/48"],
  ["1::ffff:102:304", "1:0:0:0::/64", "1:0:0::/48"],
  ["2001:DB8::255.254.253.252", "2001:db8:0:0::/64", "2001:db8:0::/48"],
  ["::ffff:fffe:fdfc", "255.254.253.252", "255.254.253.252"],
  [`1::${"0".repeat(60)}1`, `1::${"0".repeat(42)}`, `1::${"0".repeat(42)}`],
])("%s counts as %s, and what it stores as %s", (address, key, site) => {
  expect([addressKey(address), siteKey(address)]).toEqual([key, site]);
});

it("plans allow more from one to the next, and what is not overridden stays", () => {
  const plans = PLANS.map((plan) => limitsOf(plan, null));
  expect(plans.map(({ audits, apiKeys }) => [audits, apiKeys])).toEqual([
    [true, false],
    [true, false],
    [true, true],
    [true, true],
  ]);
  for (const name of Object.keys(plans[0]!).filter(
    (each) => !["audits", "apiKeys"].includes(each),
  ) as Array<"domains">) {
    const values = plans.map((limits) => limits[name]);
    expect(values, name).toEqual([...new Set(values)].toSorted((a, b) => a - b));
  }
  expect(limitsOf("business", { domains: 7 })).toEqual({ ...plans[3], domains: 7 });
});

describe("a detail of the action log", () => {
  const of = (size: number, more = {}) => ({ a: "x".repeat(size), ...more });
  it("is kept up to 1,024 bytes", () => {
    const fits = of(1_024 - `{"a":""}`.length);
    expect(boundedDetail(fits)).toBe(fits);
    expect(boundedDetail(of(1_017))).toEqual({ omitted: ["a"] });
  });

  it("keeps what fits beside the names of what does not, the shortest first", () => {
    const left = 1_024 - JSON.stringify({ omitted: ["a", "b", "c"] }).length;
    const detail = (size: number) => ({ a: "x".repeat(2_000), b: "y".repeat(size - 3), c: 1 });
    // One byte for the comma of each, and two for the quotes.
    expect(boundedDetail(detail(left - 2))).toEqual({ b: "y".repeat(left - 5), c: 1, omitted: ["a"] });
    expect(boundedDetail(detail(left - 1))).toEqual({ c: 1, omitted: ["a", "b"] });
  });

  it("has a target of 300 characters", () => {
    expect([boundedTarget(null), boundedTarget(""), boundedTarget("x".repeat(301))]).toEqual([
      null,
      "",
      "x".repeat(300),
    ]);
  });
});

describe("a domain's settings", () => {
  it("have 65,536 bytes together, of what is kept and what is changed", () => {
    const text = (bytes: number) => "x".repeat(bytes - 2);
    expect(MOST_SETTINGS_BYTES).toBe(65_536);
    const before = { category: text(30_000), brandName: text(10_000), origin: null };
    expect(oversized(before, { sitemapUrl: text(25_536) })).toBeNull();
    expect(oversized(before, { sitemapUrl: text(25_537), brandName: undefined })).toEqual({
      bytes: 65_537,
      largest: "sitemapUrl",
      largestBytes: 25_537,
    });
    expect(oversized(before, { brandName: text(5), sitemapUrl: text(40_000) })).toEqual({
      bytes: 70_005,
      largest: "sitemapUrl",
      largestBytes: 40_000,
    });
    expect(oversized(before, { category: null, sitemapUrl: text(55_536) })).toBeNull();
    expect(oversized({}, { origin: text(40_000), auditAccess: text(40_001) })).toMatchObject({
      largest: "auditAccess",
    });
  });

  it("of an account are of domains whose number is bounded in a day", () => {
    expect([3, 4].map((limit) => turnoverOf(limit, DAY + 5))).toEqual([
      { most: 10, since: 5 },
      { most: 12, since: 5 },
    ]);
  });
});

it("a caller is limited to the domains of its credential", () => {
  const of = (caller: object) => domainsOf(caller as Caller);
  expect(of({ kind: "session", domains: null, scope: "x" })).toBeNull();
  expect(of({ kind: "connection", domains: ["a"], scope: "x" })).toEqual(["a"]);
  expect(of({ kind: "key", scope: null, domains: ["a"] })).toBeNull();
  expect(of({ kind: "stats-token", scope: "x", domains: ["a"] })).toEqual(["x"]);
});

it("a write is foreign by its origin, or by what the browser says", () => {
  const url = "https://api.example:8443/x";
  expect([
    isForeignWrite(url, "https://api.example:8443", "cross-site"),
    isForeignWrite(url, "https://api.example", "same-origin"),
  ]).toEqual([false, true]);
  for (const host of [
    "xlocalhost",
    "localhostx",
    ".localhost",
    "1127.0.0.1",
    "127.0.0",
    "127.0.0.0.1",
    "127.0.0.x",
    "[::1]x",
    "x[::1]",
    "[::2]",
  ])
    expect(isLocalHost(host), host).toBe(false);
  expect(isLocalHost("127.10.200.255")).toBe(true);
});

it("refusals say what to do", () => {
  const facts = { domain: "e.example", verified: false, suspended: false, emailProven: true };
  expect(refuseSpending(facts)).toEqual({
    code: "domain_unverified",
    message: "Verify e.example first: we query AI providers only about verified domains.",
  });
  expect(refuseSpending({ ...facts, emailProven: false })).toEqual({
    code: "email_unproven",
    message: "An owner must confirm their email before we query AI providers; the sign-up mail explains how.",
  });
  expect(refuseSpending({ ...facts, suspended: true })).toEqual({
    code: "account_suspended",
    message: "The operator has suspended the account.",
  });
  const rest = "Until the suspension ends, its sites are served from their origins.";
  expect(suspensionOf({ suspendedAt: 1, suspendedReason: "" })).toBe(
    `The operator has suspended this account. ${rest}`,
  );
  expect(suspensionOf({ suspendedAt: 1, suspendedReason: "spam" })).toBe(
    `The operator has suspended this account: spam. ${rest}`,
  );
});
