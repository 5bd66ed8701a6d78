import { describe, expect, it } from "vitest";
import { growthOf, KEPT_LONGER } from "../../sim/months/growth";
import { chartsOf, picture } from "../../soak/picture.ts";
import { isFlat, trendOf } from "../../soak/verdict.ts";
import type { Sample } from "../../soak/watch.ts";

const points = (count: number, read: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => [i * 100, read(i)] as const);

describe("a trend", () => {
  it("leaves out how the first half rose, and noise", () => {
    const warm = trendOf(points(100, (i) => (i < 40 ? i * 20 : 800 + (i % 7))))!;
    expect(warm.growth).toBeLessThan(0.01);
    expect(isFlat(warm)).toBe(true);
  });

  it("is the rise per 1,000 requests", () => {
    const leak = trendOf(points(100, (i) => 500 + i * 10))!;
    expect(leak.perThousand).toBeCloseTo(100);
    expect(leak.growth).toBeCloseTo(490 / 1_245);
    expect(leak.most).toBe(1_490);
    expect(isFlat(leak)).toBe(false);
  });

  it("needs points", () => {
    expect(trendOf(points(6, () => 1))).toBeNull();
  });
});

describe("growth over months", () => {
  const months = (read: (month: number) => number, name = "D1 prompt_run") =>
    growthOf(Array.from({ length: 24 }, (_, i) => new Map([[name, { rows: 1, bytes: read(i) }]])))[0]!;

  it("is no fault while a store fills up to its retention, or differs from month to month", () => {
    expect(months((i) => Math.min(i + 1, 4) * 10_000 + (i % 2) * 900)).toMatchObject({ grows: false });
  });

  it("is one if it goes on after the first year, unless the store is kept for longer", () => {
    expect(months((i) => (i + 1) * 10_000)).toMatchObject({ grows: true, kept: null });
    const [kept] = Object.keys(KEPT_LONGER);
    expect(months((i) => (i + 1) * 10_000, kept)).toMatchObject({ grows: false });
  });

  it("can't be told after a year", () => {
    const year = Array.from({ length: 12 }, (_, i) => new Map([["D1 x", { rows: 1, bytes: i * 10_000 }]]));
    expect(growthOf(year)[0]).toMatchObject({ ratio: null, grows: false });
  });
});

describe("the picture", () => {
  const sample = (i: number): Sample => ({
    second: i,
    done: i,
    workerdMb: 100 + i,
    entryMb: 80,
    browserMb: 2_000,
    nodeMb: 300,
    browsers: 1,
    browserProcesses: 20,
    pages: 12,
    others: { iframe: 2 },
    heaps: i % 10 === 0 ? { usedMb: 20, heldMb: 40, buffersMb: 1, largest: "a" } : null,
    load: 1,
  });

  it("draws a line per figure, with as many points as it has pixels, and text as text", () => {
    const samples = Array.from({ length: 5_000 }, (_, i) => sample(i));
    const svg = picture(
      chartsOf(samples),
      samples.map(({ done }) => done),
      "renders",
      "a <machine>",
    );
    const lines = [...svg.matchAll(/points="([^"]*)"/g)].map(([, points]) => points!.split(" "));
    expect(lines).toHaveLength(11);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(601);
    expect(lines[4]!.length).toBe(500);
    expect(svg).toContain("a &lt;machine&gt;");
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});
