import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  daySpans,
  FIRST_DAY,
  LAST_DAY,
  LEVELS,
  readCost,
  SUM_LEVELS,
  windowRows,
  type KeptDays,
  type Span,
} from "../../../src/analytics/core/day-spans.ts";

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

describe("the rows of a window", () => {
  const TODAY = 20_780;
  const range = (first: number, last: number) =>
    Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  /** The days that have rows and are counted by these ranges. */
  function counted(spans: readonly Span[], kept: KeptDays): number[] {
    return spans
      .flatMap(([first, last]) => range(first, last))
      .flatMap((row) => (row === 0 ? range(kept.oldest, kept.newest) : daysOf(row)))
      .filter((day) => day >= kept.oldest && day <= kept.newest);
  }

  it("add up to its kept days, whether days are added or left out, while old ones are being deleted", () => {
    const day = (most: number) => fc.integer({ min: TODAY - most, max: TODAY + 3 });
    fc.assert(
      fc.property(
        day(200),
        day(200),
        fc.record({ since: day(185), oldest: day(200), newest: day(200) }),
        fc.constantFrom(LEVELS, SUM_LEVELS),
        (first, last, kept, levels) => {
          const { plus, minus } = windowRows(first, last, kept, levels);
          const left = new Map<number, number>();
          for (const each of counted(plus, kept)) left.set(each, (left.get(each) ?? 0) + 1);
          for (const each of counted(minus, kept)) left.set(each, (left.get(each) ?? 0) - 1);
          const expected = range(Math.max(first, kept.since, kept.oldest), Math.min(last, kept.newest));
          expect([...left].filter(([, times]) => times !== 0).sort((a, b) => a[0] - b[0])).toEqual(
            expected.map((each) => [each, 1]),
          );
          const blocks = [...plus, ...minus]
            .flatMap(([from, to]) => range(from, to))
            .filter((row) => row < FIRST_DAY && row > 0);
          expect(blocks.flatMap(daysOf).every((each) => each >= kept.since)).toBe(true);
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it("are few, and one number for all kept days", () => {
    for (let today = TODAY; today < TODAY + 64; today++) {
      const kept = { since: today - 180, oldest: today - 180, newest: today };
      for (let first = today - 180; first <= today; first++) {
        const { plus, minus } = windowRows(first, today, kept, LEVELS);
        expect(readCost([...plus, ...minus])).toBeLessThanOrEqual(60);
        expect(readCost([...plus, ...minus])).toBeLessThanOrEqual(readCost(daySpans(first, today)));
      }
      expect(windowRows(today - 180, today, kept, LEVELS)).toEqual({ plus: [[0, 0]], minus: [] });
    }
  });
});
