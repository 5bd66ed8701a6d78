import { describe, expect, it } from "vitest";
import { closesAt, nextLookAt } from "../../../../src/prerender/core/turns/browser-idle";
import { seeded } from "../../../support/seeded";

const IDLE_MS = 10_000;
const NOW = 1_000_000;

describe("an idle browser", () => {
  it("is closed when it has been idle for as long as the operator said, and never while a page renders", () => {
    expect(closesAt({ active: 0, usedAt: NOW }, IDLE_MS)).toBe(NOW + IDLE_MS);
    expect(closesAt({ active: 1, usedAt: NOW }, IDLE_MS)).toBeNull();
  });

  it("is looked after when it is to be closed, or regularly while it is used, starts or does not close", () => {
    expect(nextLookAt({ active: 0, usedAt: NOW - 4_000 }, IDLE_MS, NOW)).toBe(NOW + 6_000);
    expect(nextLookAt({ active: 2, usedAt: NOW - 4_000 }, IDLE_MS, NOW)).toBe(NOW + IDLE_MS);
    expect(nextLookAt({ active: 0, usedAt: NOW - IDLE_MS }, IDLE_MS, NOW)).toBe(NOW + IDLE_MS);
    expect(nextLookAt(null, IDLE_MS, NOW)).toBe(NOW + IDLE_MS);
  });

  it("is looked after every 15 s, however long it may be idle", () => {
    expect(nextLookAt({ active: 0, usedAt: NOW }, 110_000, NOW)).toBe(NOW + 15_000);
    expect(nextLookAt({ active: 0, usedAt: NOW - 100_000 }, 110_000, NOW)).toBe(NOW + 10_000);
  });

  it.each([1_000, 5_000, 10_000, 60_000, 110_000])(
    "closes at the millisecond, whenever renders begin and end (idle time %i)",
    (idleMs) => {
      const random = seeded(idleMs);
      for (let round = 0; round < 500; round++) {
        // One render after another, each before the browser would close.
        const renders: Array<[from: number, to: number]> = [];
        for (let at = NOW, n = 1 + Math.floor(random() * 5); n > 0; n--) {
          const to = at + Math.floor(random() * 20_000);
          renders.push([at, to]);
          at = to + Math.floor(random() * idleMs);
        }
        const useAt = (now: number) => {
          const active = renders.filter(([from, to]) => from <= now && now < to).length;
          return { active, usedAt: Math.max(NOW, ...renders.map(([, to]) => to).filter((to) => to <= now)) };
        };
        let now = nextLookAt(null, idleMs, NOW);
        while ((closesAt(useAt(now), idleMs) ?? Infinity) > now) now = nextLookAt(useAt(now), idleMs, now);
        expect(now).toBe(renders.at(-1)![1] + idleMs);
      }
    },
  );
});
