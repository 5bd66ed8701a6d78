import { describe, expect, it } from "vitest";
import { CHECKS, runCrossChecks } from "../../../../src/audit/checks/run-checks";
import { unpackRelations } from "../../../../src/audit/model/page/relations";
import { SiteGraph, type Node } from "../../../../src/audit/model/site/site-graph";
import { nodeOf } from "../makers.ts";

/** What a page is, and how many pages link to it, so that its check reports it in a site that was crawled whole. */
const LONELY: Record<string, { node: Partial<Node>; inlinks: number }> = {
  noindex_high_inlinks: { node: { reason: "noindex", indexable: false }, inlinks: 5 },
  orphan_page: { node: { inSitemap: true }, inlinks: 0 },
  single_inlink: { node: { depth: 2 }, inlinks: 1 },
};

describe("a check that concludes from what no page says", () => {
  it.each(Object.entries(LONELY))("%s reports nothing unless the whole site was crawled", (id, lonely) => {
    const isFound = (wholeSite: boolean) => {
      const graph = new SiteGraph(wholeSite, "https://e.example");
      const node = nodeOf(lonely.node);
      graph.add(node);
      graph.countInlinks(Array.from({ length: lonely.inlinks }, () => ({ target: node.urlHash, nofollow: false })));
      const unknown = { titleHash: null, descriptionHash: null, textHash: null, path: "/x", edges: [], files: [] };
      const issues = runCrossChecks({ ...unknown, node, relations: unpackRelations(null) }, graph);
      return issues.some((issue) => issue.id === id);
    };
    expect([isFound(true), isFound(false)]).toEqual([true, false]);
  });

  it("is one of these", () => {
    const all = [...CHECKS.values()].filter((check) => check.scope === "cross" && check.needsWholeSite);
    expect(all.map(({ id }) => id).sort()).toEqual(Object.keys(LONELY).sort());
  });
});
