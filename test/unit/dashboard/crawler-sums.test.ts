import { describe, expect, it } from "vitest";
import { mergePaths } from "../../../src/dashboard/pages/crawlers/visit-sums";
import {
  knownDays,
  operatorPurposes,
  seriesOf,
  sumsOf,
  type VisitDay,
} from "../../../src/dashboard/pages/crawlers/visit-sums";

const day = (date: string, counts: Record<string, number>, spoofed = 0): VisitDay => ({
  date,
  total: Object.values(counts).reduce((sum, count) => sum + count, 0),
  spoofed,
  providers: Object.entries(counts).map(([provider, count]) => ({ provider, count })),
  purposes: Object.entries(counts).map(([provider, count]) => ({ provider, count, kind: "search" })),
});

describe("visits per day", () => {
  const daily = [
    day("2026-11-01", { a: 9, b: 8, c: 7, d: 6, e: 5, f: 2, g: 1 }, 4),
    day("2026-11-02", { f: 1 }),
    day("2026-11-03", {}),
  ];

  const all = daily.map(() => true);

  it("are known from the first count on, and without a connection only where something was counted", () => {
    const connected = (requests: number) => ({ connected: { requests, visits: 0, cacheHits: 0, spoofed: 0 } });
    expect(knownDays(daily, { countedSince: "2026-11-02", ways: connected(1) })).toEqual([false, true, true]);
    expect(knownDays(daily, { countedSince: "2026-10-01", ways: connected(0) })).toEqual([true, true, false]);
    expect(knownDays(daily.slice(2), { countedSince: null, ways: connected(0) })).toEqual([false]);
    expect(knownDays([day("2026-10-31", {}), ...daily], null)).toEqual([false, true, true, true]);
    expect(seriesOf(daily, "proof", [false, true, true])[0]!.values).toEqual([null, 1, 0]);
  });

  it("become one line per operator, the smallest added up, without losing a visit", () => {
    const series = seriesOf(daily, "operator", all);
    expect(series.map(({ name }) => name)).toEqual(["a", "b", "c", "d", "e", "All others"]);
    expect(series.at(-1)!.values).toEqual([3, 1, 0]);
    const sum = series.flatMap(({ values }) => values).reduce((all: number, count) => all + count!, 0);
    expect(sum).toBe(daily.reduce((all, { total }) => all + total, 0));
  });

  it("split by purpose and by proof", () => {
    expect(sumsOf(daily, "purpose")).toEqual([["Search engines", 39]]);
    expect(seriesOf(daily, "proof", all).map(({ values }) => values)).toEqual([
      [38, 1, 0],
      [4, 0, 0],
    ]);
    expect(operatorPurposes(daily)[0]).toEqual({ provider: "a", kind: "search", count: 9 });
  });
});

it("joins a path's operators and sources, in the report's order", () => {
  expect(
    mergePaths({
      byProvider: [
        { path: "/b", provider: "openai", count: 3 },
        { path: "/b", provider: "google", count: 1 },
        { path: "/a", provider: "google", count: 1 },
      ],
      byServedBy: [
        { path: "/b", servedBy: "cache", count: 2 },
        { path: "/b", servedBy: "render", count: 2 },
      ],
    }),
  ).toEqual([
    {
      path: "/b",
      total: 4,
      cache: 2,
      providers: [
        { provider: "openai", count: 3 },
        { provider: "google", count: 1 },
      ],
    },
    { path: "/a", total: 1, cache: 0, providers: [{ provider: "google", count: 1 }] },
  ]);
});
