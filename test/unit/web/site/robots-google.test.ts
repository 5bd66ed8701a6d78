import { describe, expect, it } from "vitest";
import verdicts from "./robots-google.json" with { type: "json" };
import { judgePath, parseRobots, productToken, rulesFor } from "../../../../src/web/site/robots";

/**
 * The behaviour that google/robotstxt documents in its tests, as a table: file, crawler, allowed paths, blocked paths.
 */
interface Case {
  name: string;
  file: string[];
  agent?: string;
  allowed?: string[];
  blocked?: string[];
}

const LONG = `/x/${"a".repeat(16_664 - 3 - "disallow: ".length + 1 - 3)}`;
const FISH = ["/fish", "/fish.html", "/fish/salmon.html", "/fishheads", "/fishheads/yummy.html", "/fish.html?id=any"];
const NO_FISH = ["/bar", "/Fish.asp", "/catfish", "/?id=fish"];
const GROUPS = [
  "allow: /foo/bar/",
  "",
  "user-agent: FooBot",
  "disallow: /",
  "allow: /x/",
  "user-agent: BarBot",
  "disallow: /",
  "allow: /y/",
  "",
  "allow: /w/",
  "user-agent: BazBot",
  "",
  "user-agent: FooBot",
  "allow: /z/",
  "disallow: /",
];

const CASES: Case[] = [
  { name: "an empty file allows", file: [], allowed: ["/", "/x"] },
  { name: "names and values", file: ["user-agent: FooBot", "disallow: /"], blocked: ["/x/y"] },
  { name: "unknown names are not rules", file: ["foo: FooBot", "bar: /"], allowed: ["/x/y"] },
  { name: "a missing colon is tolerated", file: ["user-agent FooBot", "disallow /"], blocked: ["/x/y"] },
  { name: "groups of one crawler merge", file: GROUPS, allowed: ["/x/b", "/z/d"], blocked: ["/y/c", "/foo/bar/"] },
  {
    name: "a blank line does not end a group",
    file: GROUPS,
    agent: "BarBot",
    allowed: ["/y/c", "/w/a"],
    blocked: ["/z/d"],
  },
  {
    name: "consecutive user-agents share rules",
    file: GROUPS,
    agent: "BazBot",
    allowed: ["/z/d"],
    blocked: ["/foo/bar/"],
  },
  {
    name: "a sitemap line between user-agents does not separate them",
    file: ["User-agent: BarBot", "Sitemap: https://foo.bar/sitemap", "User-agent: *", "Disallow: /"],
    agent: "BarBot",
    blocked: ["/"],
  },
  {
    name: "nor does an unknown directive",
    file: ["User-agent: FooBot", "Invalid-Unknown-Line: unknown", "User-agent: *", "Disallow: /"],
    blocked: ["/"],
  },
  {
    name: "nor does a crawl-delay",
    file: ["User-agent: FooBot", "Crawl-delay: 7", "User-agent: BarBot", "Disallow: /"],
    blocked: ["/"],
  },
  ...["USER-AGENT: FooBot|ALLOW: /x/|DISALLOW: /", "uSeR-aGeNt: FooBot|AlLoW: /x/|dIsAlLoW: /"].map((text) => ({
    name: `names in any case (${text.slice(0, 5)})`,
    file: text.split("|"),
    allowed: ["/x/y"],
    blocked: ["/a/b"],
  })),
  ...["FOO BAR", "foo bar", "FoO bAr"].map((agent) => ({
    name: `a user-agent counts up to its first space, in any case (${agent})`,
    file: [`User-Agent: ${agent}`, "Allow: /x/", "Disallow: /"],
    agent: "Foo",
    allowed: ["/x/y"],
    blocked: ["/a/b"],
  })),
  {
    name: "* applies to crawlers without a group",
    file: ["user-agent: *", "allow: /", "user-agent: FooBot", "disallow: /"],
    blocked: ["/x/y"],
  },
  {
    name: "others follow *",
    file: ["user-agent: *", "allow: /", "user-agent: FooBot", "disallow: /"],
    agent: "BarBot",
    allowed: ["/x/y"],
  },
  {
    name: "no group and no *: everything is allowed",
    file: ["user-agent: FooBot", "disallow: /"],
    agent: "QuxBot",
    allowed: ["/x/y"],
  },
  { name: "a directive is read by its beginning", file: ["user-agents: FooBot", "disallowed: /x"], blocked: ["/x/y"] },
  {
    name: "a user-agent without a token ends the group before it",
    file: ["user-agent: FooBot", "disallow: /a", "user-agent: *x", "disallow: /b"],
    allowed: ["/b"],
    blocked: ["/a"],
  },
  {
    name: "a user-agent without a token among others takes nothing from them",
    file: ["user-agent: FooBot", "user-agent: *x", "disallow: /b"],
    blocked: ["/b"],
  },
  { name: "a no-break space is part of a path", file: ["user-agent: FooBot", "disallow: /x\u00A0"], allowed: ["/x"] },
  { name: "a line ends at a NUL", file: ["user-agent: FooBot", "disallow: /x\0y"], blocked: ["/x"] },
  { name: "paths are case-sensitive", file: ["user-agent: FooBot", "disallow: /X/"], allowed: ["/x/y"] },
  {
    name: "the longest match wins (disallow)",
    file: ["user-agent: FooBot", "disallow: /x/page.html", "allow: /x/"],
    blocked: ["/x/page.html"],
  },
  {
    name: "the longest match wins (allow)",
    file: ["user-agent: FooBot", "allow: /x/page.html", "disallow: /x/"],
    allowed: ["/x/page.html"],
    blocked: ["/x/"],
  },
  { name: "empty rules allow", file: ["user-agent: FooBot", "disallow: ", "allow: "], allowed: ["/x"] },
  { name: "allow wins a tie", file: ["user-agent: FooBot", "disallow: /", "allow: /"], allowed: ["/x"] },
  {
    name: "a slash makes a pattern longer",
    file: ["user-agent: FooBot", "disallow: /x", "allow: /x/"],
    allowed: ["/x/"],
    blocked: ["/x"],
  },
  {
    name: "wildcards count as length",
    file: ["user-agent: FooBot", "allow: /page", "disallow: /*.html"],
    allowed: ["/page"],
    blocked: ["/page.html"],
  },
  {
    name: "a longer literal beats a wildcard",
    file: ["user-agent: FooBot", "allow: /x/page.", "disallow: /*.html"],
    allowed: ["/x/page.html"],
    blocked: ["/x/y.html"],
  },
  {
    name: "a named group does not inherit *",
    file: ["User-agent: *", "Disallow: /x/", "User-agent: FooBot", "Disallow: /y/"],
    allowed: ["/x/page"],
    blocked: ["/y/page"],
  },
  {
    name: "a query is compared as written",
    file: ["User-agent: FooBot", "Disallow: /", "Allow: /foo/bar?qux=taz&baz=http://foo.bar?tar&par"],
    allowed: ["/foo/bar?qux=taz&baz=http://foo.bar?tar&par"],
  },
  {
    name: "bytes past ASCII are percent-encoded",
    file: ["User-agent: FooBot", "Disallow: /", "Allow: /foo/bar/ツ"],
    allowed: ["/foo/bar/%E3%83%84"],
  },
  {
    name: "$ ends a pattern",
    file: ["User-agent: FooBot", "Disallow: /foo/bar$", "Allow: /foo/bar/qux"],
    allowed: ["/foo/bar/qux", "/foo/bar/", "/foo/bar/baz"],
    blocked: ["/foo/bar"],
  },
  {
    name: "* matches any sequence",
    file: ["User-agent: FooBot", "Disallow: /foo/bar/quz", "Allow: /foo/*/qux"],
    allowed: ["/foo/quz", "/foo//quz", "/foo/bax/quz"],
    blocked: ["/foo/bar/quz"],
  },
  {
    name: "# begins a comment",
    file: ["User-agent: FooBot", "# Disallow: /", "Disallow: /foo/quz#qux", "Allow: /"],
    allowed: ["/foo/bar"],
    blocked: ["/foo/quz"],
  },
  {
    name: "Allow of index.html allows its folder",
    file: ["User-Agent: *", "Allow: /allowed-slash/index.html", "Disallow: /"],
    allowed: ["/allowed-slash/", "/allowed-slash/index.html"],
    blocked: ["/allowed-slash/index.htm", "/anyother-url"],
  },
  {
    name: "a line is truncated after 16,664 bytes",
    file: ["user-agent: FooBot", `disallow: ${LONG}/qux`],
    allowed: ["/fux"],
    blocked: [`${LONG}/fux`],
  },
  { name: "/fish", file: ["user-agent: FooBot", "disallow: /", "allow: /fish"], allowed: FISH, blocked: NO_FISH },
  { name: "/fish*", file: ["user-agent: FooBot", "disallow: /", "allow: /fish*"], allowed: FISH, blocked: NO_FISH },
  {
    name: "/fish/",
    file: ["user-agent: FooBot", "disallow: /", "allow: /fish/"],
    allowed: ["/fish/", "/fish/salmon", "/fish/?salmon", "/fish/?id=anything"],
    blocked: ["/fish", "/fish.html", "/Fish/Salmon.html"],
  },
  {
    name: "/*.php",
    file: ["user-agent: FooBot", "disallow: /", "allow: /*.php"],
    allowed: ["/filename.php", "/folder/filename.php?parameters", "//folder/any.php.file.html", "/index?f=f.php/"],
    blocked: ["/php/", "/index?php", "/windows.PHP"],
  },
  {
    name: "/*.php$",
    file: ["user-agent: FooBot", "disallow: /", "allow: /*.php$"],
    allowed: ["/filename.php", "/folder/filename.php"],
    blocked: ["/filename.php?parameters", "/filename.php/", "/filename.php5", "/filename?php", "//windows.PHP"],
  },
  {
    name: "/fish*.php",
    file: ["user-agent: FooBot", "disallow: /", "allow: /fish*.php"],
    allowed: ["/fish.php", "/fishheads/catfish.php?parameters"],
    blocked: ["/bar", "/Fish.PHP"],
  },
  {
    name: "/$ matches only the home page",
    file: ["user-agent: FooBot", "allow: /$", "disallow: /"],
    allowed: ["/"],
    blocked: ["/page.html"],
  },
];

describe("robots.txt as parsed by google/robotstxt", () => {
  it.each(CASES)("$name", ({ file, agent = "FooBot", allowed = [], blocked = [] }) => {
    const { rules } = rulesFor(parseRobots(file.join("\n")), agent);
    for (const path of allowed) expect(judgePath(rules, path).allowed, path.slice(0, 60)).toBe(true);
    for (const path of blocked) expect(judgePath(rules, path).allowed, path.slice(0, 60)).toBe(false);
  });

  it.each(["\n", "\r\n", "\r"])("counts lines ending in %j", (end) => {
    const { groups } = parseRobots(
      ["User-Agent: foo", "Allow: /a", "User-Agent: bar", "", "", "Disallow: /"].join(end),
    );
    expect(groups.map((group) => [group.line, group.rules[0]!.line])).toEqual([
      [1, 2],
      [3, 6],
    ]);
  });

  it("skips a byte order mark, complete or broken, only at the start", () => {
    const bytes = (...head: number[]) =>
      new TextDecoder("utf-8", { ignoreBOM: true, fatal: false }).decode(
        new Uint8Array([...head, ...new TextEncoder().encode("User-Agent: foo\nAllow: /x\n")]),
      );
    for (const head of [[0xef, 0xbb, 0xbf], [0xef, 0xbb], [0xef]])
      expect(parseRobots(bytes(...head)).invalidLines, String(head)).toEqual([]);
    expect(parseRobots(bytes(0xef, 0x11, 0xbf)).invalidLines).toHaveLength(2);
    expect(parseRobots("User-Agent: foo\n\uFEFFAllow: /x\n").invalidLines).toHaveLength(1);
  });

  it("differs in one point, where RFC 9309 §2.2.2 says otherwise: escaped unreserved characters equal plain ones", () => {
    const { rules } = rulesFor(parseRobots("User-agent: *\nDisallow: /\nAllow: /foo/%62%61%7A\n"), "x");
    expect(judgePath(rules, "/foo/baz").allowed).toBe(true);
  });

  it("distinguishes crawlers with digits in their name, which the product token can't", () => {
    const robots = parseRobots("User-agent: MJ12bot\nDisallow: /\n\nUser-agent: archive.org_bot\nDisallow: /a\n");
    expect(rulesFor(robots, "MJ12bot").named).toBe(true);
    expect(rulesFor(robots, "MJ13bot").named).toBe(false);
    expect(judgePath(rulesFor(robots, "archive.org_bot").rules, "/a").rule?.line).toBe(5);
    expect(productToken("MJ12bot")).toBe("mj");
  });

  it("reads content signals and lists directives it does not use", () => {
    const robots = parseRobots(
      "User-Agent: *\nContent-Signal: search=yes, ai-train=no\nHost: example.com\nCrawl-delay: 3\nAllow: /\n",
    );
    expect(robots.contentSignals).toEqual([{ userAgent: "*", search: true, aiInput: null, aiTrain: false, line: 2 }]);
    expect(robots.unusedDirectives.map((each) => each.directive)).toEqual(["content-signal", "host", "crawl-delay"]);
    expect(robots.groups[0]!.crawlDelaySeconds).toBe(3);
  });

  it("applies a crawl-delay only to the crawlers listed before it", () => {
    const robots = parseRobots("User-agent: a\nCrawl-delay: 7\nUser-agent: b\nDisallow: /x\n");
    expect(rulesFor(robots, "a").crawlDelaySeconds).toBe(7);
    expect(rulesFor(robots, "b").crawlDelaySeconds).toBeNull();
    expect(rulesFor(robots, "a").rules).toEqual(rulesFor(robots, "b").rules);
  });
});

/** Generated files with what google/robotstxt (22b355f) says of some paths, its values escaped as RFC 9309 compares them. */
it("judges 300 generated files as google/robotstxt does", () => {
  const wrong: unknown[] = [];
  for (const [file, ...cases] of verdicts as Array<[string, ...Array<[string, string, number]>]>) {
    const robots = parseRobots(file);
    for (const [agent, path, allowed] of cases)
      if (judgePath(rulesFor(robots, agent).rules, path).allowed !== (allowed === 1)) wrong.push([file, agent, path]);
  }
  expect(wrong).toEqual([]);
});
