import { describe, expect, it } from "vitest";
import {
  isInScope,
  isPartial,
  scopeOf,
  scopeText,
  startUrls,
  withoutIgnored,
  type RunScope,
} from "../../../../../src/audit/model/run/scope";

const scope = (given: Partial<RunScope> = {}): RunScope => ({ ...scopeOf({})!, ...given });
const HOME = new URL("https://e.example/");

describe("a run's scope", () => {
  it("has its defaults filled in, and none if none was given", () => {
    expect(scopeOf({ include: ["/a"] })).toEqual({
      include: ["/a"],
      exclude: [],
      maxDepth: null,
      ignoreParams: [],
      crawler: null,
    });
    expect([scopeOf(null), scopeOf(undefined)]).toEqual([undefined, undefined]);
  });

  it("leaves out a part of the site with patterns or a depth, and not with parameters or a crawler", () => {
    const partial = [{ include: ["/a"] }, { exclude: ["/a"] }, { maxDepth: 0 }].map((given) => isPartial(scope(given)));
    expect(partial).toEqual([true, true, true]);
    expect(isPartial(scope({ ignoreParams: ["a"], crawler: "Bingbot" }))).toBe(false);
  });

  it("is told from others by its text, which is empty without limits", () => {
    expect([scopeText(undefined), scopeText(scope())]).toEqual(["", ""]);
    const texts = [
      { include: ["/a"] },
      { exclude: ["/a"] },
      { maxDepth: 1 },
      { ignoreParams: ["a"] },
      { crawler: "a" },
    ];
    expect(new Set(texts.map((given) => scopeText(scope(given)))).size).toBe(5);
    expect(texts.map((given) => scopeText(scope(given)))).not.toContain("");
  });

  it("has the URLs that one of its patterns includes and none excludes, down to its depth", () => {
    const is = (path: string, given: Partial<RunScope>, depth = 0) =>
      isInScope(`https://e.example${path}`, depth, scope(given));
    expect(isInScope("https://e.example/a", 9, undefined)).toBe(true);
    expect([is("/a", {}), is("/a", {}, 99)]).toEqual([true, true]);
    expect([is("/a/1", { include: ["/b", "/a"] }), is("/c", { include: ["/b", "/a"] })]).toEqual([true, false]);
    expect([is("/a/x", { include: ["/a"], exclude: ["/a/x"] }), is("/a/y", { exclude: ["/a/x"] })]).toEqual([
      false,
      true,
    ]);
    expect([is("/a", { maxDepth: 1 }, 1), is("/a", { maxDepth: 1 }, 2), is("/", { maxDepth: 0 }, 0)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it("takes parameters that make no page of their own out of URLs", () => {
    const without = (path: string, ...ignoreParams: string[]) =>
      withoutIgnored(`https://e.example${path}`, scope({ ignoreParams })).slice("https://e.example".length);
    expect(without("/a?b=1&c=2&b=3&d", "b")).toBe("/a?c=2&d");
    expect(without("/a?b=1", "b")).toBe("/a");
    expect(without("/a?b=1&c=2", "*")).toBe("/a");
    expect(without("/a?bb=1&b=2", "b")).toBe("/a?bb=1");
    expect(without("/a?b=1")).toBe("/a?b=1");
    expect(without("/a", "b")).toBe("/a");
    expect(withoutIgnored("https://e.example/a?b=1", undefined)).toBe("https://e.example/a?b=1");
  });

  it("starts at the home page, or where its included patterns begin", () => {
    const starts = (given?: Partial<RunScope>) =>
      startUrls(HOME, given && scope(given)).map((url) => url.slice("https://e.example".length));
    expect(starts()).toEqual(["/"]);
    expect(starts({ exclude: ["/a"] })).toEqual(["/"]);
    expect(starts({ include: ["/blog/*", "/shop/x$", "/blog/*/a", "*.html"] })).toEqual(["/blog/", "/shop/x"]);
    expect(starts({ include: ["/", "/blog"] }), "the home page leads to the rest").toEqual(["/"]);
    expect(starts({ include: ["/a", "/b"], exclude: ["/b"] })).toEqual(["/a"]);
  });
});
