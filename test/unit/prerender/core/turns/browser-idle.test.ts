import { describe, expect, it } from "vitest";
import { closesAt, idleTimes, keptAfter, nextLookAt } from "../../../../../src/prerender/core/turns/browser-idle";
import { seeded } from "../../../../support/seeded";

const IDLE_MS = 10_000;
const IDLE = idleTimes(IDLE_MS, 60);
const NOW = 1_000_000;

describe("an idle browser", () => {
  it("stays open as long as the operator said, and never closes while a page renders", () => {
    expect(closesAt({ active: 0, keptUntil: NOW })).toBe(NOW);
    expect(closesAt({ active: 1, keptUntil: NOW })).toBeNull();
  });

  it("stays open a moment only after a render that nobody waited for, if those are gathered", () => {
    expect(IDLE).toEqual({ awaited: IDLE_MS, unawaited: 2_000 });
    expect(idleTimes(1_000, 60)).toEqual({ awaited: 1_000, unawaited: 1_000 });
    expect(idleTimes(IDLE_MS, 0)).toEqual({ awaited: IDLE_MS, unawaited: IDLE_MS });
  });

  it("keeps the whole time of a render that somebody waited for, whatever ends after it", () => {
    const keptUntil = keptAfter({ active: 0, keptUntil: 0 }, IDLE.awaited, NOW);
    expect(keptAfter({ active: 0, keptUntil }, IDLE.unawaited, NOW + 3_000)).toBe(NOW + IDLE_MS);
    expect(keptAfter({ active: 0, keptUntil }, IDLE.unawaited, NOW + 9_000)).toBe(NOW + 11_000);
  });

  it("is looked after when it is to be closed, or regularly while it is used, starts or does not close", () => {
    expect(nextLookAt({ active: 0, keptUntil: NOW + 6_000 }, IDLE, NOW)).toBe(NOW + 6_000);
    expect(nextLookAt({ active: 2, keptUntil: NOW + 6_000 }, IDLE, NOW)).toBe(NOW + IDLE_MS);
    expect(nextLookAt({ active: 0, keptUntil: NOW }, IDLE, NOW)).toBe(NOW + IDLE_MS);
    expect(nextLookAt(null, IDLE, NOW)).toBe(NOW + IDLE_MS);
  });

  it("is looked after every 15 s, however long it may be idle", () => {
    const long = idleTimes(110_000, 0);
    expect(nextLookAt({ active: 0, keptUntil: NOW + 110_000 }, long, NOW)).toBe(NOW + 15_000);
    expect(nextLookAt({ active: 0, keptUntil: NOW + 10_000 }, long, NOW)).toBe(NOW + 10_000);
  });

  it.each([
    [1_000, 60],
    [5_000, 0],
    [10_000, 60],
    [60_000, 60],
    [110_000, 0],
  ])(
    "closes at the millisecond, whenever renders begin and end (idle time %i, gathered every %i s)",
    (idleMs, gather) => {
      const idle = idleTimes(idleMs, gather);
      const random = seeded(idleMs);
      for (let round = 0; round < 500; round++) {
        // One render after another, each before the browser would close.
        const renders: Array<{ from: number; to: number; keptUntil: number }> = [];
        let [at, keptUntil] = [NOW, 0];
        for (let n = 1 + Math.floor(random() * 5); n > 0; n--) {
          const to = at + Math.floor(random() * 20_000);
          const idleOf = random() < 0.5 ? idle.awaited : idle.unawaited;
          keptUntil = keptAfter({ active: 0, keptUntil }, idleOf, to);
          renders.push({ from: at, to, keptUntil });
          at = to + Math.floor(random() * (keptUntil - to));
        }
        const useAt = (now: number) => ({
          active: renders.filter(({ from, to }) => from <= now && now < to).length,
          keptUntil: renders.findLast(({ to }) => to <= now)?.keptUntil ?? NOW,
        });
        // The alarm moves forward at each end of a render, never back.
        const ended = new Set<number>();
        let alarm = nextLookAt(null, idle, NOW);
        for (;;) {
          const end = renders.find(({ to }) => !ended.has(to) && to <= alarm);
          if (end) {
            ended.add(end.to);
            alarm = Math.min(alarm, nextLookAt(useAt(end.to), idle, end.to));
          } else if ((closesAt(useAt(alarm)) ?? Infinity) > alarm) alarm = nextLookAt(useAt(alarm), idle, alarm);
          else break;
        }
        expect(alarm).toBe(keptUntil);
      }
    },
  );
});
