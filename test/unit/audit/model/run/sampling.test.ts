import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PatternWeights } from "../../../../../src/audit/analysis/figures/pattern-weights";
import { Sampler } from "../../../../../src/audit/model/run/sampling";

const url = (path: string) => `https://site.example${path}`;

describe("patternOf", () => {
  it.each([
    ["/", "/"],
    ["/about", "/about"],
    ["/about?x=1", "/about"],
    ["/item/42", "/item/:n"],
    ["/item/42.html", "/item/:n"],
    ["/item/1999", "/item/:n"],
    ["/doc/3f2b8c1e-1111-4222-8333-444455556666", "/doc/:id"],
    ["/commit/deadbeef1", "/commit/:id"],
    ["/2026/11/21/news", "/:date/:date/:date/news"],
    ["/day/2026-11-21", "/day/:date"],
    ["/a//b/", "/a//b/"],
  ])("%s is %s", (path, pattern) => expect(new Sampler().patternOf(path)).toBe(pattern));

  it("treats ten siblings as item names and fewer as sections", () => {
    const sampler = new Sampler();
    const patterns = Array.from({ length: 12 }, (_, i) => sampler.patternOf(`/shop/thing-${"abcdefghijkl"[i]}`));
    expect(patterns.slice(0, 9)).toEqual(Array.from("abcdefghi", (letter) => `/shop/thing-${letter}`));
    expect(patterns.slice(9)).toEqual(["/shop/:slug", "/shop/:slug", "/shop/:slug"]);
    expect(sampler.patternOf("/shop/thing-a")).toBe("/shop/thing-a");
    expect(sampler.patternOf("/shop/another/reviews")).toBe("/shop/:slug/reviews");
  });
});

describe("Sampler", () => {
  const kept = (sampler: Sampler, count: number, always = false) =>
    Array.from({ length: count }, (_, i) => sampler.choose(url(`/p/${i}`), always).keep).filter(Boolean).length;

  it("keeps the first 20 URLs of a pattern, then one in ten, up to 50", () => {
    expect(kept(new Sampler(), 20)).toBe(20);
    const some = kept(new Sampler(), 120);
    expect(some).toBeGreaterThan(22);
    expect(some).toBeLessThan(40);
    expect(kept(new Sampler(), 5_000)).toBe(50);
    expect(kept(new Sampler(), 5_000)).toBe(kept(new Sampler(), 5_000));
  });

  it("never leaves out URLs that are always kept", () => expect(kept(new Sampler(), 500, true)).toBe(500));

  it("makes the same choices with and without a restart", () => {
    const paths = fc.array(
      fc.constantFrom("/a", "/b", "/c").chain((base) => fc.nat(60).map((n) => `${base}/x${n}`)),
      { maxLength: 200 },
    );
    fc.assert(
      fc.property(paths, fc.nat(200), (list, cut) => {
        const whole = new Sampler();
        const first = new Sampler();
        const expected = list.map((path) => whole.choose(url(path), false));
        const before = list.slice(0, cut).map((path) => first.choose(url(path), false));
        const second = new Sampler(first.takeChanges());
        const after = list.slice(cut).map((path) => second.choose(url(path), false));
        expect([...before, ...after]).toEqual(expected);
        expect(second.cut()).toEqual(whole.cut());
      }),
    );
  });
});

describe("PatternWeights", () => {
  it("weights each audited page of a sampled pattern by the pages it represents", () => {
    const weights = new PatternWeights([{ id: 3, pattern: "/p/:n", total: 100, sampled: 25 }]);
    for (let i = 0; i < 20; i++) weights.count(3);
    weights.count(4);
    weights.count(null);
    expect([weights.of(3), weights.of(4), weights.of(null)]).toEqual([5, 1, 1]);
    expect(weights.summary()).toEqual([{ pattern: "/p/:n", total: 100, sampled: 20 }]);
  });
});
