import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { daySpans, FIRST_DAY, LAST_DAY, LEVELS } from "../../../src/analytics/core/day-spans.ts";

/** The days that a row counts. */
function daysOf(row: number): number[] {
  const shift = LEVELS.find((level) => row >= FIRST_DAY >> level && row <= LAST_DAY >> level)!;
  return Array.from({ length: 1 << shift }, (_, i) => (row << shift) + i);
}
const rowsOf = (first: number, last: number) =>
  daySpans(first, last).flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i));

describe("the rows of a range of days", () => {
  it("cover each of its days once, and no other day", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_DAY, max: LAST_DAY }), fc.integer({ min: 0, max: 400 }), (first, length) => {
        const last = Math.min(LAST_DAY, first + length - 1);
        const days = rowsOf(first, last).flatMap(daysOf);
        expect(days.sort((a, b) => a - b)).toEqual(Array.from({ length: last - first + 1 }, (_, i) => first + i));
      }),
      { numRuns: 500 },
    );
  });

  it("are few", () => {
    for (let first = 20_000; first < 20_064; first++) {
      expect(rowsOf(first, first + 180).length).toBeLessThanOrEqual(30);
      expect(daySpans(first, first + 180).length).toBeLessThanOrEqual(5);
    }
  });

  it("end where the key has no room for days", () => {
    expect(daySpans(-700_000, FIRST_DAY - 1)).toEqual([]);
    expect(daySpans(LAST_DAY + 1, 3_000_000)).toEqual([]);
    expect(rowsOf(-700_000, 3_000_000).flatMap(daysOf)).toHaveLength(LAST_DAY - FIRST_DAY + 1);
  });
});
