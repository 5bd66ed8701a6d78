import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { packEdges, unpackEdges } from "../../../../../src/audit/model/page/edges";

describe("edges", () => {
  it("are the same after packing and unpacking", () => {
    const edge = fc.record({ target: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), nofollow: fc.boolean() });
    fc.assert(
      fc.property(fc.array(edge), (edges) => {
        expect(unpackEdges(packEdges(edges))).toEqual(edges);
      }),
    );
  });
});
