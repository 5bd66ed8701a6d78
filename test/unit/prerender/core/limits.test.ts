import { describe, expect, it } from "vitest";
import { BodyCopies } from "../../../../src/prerender/core/body-copies";
import { GrantedLeases, HeldLeases } from "../../../../src/prerender/core/read-lease";
import {
  expiryOf,
  freshnessOf,
  freshUntil,
  isRefreshDue,
  REFRESH_PAUSE_MS,
} from "../../../../src/prerender/core/snapshot";
import { BlameRecord, blamedFor } from "../../../../src/prerender/core/turns/browser-blame";
import { poolName, poolNumber, poolsFor } from "../../../../src/prerender/core/turns/pool-order";
import { judgePrewarming } from "../../../../src/prerender/core/turns/prewarm-window";
import { judgeBudget, windowsOf } from "../../../../src/prerender/core/turns/render-budget";
import { boundRecord, type RenderRecord } from "../../../../src/prerender/core/turns/render-record";
import {
  JOIN_WAIT_MS,
  RENDER_LEASE_MS,
  waitForTabMs,
  waitingLeaseMs,
} from "../../../../src/prerender/core/turns/render-times";
import {
  AskedRefreshes,
  DemandCounts,
  recentlyTaken,
  staleAt,
  takeDue,
} from "../../../../src/prerender/core/turns/renewal";
import { retryRenderAfter } from "../../../../src/prerender/core/turns/settle-render";
import { screenOf, variantFor, variantsOf } from "../../../../src/prerender/core/variant";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const NOW = Date.UTC(2026, 10, 22, 12);

describe("how long a snapshot lasts", () => {
  it.each([
    [200, 2 * HOUR - 1, "fresh"],
    [200, 2 * HOUR, "stale"],
    [200, 30 * DAY - 1, "stale"],
    [200, 30 * DAY, "expired"],
    [404, HOUR - 1, "fresh"],
    [404, HOUR, "expired"],
  ])("with status %i, after %i ms: %s", (status, age, expected) => {
    expect(freshnessOf({ status, createdAt: NOW }, 2, NOW + age)).toBe(expected);
  });

  it("is known before", () => {
    const [page, missing] = [
      { status: 200, createdAt: NOW },
      { status: 404, createdAt: NOW },
    ];
    expect([freshUntil(page, 2), freshUntil(missing, 2), expiryOf(page), expiryOf(missing), staleAt(NOW, 2)]).toEqual([
      NOW + 2 * HOUR,
      NOW + HOUR,
      NOW + 30 * DAY,
      NOW + HOUR,
      NOW + 2 * HOUR,
    ]);
    expect([isRefreshDue(NOW, NOW + REFRESH_PAUSE_MS - 1), isRefreshDue(NOW, NOW + REFRESH_PAUSE_MS)]).toEqual([
      false,
      true,
    ]);
  });
});

describe("turns and pauses", () => {
  it("blame the first of the pages that report most, from a tenth of what they may", () => {
    const page = (accountId: string, share: number) => ({ accountId, share });
    expect(blamedFor([page("a", 0.3), page("b", 0.3)])).toBe("a");
    expect([blamedFor([page("a", 0.1)]), blamedFor([page("a", 0.0999)])]).toEqual(["a", null]);
    const record = new BlameRecord();
    for (const at of [0, 10 * MINUTE - 1]) record.note("a", at);
    expect([record.holds("a", 10 * MINUTE - 1), record.holds("a", 10 * MINUTE)]).toEqual([true, false]);
    record.note("a", 10 * MINUTE);
    expect(record.holds("a", 10 * MINUTE), "those within ten minutes").toBe(true);
    record.note("b", 20 * MINUTE);
    expect([record.holds("a", 15 * MINUTE), record.holds("b", 20 * MINUTE)]).toEqual([false, false]);
  });

  it("begin with the pool that a domain prefers", () => {
    expect([poolName(0), poolName(3)]).toEqual(["pool", "pool-3"]);
    const pools = poolsFor("d1", 9);
    expect([pools.length, new Set(pools).size, poolsFor("d1", 2).toSorted()]).toEqual([4, 4, ["pool", "pool-1"]]);
    expect(poolsFor("d1", 9)).toEqual(pools);
    const moved = Array.from({ length: 300 }, (_, i) => [poolsFor(`d${i}`, 9)[0], poolsFor(`d${i}`, 10)[0]]).filter(
      ([before, after]) => before !== after,
    );
    expect(new Set(moved.map(([, after]) => after))).toEqual(new Set(["pool-9"]));
    expect([poolNumber("d1", 1), poolNumber("d1", 9) > 0]).toEqual([0, true]);
  });

  it("are as long as documented", () => {
    expect([waitForTabMs("background"), waitForTabMs("live"), waitForTabMs("verified")]).toEqual([
      30_000, 10_000, 10_000,
    ]);
    expect([waitingLeaseMs(1), RENDER_LEASE_MS, JOIN_WAIT_MS]).toEqual([5_001, 35_000, 75_000]);
    expect(windowsOf(NOW + 5)).toEqual({ minute: NOW + 5 - MINUTE, newPaths: NOW - 12 * HOUR });
    expect(judgeBudget({ isNew: true, underWay: 10, thisMinute: 60, newToday: 2_000 })).toBe("renders_at_once");
    expect(judgeBudget({ isNew: true, underWay: 9, thisMinute: 60, newToday: 2_000 })).toBe("renders_this_minute");
  });

  it("of prewarming are counted per hour", () => {
    const window = { beganAt: NOW, pages: 7 };
    expect(judgePrewarming(window, 5, NOW + 1, 10)).toEqual({ allowed: 3, window: { beganAt: NOW, pages: 10 } });
    expect(judgePrewarming(window, 2, NOW + HOUR - 1, 10)).toEqual({ allowed: 2, window: { beganAt: NOW, pages: 9 } });
    expect(judgePrewarming(window, 5, NOW + 1, 6)).toEqual({ allowed: 0, window: { beganAt: NOW, pages: 7 } });
    expect(judgePrewarming(window, 5, NOW + HOUR, 10)).toEqual({
      allowed: 5,
      window: { beganAt: NOW + HOUR, pages: 5 },
    });
    expect(judgePrewarming(null, 50, NOW, 10)).toEqual({ allowed: 10, window: { beganAt: NOW, pages: 10 } });
  });

  it("of renewals are remembered for ten minutes", () => {
    const stored = {
      window: null,
      taken: [
        ["/a", NOW - 10 * MINUTE],
        ["/b", NOW - 10 * MINUTE + 1],
        ["/c", NOW + 5],
      ] as Array<[string, number]>,
    };
    expect(recentlyTaken(stored, NOW)).toEqual(stored.taken.slice(1));
    expect(takeDue({ ...stored, window: { beganAt: NOW, pages: 298 } }, ["/x", "/y", "/z"], NOW)).toEqual({
      keys: ["/x", "/y"],
      renewals: { window: { beganAt: NOW, pages: 300 }, taken: [...stored.taken.slice(1), ["/x", NOW], ["/y", NOW]] },
    });
  });

  it("of refreshes are kept for five thousand snapshots, the latest ones", () => {
    const refreshes = new AskedRefreshes();
    const ask = (key: string, now: number) => refreshes.ask(key, now, () => false);
    for (let i = 0; i <= 5_000; i++) expect(ask(`/${i}`, NOW + i)).toBe(true);
    expect([ask("/1", NOW + 5_001), ask("/0", NOW + 5_001)]).toEqual([false, true]);
    expect(ask("/1", NOW + 5_002), "the oldest made room").toBe(true);
  });

  it("of counts end with one snapshot, or with all", () => {
    const counts = new DemandCounts();
    const add = (key: string, stored = 0) => counts.add(key, { snap: "s", ttlHours: 2, stored });
    expect([add("/a"), add("/a"), add("/b", 2), add("/b", 2), add("/b", 2)]).toEqual([true, false, false, true, false]);
    expect([...counts.take("/none")]).toEqual([]);
    expect([...counts.take("/a")]).toEqual([["/a", { snap: "s", hits: 2, ttlHours: 2 }]]);
    expect([...counts.take(null)]).toEqual([["/b", { snap: "s", hits: 3, ttlHours: 2 }]]);
    expect([...counts.take(null)]).toEqual([]);
    for (let i = 0; i < 5_000; i++) add(`/${i}`);
    expect([add("/more"), add("/4999", 2), counts.take(null).size]).toEqual([false, true, 5_000]);
  });

  it.each([
    [{ kind: "passed" }, 1, null],
    [{ kind: "paused" }, 1, null],
    [{ kind: "once", because: "store" }, 1, 10],
    [{ kind: "failed" }, 2, null],
    [{ kind: "refused" }, 2, 20],
    [{ kind: "unavailable" }, 9, 900],
    [{ kind: "joined", end: "look_again" }, 9, 1],
    [{ kind: "joined", end: "failed" }, 1, 10],
  ] as const)("of a message with %o, delivered %i times: %s", (end, attempts, seconds) => {
    expect(retryRenderAfter(end, attempts, 0.9999)).toBe(seconds);
  });
});

it("a log entry is as long as the log takes", () => {
  const record: RenderRecord = {
    at: 1,
    outcome: "stored",
    reason: "r".repeat(301),
    status: 200,
    readySignal: "flag",
    durationMs: 2,
    words: 3,
    failedRequests: Array.from({ length: 21 }, (_, i) => `${i}`.padEnd(301, "f")),
    consoleErrors: ["c".repeat(301)],
  };
  expect(boundRecord(record)).toEqual({
    ...record,
    reason: "r".repeat(300),
    failedRequests: Array.from({ length: 20 }, (_, i) => `${i}`.padEnd(300, "f")),
    consoleErrors: ["c".repeat(300)],
  });
  expect(boundRecord({ ...record, reason: null }).reason).toBeNull();
});

it("leases and copies are remembered up to their last one", () => {
  const leases = new GrantedLeases(NOW + 500);
  expect([leases.remainingMs([], NOW), leases.remainingMs(null, NOW), leases.remainingMs(["/a"], NOW + 500)]).toEqual([
    500, 500, 0,
  ]);
  expect([leases.grant("/a", NOW), leases.remainingMs(["/b", "/a"], NOW)]).toEqual([true, 1_150]);
  const held = new HeldLeases();
  expect([held.ask("/a", NOW), held.ask("/a", NOW + 1_999), held.ask("/a", NOW + 3_999)]).toEqual([false, true, false]);
  held.forget("/a");
  expect(held.ask("/a", NOW + 4_000)).toBe(false);
  const copies = new BodyCopies();
  expect([copies.read("a", NOW, NOW + HOUR - 1), copies.read("a", NOW, NOW + HOUR)]).toEqual([false, true]);
  expect([
    copies.isReady("a", NOW + HOUR, NOW + HOUR + MINUTE - 1),
    copies.isReady("a", NOW + HOUR, NOW + HOUR + MINUTE),
  ]).toEqual([false, true]);
});

it.each([
  ["both", "Mobile", "mobile", "desktop", ["desktop", "mobile"]],
  ["both", "an iPhone", "mobile", "desktop", ["desktop", "mobile"]],
  ["both", "Androids", "desktop", "desktop", ["desktop", "mobile"]],
  ["mobile", "Mobile", "desktop", "mobile", ["desktop"]],
  ["desktop", "Mobile", "desktop", "desktop", ["desktop"]],
] as const)("a page with the screen %s has for %s its snapshot %s", (viewport, agent, variant, screen, all) => {
  const rule = { viewport };
  expect([variantFor(rule, agent), screenOf(rule, "desktop"), variantsOf(rule)]).toEqual([variant, screen, all]);
});
