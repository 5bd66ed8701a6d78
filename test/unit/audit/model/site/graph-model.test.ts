import { describe, expect, it } from "vitest";
import { FolderMap } from "../../../../../src/audit/model/site/folder-map";
import { HreflangClusters } from "../../../../../src/audit/model/site/hreflang-clusters";
import { PairSet } from "../../../../../src/audit/model/site/pair-set";
import { isBroken, isMovedToHome, SiteGraph, type Node } from "../../../../../src/audit/model/site/site-graph";
import { nodeOf } from "../../makers.ts";

const node = (urlHash: number, change: Partial<Node> = {}) => nodeOf({ seq: urlHash, urlHash, ...change });
const newGraph = () => new SiteGraph(true, "https://e.example");
const facts = (change: object = {}, relations: object = {}) => ({
  titleHash: null,
  descriptionHash: null,
  textHash: null,
  path: "/x",
  ...change,
  relations: JSON.stringify(relations),
});

describe("a site's graph", () => {
  it("counts listed pages that were fetched, and those of them that are indexable", () => {
    const graph = newGraph();
    graph.add(node(1));
    graph.add(node(2, { listed: false }));
    graph.add(node(3, { outcome: "blocked", indexable: false }));
    graph.add(node(4, { outcome: "error", indexable: false }));
    graph.add(node(5, { indexable: false }));
    expect([graph.fetchedPages, graph.indexablePages, graph.size]).toEqual([3, 1, 5]);
    graph.add(node(5, { depth: 9 }));
    expect([graph.size, graph.get(5)!.depth, graph.get(6)]).toEqual([5, 9, undefined]);
    expect(Array.from(graph.all(), ({ urlHash }) => urlHash)).toEqual([1, 2, 3, 4, 5]);
  });

  it("saw the whole site if nothing cut the crawl or a listed page short", () => {
    const whole = (crawledAll: boolean, listed: boolean, cut: boolean) => {
      const graph = new SiteGraph(crawledAll, "https://e.example");
      graph.add(node(1, { listed }), facts({}, cut ? { c: 1 } : {}));
      return graph.wholeSite;
    };
    expect([
      whole(true, true, false),
      whole(true, false, true),
      whole(true, true, true),
      whole(false, true, false),
    ]).toEqual([true, true, false, false]);
  });

  it("counts values that indexable pages share, language versions once, and texts each time", () => {
    const graph = newGraph();
    const shared = { titleHash: 7, descriptionHash: 8, textHash: 9 };
    const versions = { h: 10, o: 11, a: [1, 2] };
    graph.add(node(1), facts(shared, versions));
    graph.add(node(2), facts(shared, versions));
    graph.add(node(3), facts(shared, { h: 10, o: 11 }));
    graph.add(node(4, { indexable: false }), facts(shared, { h: 10, o: 11 }));
    graph.add(node(5, { listed: false }), facts(shared, { h: 10, o: 11 }));
    const { titles, descriptions, headings, texts, previews } = graph;
    expect([titles.of(7), descriptions.of(8), headings.of(10), texts.of(9), previews.of(11)]).toEqual([2, 2, 2, 3, 3]);
    expect([titles.of(null), titles.of(1)]).toEqual([0, 0]);
    const relations = (alternates: number[]) => ({ alternates }) as Parameters<SiteGraph["clusterOf"]>[1];
    expect([
      graph.clusterOf(node(5), relations([])),
      graph.clusterOf(node(5), relations([9, 3])),
      graph.clusterOf(node(2), relations([9, 3])),
    ]).toEqual([5, 3, 2]);
  });

  it("knows share tags of one page from those of several, whatever their addresses", () => {
    const isShared = (first: Partial<Node>, second: Partial<Node>) => {
      const graph = newGraph();
      const home = (change: Partial<Node>) =>
        change.canonicalHash === 0 ? { ...change, canonicalHash: graph.homeHash } : change;
      graph.add(node(1, home(first)), facts({}, { s: 7 }));
      graph.add(node(2, home(second)), facts({}, { s: 7 }));
      return graph.previewOwners.isShared(7);
    };
    expect([
      isShared({}, {}),
      isShared({ canonicalHash: 2 }, {}),
      isShared({ canonicalHash: 3 }, { canonicalHash: 3 }),
    ]).toEqual([true, false, false]);
    expect([isShared({}, { listed: false }), isShared({}, { outcome: "error" })]).toEqual([false, false]);
    expect(
      isShared({ canonicalHash: 0, path: "/a" }, { canonicalHash: 0, path: "/b" }),
      "a canonical that is a mistake",
    ).toBe(true);
    expect(isShared({ canonicalHash: 0, path: "/?a" }, { canonicalHash: 0, path: "/?b" })).toBe(false);
  });

  it("counts links, and those with nofollow", () => {
    const graph = newGraph();
    const counts = () => [graph.inlinksOf(node(1)), graph.nofollowInlinksOf(node(1))];
    expect(counts()).toEqual([0, 0]);
    graph.countInlinks([
      { target: 1, nofollow: true },
      { target: 2, nofollow: false },
    ]);
    graph.countInlinks([{ target: 1, nofollow: false }]);
    expect(counts()).toEqual([2, 1]);
  });

  it("follows twenty redirects, and says where a chain ends or turns", () => {
    const graph = newGraph();
    for (let i = 1; i <= 25; i++) graph.add(node(i, { outcome: "redirect", redirectHash: i + 1 }));
    const chain = (from: number) => {
      const { hops, end, loop } = graph.chainOf(graph.get(from)!);
      return [hops, end?.urlHash ?? null, loop];
    };
    expect([chain(1), chain(7), chain(25)]).toEqual([
      [20, 21, false],
      [19, null, false],
      [1, null, false],
    ]);
    graph.add(node(26, { outcome: "redirect", redirectHash: 24 }));
    expect([chain(25), chain(24)]).toEqual([
      [3, 24, true],
      [3, 26, true],
    ]);
    expect(graph.chainOf(node(99))).toEqual({ hops: 0, end: node(99), loop: false });
  });

  it("names near copies whose paths are short enough to hold", () => {
    const graph = newGraph();
    const like = (path: string, textHash: number) => facts({ path, textHash }, { k: [0, 0] });
    graph.add(node(1), like(`/${"a".repeat(299)}`, 1));
    graph.add(node(2), like(`/${"b".repeat(300)}`, 2));
    graph.add(node(3), facts({ path: "/c", textHash: 3 }, {}));
    const found = graph.similar.like({ halves: [0, 0], textHash: 9, cluster: 9, path: "/x" });
    expect(found.map((path) => path.slice(0, 2))).toEqual(["/a"]);
  });

  it("takes errors for broken unless crawlers are only refused, and the home page's spellings for itself", () => {
    const broken = (outcome: Node["outcome"], status: number) => isBroken(node(1, { outcome, status }));
    expect([401, 403, 429, 404, 410, 408, 500].map((status) => broken("error", status))).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
    ]);
    expect([
      broken("timeout", 200),
      broken("unreachable", 0),
      broken("ok", 404),
      broken("blocked", 0),
      broken("not_html", 500),
    ]).toEqual([true, true, false, false, false]);
    const moved = (change: Partial<Node>) => isMovedToHome(node(1, { redirectHash: 9, ...change }), 9);
    expect([
      moved({ path: "/a" }),
      moved({ path: null }),
      moved({ path: "" }),
      moved({ path: "/a", redirectHash: 8 }),
      moved({ path: "/a", urlHash: 9 }),
    ]).toEqual([true, true, true, false, false]);
    expect(
      [
        "/",
        "/index",
        "/index.html",
        "/INDEX.php?a",
        "/home/",
        "/default.a",
        "/default.abcdef",
        "/index.html/a",
        "/a/index.html",
      ].map((path) => moved({ path })),
    ).toEqual([false, false, false, false, false, true, true, true, true]);
  });
});

describe("sets of language versions", () => {
  const version = (urlHash: number, change: object = {}) => ({
    urlHash,
    seq: urlHash,
    listed: true,
    path: `/${urlHash}`,
    canonicalHash: null,
    ...change,
  });
  const crawled = (hash: number) => `/${hash}`;

  it("are reported at their first listed page, whatever the order, with ten of each kind", () => {
    const clusters = new HreflangClusters();
    const pages = Array.from({ length: 300 }, (_, i) => i + 1);
    for (const page of pages)
      clusters.add(version(page, { seq: 1_000 - page, listed: page < 300 }), [1, page], "en de");
    const fault = clusters.faultAt(299, new PairSet(), crawled)!;
    expect([
      fault.size,
      fault.members.length,
      fault.missingReturns.length,
      fault.missingReturnCount,
      fault.conflicts.length,
      fault.hasDefault,
    ]).toEqual([300, 10, 10, 299, 2, false]);
    expect(fault.conflicts).toEqual(["de: /1 and /2 and /3", "/1: en and de"]);
    expect(fault.members.slice(0, 2)).toEqual(["en/de: /1", "de: /2"]);
    expect(fault.missingReturns[0]).toBe("/2 → /1");
    expect([
      clusters.faultAt(300, new PairSet(), crawled),
      clusters.faultAt(1, new PairSet(), crawled),
      new HreflangClusters().faultAt(1, new PairSet(), crawled),
    ]).toEqual([null, null, null]);
  });

  it("are not reported without a listed page, and are judged anew after another page was added", () => {
    const clusters = new HreflangClusters();
    clusters.add(version(1, { listed: false, path: null }), [2], "en");
    expect(clusters.faultAt(1, new PairSet(), crawled)).toBeNull();
    clusters.add(version(3, { path: null }), [1, 2], "en x-default");
    expect(clusters.faultAt(3, new PairSet(), crawled)).toEqual({
      members: ["en: ?", "?: ?"],
      size: 2,
      missingReturns: ["? → /2", "? → /1", "? → /2"],
      missingReturnCount: 3,
      conflicts: ["en: /2 and /1"],
      hasDefault: true,
    });
  });
});

describe("the map of folders", () => {
  const mapOf = (...paths: string[]) => {
    const map = new FolderMap();
    for (const path of paths) map.add({ path, depth: -1, indexable: true, worst: "warning" });
    return map.list();
  };
  it("ends at six levels and 500 characters, and sorts by pages, then by name", () => {
    expect(mapOf("/1/2/3/4/5/6/7/8").map(({ path }) => path)).toEqual([
      "/",
      "/1/",
      "/1/2/",
      "/1/2/3/",
      "/1/2/3/4/",
      "/1/2/3/4/5/",
      "/1/2/3/4/5/6/",
    ]);
    expect(mapOf(`/${"x".repeat(498)}/`, `/${"y".repeat(499)}/`).map(({ path }) => path.length)).toEqual([1, 500]);
    expect(mapOf("/b/", "/a/", "/c/", "/c/").map(({ path }) => path)).toEqual(["/", "/c/", "/a/", "/b/"]);
    expect(mapOf("/a/?b=/c/")).toEqual([
      {
        path: "/",
        parent: null,
        pages: 1,
        notIndexable: 0,
        byClicks: [[0, 1, 0, 0]],
        foldedFolders: 0,
        foldedPages: 0,
      },
      { path: "/a/", parent: 0, pages: 1, notIndexable: 0, byClicks: [[0, 1, 0, 0]], foldedFolders: 0, foldedPages: 0 },
    ]);
  });

  it("folds the small folders with all in them", () => {
    const map = new FolderMap();
    for (const path of ["/a/", "/a/", "/a/", "/b/c/", "/b/d/", "/e/"])
      map.add({ path, depth: 0, indexable: true, worst: null });
    expect(map.list(3).map(({ path, foldedFolders, foldedPages }) => [path, foldedFolders, foldedPages])).toEqual([
      ["/", 1, 1],
      ["/a/", 0, 0],
      ["/b/", 2, 2],
    ]);
    expect(map.list(2).map(({ path, foldedFolders, foldedPages }) => [path, foldedFolders, foldedPages])).toEqual([
      ["/", 4, 3],
      ["/a/", 0, 0],
    ]);
  });
});
