import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  AskedRefreshes,
  DemandCounts,
  recentlyTaken,
  RENEWED_PER_HOUR,
  takeDue,
  type Renewals,
} from "../../../../../src/prerender/core/turns/renewal";

const MINUTE = 60_000;
const NOON = Date.UTC(2031, 5, 10, 12);

describe("the count of requests", () => {
  it("is written once per doubling, and complete when all is taken", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5_000 }), (requests) => {
        const counts = new DemandCounts();
        let [stored, writes] = [0, 0];
        const write = (key: string | null) => {
          for (const { hits } of counts.take(key).values()) stored += hits;
        };
        for (let i = 0; i < requests; i++) {
          if (!counts.add("/a", { snap: "s", ttlHours: 24, stored })) continue;
          writes++;
          write("/a");
        }
        expect(stored, "a crash loses less than half").toBeGreaterThan(requests / 2 - 1);
        write(null);
        expect(stored).toBe(requests);
        expect(writes).toBeLessThanOrEqual(Math.log2(requests) + 2);
      }),
    );
  });

  it("begins again with each snapshot, and counts a bounded number of them", () => {
    const counts = new DemandCounts();
    for (let i = 0; i < 3; i++) counts.add("/a", { snap: "old", ttlHours: 24, stored: 8 });
    counts.add("/a", { snap: "new", ttlHours: 24, stored: 0 });
    expect([...counts.take(null)]).toEqual([["/a", { snap: "new", hits: 1, ttlHours: 24 }]]);
    for (let i = 0; i < 6_000; i++) counts.add(`/${i}`, { snap: "s", ttlHours: 24, stored: 0 });
    expect(counts.take(null).size).toBe(5_000);
  });
});

describe("renewals", () => {
  it("take each snapshot at most once per pause, and no more than the hour's allowance", () => {
    const tick = fc.record({
      minutes: fc.integer({ min: 0, max: 20 }),
      due: fc.uniqueArray(fc.integer({ min: 0, max: 200 }), { maxLength: 100 }),
    });
    fc.assert(
      fc.property(fc.array(tick, { maxLength: 30 }), (ticks) => {
        let renewals: Renewals = { window: null, taken: [] };
        let now = NOON;
        const taken: Array<[string, number]> = [];
        for (const { minutes, due } of ticks) {
          now += minutes * MINUTE;
          const recent = new Set(recentlyTaken(renewals, now).map(([key]) => key));
          const answer = takeDue(
            renewals,
            due.map((i) => `/${i}`).filter((key) => !recent.has(key)),
            now,
          );
          renewals = answer.renewals;
          for (const key of answer.keys) {
            const before = taken.findLast(([each]) => each === key);
            if (before) expect(now - before[1]).toBeGreaterThanOrEqual(10 * MINUTE);
            taken.push([key, now]);
          }
          expect(renewals.taken.length).toBeLessThanOrEqual(2 * RENEWED_PER_HOUR);
        }
        const first = taken.filter(([, at]) => at < NOON + 60 * MINUTE).length;
        expect(first).toBeLessThanOrEqual(RENEWED_PER_HOUR);
      }),
    );
  });
});

describe("refreshes of stale snapshots", () => {
  it("are requested once per minute, and not while the page renders", () => {
    const refreshes = new AskedRefreshes();
    const no = () => false;
    expect(refreshes.ask("/a", NOON, () => true)).toBe(false);
    expect([0, 1, 59_999, 60_000, 60_001].map((ms) => refreshes.ask("/a", NOON + ms, no))).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
    expect(refreshes.ask("/b", NOON + 1, no)).toBe(true);
  });
});
