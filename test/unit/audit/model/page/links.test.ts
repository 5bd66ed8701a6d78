import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hash53 } from "../../../../../src/lib/crypto/hash";
import { LinkResolver, SharedTargets } from "../../../../../src/audit/model/page/links";
import { canonicalUrl } from "../../../../../src/lib/hosts/url";

describe("LinkResolver", () => {
  const resolver = new LinkResolver(new URL("https://shop.example/a/b"), null, null);
  it.each([
    ["/x", "internal", "https://shop.example/x"],
    ["c?d=1#e", "internal", "https://shop.example/a/c?d=1"],
    ["?p=2", "internal", "https://shop.example/a/b?p=2"],
    ["//shop.example/y", "internal", "https://shop.example/y"],
    ["/a/../z", "internal", "https://shop.example/z"],
    ["/pic.png", "asset", "https://shop.example/pic.png"],
    ["https://other.example/", "external", "https://other.example/"],
    ["https://www.shop.example/", "external", "https://www.shop.example/"],
    ["mailto:a@b.example", "other", null],
    ["javascript:void(0)", "other", null],
    ["#top", "fragment", null],
    ["https://[", "invalid", null],
  ])("%s is %s", (href, kind, url) => {
    const hash = url !== null && kind !== "external" ? hash53(url) : 0;
    expect(resolver.target(href)).toEqual({ kind, url, hash });
  });

  it("agrees with the URL parser on every path it resolves itself", () => {
    const path = fc.string({
      unit: fc.constantFrom("/", "a", "B", ".", "-", "?", "&", "=", "%", "2", "e", "~", " ", "é", "\\", "'", ":", "+"),
    });
    fc.assert(
      fc.property(path, (tail) => {
        const url = URL.parse(`/${tail}`, "https://shop.example/a/b");
        if (!url || url.host !== "shop.example") return;
        expect(resolver.target(`/${tail}`).url).toBe(canonicalUrl(url));
      }),
      { numRuns: 5_000 },
    );
  });

  it("shares root-relative targets only between pages of one site", () => {
    const shared = new SharedTargets("https://shop.example");
    const on = (page: string, base: string | null = null) => new LinkResolver(new URL(page), base, shared);
    const first = on("https://shop.example/a/").target("/x");
    expect(on("https://shop.example/b/").target("/x")).toBe(first);
    expect(on("https://shop.example/a/").target("y").url).toBe("https://shop.example/a/y");
    expect(on("https://shop.example/b/").target("y").url).toBe("https://shop.example/b/y");
    expect(on("http://shop.example/").target("/x").url).toBe("http://shop.example/x");
    expect(on("https://shop.example/c", "https://cdn.example/").target("/x")).toMatchObject({
      kind: "external",
      url: "https://cdn.example/x",
    });
    expect(on("https://www.shop.example/", "https://shop.example/").target("/x").kind).toBe("external");
  });

  it("honours the base element", () => {
    expect(new LinkResolver(new URL("https://shop.example/a/"), "/base/", null).target("x").url).toBe(
      "https://shop.example/base/x",
    );
  });
});
