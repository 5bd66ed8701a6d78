import { describe, expect, it } from "vitest";
import { dashboardPage } from "../../../src/lib/hosts/dashboard-page";
import { normalizeDomain, plainHost } from "../../../src/lib/hosts/domain";
import { IGNORED_PARAMETERS, MAX_PAGE_PATH, pagePath, pathPrefix } from "../../../src/lib/hosts/page-path";
import { pathWith } from "../../../src/lib/hosts/page-paths";
import { serverName } from "../../../src/lib/hosts/server-name";
import { shownHost } from "../../../src/lib/hosts/shown-host";
import {
  canonicalUrl,
  hasCredentials,
  maskUrls,
  normalizeEscapes,
  OWN_PATH,
  parseUrl,
  pathOf,
} from "../../../src/lib/hosts/url";

describe("a domain as customers type it", () => {
  const label = (length: number) => "a".repeat(length);
  it.each([
    ["example.com:80", "example.com"],
    ["http://example.com:80/", "example.com"],
    ["https://example.com:80/", "example.com"],
    ["https://example.com:443/", "example.com"],
    ["example.com:443", "example.com:443"],
    ["example.com.:8080", "example.com:8080"],
    ["[::1]:9000", "[::1]:9000"],
    ["https://example.com/a%20b", "example.com"],
    ["a_b.example", "a_b.example"],
    ["localhost", "localhost"],
    [`${label(63)}.example`, `${label(63)}.example`],
    [`${`${label(60)}.`.repeat(4)}${label(9)}`, `${`${label(60)}.`.repeat(4)}${label(9)}`],
    [`https://e.example/${label(300 - "https://e.example/".length)}`, "e.example"],
    [`https://e.example/${label(301 - "https://e.example/".length)}`, null],
    [`${label(64)}.example`, null],
    [`${`${label(60)}.`.repeat(4)}${label(10)}`, null],
    ["-a.example", null],
    ["a-.example", null],
    ["a..example", null],
    ["example.com..", null],
    ["%61.example", null],
    ["https://%61.example/", null],
    ["HTTPS://a%61.example", null],
    ["a.example?x", null],
    ["a.example#x", null],
    ["a.example//", null],
    ["https://user:secret@a.example", null],
    ["a\tb.example", null],
    ["/", null],
    ["   ", null],
    ["ftp://a.example", null],
    ["a.example:99999", null],
  ])("%.60s is %.60s", (input, expected) => expect(normalizeDomain(input)).toBe(expected));

  it.each([
    ["Example.com.", "example.com"],
    ["example.com.:80", "example.com:80"],
    ["example.com..", "example.com."],
    ["a.b", "a.b"],
    ["a.:b", "a.:b"],
    [".", ""],
  ])("%s is plainly %s", (host, expected) => expect(plainHost(host)).toBe(expected));
});

describe("the cache key of a page", () => {
  it("has a longest form, and is read up to a length", () => {
    const path = (length: number) => "/".padEnd(length, "x");
    expect([pagePath(path(MAX_PAGE_PATH)), pagePath(path(MAX_PAGE_PATH + 1))]).toEqual([path(1_024), null]);
    expect([
      pagePath(path(16_384), [], undefined, 20_000)?.length,
      pagePath(path(16_385), [], undefined, 20_000),
    ]).toEqual([16_384, null]);
    expect(pagePath(`/a?utm_source=${"x".repeat(16_384 - 14)}`)).toBe("/a");
    expect([pagePath("//other.example/a"), pagePath("https://other.example/a"), pagePath("http://")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    ["/a?b=2&a=1&&b=1", "/a?a=1&b=1&b=2"],
    ["/a?", "/a"],
    ["/a?&", "/a"],
    ["/a?x", "/a?x"],
    ["/a?ref", "/a"],
    ["/a?refs=1", "/a?refs=1"],
    ["/a?utm_=1&utm=2", "/a?utm=2"],
    ["/a?a=ref", "/a?a=ref"],
    ["/a?utm%5fx=1", "/a"],
    ["/a?b=c=d", "/a?b=c=d"],
    ["a/../b#c", "/b"],
  ])("of %s is %s", (path, key) => expect(pagePath(path)).toBe(key));

  it.each(IGNORED_PARAMETERS.map((name) => name.replace("*", "campaign")))("is without %s", (name) => {
    expect(pagePath(`/a?${name}=1&b=2`)).toBe("/a?b=2");
  });

  it.each([
    ["/a/", "/a/"],
    ["/a/..", "/a/.."],
    ["/é", "/%C3%A9"],
    ["/a/%7e", "/a/~"],
    ["/".padEnd(1_023, "a"), "/".padEnd(1_023, "a")],
    ["/".padEnd(1_024, "a"), null],
  ])("begins for %.20s with %.20s", (path, prefix) => expect(pathPrefix(path)).toBe(prefix));
});

describe("an address", () => {
  it.each([
    ["/", true],
    ["/a//b", true],
    ["//a", false],
    ["/\\a", false],
    ["a", false],
    ["", false],
  ])("%j is a path of the same site: %s", (path, expected) => expect(OWN_PATH.test(path)).toBe(expected));

  it.each([
    ["/a", "/a"],
    ["/%", "/%"],
    ["/%4", "/%4"],
    ["%41%7e%2D%2e%5F", "A~-._"],
    ["%2f%3a%40", "%2F%3A%40"],
    ["%5b%60%7b%7F", "%5B%60%7B%7F"],
    ["%4g%g4%.1", "%4g%g4%.1"],
    ["%/0%:0%0/%0:", "%/0%:0%0/%0:"],
    ["%`0%0`%@0%0G", "%`0%0`%@0%0G"],
    ["%ſ0%\u014110", "%ſ0%\u014110"],
    ["%30%39%61%7A%41%5A", "09azAZ"],
    ["é%c3%A9", "é%C3%A9"],
    [`%41${"x".repeat(20_000)}%42`, `A${"x".repeat(20_000)}B`],
  ])("%.30s has the escapes %.30s", (text, expected) => expect(normalizeEscapes(text)).toBe(expected));

  it("is canonical with its dots resolved, also where they were escaped", () => {
    const canonical = (url: string) => canonicalUrl(new URL(url));
    expect(canonical("https://a:b@e.example:8443/x%2f%2e%2e/y?%2e./#z")).toBe("https://e.example:8443/x%2F../y?../");
    expect(canonical("https://e.example/a/%252e%252e/b")).toBe("https://e.example/a/%252e%252e/b");
    expect(canonical("https://e.example/%%32e/b")).toBe("https://e.example/b");
  });

  it("has a path, credentials and a base", () => {
    expect([pathOf("https://e.example/a?b"), pathOf("https://e.example"), pathOf("https://e.example/")]).toEqual([
      "/a?b",
      "/",
      "/",
    ]);
    expect(hasCredentials(new URL("https://:b@e.example/"))).toBe(true);
    expect([parseUrl("/b", "https://e.example/a")?.href, parseUrl("/b"), parseUrl("https://")]).toEqual([
      "https://e.example/b",
      null,
      null,
    ]);
    const masked = [
      "https://a:b@e.example/",
      "HTTP://a@e.example",
      "x https://a:b@e.example/",
      "ftp://a:b@e.example/",
      5,
    ];
    expect(maskUrls(masked)).toEqual(["https://***@e.example/", "http://***@e.example/", ...masked.slice(2)]);
  });

  it.each([
    ["A.Shop.Example:80", "shop.example"],
    ["[2A00:0001:2:3:4:5:6:7]:80", "[2a00:1:2:3::]"],
    ["[fe80::1]:80", "[fe80::1]:80"],
    ["[::ffff:8.8.8.8]", "[0:0:0:0::]"],
    ["10.0.0.1:80", "10.0.0.1:80"],
    ["intranet.:80", "intranet:80"],
  ])("of %s counts as %s", (host, name) => expect(serverName(host)).toBe(name));
});

it.each([
  ["/api/seo-spider/runs/1", { href: "/app/site/e.example/audits", name: "Audits" }],
  ["/api/pages/page-insights?url=%2Fa", { href: "/app/site/e.example/inspect?url=%2Fa", name: "Inspect the page" }],
  ["/api/pages/page-insights", { href: "/app/site/e.example/inspect", name: "Inspect the page" }],
  ["/api/analytics/paths", { href: "/app/site/e.example/crawlers", name: "Crawlers" }],
  ["/api/mentions?promptId=p1", { href: "/app/site/e.example/mentions/prompts/p1", name: "The prompt's answers" }],
  ["/api/mentions?promptId=", { href: "/app/site/e.example/mentions/prompts", name: "Prompts" }],
  ["/x/api/analytics", { href: "/app/site/e.example/mentions/prompts", name: "Prompts" }],
  ["http://", { href: "/app/site/e.example/mentions/prompts", name: "Prompts" }],
])("people who are told of %s read %o", (path, page) => expect(dashboardPage("e.example", path)).toEqual(page));

it("a path without anything to ask has no query", () => {
  expect([pathWith("/a", {}), pathWith("/a", { b: "" }), pathWith("/a", { b: "c d", e: 0 })]).toEqual([
    "/a",
    "/a",
    "/a?b=c+d&e=0",
  ]);
});

it.each([
  ["xn--bcher-kva.example", "bücher.example"],
  ["xn--bcher-kva.example:8080", "bücher.example:8080"],
  ["a.xn--e1afmkfd.example", "a.пример.example"],
  ["xn--fsqu00a.xn--0zwm56d", "例子.测试"],
  ["xn--r8jz45g.example", "例え.example"],
  ["xn--3e0b707e.example", "한국.example"],
  ["xn--mgbh0fb.example", "مثال.example"],
  ["xn--5dbqzzl.example", "עברית.example"],
  ["xn--o3cw4h.example", "ไทย.example"],
  ["xn--c1yn36f.example", "點看.example"],
  ["xn--hxajbheg2az3al.example", "παράδειγμα.example"],
  ["xn--a-b-.example", "xn--a-b-.example"],
  ["xn--80ak6aa92e.com", "xn--80ak6aa92e.com"],
  ["xn--bcher-KVA.example", "xn--bcher-KVA.example"],
])("%s is shown as %s", (host, shown) => expect(shownHost(host)).toBe(shown));
