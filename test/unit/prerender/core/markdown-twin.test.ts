import { describe, expect, it } from "vitest";
import { orderPages } from "../../../../src/prerender/core/llms-text";
import { pageOfTwin, twinHeader, twinOf, withTwinLink } from "../../../../src/prerender/core/markdown-twin";

describe("the address of a page's Markdown", () => {
  it.each([
    ["/", "/index.md"],
    ["/a", "/a.md"],
    ["/a/", "/a/index.md"],
    ["/a.html", "/a.html.md"],
    ["/a?b=/&c=1", "/a.md?b=/&c=1"],
  ])("%s ↔ %s", (path, twin) => {
    expect(twinOf(path)).toBe(twin);
    expect(pageOfTwin(twin)).toBe(path);
  });

  it.each([
    ["/a/index.html.md?x", "/a/?x"],
    ["/a.MD", null],
    ["/.md", null],
    ["/a/.md", null],
    ["/a?x.md", null],
  ])("%s is of %s", (address, expected) => expect(pageOfTwin(address)).toBe(expected));

  it("is named in a head once, as an attribute that ends nowhere else", () => {
    const html = "<html><head><title>A</title></head><body></head></body></html>";
    const named = withTwinLink(html, 'https://e.example/a.md?b="&c');
    expect(named).toBe(
      '<html><head><title>A</title><link rel="alternate" type="text/markdown" href="https://e.example/a.md?b=&quot;&amp;c"></head><body></head></body></html>',
    );
    expect(withTwinLink(named, "https://e.example/b.md")).toBe(named);
    expect(withTwinLink("<p>no head", "https://e.example/a.md")).toBe("<p>no head");
  });

  it("is named by a header of the page, whose own names it", () => {
    expect(twinHeader("https://e.example", "/a>b", "html")).toBe(
      '<https://e.example/a%3Eb.md>; rel="alternate"; type="text/markdown"',
    );
    expect(twinHeader("https://e.example", "/a", "markdown")).toBe('<https://e.example/a>; rel="canonical"');
  });
});

it("lists first what agents read, then what is near the home page, then as given", () => {
  const visits = new Map([
    ["/deep/down/here", 9],
    ["/b", 2],
  ]);
  expect(orderPages(["/z/y", "/c", "/b?x=1", "/", "/deep/down/here", "/a"], visits)).toEqual([
    "/deep/down/here",
    "/b?x=1",
    "/",
    "/c",
    "/a",
    "/z/y",
  ]);
});
