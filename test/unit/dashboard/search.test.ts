import { describe, expect, it } from "vitest";
import { pathTest } from "../../../src/audit/model/page/page-query";
import { pathPart } from "../../../src/dashboard/pages/search/find";
import { fittest, MAX_HITS } from "../../../src/dashboard/pages/search/fittest";
import { viewsOf } from "../../../src/dashboard/pages/search/views";

describe("what fits a search", () => {
  const titles = (list: string[], search: string) => fittest(list, search, (title) => [title, null]);

  it("has every word, and titles that begin with the search come first", () => {
    const list = ["How keys work", "A key for a member", "Key of a member", "member: key"];
    expect(titles(list, "key")).toEqual(["Key of a member", "How keys work", "A key for a member", "member: key"]);
    expect(titles(list, "member key")).toEqual(["A key for a member", "Key of a member", "member: key"]);
    expect(titles(list, "nothing")).toEqual([]);
  });

  it("is bounded", () => {
    expect(
      titles(
        Array.from({ length: 900 }, (_, i) => `page ${i}`),
        "page",
      ),
    ).toHaveLength(MAX_HITS);
  });
});

describe("the part of a path that a search stands for", () => {
  it.each([
    ["/pricing", "/pricing"],
    ["shoes", "shoes"],
    ["https://shop.example/a?b=1", "/a?b=1"],
    ["shop.example/a", "/a"],
    ["über uns", "%C3%BCber%20uns"],
    ["/%C3%BCber", "/%C3%BCber"],
    ["*a*", "a"],
    ["***", ""],
    ["https://other.example/a", "https://other.example/a"],
    ["\uD83D", "%EF%BF%BD"],
  ])("%s is %s", (search, part) => {
    expect(pathPart("shop.example", search)).toBe(part);
  });
});

describe("views", () => {
  it("are the account's without a domain, each once", () => {
    const places = viewsOf(null);
    expect(places.map(({ href }) => href)).toContain("/app/account/keys");
    expect(places.every(({ href }) => !href.includes("/site/"))).toBe(true);
    const all = viewsOf("shop.example").map(({ title, href }) => `${title} ${href}`);
    expect(new Set(all).size).toBe(all.length);
  });

  it("include settings by the names of their fields", () => {
    const found = fittest(viewsOf("shop.example"), "llms.txt", ({ title, words }) => [title, words]);
    expect(found).toContainEqual({
      title: "Serve a generated llms.txt if the site has none",
      note: "Settings of shop.example: Site",
      href: "/app/site/shop.example/settings/site",
      words: "settings Site",
    });
  });
});

describe("a filter for paths", () => {
  it.each([
    ["/a", ["/a"]],
    ["/a*", ["/a", "/aB"]],
    ["*B*", ["/aB", "/b"]],
    ["*", ["/a", "/aB", "/b"]],
  ])("%s takes %j", (wanted, taken) => {
    expect(["/a", "/aB", "/b"].filter(pathTest(wanted))).toEqual(taken);
  });
});
