import { describe, expect, it } from "vitest";
import { isHeldBack } from "../../../../src/prerender/core/crawl-router.ts";
import { routerEffect, routerVerdict } from "../../../../src/insights/core/router-effect.ts";
import { routerSentence } from "../../../../src/insights/core/router-words.ts";
import { drawsOf, seeded } from "../../../support/seeded.ts";

const WINDOW = 28;
const WORLDS = ["quiet", "season", "decay", "bursts", "just risen", "one section ends"] as const;

/**
 * Visits of one kind of crawlers to wasted addresses: levels with a long tail, counted by chance. A season moves the whole site, gone pages
 * are forgotten at their own pace, crawlers come in bursts, addresses are proposed because they were visited most lately, and a section ends
 * for reasons of its own. The switch multiplies the rate of the routed half by `effect`.
 */
function history(seed: number, effect: number, world: (typeof WORLDS)[number], pages = 80) {
  const random = seeded(seed);
  const { normal, poisson } = drawsOf(random);
  const since = 1_790_000_000_000 + seed * 86_400_000;
  const day = (n: number) => {
    const week = n % 7 > 4 ? 0.6 : 1;
    const season = world === "season" ? Math.exp(-n / 25) : 1;
    const burst = world === "bursts" ? (random() < 0.1 ? 6 : 0.4) : 1;
    return week * season * burst;
  };
  const site = Array.from({ length: 2 * WINDOW }, (_, n) => day(n));
  const sum = (from: number, of: (n: number) => number) =>
    Array.from({ length: WINDOW }, (_, i) => site[from + i]! * of(from + i)).reduce((all, each) => all + each, 0);
  const all = Array.from({ length: pages * 2 }, (_, i) => {
    const level = Math.exp(Math.log(0.12) + normal());
    const pace = world === "decay" ? random() * 0.08 : 0;
    const ends = world === "one section ends" && i % 4 === 0 ? 0.1 : 1;
    const path = `/s${i % 4}/old-${seed}-${i}?sort=${i % 3}`;
    const isRouted = !isHeldBack(path, since);
    const before = poisson(level * sum(0, (n) => Math.exp(-pace * n)));
    const after = poisson(level * sum(WINDOW, (n) => Math.exp(-pace * n)) * ends * (isRouted ? effect : 1));
    return { isRouted, before, after };
  });
  const proposed = world === "just risen" ? all.toSorted((a, b) => b.before - a.before) : all;
  const chosen = proposed.slice(0, pages);
  const found = routerEffect(
    chosen.filter(({ isRouted }) => isRouted),
    chosen.filter(({ isRouted }) => !isRouted),
  );
  return { found, verdict: found ? routerVerdict(found) : ("too_early" as const) };
}

/** `npm run test:long` repeats what docs/visits.md says of 1,200 histories. */
const HISTORIES = process.env["TEST_LONG"] === "1" ? 200 : 75;

describe("the effect of a switch", () => {
  it("is claimed by chance alone in at most 5 % of histories without one, whatever the season", () => {
    const wrong = Object.fromEntries(WORLDS.map((world) => [world, 0]));
    let told = 0;
    for (const world of WORLDS)
      for (let seed = 1; seed <= HISTORIES; seed++) {
        const { verdict } = history(seed, 1, world);
        if (verdict !== "too_early") told++;
        if (verdict === "fewer" || verdict === "more") wrong[world]!++;
      }
    console.log(`router: wrong claims of ${HISTORIES} each: ${JSON.stringify(wrong)}; judged ${told}`);
    for (const world of WORLDS) expect(wrong[world], world).toBeLessThanOrEqual(0.08 * HISTORIES);
    expect(Object.values(wrong).reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(
      WORLDS.length * 0.05 * HISTORIES,
    );
  });

  it("is found in most of ten histories with one, and in none of ten without", () => {
    const verdicts = (effect: number, from: number) =>
      Array.from({ length: 10 }, (_, i) => history(from + i, effect, WORLDS[i % WORLDS.length]!).verdict);
    const [planted, none, smaller] = [verdicts(0.4, 1_001), verdicts(1, 2_001), verdicts(0.6, 3_001)];
    const right = planted.filter((verdict) => verdict === "fewer").length;
    const wrong = [...none, ...planted, ...smaller].filter((verdict) => verdict === "more").length;
    const found = none.filter((verdict) => verdict === "fewer").length;
    const weaker = smaller.filter((verdict) => verdict === "fewer").length;
    console.log(
      `router: precision ${(right / (right + found)).toFixed(3)}, recall ${right / 10} (visits × 0.4), ${weaker / 10} (× 0.6); without: ${none.join(" ")}`,
    );
    expect(right).toBeGreaterThanOrEqual(8);
    expect([found, wrong]).toEqual([0, 0]);
  });

  it("has an interval that holds the truth of no effect", () => {
    let [inside, all] = [0, 0];
    for (let seed = 5_001; seed <= 5_200; seed++) {
      const { found } = history(seed, 1, WORLDS[seed % WORLDS.length]!);
      if (!found) continue;
      all++;
      if (found.low <= 0 && found.high >= 0) inside++;
    }
    console.log(`router: the interval holds the truth in ${inside} of ${all}`);
    expect(inside / all).toBeGreaterThan(0.9);
  });

  it("is not told from few pages", () => {
    expect(history(1, 0.1, "quiet", 10).verdict).toBe("too_early");
  });
});

describe("a sentence on a switch", () => {
  const on = { action: "gone", kind: "search" } as const;
  it("says what is not known", () => {
    const early = { ...on, verdict: "too_early", reason: "days_left", daysLeft: 3 } as const;
    expect(routerSentence(early, null, 28)).toContain("Too early to tell");
    expect(routerSentence({ ...early, reason: "few_pages", daysLeft: null }, null, 28)).toContain("Cannot tell");
  });
  it("has the numbers of both halves", () => {
    const { found, verdict } = history(1_001, 0.3, "quiet");
    const text = routerSentence({ ...on, verdict, reason: null, daysLeft: null }, found, 28);
    expect(text).toMatch(/^It saves visits: crawlers of search engines went from [\d.]+ to [\d.]+ visits per page/);
  });
});
