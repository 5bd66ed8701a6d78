import { describe, expect, it } from "vitest";
import { ruleWords, typedHeaders } from "../../../src/dashboard/pages/cache/rule-form";
import { withBase } from "../../../src/dashboard/pages/cache/snapshot-frame";
import { filledIn } from "../../../src/dashboard/pages/cache/connect/fill-in";
import { GUIDES } from "../../../src/dashboard/pages/cache/connect/guides";
import { EXAMPLE_CODE } from "../../../src/dashboard/pages/cache/connect/example-code";
import { pathsTyped, patternTyped } from "../../../src/dashboard/ui/typed-address";

describe("pages that a reader types", () => {
  it("are paths, or addresses of the domain", () => {
    expect(pathsTyped("shop.example", ["/a?b=1", "https://shop.example/c#d", "/a?b=1"])).toEqual({
      paths: ["/a?b=1", "/c"],
    });
    for (const line of [
      "https://evil.example/",
      "//evil.example/",
      "javascript:alert(1)",
      "shoes",
      "/\\evil.example/x",
    ])
      expect([line, Object.keys(pathsTyped("shop.example", [line]))]).toEqual([line, ["fault"]]);
    expect(pathsTyped("shop.example", [])).toHaveProperty("fault");
  });

  it("name all pages below a path", () => {
    for (const typed of ["/blog", "/blog/", "/blog/*", " https://shop.example/blog/ "])
      expect(patternTyped("shop.example", typed)).toEqual({ pattern: "/blog/*" });
    expect(patternTyped("shop.example", "/*")).toEqual({ pattern: "/*" });
    expect(patternTyped("shop.example", "/a?b")).toHaveProperty("fault");
  });
});

describe("a snapshot in its frame", () => {
  const at = "https://shop.example/a/b?c=1&d=2";

  it("has the site's addresses, and keeps its doctype first", () => {
    expect(withBase('<!DOCTYPE html><html lang="en"><head>', at)).toBe(
      '<!DOCTYPE html><base href="https://shop.example/a/b?c=1&amp;d=2"><html lang="en"><head>',
    );
    expect(withBase("<p>", at)).toMatch(/^<base href="https:\/\/shop\.example[^"]*"><p>$/);
  });

  it("keeps its own base, and no address of it breaks out of the tag", () => {
    expect(withBase('<head><base target=x href="/sub/">', at)).toContain('<base href="https://shop.example/sub/">');
    expect(withBase("<base href='https://x.example/\"><script>'>", at)).not.toMatch(/^<base href="[^"]*"><script>/);
  });
});

describe("a guide to connect a site", () => {
  const names = { service: new URL("https://ready.test/app"), domain: "a.test", key: "crk_own" };

  it("has the reader's names and key in place of the examples", () => {
    const own = filledIn(EXAMPLE_CODE["nginx/site.conf"], names);
    expect(own).toContain("proxy_pass https://crawlready/render/https://a.test$request_uri;");
    expect(own).toContain("server ready.test:443;");
    expect(own).toContain("X-Prerender-Token crk_own;");
    for (const { steps } of GUIDES)
      for (const step of steps)
        expect(filledIn(typeof step === "string" ? step : step.code, names)).not.toMatch(
          /crawlready\.example|shop\.example|crk_YOUR_KEY/,
        );
  });

  it("keeps the placeholder until there is a key, and takes one exactly if it needs it", () => {
    expect(filledIn("crk_YOUR_KEY", { ...names, key: null })).toBe("crk_YOUR_KEY");
    for (const { id, noKey, steps } of GUIDES) {
      const codes = steps.map((step) => (typeof step === "string" ? step : step.code)).join("\n");
      expect([id, codes.includes("crk_YOUR_KEY")]).toEqual([id, noKey !== true]);
    }
  });
});

describe("a render rule", () => {
  it("keeps stored values of headers that are named without one", () => {
    expect(typedHeaders(["X-Key: a:b", "x-old:", "x-bare"])).toEqual({ "x-key": "a:b", "x-old": null, "x-bare": null });
  });

  it("is told in words", () => {
    expect(ruleWords({ path: "/*", action: "pass" })).toHaveLength(1);
    expect(ruleWords({ path: "/*", action: "render" })).toEqual(["rendered as usual"]);
    expect(ruleWords({ path: "/*", action: "render", ttlHours: 6, viewport: "both" })).toEqual([
      "fresh for 6 hours",
      "one snapshot for desktops and one for phones",
    ]);
  });
});
