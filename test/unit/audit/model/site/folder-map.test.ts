import { describe, expect, it } from "vitest";
import { pathTest } from "../../../../../src/audit/model/page/page-query";
import { FolderMap, type MapFolder, type MappedPage } from "../../../../../src/audit/model/site/folder-map";
import { seeded } from "../../../../support/seeded.ts";

const page = (path: string, more: Partial<MappedPage> = {}): MappedPage => ({
  path,
  depth: 1,
  indexable: true,
  worst: null,
  ...more,
});

function mapOf(pages: readonly MappedPage[], most?: number): MapFolder[] {
  const map = new FolderMap();
  for (const each of pages) map.add(each);
  return map.list(most);
}

describe("the folders of a site", () => {
  it("count all pages below them, by clicks and by the worst issue", () => {
    const folders = mapOf([
      page("/", { depth: 0, worst: "error" }),
      page("/blog", { worst: "warning" }),
      page("/blog/", { indexable: false }),
      page("/blog/a?x=/y/z/", { depth: 2, worst: "notice" }),
      page("/blog/2024/b", { depth: 14 }),
      page("/shop//c", { depth: 3 }),
    ]);
    expect(folders.map(({ path, parent, pages }) => [path, parent, pages])).toEqual([
      ["/", null, 6],
      ["/blog/", 0, 3],
      ["/blog/2024/", 1, 1],
      ["/shop/", 0, 1],
      ["/shop//", 3, 1],
    ]);
    const [site, blog] = folders;
    expect(site!.byClicks.slice(0, 4)).toEqual([
      [1, 0, 0, 0],
      [0, 1, 0, 1],
      [0, 0, 1, 0],
      [0, 0, 0, 1],
    ]);
    expect(site!.byClicks).toHaveLength(11);
    expect(site!.byClicks[10]).toEqual([0, 0, 0, 1]);
    expect(blog!.notIndexable).toBe(1);
    expect(mapOf([])).toEqual([]);
  });

  it("have as many pages as the list that their path filters", () => {
    const random = seeded(7);
    const parts = ["a", "b", "", "ü", "%2F", "c?d=/a/", "*", "a".repeat(300)];
    const paths = Array.from({ length: 3_000 }, () => {
      const length = Math.floor(random() * 9);
      return `/${Array.from({ length }, () => parts[Math.floor(random() * parts.length)]).join("/")}`;
    });
    const folders = mapOf(
      paths.map((path) => page(path)),
      10_000,
    );
    expect(folders.length).toBeGreaterThan(500);
    for (const { path, pages } of folders)
      expect([path, paths.filter(pathTest(`${path}*`)).length]).toEqual([path, pages]);
  });

  it("are the largest, and lose no page when the rest is folded", () => {
    const pages = Array.from({ length: 5_000 }, (_, i) => page(`/s${i % 300}/t${i % 7}/${i}`));
    const big = Array.from({ length: 400 }, (_, i) => page(`/late/${i}`));
    const folders = mapOf([...pages, ...big], 40);
    expect(folders).toHaveLength(40);
    expect(folders[1]).toMatchObject({ path: "/late/", parent: 0, pages: 400 });
    const listed = (parent: number) => folders.filter((each) => each.parent === parent);
    const [site] = folders;
    expect(site!.pages).toBe(5_400);
    expect(site!.foldedFolders).toBe((300 - 38) * (1 + 7));
    expect(listed(0).reduce((sum, each) => sum + each.pages, site!.foldedPages)).toBe(5_400);
  });

  it("hold little of a site with a folder for each page, and still find its large one", () => {
    const map = new FolderMap();
    const started = performance.now();
    for (let i = 0; i < 100_000; i++) {
      map.add(page(`/x${i}/${"deep/".repeat(20)}${i}`));
      if (i % 10 === 0) map.add(page(`/real/${i}`));
    }
    const folders = map.list();
    expect(performance.now() - started).toBeLessThan(5_000);
    expect(folders.length).toBeLessThanOrEqual(120);
    expect(folders[0]!.pages).toBe(110_000);
    expect(folders[1]).toMatchObject({ path: "/real/", pages: 10_000 });
    expect(JSON.stringify(folders).length).toBeLessThan(40_000);
  });
});
