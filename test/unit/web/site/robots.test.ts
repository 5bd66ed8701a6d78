import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { judgePath, parseRobots, patternMatches, productToken, rulesFor } from "../../../../src/web/site/robots";

function verdict(text: string, agent: string, path: string) {
  return judgePath(rulesFor(parseRobots(text), agent).rules, path);
}

describe("robots.txt (RFC 9309)", () => {
  it("merges all groups that name the crawler, and then ignores *", () => {
    const text = "User-agent: a\nDisallow: /1\n\nUser-agent: *\nDisallow: /\n\nUser-agent: A\nDisallow: /2\n";
    expect(verdict(text, "a", "/1").allowed).toBe(false);
    expect(verdict(text, "a", "/2").allowed).toBe(false);
    expect(verdict(text, "a", "/3").allowed).toBe(true);
    expect(verdict(text, "b", "/3").allowed).toBe(false);
  });

  it("applies the longest match, and Allow on a tie", () => {
    const text = "User-agent: *\nDisallow: /shop\nAllow: /shop/open\nDisallow: /tie\nAllow: /tie\n";
    expect(verdict(text, "x", "/shop/closed").allowed).toBe(false);
    expect(verdict(text, "x", "/shop/open/1").allowed).toBe(true);
    expect(verdict(text, "x", "/tie").allowed).toBe(true);
    expect(verdict(text, "x", "/shop/closed").rule?.line).toBe(2);
  });

  it.each([
    ["/*.php$", "/a.php", true],
    ["/*.php$", "/a.php?x", false],
    ["/*.php", "/a.php?x", true],
    ["/fish*", "/fishheads", true],
    ["/fish/", "/fish", false],
    ["/a*b*c$", "/a1b2c", true],
    ["/a*b*c$", "/a1c2b", false],
    ["/$", "/", true],
    ["/$", "/a", false],
    ["*/x", "/y/x", true],
    ["/a*a$", "/a", false],
  ])("%s on %s: %s", (pattern, path, expected) => expect(patternMatches(pattern, path)).toBe(expected));

  it("compares percent-encoded octets", () => {
    const text = "User-agent: *\nDisallow: /caf\u00e9\nDisallow: /%7ejoe\n";
    expect(verdict(text, "x", "/caf%c3%a9").allowed).toBe(false);
    expect(verdict(text, "x", "/~joe").allowed).toBe(false);
    expect(verdict(text, "x", "/Caf%C3%A9").allowed).toBe(true);
  });

  it("reads half of a surrogate pair, which has no bytes, as the replacement character", () => {
    const text = "User-agent: *\nDisallow: /\ud800\n";
    expect(verdict(text, "x", "/%EF%BF%BDx").allowed).toBe(false);
    expect(verdict(text, "x", "/\udc00x").allowed).toBe(false);
    expect(verdict(text, "x", "/x").allowed).toBe(true);
  });

  it("accepts the typos that Google accepts, and lists unreadable lines", () => {
    const robots = parseRobots(
      "\uFEFFuseragent: x\r\ndissallow: /a\rSite-map: https://example.com/s.xml\nDisallow /b\nfoo: bar\nDisallow: c\n# comment\n",
    );
    expect(judgePath(rulesFor(robots, "x").rules, "/a").allowed).toBe(false);
    expect(robots.sitemaps).toEqual([{ url: "https://example.com/s.xml", line: 3 }]);
    expect(robots.invalidLines.map((line) => line.reason)).toEqual([
      "the colon is missing (the line counts anyway)",
      "unknown directive",
      "path does not start with / or *",
    ]);
  });

  it("reports rules before any group, and treats an empty Disallow as allowing everything", () => {
    const robots = parseRobots("Disallow: /x\nUser-agent: *\nDisallow:\n");
    expect(robots.invalidLines).toHaveLength(1);
    expect(judgePath(rulesFor(robots, "y").rules, "/x").allowed).toBe(true);
  });

  it("reads product tokens and crawl delays", () => {
    expect(productToken("Googlebot/2.1")).toBe("googlebot");
    expect(productToken("* (everyone)")).toBe("*");
    expect(rulesFor(parseRobots("User-agent: a\nUser-agent: b\nCrawl-delay: 2.5\n"), "B").crawlDelaySeconds).toBe(2.5);
  });

  it("never throws, whatever the file", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.webPath(), (text, path) => {
        const result = verdict(`User-agent: *\n${text}`, "x", path || "/");
        expect(typeof result.allowed).toBe("boolean");
      }),
      { numRuns: 1_000 },
    );
  });
});
