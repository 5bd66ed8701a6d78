import { describe, expect, it } from "vitest";
import { GUIDE_PATHS, REWRITTEN_PATHS } from "../../../demo/guides.ts";
import { DEMO_PAGES } from "../../../demo/pages.ts";
import { demoCitations, FIX } from "../../../scripts/dev/demo-effect.ts";
import { daysToClosable } from "../../../scripts/dev/demo-ledger.ts";
import { isLeftAlone, OLD_PATHS, oldShopVisits, switchedAt } from "../../../scripts/dev/demo-router.ts";
import { CitedHistory } from "../../../src/insights/core/cited-history.ts";
import { fixEffect, verdictOn } from "../../../src/insights/core/fix-effect.ts";
import { routerEffect, routerVerdict } from "../../../src/insights/core/router-effect.ts";
import { DAY_MS, dayNumber } from "../../../src/lib/time/time.ts";
import { isHeldBack } from "../../../src/prerender/core/crawl-router.ts";

const NOW = Date.UTC(2026, 10, 28, 14, 42);
const today = dayNumber(NOW);

describe("the demo's stories", () => {
  it("has a fix that worked, by the report's own rules, and only because of what was planted", () => {
    const answers = demoCitations();
    const rows = answers.flatMap(({ daysAgo, paths }) =>
      paths.map((path) => ({ path, day: today - daysAgo, count: 1 })),
    );
    const counts = answers.map(({ daysAgo }) => ({ day: today - daysAgo, count: 1 }));
    const windows = {
      match: today - FIX.before - 56,
      before: today - FIX.before - 28,
      after: today - FIX.fetched + 1,
      days: 28,
    };
    const history = new CitedHistory(rows, counts);
    expect(history.fewestAnswers(windows)).toBeGreaterThanOrEqual(50);
    const citationsOf = history.within(windows);
    const nth = (n: number) => GUIDE_PATHS.filter((_, i) => i % 3 === n).map(citationsOf);
    const effect = fixEffect(nth(0), [...nth(1), ...nth(2)])!;
    expect([verdictOn(effect), effect.pages, effect.controls]).toEqual(["worked", 5, 10]);
    expect(effect.low).toBeGreaterThan(5);
    // Between guides that nobody wrote anew there is nothing to tell.
    expect(verdictOn(fixEffect(nth(1), nth(2))!)).toBe("unclear");
  });

  it("has a switch that saves visits, by the report's own rules, over the halves that the service chooses", () => {
    const since = switchedAt(NOW);
    const visits = oldShopVisits(NOW);
    const sums = (path: string) => {
      const own = visits.filter((visit) => visit.path === path).map(({ daysAgo }) => NOW - daysAgo * DAY_MS);
      return {
        before: own.filter((at) => at < since && at >= since - 28 * DAY_MS).length,
        after: own.filter((at) => at > since && at <= since + 28 * DAY_MS).length,
      };
    };
    for (const path of OLD_PATHS) expect(isLeftAlone(path, since)).toBe(isHeldBack(path, since));
    const alone = OLD_PATHS.filter((path) => isHeldBack(path, since));
    const routed = OLD_PATHS.filter((path) => !isHeldBack(path, since));
    const effect = routerEffect(routed.map(sums), alone.map(sums))!;
    expect(routerVerdict(effect)).toBe("fewer");
  });

  it("goes back to a day that the ledger can close, at any hour", () => {
    for (const hour of [0, 1, 2, 3, 14, 23]) {
      const now = Date.UTC(2026, 10, 28, hour, 30);
      const made = now - daysToClosable(now) * DAY_MS;
      expect([hour, dayNumber(made)]).toEqual([hour, dayNumber(now - 2 * 3_600_000) - 1]);
    }
  });

  it("has guides with enough text where they were written anew, and little elsewhere", () => {
    const words = (path: string) =>
      DEMO_PAGES[path]!.blocks.map(({ h1, p }) => h1 ?? p ?? "")
        .join(" ")
        .split(/\s+/).length;
    for (const path of GUIDE_PATHS) expect([path, words(path) >= 210]).toEqual([path, REWRITTEN_PATHS.includes(path)]);
  });
});
