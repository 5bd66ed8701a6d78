import { describe, expect, it } from "vitest";
import { RenderRules } from "../../../src/accounts/render-rule";
import { ruleIndex } from "../../../src/prerender/core/render-rules";

const rules = (...paths: string[]) => RenderRules.parse(paths.map((path) => ({ path })));

describe("the rule for a page", () => {
  it.each([
    ["/shop", "/shop", true],
    ["/shop", "/shop/", false],
    ["/shop/*", "/shop/a/b?c=1", true],
    ["/shop/*", "/shop", false],
    ["/*/reviews", "/shop/reviews", true],
    ["/*/reviews", "/shop/reviews/2", false],
    ["/a*b*a", "/aba", true],
    ["/a*a", "/a", false],
    ["/a*bc*c", "/abc", false],
    ["*".padStart(2, "/"), "/", true],
  ])("%s on %s: %s", (pattern, path, expected) => expect(ruleIndex(rules(pattern), path)).toBe(expected ? 0 : -1));

  it("is the first that matches", () => {
    expect(ruleIndex(rules("/shop/a", "/shop/*", "/*"), "/shop/b")).toBe(1);
  });

  it("is found in linear time, whatever the pattern", () => {
    const [pattern, path] = [`/${"*a".repeat(149)}b`, `/${"a".repeat(1_000_000)}`];
    const startedAt = performance.now();
    expect(ruleIndex(rules(pattern), path)).toBe(-1);
    expect(performance.now() - startedAt).toBeLessThan(200);
  });

  it.each([{ path: "shop" }, { path: "/a?b" }, { path: "/a", waitMs: 10_001 }, { path: "/a", unknown: 1 }])(
    "is refused: %o",
    (rule) => expect(RenderRules.safeParse([rule]).success).toBe(false),
  );
});
