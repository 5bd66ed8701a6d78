import { describe, expect, it } from "vitest";
import { isBroken, isMovedToHome, SiteGraph, type Node } from "../../../../../src/audit/model/site/site-graph";
import { nodeOf } from "../../makers.ts";

describe("SiteGraph", () => {
  const node = (urlHash: number, change: Partial<Node> = {}) => nodeOf({ seq: urlHash, urlHash, ...change });

  it("follows redirects to their end and detects loops", () => {
    const graph = new SiteGraph(true, "https://shop.example");
    const hop = (from: number, to: number) =>
      graph.add(node(from, { outcome: "redirect", status: 301, redirectHash: to }));
    hop(1, 2);
    hop(2, 3);
    graph.add(node(3));
    hop(4, 5);
    hop(5, 4);
    hop(6, 99);
    expect(graph.chainOf(graph.get(1)!)).toMatchObject({ hops: 2, loop: false, end: { urlHash: 3 } });
    expect(graph.chainOf(graph.get(4)!)).toMatchObject({ loop: true });
    expect(graph.chainOf(graph.get(6)!)).toMatchObject({ hops: 1, loop: false, end: null });
  });

  it("counts removed pages that redirect to the home page, not spellings of it", () => {
    const graph = new SiteGraph(true, "https://shop.example");
    const paths = [
      "/index.html",
      "/index.php?x=1",
      "/home",
      "/home/",
      "/Default.aspx",
      "/?ref=a",
      "/walks/1",
      "/homes",
      "/a?b=/",
    ];
    paths.forEach((path, i) =>
      graph.add(node(i + 1, { outcome: "redirect", status: 301, redirectHash: graph.homeHash, path })),
    );
    expect(graph.redirectsToHome).toBe(3);
    const moved = paths.filter((path) => isMovedToHome(nodeOf({ redirectHash: 9, path }), 9));
    expect(moved).toEqual(["/walks/1", "/homes", "/a?b=/"]);
  });

  it("does not count a refusal as broken", () => {
    expect(isBroken(node(1, { outcome: "error", status: 404 }))).toBe(true);
    expect(isBroken(node(1, { outcome: "error", status: 403 }))).toBe(false);
    expect(isBroken(node(1, { outcome: "timeout", status: 0 }))).toBe(true);
  });
});
