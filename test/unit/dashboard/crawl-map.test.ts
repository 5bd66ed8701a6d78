import { Parser } from "htmlparser2";
import { describe, expect, it } from "vitest";
import { FolderMap } from "../../../src/audit/model/site/folder-map";
import {
  clicksOf,
  slicesOf,
  treeOf,
  worstOf,
  type ShownFolder,
  type Spot,
} from "../../../src/dashboard/pages/audits/map/map-layout";
import { MapPicture } from "../../../src/dashboard/pages/audits/map/map-picture";
import { seeded } from "../../support/seeded.ts";

const SEVERITIES = ["error", "warning", "notice", null] as const;

/** The map of a site with as many pages and folders, the same for the same seed. */
function siteOf(seed: number, pages: number, names: readonly string[]): ShownFolder[] {
  const random = seeded(seed);
  const map = new FolderMap();
  const some = <T>(list: readonly T[]) => list[Math.floor(random() ** 2 * list.length)]!;
  for (let i = 0; i < pages; i++) {
    const parts = Array.from({ length: Math.floor(random() * 6) }, () => some(names));
    map.add({
      path: `/${parts.join("/")}/p${i}`,
      depth: Math.floor(random() * 14),
      indexable: true,
      worst: some(SEVERITIES),
    });
  }
  return map.list();
}

const NAMES = Array.from({ length: 40 }, (_, i) => `n${i}`);

/** Pairs of circles that touch. */
const crossing = (spots: readonly Spot[]) =>
  spots.flatMap((a, i) => spots.slice(i + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) <= a.r + b.r));

describe("the map as a tree", () => {
  it("has no two circles on each other, and none outside, for sites of any shape", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const folders = siteOf(seed, 1 + seed * 40, NAMES.slice(0, 1 + (seed % 40)));
      const { width, height, branches, edges } = treeOf(folders);
      expect(edges).toHaveLength(branches.length - 1);
      const outside = branches.filter(({ x, y, r }) => y < r || y + r > height || x < r || x + r > width);
      expect([seed, outside, crossing(branches)]).toEqual([seed, [], []]);
    }
  });

  it("shows at most 48 folders, and the small ones of a folder as one branch", () => {
    const map = new FolderMap();
    for (let i = 0; i < 200; i++)
      for (let j = 0; j < 200 - i; j++) map.add({ path: `/f${i}/${j}`, depth: 1, indexable: true, worst: null });
    const folders = map.list();
    const { branches } = treeOf(folders);
    expect(branches.map(({ others }) => others)).toEqual([...Array<number>(48).fill(0), 200 - 47]);
    expect(branches[0]).toMatchObject({ pages: 20_100, worst: worstOf(folders[0]!) });
    expect(branches.slice(1).reduce((sum, { pages }) => sum + pages, 0)).toBe(20_100);
  });

  it("is nothing for no pages, and one circle for one", () => {
    expect(treeOf([]).branches).toEqual([]);
    expect(treeOf(siteOf(1, 1, ["a"]).slice(0, 1)).branches).toHaveLength(1);
  });
});

describe("the map by clicks", () => {
  it("has each page in one cell", () => {
    for (let seed = 1; seed <= 30; seed++) {
      const folders = siteOf(seed, seed * 30, NAMES.slice(0, seed));
      const { cells, rows } = clicksOf(folders);
      expect(cells.reduce((sum, { pages }) => sum + pages, 0)).toBe(seed * 30);
      expect(rows.reduce((sum, { pages }) => sum + pages, 0)).toBe(seed * 30);
      expect(crossing(cells)).toEqual([]);
    }
  });

  it("begins at the first level that has several folders", () => {
    const map = new FolderMap();
    for (const path of ["/en/docs/a/1", "/en/docs/b/2", "/en/docs/b/3"])
      map.add({ path, depth: 1, indexable: true, worst: null });
    expect(clicksOf(map.list()).rows.map(({ folder, pages }) => [folder?.path, pages])).toEqual([
      ["/en/docs/b/", 2],
      ["/en/docs/a/", 1],
    ]);
  });
});

it("a pie is whole, or ends where it began", () => {
  expect(slicesOf([0, 5, 0, 0], 10)).toEqual([{ kind: 1, path: null }]);
  expect(slicesOf([0, 0, 0, 0], 10)).toEqual([]);
  const [first, second] = slicesOf([1, 0, 0, 3], 10);
  expect(first).toEqual({ kind: 0, path: "M0 0L0.00 -10.00A10.00 10.00 0 0 1 10.00 -0.00Z" });
  expect(second!.path).toBe("M0 0L10.00 -0.00A10.00 10.00 0 1 1 -0.00 -10.00Z");
});

describe("the picture", () => {
  const HOSTILE = [
    `"><script>alert(1)</script>`,
    "]]><svg onload=alert(1)>",
    "%3Cscript%3E%00%E2%80%AE",
    "\u0000\u0008\uFFFE\uD800",
    "&lt;&#x0;",
    "javascript:alert(1)",
    "</style></svg><img src=x onerror=alert(1)>",
    "%E0%A4%A",
  ];

  it("is well-formed, with the elements that it draws alone, whatever the paths are", async () => {
    const folders = siteOf(5, 500, HOSTILE);
    for (const view of ["folders", "clicks"] as const) {
      const svg = String(
        await MapPicture({
          folders,
          view,
          hrefOf: ({ path }) => `/pages?path=${encodeURIComponent(path.toWellFormed())}`,
          standalone: true,
        }),
      );
      const names = new Set<string>();
      const open: string[] = [];
      const parser = new Parser(
        {
          onopentag: (name, attributes) => {
            names.add(name);
            open.push(name);
            expect(Object.keys(attributes).filter((each) => /^on|^style$/.test(each))).toEqual([]);
            expect(attributes["href"]?.startsWith("/pages?") ?? true).toBe(true);
          },
          onclosetag: (name, implied) => expect([open.pop(), implied]).toEqual([name, false]),
        },
        { xmlMode: true },
      );
      parser.end(svg);
      expect(open).toEqual([]);
      expect([...names].sort()).toEqual(["a", "circle", "g", "path", "style", "svg", "text", "title", "tspan"]);
      // eslint-disable-next-line no-control-regex
      expect(/[\u0000-\u0008\u202E\uFFFE\uD800]/.exec(svg)?.[0]).toBeUndefined();
      expect(/NaN|undefined|Infinity/.exec(svg)?.[0]).toBeUndefined();
    }
  });

  it("shows a map of a hundred thousand pages in a page's size", async () => {
    const folders = siteOf(9, 100_000, NAMES);
    const svg = String(await MapPicture({ folders, view: "folders", hrefOf: () => "/" }));
    expect(svg.length).toBeLessThan(60_000);
  });
});
