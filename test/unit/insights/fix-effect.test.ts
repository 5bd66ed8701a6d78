import { describe, expect, it } from "vitest";
import { fixEffect, verdictOn, type CitedWindows } from "../../../src/insights/core/fix-effect.ts";
import { drawsOf, seeded } from "../../support/seeded.ts";

const WINDOW = 28;
const SECTIONS = 3;
const TOPICS = 12;
const CHOICES = [
  "at random",
  "the most cited",
  "the least cited",
  "those that just lost citations",
  "whole topics",
] as const;

/**
 * Pages whose citations have levels with a long tail, drift slowly, follow their section's trend and the day's number of
 * answers, and are counted by chance. The fix multiplies the rate of the fixed pages by `effect`.
 */
function history(seed: number, effect: number, choice: (typeof CHOICES)[number], pages = 90) {
  const random = seeded(seed);
  const { normal, poisson } = drawsOf(random);
  const days = 3 * WINDOW;
  const answers = Array.from({ length: days }, () => Math.exp(0.3 * normal()));
  const walks = (count: number) =>
    Array.from({ length: count }, () => {
      let level = 0;
      return Array.from({ length: days }, () => (level += 0.04 * normal()));
    });
  const [trends, topics] = [walks(SECTIONS), walks(TOPICS)];
  const rates = Array.from({ length: pages }, (_, i) => {
    let level = Math.log(0.15) + 1.1 * normal();
    return Array.from({ length: days }, (_unused, day) => {
      level += 0.05 * normal();
      return Math.exp(level + trends[i % SECTIONS]![day]! + topics[i % TOPICS]![day]!) * answers[day]!;
    });
  });
  const counted = (rate: number[], from: number, factor: number) =>
    poisson(rate.slice(from, from + WINDOW).reduce((sum, each) => sum + each, 0) * factor);
  const before = rates.map((rate, i) => ({
    i,
    path: `/s${i % SECTIONS}/${i}`,
    match: counted(rate, 0, 1),
    before: counted(rate, WINDOW, 1),
    random: random(),
  }));
  const order = {
    "at random": (page: (typeof before)[number]) => page.random,
    "the most cited": (page: (typeof before)[number]) => -page.match - page.before,
    "the least cited": (page: (typeof before)[number]) => page.match + page.before + page.random,
    "whole topics": (page: (typeof before)[number]) => page.i % TOPICS,
    "those that just lost citations": (page: (typeof before)[number]) => page.before - page.match,
  }[choice];
  const chosen = new Set(
    before
      .toSorted((a, b) => order(a) - order(b))
      .slice(0, Math.round(pages / 4))
      .map(({ i }) => i),
  );
  const all = before.map((page) => ({
    isFixed: chosen.has(page.i),
    windows: {
      path: page.path,
      match: page.match,
      before: page.before,
      after: counted(rates[page.i]!, 2 * WINDOW, chosen.has(page.i) ? effect : 1),
    } satisfies CitedWindows,
  }));
  const of = (isFixed: boolean) => all.filter((page) => page.isFixed === isFixed).map(({ windows }) => windows);
  const found = fixEffect(of(true), of(false));
  return { found, verdict: found ? verdictOn(found) : "too_early" };
}

/** `npm run test:long` repeats what docs/visits.md says of 1,500 histories. */
const HISTORIES = process.env["TEST_LONG"] === "1" ? 300 : 80;

describe("the effect of a fix", () => {
  it("is claimed by chance alone in at most 5 % of histories without one, however the pages were chosen", () => {
    const wrong = Object.fromEntries(CHOICES.map((choice) => [choice, 0]));
    let told = 0;
    for (const choice of CHOICES)
      for (let seed = 1; seed <= HISTORIES; seed++) {
        const { verdict } = history(seed, 1, choice);
        if (verdict !== "too_early") told++;
        if (verdict === "worked") wrong[choice]!++;
      }
    console.log(`fixes: wrong "it worked" of ${HISTORIES} each: ${JSON.stringify(wrong)}; judged ${told}`);
    for (const choice of CHOICES) expect(wrong[choice], choice).toBeLessThanOrEqual(0.05 * HISTORIES);
  });

  it("is found in most of ten histories with one, and in none of ten without", () => {
    const verdicts = (effect: number, from: number) =>
      Array.from({ length: 10 }, (_, i) => history(from + i, effect, "at random").verdict);
    const [planted, none] = [verdicts(3, 1_001), verdicts(1, 2_001)];
    const right = planted.filter((verdict) => verdict === "worked").length;
    const smaller = verdicts(2, 4_001).filter((verdict) => verdict === "worked").length;
    console.log(`fixes: with twice the citations ${smaller} of 10 are found`);
    const false_ = none.filter((verdict) => verdict === "worked").length;
    console.log(
      `fixes: precision ${(right / (right + false_)).toFixed(3)}, recall ${(right / 10).toFixed(1)}; without: ${none.join(" ")}`,
    );
    expect(right).toBeGreaterThanOrEqual(7);
    expect(false_).toBe(0);
  });

  it("has an interval that holds the truth of no effect", () => {
    let [inside, all] = [0, 0];
    for (let seed = 3_001; seed <= 3_200; seed++) {
      const { found } = history(seed, 1, "at random");
      if (!found) continue;
      all++;
      if (found.low <= 0 && found.high >= 0) inside++;
    }
    console.log(`fixes: the interval holds the truth in ${inside} of ${all}`);
    expect(inside / all).toBeGreaterThan(0.9);
  });
});
