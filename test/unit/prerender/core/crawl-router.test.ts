import { describe, expect, it } from "vitest";
import type { CrawlRouter } from "../../../../src/accounts/core/domains/crawl-router.ts";
import { COMPARED_DAYS, isHeldBack, isRouted, mayRoute } from "../../../../src/prerender/core/crawl-router.ts";

const SINCE = 1_790_000_000_000;
const LATER = SINCE + COMPARED_DAYS * 86_400_000;
const router: CrawlRouter = {
  switches: [
    { action: "redirect", kind: "llm-training", since: SINCE },
    { action: "gone", kind: "search", since: SINCE },
  ],
  gone: ["/old"],
  keep: ["/cited"],
};

describe("what a crawler gets instead of a page", () => {
  it.each([
    ["redirect", "llm-training", "/a", true],
    ["redirect", "llm-training", "/cited", false],
    ["redirect", "search", "/a", false],
    ["redirect", "social", "/a", false],
    ["gone", "search", "/old", true],
    ["gone", "search", "/a", false],
    ["gone", "llm-training", "/old", false],
  ] as const)("%s for %s at %s: %s", (action, kind, path, expected) => {
    expect(isRouted(router, action, { kind, path }, LATER)).toBe(expected);
  });

  it("is nothing without settings", () => {
    for (const none of [null, undefined, { switches: [], gone: ["/old"], keep: [] }]) {
      expect(isRouted(none, "gone", { kind: "search", path: "/old" }, LATER)).toBe(false);
      expect(mayRoute(none, "gone", "search")).toBe(false);
    }
    expect(mayRoute(router, "gone", "search")).toBe(true);
  });

  it("leaves half of the pages alone until the last day of comparing, and another half for another switch", () => {
    const paths = Array.from({ length: 2_000 }, (_, i) => `/p/${i}?sort=${i % 7}`);
    const held = paths.filter((path) => isHeldBack(path, SINCE));
    expect(held.length).toBeGreaterThan(900);
    expect(held.length).toBeLessThan(1_100);
    const both = held.filter((path) => isHeldBack(path, SINCE + 1)).length;
    expect(both).toBeGreaterThan(400);
    expect(both).toBeLessThan(600);
    const routed = (now: number) =>
      paths.filter((path) => isRouted(router, "redirect", { kind: "llm-training", path }, now)).length;
    expect([routed(SINCE), routed(LATER - 1), routed(LATER)]).toEqual([
      paths.length - held.length,
      paths.length - held.length,
      paths.length,
    ]);
  });
});
