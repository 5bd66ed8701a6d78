import { describe, expect, it } from "vitest";
import { PAGE_LIMITS } from "../../../../../src/prerender/core/pages/page-limits";
import { isOwnSite } from "../../../../../src/prerender/core/pages/own-site";
import { addedHeaders, refuseSubRequest } from "../../../../../src/prerender/core/pages/request-rules";
import { isHeaderValue } from "../../../../../src/prerender/core/response-headers";
import { isNotModified, isRenderer, preferredForm, wantedFrom } from "../../../../../src/prerender/core/serving-rules";

const DAY = 86_400_000;
const NOW = Date.UTC(2026, 10, 22, 12);

describe("what a page may request", () => {
  const rules = { ownHosts: new Set(["shop.example", "127.0.0.1:8080"]), allowPrivateHosts: false };
  const ask = (url: string, type = "Script", isMainDocument = false, sent = 0) =>
    refuseSubRequest({ url, type, isMainDocument }, sent, rules);

  it("has a longest address", () => {
    const address = (length: number) => "https://shop.example/".padEnd(length, "x");
    expect([ask(address(PAGE_LIMITS.url)), ask(address(PAGE_LIMITS.url + 1))]).toEqual([null, "too_long"]);
    expect(ask("data:".padEnd(PAGE_LIMITS.url + 1, "x"))).toBe("too_long");
  });

  it.each(["Image", "Media", "Font", "TextTrack", "Manifest", "Ping", "CSPViolationReport", "Prefetch"])(
    "is no %s, which the HTML does not need, also of its own site",
    (type) =>
      expect([ask("https://shop.example/x", type), ask("https://cdn.example/x", type)]).toEqual(
        Array(2).fill("not_needed"),
      ),
  );

  it("is told by what refuses it first", () => {
    expect([
      ask("https://shop.example/a", "Document", true),
      ask("https://shop.example/a", "Script", false, 400),
      ask("http://127.0.0.1:8080/a"),
      ask("http://127.0.0.1:8081/a"),
      ask("http://localhost../a"),
      ask("https://cdn.example/a", "Document", true, 400),
      ask("https://cdn.example/a.ICO", "Other"),
      ask("https://cdn.example/a.icon", "Other"),
      ask("https://cdn.example/a?b.ico", "Other"),
    ]).toEqual([null, "too_many", null, "private_host", "private_host", "too_many", "not_needed", null, null]);
  });

  it("has the owner's headers on its own origin alone", () => {
    const withHeaders = { ...rules, headers: { "x-key": "secret", "x-prerender": "0", "cache-control": "no" } };
    const added = (url: string, change: object = {}) =>
      addedHeaders({ url, type: "XHR", isMainDocument: false, ...change }, "https://shop.example", withHeaders);
    const own = { "x-key": "secret", "x-prerender": "0", "cache-control": "max-age=0" };
    expect(added("https://shop.example/a")).toEqual(own);
    expect(added("https://shop.example/a", { isMainDocument: true })).toEqual({ ...own, "x-prerender": "1" });
    expect(added("https://shop.example/a", { foreignFrame: true })).toEqual({ "cache-control": "max-age=0" });
    expect(added("https://www.shop.example/a", { isMainDocument: true })).toEqual({ "x-prerender": "1" });
    expect(added("http://shop.example/a")).toEqual({});
    expect(added("no address")).toEqual({});
  });

  it.each([
    ["https://shop.example/", "shop.example:8080", true],
    ["https://api.shop.example/", "shop.example", true],
    ["https://api.shop.example/", "www.shop.example", true],
    ["https://shop.example/", "blog.shop.example", true],
    ["https://x.blog.shop.example/", "blog.shop.example", true],
    ["https://notshop.example/", "shop.example", false],
    ["https://example/", "shop.example", false],
    ["https://a.co.uk/", "b.co.uk", false],
    ["https://a.b.co.uk/", "b.co.uk", true],
    ["https://b.co.uk/", "www.b.co.uk", true],
    ["https://c.b.co.uk/", "www.b.co.uk", true],
    ["https://b.com/", "a.b.com", false],
    ["https://abcd.com/", "x.abcd.com", true],
    ["http://10.0.0.1/", "10.0.0.1:80", true],
    ["http://9.0.0.1/", "10.0.0.1:80", false],
    ["http://[::1]/", "[::1]:80", true],
    ["no address", "shop.example", false],
  ])("%s is of the site of %s: %s", (url, host, expected) => expect(isOwnSite(url, host)).toBe(expected));
});

describe("what a request wants", () => {
  const wanted = (change: object = {}, headers: Record<string, string> = {}) =>
    wantedFrom({ method: "GET", pathname: "/a", markdown: true, ...change, headers: new Headers(headers) });
  it("is a page in a form, or none", () => {
    const origin = (reason: string) => ({ kind: "origin", reason });
    expect(wanted()).toEqual({ kind: "html" });
    expect(wanted({ method: "HEAD" }, { accept: "text/markdown" })).toEqual({ kind: "markdown" });
    expect(wanted({ markdown: false }, { accept: "text/markdown" })).toEqual(origin("accept"));
    expect(wanted({ method: "POST" }, { "x-prerender": "1" })).toEqual(origin("method"));
    expect(wanted({ pathname: "/a.js" }, { "x-prerender": "1" })).toEqual(origin("already_rendered"));
    expect(wanted({ pathname: "/a.js" }, { accept: "image/png" })).toEqual(origin("asset"));
    expect(wanted({}, { accept: "image/png" })).toEqual(origin("accept"));
  });

  it.each([
    [{ "x-prerender": "" }, true],
    [{ "x-edge-render": "1" }, true],
    [{ "x-crawlready-render": "1" }, true],
    [{ "user-agent": "Mozilla CrawlreadyRender/1" }, true],
    [{ "user-agent": "Mozilla" }, false],
    [{}, false],
  ])("comes from a renderer with %o: %s", (headers, expected) => {
    expect(isRenderer(new Headers(headers as Record<string, string>))).toBe(expected);
  });

  it.each([
    ["text/html;q=0.5, text/markdown;q=0.5", "html"],
    ["text/markdown;q=0.1, text/html;q=0", "markdown"],
    ["text/html;q=x", null],
    [" text/* ; level=1 ; q=0.3 , text/markdown ; Q=0.2", "html"],
    ["application/xhtml+xml", "html"],
    ["text/htmlx", null],
    [" ", "html"],
    [`${"a/b,".repeat(250)}text/html`, null],
    [`${"a/b,".repeat(247)}text/html`, "html"],
  ])("by %.60j is %s", (accept, form) => expect(preferredForm(accept, true)).toBe(form));

  it.each<[Record<string, string>, boolean]>([
    [{ "if-none-match": '"a"' }, true],
    [{ "if-none-match": '"b", W/"a"' }, true],
    [{ "if-none-match": " * " }, true],
    [{ "if-none-match": '"b"' }, false],
    [{ "if-none-match": '"b"', "if-modified-since": new Date(NOW + DAY).toUTCString() }, false],
    [{ "if-modified-since": new Date(NOW).toUTCString() }, true],
    [{ "if-modified-since": new Date(NOW - 1_000).toUTCString() }, false],
    [{ "if-modified-since": "never" }, false],
    [{}, false],
  ])("with %o is what the client has: %s", (headers, expected) => {
    expect(isNotModified(new Headers(headers), '"a"', NOW + 999)).toBe(expected);
  });

  it("has header values of Latin-1, up to a length", () => {
    expect(["", "a\tb~", "é", "x".repeat(4_096)].map(isHeaderValue)).toEqual(Array(4).fill(true));
    expect(["a\nb", "a\u007f", "a\u009f", "日", "x".repeat(4_097)].map(isHeaderValue)).toEqual([
      false,
      false,
      true,
      false,
      false,
    ]);
  });
});
