import { describe, expect, it } from "vitest";
import { HreflangClusters, type VersionedPage } from "../../../../../src/audit/model/site/hreflang-clusters";
import { PAIR, PairSet } from "../../../../../src/audit/model/site/pair-set";

/** Pages by their number, each with what it names: code → number. `canonicals`: of copies. */
function clustersOf(pages: Record<number, Record<string, number>>, canonicals: Record<number, number> = {}) {
  const clusters = new HreflangClusters();
  const pairs = new PairSet();
  for (const [number, versions] of Object.entries(pages)) {
    const urlHash = Number(number);
    const page: VersionedPage = {
      urlHash,
      seq: urlHash,
      listed: true,
      path: `/${urlHash}`,
      canonicalHash: canonicals[urlHash] ?? null,
    };
    const alternates = [...new Set(Object.values(versions))];
    const codes = alternates.map((target) =>
      Object.keys(versions)
        .filter((code) => versions[code] === target)
        .join(","),
    );
    if (alternates.length > 0) clusters.add(page, alternates, codes.join(" "));
    for (const target of alternates) pairs.add(urlHash, target, PAIR.alternate);
  }
  const crawled = (hash: number) => {
    if (!(hash in pages)) return undefined;
    return Object.keys(pages[hash]!).length > 0 ? `/${hash}` : null;
  };
  return (urlHash: number) => clusters.faultAt(urlHash, pairs, crawled);
}

describe("sets of language versions", () => {
  const whole = { en: 1, de: 2, "x-default": 1 };

  it("are without fault if every page names the same versions", () => {
    const faultAt = clustersOf({ 1: whole, 2: whole });
    expect([faultAt(1), faultAt(2)]).toEqual([null, null]);
  });

  it("are without fault if one of them has a copy, which nobody names", () => {
    const faultAt = clustersOf({ 1: whole, 2: whole, 3: whole }, { 3: 1 });
    expect([faultAt(1), faultAt(2), faultAt(3)]).toEqual([null, null, null]);
  });

  it("are without fault if one of them has the old and the new code of its language", () => {
    const both = { nb: 1, no: 1, sv: 2 };
    expect(clustersOf({ 1: both, 2: both })(1)).toBeNull();
  });

  it("are reported once, with their members and the return links that are missing", () => {
    const three = { en: 1, de: 2, fr: 3 };
    const faultAt = clustersOf({ 1: three, 2: three, 3: {} });
    expect(faultAt(1)).toEqual({
      size: 2,
      members: ["en: /1", "de: /2"],
      missingReturns: ["/1 → a page that names no versions", "/2 → a page that names no versions"],
      missingReturnCount: 2,
      conflicts: [],
      hasDefault: false,
    });
    expect(faultAt(2)).toBeNull();
  });

  it("name contradictions between pages that each look right by themselves", () => {
    const faultAt = clustersOf({
      1: { en: 1, de: 2 },
      2: { en: 1, de: 2, fr: 3 },
      3: { fr: 3, de: 2, en: 4 },
      4: { en: 4, fr: 3 },
    });
    expect(faultAt(1)!.conflicts).toContain("en: /1 and /4");
  });

  it("are not joined by an x-default that all share, and not judged by pages outside the crawl", () => {
    const faultAt = clustersOf({
      1: { en: 1, de: 2, "x-default": 9 },
      2: { en: 1, de: 2, "x-default": 9 },
      3: { en: 3, de: 4, es: 77, "x-default": 9 },
      4: { en: 3, de: 4, "x-default": 9 },
    });
    expect([1, 2, 3, 4].map((page) => faultAt(page))).toEqual([null, null, null, null]);
  });
});
