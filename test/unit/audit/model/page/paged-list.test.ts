import { describe, expect, it } from "vitest";
import { areOfOneList } from "../../../../../src/audit/model/page/paged-list";
import { packRelations, unpackRelations } from "../../../../../src/audit/model/page/relations";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { factsOf, pageOf } from "../../makers.ts";

const at = (path: string) => new URL(path, "https://shop.example");
const relationsOf = (path: string, head: string) =>
  unpackRelations(packRelations(pageOf(at(path).href, { facts: factsOf(`<head>${head}</head>`) })));

describe("areOfOneList", () => {
  it.each([
    ["/news", "/news?page=2"],
    ["/news?sort=new&page=2", "/news?sort=new&page=3"],
    ["/news/", "/news/page/2"],
    ["/news/page/2/", "/news/page/3/"],
    ["/news/index.html", "/news/index2.html"],
    ["/page-1.html", "/page-2.html"],
  ])("takes %s and %s for pages of a list", (a, b) => {
    expect([areOfOneList(at(a), at(b)), areOfOneList(at(b), at(a))]).toEqual([true, true]);
  });

  it.each([
    ["/guide/ch01.html", "/guide/ch02.html"],
    ["/guide/1.2.html", "/guide/1.3.html"],
    ["/guide/", "/guide/install.html"],
    ["/news?page=2", "/offers?page=3"],
    ["/news?sort=new&page=2", "/news?page=3"],
    ["/news?page=2", "/news?page=2"],
  ])("takes %s and %s for pages of their own", (a, b) => expect(areOfOneList(at(a), at(b))).toBe(false));
});

describe("relations of a paged list", () => {
  it("names every rel=next once, and rel=previous like rel=prev", () => {
    const head = `<link rel="next" href="?page=3"><link rel="next" href="/chapter"><link rel="next" href="?page=4">
      <link rel="next" href="?page=3"><link rel="previous" href="/news">`;
    expect(relationsOf("/news?page=2", head)).toMatchObject({
      next: [hash53(at("/news?page=3").href), hash53(at("/news?page=4").href)],
      prev: [hash53(at("/news").href)],
    });
  });

  it("are stored without a list if there is one", () => {
    expect(unpackRelations('{"h":4,"n":5,"p":6}')).toMatchObject({ h1: 4, next: [5], prev: [6] });
    expect(unpackRelations('{"h":4}')).toMatchObject({ next: [], prev: [] });
  });
});
