import { describe, expect, it } from "vitest";
import { fixEffect, randomNumbers, verdictOn, type CitedWindows } from "../../../src/insights/core/fix-effect.ts";
import { CitedHistory } from "../../../src/insights/core/cited-history.ts";
import { MostVisited } from "../../../src/insights/core/most-visited.ts";
import { routerEffect, routerVerdict, type RoutedVisits } from "../../../src/insights/core/router-effect.ts";

it("random numbers are those of mulberry32, the same each time", () => {
  for (let i = 0; i < 2; i++) {
    const random = randomNumbers();
    expect([random(), random(), random()]).toEqual([0.3588899802416563, 0.10590326134115458, 0.675290479324758]);
  }
});

describe("the effect of a switch", () => {
  /** `before>after` of each page. */
  const rows = (text: string): RoutedVisits[] =>
    text.split(" ").map((page) => {
      const [before, after] = page.split(">").map(Number);
      return { before: before!, after: after! };
    });
  const all = (row: string, count: number) => rows(Array<string>(count).fill(row).join(" "));

  it("is the difference of the gains, with an interval and a probability by shuffling", () => {
    const routed = rows("4>1 9>1 0>0 1>4 16>4 4>0 9>4 25>9");
    expect(routerEffect(routed, rows("4>4 9>9 0>1 1>0 16>25 4>9 9>4 25>16 1>1"))).toEqual({
      routed: { pages: 8, before: 8.5, after: 2.875 },
      others: { pages: 9, before: 69 / 9, after: 69 / 9 },
      effect: -5.625,
      low: expect.closeTo(-11.3428, 4),
      high: expect.closeTo(0.0928, 4),
      p: 0.012,
    });
  });

  it("takes pages that all had the same visits before", () => {
    expect(routerEffect(rows("5>1 5>2 5>0 5>1 5>2 5>1 5>1 5>0"), rows("5>4 5>5 5>6 5>5 5>4 5>6 5>5 5>5"))).toEqual({
      routed: { pages: 8, before: 5, after: 1 },
      others: { pages: 8, before: 5, after: 5 },
      effect: -4,
      low: expect.closeTo(-6.1198, 4),
      high: expect.closeTo(-1.8802, 4),
      p: 0.0005,
    });
    expect(routerEffect(all("5>5", 8), all("5>5", 8))).toMatchObject({ effect: 0, low: 0, high: 0, p: 1 });
  });

  it.each([
    [8, 8, "2>1", true],
    [7, 9, "2>1", false],
    [9, 7, "2>1", false],
    [8, 8, "1>1", false],
    [10, 10, "1>1", true],
  ])("needs eight pages of each and forty visits: %i, %i of %s", (routed, others, row, told) => {
    expect(routerEffect(all(row, routed), all(row, others)) !== null).toBe(told);
  });

  it.each([
    [-1, 0.015, "fewer"],
    [-1, 0.016, "unclear"],
    [0, 0.001, "unclear"],
    [1, 0.985, "more"],
    [1, 0.984, "unclear"],
    [0, 0.999, "unclear"],
    [1, 0.001, "unclear"],
    [-1, 0.999, "unclear"],
  ])("of %d at a probability of %d is %s", (effect, p, verdict) => {
    const sums = { pages: 8, before: 1, after: 1 };
    expect(routerVerdict({ routed: sums, others: sums, effect, low: 0, high: 0, p })).toBe(verdict);
  });
});

/** `path,match,before,after` of each page. */
const pages = (text: string): CitedWindows[] =>
  text.split(" ").map((page) => {
    const [path, ...counts] = page.split(",");
    const [match, before, after] = counts.map(Number);
    return { path: path!, match: match!, before: before!, after: after! };
  });
const FIXED = "/a/1,4,6,9 /a/2,1,1,4 /a/3,9,9,12 /b/1,0,2,3 /b/2,4,4,9 /c,1,0,2";
const OTHERS = "/a/x,4,5,5 /a/y,1,2,1 /a/z,9,8,8 /b/x,0,1,0 /b/y,4,5,4 /b/z,4,2,5 /d,1,1,1 /e,1,0,2 /a/far,25,25,20";

describe("the effect of a fix", () => {
  it("is the mean of what fixed pages gained beyond the closest ones of their section", () => {
    // /a/3 goes with z and x, so nothing near is left for /a/1; /b/2 with y and z; /a/2 with y; /b/1 with x; /c with e and d.
    expect(fixEffect(pages(FIXED), pages(OTHERS))).toEqual({
      pages: 5,
      controls: 8,
      fixed: { before: 3.1, after: 6 },
      others: { before: 3, after: 3.25 },
      effect: 2.8,
      low: expect.closeTo(0.4768, 4),
      high: expect.closeTo(5.1232, 4),
      p: 0.019,
    });
  });

  it("takes three pages at most for each, the closest ones", () => {
    const fixed = pages("/1,9,9,9 /2,0,0,9 /3,0,0,9 /4,0,0,9 /5,0,0,9");
    const zeros = Array.from({ length: 20 }, (_, i) => `/z${i},0,0,9`).join(" ");
    const found = fixEffect(fixed, pages(`/far,16,16,1 /n1,9,10,9 /n2,10,9,9 /n3,9,8,9 /n4,9,12,99 ${zeros}`));
    expect(found).toMatchObject({ pages: 5, controls: 15, others: { after: 9 } });
  });

  it.each([
    [5, 2, true],
    [4, 9, false],
    [5, 1, false],
  ])("needs five sets and twenty citations: %i sets of %i after and before", (sets, count, told) => {
    const rows = (name: string) =>
      pages(
        Array.from(
          { length: sets },
          (_, i) => `/s${i}/${name},${count},${count},${count - (name === "f" ? 0 : 1)}`,
        ).join(" "),
      );
    const found = fixEffect(rows("f"), rows("o"));
    expect(found !== null).toBe(told);
  });

  it("needs five sets that were cited in the window before the fix or after it", () => {
    const set = (i: number, counts: string) => `/s${i}/x,${counts}`;
    const rows = (last: string) => pages([...[0, 1, 2, 3].map((i) => set(i, "4,4,4")), set(4, last)].join(" "));
    expect(fixEffect(rows("0,0,0"), rows("0,0,1"))).not.toBeNull();
    expect(fixEffect(rows("0,0,0"), rows("0,1,0"))).not.toBeNull();
    expect(fixEffect(rows("1,0,0"), rows("1,0,0"))).toBeNull();
  });

  it("is that of the 200 most cited pages", () => {
    const many = (name: string, from: number) =>
      pages(Array.from({ length: 205 }, (_, i) => `/s${i}/${name},${from + i},0,${i}`).join(" "));
    expect(fixEffect(many("f", 0), many("o", 0))!.pages).toBe(200);
    expect(fixEffect(many("f", 0), many("o", 0))!.fixed.after).toBe((5 + 204) / 2);
  });

  it.each([
    [0.1, 1, 0.01, "worked"],
    [0, 1, 0.01, "unclear"],
    [0.1, 1, 0.011, "unclear"],
    [-2, -0.1, 0.99, "worse"],
    [-2, 0, 0.99, "unclear"],
    [-2, -0.1, 0.989, "unclear"],
  ])("from %d to %d at a probability of %d is %s", (low, high, p, verdict) => {
    const means = { before: 1, after: 1 };
    expect(verdictOn({ pages: 5, controls: 5, fixed: means, others: means, effect: 0, low, high, p })).toBe(verdict);
  });
});

it("citations by day are those from a window's first day to its last, and none without answers", () => {
  const days = (...given: number[]) => given.map((day) => ({ path: "/a", day, count: 10 ** (day % 5) }));
  const history = new CitedHistory(days(0, 4, 5, 9, 10, 14, 15), [
    { day: 0, count: 6 },
    { day: 9, count: 3 },
    { day: 15, count: 100 },
  ]);
  expect(history.within({ match: 0, before: 5, after: 10, days: 5 })("/a")).toEqual({
    path: "/a",
    match: (10_001 * 3) / 6,
    before: 10_001,
    after: 0,
  });
  expect(history.fewestAnswers({ match: 0, before: 5, after: 10, days: 5 })).toBe(0);
  expect(history.fewestAnswers({ match: 0, before: 5, after: 11, days: 5 })).toBe(3);
});

describe("the most visited pages", () => {
  it("are kept with all their rows, as many as fit, and all are counted", () => {
    const most = new MostVisited<{ visits: number; page: string }>(3);
    const add = (page: string, ...visits: number[]) => most.add(visits.map((count) => ({ visits: count, page })));
    const kept = () => most.rows().map(({ page, visits }) => `${page}${visits}`);
    add("a", 1, 2);
    add("none");
    add("b", 9);
    expect([kept(), most.total]).toEqual([["a1", "a2", "b9"], 12]);
    add("c", 4);
    add("d", 1);
    expect([kept(), most.total]).toEqual([["b9", "c4"], 17]);
    add("e", 5, 5);
    expect(kept()).toEqual(["e5", "e5", "b9"]);
  });

  it("are cut only once there are more than twice as many rows as wanted", () => {
    const most = new MostVisited<{ visits: number }>(2);
    for (const visits of [1, 2, 3, 4]) most.add([{ visits }]);
    most.add([{ visits: 5 }]);
    for (const visits of [6, 0]) most.add([{ visits }]);
    expect([most.rows().map(({ visits }) => visits), most.total]).toEqual([[6, 5], 21]);
  });
});
