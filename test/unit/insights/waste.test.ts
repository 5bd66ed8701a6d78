import { describe, expect, it } from "vitest";
import { isRoutedNow, isSparable, nearestPath, statusOfPage, wasteReason } from "../../../src/insights/core/waste";
import { auditedPage as page } from "./audited-facts.ts";

describe("wasteReason", () => {
  const pages = new Map([
    ["/shoes", page()],
    ["/gone", page({ statusCode: 404, indexable: false, nonIndexableReason: "error" })],
    ["/moved", page({ statusCode: 301, indexable: false, nonIndexableReason: "redirect" })],
    ["/private", page({ indexable: false, nonIndexableReason: "noindex" })],
    ["/copy", page({ duplicate: true, alike: true })],
    ["/cousin", page({ alike: true })],
    ["/print", page({ indexable: false, nonIndexableReason: "canonicalised" })],
    ["/list?page=2", page()],
    ["/list", page()],
  ]);
  it.each([
    ["/shoes", null, null],
    ["/shoes", 404, "not_found"],
    ["/shoes", 302, "redirect"],
    ["/shoes", 500, "error"],
    ["/gone", null, "not_found"],
    ["/gone", 200, null],
    ["/never-audited", null, null],
    ["/never-audited", 410, "not_found"],
    ["/moved", null, "redirect"],
    ["/private", null, "noindex"],
    ["/copy", null, "duplicate"],
    ["/cousin", null, null],
    ["/print", null, "duplicate"],
    ["/shoes?sort=price", null, "parameters"],
    ["/list?page=2", null, null],
    ["/unknown?sort=price", null, null],
  ] as const)("%s served with %s: %s", (path, served, reason) => expect(wasteReason(path, served, pages)).toBe(reason));
});

describe("nearestPath", () => {
  const paths = ["/", "/shoes/red-sneakers", "/shoes/blue-sneakers", "/about-us", "/contact"];
  it.each([
    ["/shoes/red-sneaker", "/shoes/red-sneakers"],
    ["/shoe/blue-sneakers?utm=1", "/shoes/blue-sneakers"],
    ["/about", "/about-us"],
    ["/about_us.html", "/about-us"],
    ["/wp-login.php", null],
    ["/contact", null],
  ])("%s most likely means %s", (missing, nearest) => expect(nearestPath(missing, paths)).toBe(nearest));
});

describe("answers of the service itself", () => {
  const own = { redirected: new Set(["/copy"]), gone: new Set(["/old"]) };
  it("are no status of a page", () => {
    expect([301, 302, 200, 404, null].map((status) => statusOfPage("/copy", status, own))).toEqual([
      null,
      null,
      200,
      404,
      null,
    ]);
    expect(statusOfPage("/moved", 301, own)).toBe(301);
  });

  it("leave nothing to do where they are switched on", () => {
    expect(isRoutedNow("not_found", "/old", own)).toBe(true);
    expect(isRoutedNow("not_found", "/other", own)).toBe(false);
    expect(isRoutedNow("duplicate", "/copy", own)).toBe(true);
    expect(isRoutedNow("error", "/copy", own)).toBe(false);
  });
});

describe("wasted visits that a policy spares", () => {
  it.each([
    ["noindex", "/contact", "llm-training", page({ nonIndexableReason: "noindex" }), false],
    ["noindex", "/contact", "llm-user", page({ nonIndexableReason: "noindex" }), false],
    ["noindex", "/contact", "search", page({ nonIndexableReason: "noindex" }), true],
    ["duplicate", "/rental", "search", page({ nonIndexableReason: "canonicalised" }), false],
    ["duplicate", "/print", "search", page({ nonIndexableReason: "canonicalised", alike: true }), true],
    ["duplicate", "/list?sort=a", "search", page({ nonIndexableReason: "canonicalised" }), true],
    ["not_found", "/gone", "llm-training", undefined, true],
  ] as const)("%s of %s, for %s", (reason, path, kind, facts, expected) =>
    expect(isSparable(reason, path, kind, facts)).toBe(expected),
  );
});
