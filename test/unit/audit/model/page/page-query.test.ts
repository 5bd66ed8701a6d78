import { describe, expect, it } from "vitest";
import {
  asksForAll,
  compareKeys,
  isWanted,
  pathTest,
  sortKeyOf,
  type PagesWanted,
  type QueriedPage,
} from "../../../../../src/audit/model/page/page-query";
import { valueSize } from "../../../../../src/audit/model/page/page-row";

describe("a query of pages", () => {
  const anything: PagesWanted = {
    issue: null,
    severity: null,
    path: null,
    status: null,
    indexable: null,
    extracted: null,
    sort: null,
  };
  const found: QueriedPage = {
    path: "/Blog/a",
    statusCode: 404,
    loadTimeMs: 1,
    depth: 2,
    healthScore: 3,
    previewScore: 4,
    issueCount: 2,
    indexable: true,
    issues: [
      { id: "x", severity: "error" },
      { id: "y", severity: "notice" },
    ],
    extracted: { price: { values: ["1", "2"] } } as unknown as QueriedPage["extracted"],
  };
  const price = (value: string | null, isThere: boolean, field = "price") => ({ extracted: { field, value, isThere } });
  it.each<[Partial<PagesWanted>, boolean]>([
    [{}, true],
    [{ issue: "x" }, true],
    [{ issue: "z" }, false],
    [{ severity: "notice" }, true],
    [{ severity: "warning" }, false],
    [{ issue: "x", severity: "error" }, true],
    [{ issue: "x", severity: "notice" }, false],
    [{ status: { from: 404, to: 404 } }, true],
    [{ status: { from: 405, to: 499 } }, false],
    [{ status: { from: 400, to: 403 } }, false],
    [{ indexable: true }, true],
    [{ indexable: false }, false],
    [{ path: "/Blog/*" }, true],
    [{ path: "/blog/*" }, false],
    [price(null, true), true],
    [price(null, false), false],
    [price("2", true), true],
    [price("3", true), false],
    [price("3", false), true],
    [price(null, false, "size"), true],
    [price(null, true, "size"), false],
  ])("with %j wants the page: %s", (query, wanted) => {
    expect(isWanted(found, { ...anything, ...query })).toBe(wanted);
    expect(asksForAll({ ...anything, ...query })).toBe(Object.keys(query).length === 0);
  });

  it("fits whole paths, beginnings, and parts in any case", () => {
    const paths = ["/a", "/a/b", "/b/A", "/c"];
    const fits = (wanted: string) => paths.filter(pathTest(wanted));
    expect([fits("/a"), fits("/a*"), fits("*/A*"), fits("*"), fits("*a")]).toEqual([
      ["/a"],
      ["/a", "/a/b"],
      ["/a", "/a/b", "/b/A"],
      paths,
      [],
    ]);
  });

  it("sorts by its key, then by the place in the run", () => {
    const entries = [
      [2, 1],
      [1, 2],
      [1, 3],
      [3, 4],
    ].map(([key, seq]) => ({ key: key!, seq: seq! }));
    const order = (descending: boolean) =>
      entries.toSorted((a, b) => compareKeys(a, b, descending)).map(({ seq }) => seq);
    expect([order(false), order(true)]).toEqual([
      [2, 3, 1, 4],
      [4, 1, 2, 3],
    ]);
    expect([sortKeyOf(found, "depth"), sortKeyOf({ ...found, path: "x".repeat(201) }, "path")]).toEqual([
      2,
      "x".repeat(200),
    ]);
    expect([valueSize("abc"), valueSize(new ArrayBuffer(8)), valueSize(7), valueSize(null)]).toEqual([3, 8, 0, 0]);
  });
});
