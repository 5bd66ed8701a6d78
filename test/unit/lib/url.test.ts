import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { serverName } from "../../../src/lib/hosts/server-name";
import {
  canonicalUrl,
  hasCredentials,
  maskCredentials,
  maskUrls,
  normalizeEscapes,
  pathOf,
} from "../../../src/lib/hosts/url";
import { isPrivateIp } from "../../../src/lib/hosts/ip";

describe("serverName", () => {
  it.each([
    ["a.b.shop.co.uk", "shop.co.uk"],
    ["Shop.Example.", "shop.example"],
    ["a.shop.example.:8080", "shop.example"],
    ["one.github.io", "github.io"],
    ["odd!name.shop.example", "shop.example"],
    [`${"x".repeat(70)}.shop.example`, "shop.example"],
    ["co.uk", "co.uk"],
    ["8.8.8.8", "8.8.8.8"],
    ["127.0.0.1:9000", "127.0.0.1:9000"],
    ["localhost:9000", "localhost:9000"],
    ["[::1]:9000", "[::1]:9000"],
    ["[2a00:1:2:3:4:5:6:7]", "[2a00:1:2:3::]"],
    ["[2a00:1:2:3::]", "[2a00:1:2:3::]"],
  ])("%s is %s", (host, name) => {
    expect(serverName(host)).toBe(name);
    expect(serverName(name)).toBe(name);
  });
});

describe("hasCredentials", () => {
  it.each([
    ["https://shop.example/a@b:c", false],
    ["https://user@shop.example/", true],
    ["https://:secret@shop.example/", true],
    ["not a URL", false],
  ])("%s: %s", (url, expected) => expect(hasCredentials(url)).toBe(expected));
});

describe("canonicalUrl", () => {
  it.each([
    ["HTTP://Example.COM:80/a/../b#x", "http://example.com/b"],
    ["https://example.com", "https://example.com/"],
    ["https://example.com/%7euser/%c3%a9", "https://example.com/~user/%C3%A9"],
    ["https://example.com/a//b/", "https://example.com/a//b/"],
    ["https://example.com/?", "https://example.com/"],
    ["https://example.com/?b=2&a=1", "https://example.com/?b=2&a=1"],
    ["https://user:pass@example.com/x", "https://example.com/x"],
    ["https://example.com/%2e%2e/x", "https://example.com/x"],
  ])("%s → %s", (input, expected) => expect(canonicalUrl(new URL(input))).toBe(expected));

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.webUrl({ withFragments: true, withQueryParameters: true }), fc.string(), (url, tail) => {
        const parsed = URL.parse(url + encodeURI(tail.toWellFormed()));
        if (!parsed) return;
        const once = canonicalUrl(parsed);
        expect(canonicalUrl(new URL(once))).toBe(once);
      }),
      { numRuns: 2_000 },
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("%", "2", "3", "4", "5", "a", "F", "/") }), (text) => {
        expect(normalizeEscapes(normalizeEscapes(text))).toBe(normalizeEscapes(text));
      }),
    );
  });

  it("decodes escapes that decoding completes, like repeated passes over the text", () => {
    const slow = (text: string): string => {
      const once = text.replace(/%([0-9a-fA-F]{2})/g, (whole, digits: string) => {
        const char = String.fromCharCode(Number.parseInt(digits, 16));
        return /[A-Za-z0-9\-._~]/.test(char) ? char : whole.toUpperCase();
      });
      return once === text ? text : slow(once);
    };
    expect(normalizeEscapes("/%%341")).toBe("/A");
    expect(normalizeEscapes("/%%33441%3f%e9\ud800")).toBe(slow("/%%33441%3f%e9\ud800"));
    const unit = fc.constantFrom("%", "%", "2", "3", "4", "5", "a", "e", "F", "/", "é", "\ud83d");
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 40 }), (text) => {
        expect(normalizeEscapes(text)).toBe(slow(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it("handles a hostile path of one megabyte without recursion", () => {
    const half = 300_000;
    expect(normalizeEscapes(`${"%".repeat(half)}${"33".repeat(half - 1)}41`).includes("%")).toBe(false);
  });

  it("returns the path with its query", () => {
    expect(pathOf("https://example.com/a?b=1")).toBe("/a?b=1");
    expect(pathOf("https://example.com")).toBe("/");
  });
});

describe("isPrivateIp", () => {
  it.each([
    "127.0.0.1",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "198.18.0.1",
    "[::1]",
    "[::]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd12::1]",
    "[::ffff:7f00:1]",
    "[::ffff:10.0.0.1]",
    "[64:ff9b::7f00:1]",
    "[2002:7f00:1::]",
    "[ff02::1]",
    "[2001:db8::1]",
  ])("%s is not public", (ip) => expect(isPrivateIp(ip)).toBe(true));

  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "100.128.0.1",
    "[2606:4700::1111]",
    "[::ffff:808:808]",
    "[64:ff9b::808:808]",
  ])("%s is public", (ip) => expect(isPrivateIp(ip)).toBe(false));

  it.each(["example.com", "1.2.3", "1.2.3.400", "[::g]", "", "[1:2:3]"])("%j is not an address", (ip) =>
    expect(isPrivateIp(ip)).toBeNull(),
  );

  it("recognises every spelling that the URL parser normalises", () => {
    for (const text of ["127.1", "2130706433", "0x7f000001", "0177.0.0.1", "[::ffff:127.0.0.1]"]) {
      expect(isPrivateIp(new URL(`http://${text}/`).hostname)).toBe(true);
    }
  });
});

describe("credentials in a URL", () => {
  it.each([
    ["https://user:secret@a.example/x", true, "https://***@a.example/x"],
    ["https://user@a.example/", true, "https://***@a.example/"],
    ["https://:secret@a.example/", true, "https://***@a.example/"],
    ["https://a.example/@b?c=d:e@f", false, "https://a.example/@b?c=d:e@f"],
    ["not a URL: user:secret@x", false, "not a URL: user:secret@x"],
  ])("%s", (url, has, masked) => {
    expect([hasCredentials(url), maskCredentials(url)]).toEqual([has, masked]);
  });

  it("are masked wherever a value has URLs", () => {
    const value = (url: string) => ({ a: null, list: [{ siteUrl: url, n: 1 }], text: "https" });
    expect(maskUrls(value("https://u:p@a.example/"))).toEqual(value("https://***@a.example/"));
    expect(maskUrls(null)).toBeNull();
  });
});
