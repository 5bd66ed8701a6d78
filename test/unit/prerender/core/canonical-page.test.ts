import { describe, expect, it } from "vitest";
import { pagePath } from "../../../../src/lib/hosts/page-path";
import { canonicalPage } from "../../../../src/prerender/core/canonical-page";

const site = { publicBase: "https://shop.example", keyOf: (path: string) => pagePath(path) };

describe("the canonical page of /shoes?color=red", () => {
  it.each([
    ["", "self"],
    ["https://shop.example/shoes?color=red", "self"],
    ["/shoes?color=red#top", "self"],
    ["https://shop.example/shoes?utm_source=mail&color=red", "self"],
    ["https://SHOP.example:443/shoes?color=%72ed", "self"],
    ["https://other.example/shoes", "elsewhere"],
    ["http://shop.example/shoes", "elsewhere"],
    ["https://shop.example:8443/shoes", "elsewhere"],
    ["https://shop.example.evil.example/shoes", "elsewhere"],
    ["//other.example/shoes", "elsewhere"],
    ["https://ada:secret@shop.example/shoes", "elsewhere"],
    ["javascript:alert(1)", "elsewhere"],
    ["https://", "elsewhere"],
    [`/${"x".repeat(2_000)}`, "elsewhere"],
  ])("named as %s is %s", (canonical, kind) => {
    expect(canonicalPage(site, "/shoes?color=red", canonical)).toEqual({ kind });
  });

  it.each([
    ["https://shop.example/shoes", "/shoes", "https://shop.example/shoes"],
    ["/shoes?utm_source=mail", "/shoes", "https://shop.example/shoes?utm_source=mail"],
    ["?size=2&color=red", "/shoes?color=red&size=2", "https://shop.example/shoes?size=2&color=red"],
  ])("named as %s is the page %s", (canonical, path, url) => {
    expect(canonicalPage(site, "/shoes?color=red", canonical)).toEqual({ kind: "page", path, url });
  });
});
