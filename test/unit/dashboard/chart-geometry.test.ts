import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  datesBelow,
  placesAcross,
  runsOf,
  sameLines,
  scaleOf,
  spreadLabels,
  withRoom,
} from "../../../src/dashboard/ui/charts/chart-geometry";

const DAY = 86_400_000;

describe("the scale of a chart", () => {
  it("has round steps from zero that reach the highest value", () => {
    expect(scaleOf([3, 9, null], true).ticks).toEqual([0, 5, 10]);
    expect(scaleOf([0.3, 0.55], false, 1).ticks).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(scaleOf([31], true, 100).ticks).toEqual([0, 25, 50, 75, 100]);
    expect(scaleOf([], true)).toEqual({ top: 1, ticks: [0, 1] });
    expect(scaleOf([0, null, 0], true)).toEqual({ top: 1, ticks: [0, 1] });
  });

  it("counts things in whole numbers", () => {
    expect(scaleOf([2], true).ticks).toEqual([0, 1, 2]);
    expect(scaleOf([1], true).ticks).toEqual([0, 1]);
  });

  it("always covers the values, with at most six ticks", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1e9, noNaN: true })), fc.boolean(), (values, whole) => {
        const { top, ticks } = scaleOf(values, whole);
        expect(top).toBeGreaterThanOrEqual(Math.max(0, ...values) * (1 - 1e-9));
        expect(ticks.length).toBeLessThanOrEqual(6);
        expect(ticks[0]).toBe(0);
      }),
    );
  });
});

describe("places across", () => {
  it("go from the first time to the last, and a single one is in the middle", () => {
    const placeOf = placesAcross([0, DAY, 4 * DAY]);
    expect([0, DAY, 4 * DAY].map(placeOf)).toEqual([0, 25, 100]);
    expect(placesAcross([DAY])(DAY)).toBe(50);
  });

  it("leave room for half a bar", () => {
    const placeOf = placesAcross([0, DAY], DAY / 2);
    expect([0, DAY].map(placeOf)).toEqual([25, 75]);
  });

  it("name a few dates, the last among them, and none that would touch another", () => {
    const days = Array.from({ length: 30 }, (_, i) => i);
    expect(datesBelow(days.map((day) => day * DAY))).toEqual([5, 13, 21, 29].map((day) => day * DAY));
    expect(datesBelow([0, DAY])).toEqual([0, DAY]);
    // Two audits of one day.
    expect(datesBelow([1, 2, DAY])).toEqual([2, DAY]);
    expect(withRoom([0, 20, 40, 48, 88, 100], 16)).toEqual([20, 48, 100]);
  });
});

describe("lines", () => {
  it("have gaps where there are no data", () => {
    const runs = runsOf(
      [1, 2, null, 4],
      (i) => i,
      (value) => value * 10,
    );
    expect(runs).toEqual([
      [
        [0, 10],
        [1, 20],
      ],
      [[3, 40]],
    ]);
  });

  it("that are the same know of each other", () => {
    expect(sameLines([[1, 2], [3], [1, 2]])).toEqual([
      { nth: 0, of: 2 },
      { nth: 0, of: 1 },
      { nth: 1, of: 2 },
    ]);
  });

  it("have labels that are apart and within the drawing", () => {
    expect(spreadLabels([50, 50, 52], 16, 10, 176)).toEqual([50, 66, 82]);
    expect(spreadLabels([176, 176], 16, 10, 176)).toEqual([160, 176]);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 10, max: 176 }), { maxLength: 6 }), (places) => {
        const moved = spreadLabels(places, 16, 10, 176).sort((a, b) => a - b);
        for (const [i, place] of moved.entries()) {
          expect(place).toBeGreaterThanOrEqual(10);
          expect(place).toBeLessThanOrEqual(176);
          if (i > 0) expect(place - moved[i - 1]!).toBeGreaterThanOrEqual(16);
        }
      }),
    );
  });
});
