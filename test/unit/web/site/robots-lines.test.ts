import { describe, expect, it } from "vitest";
import { comparable, judgePath, parseRobots, productToken, rulesFor } from "../../../../src/web/site/robots";

const group = (agents: string[], line: number, change: object = {}) => ({
  agents: agents.map((each) => each.toLowerCase()),
  names: agents,
  rules: [],
  crawlDelaySeconds: null,
  line,
  ...change,
});
const NOTHING = {
  groups: [],
  sitemaps: [],
  contentSignals: [],
  licenses: [],
  invalidLines: [],
  unusedDirectives: [],
};
const read = (...lines: string[]) => parseRobots(lines.join("\n"));

describe("the lines of a robots.txt", () => {
  it("are all read, each for what it is", () => {
    const robots = read(
      " \t# a comment",
      "User Agent: GPTBot # our own",
      "useragent:\v Bing_bot\f",
      "Crawl-delay: 3",
      "Allow: /a%7e*",
      "",
      "Disallow: /b\0/c",
      "diasllow: ",
      "User-agent: *",
      "Content-Signal: /x search=yes, ai-train = NO",
      "Disallowed: /d",
      "Sitemap: https://e.example/s.xml",
      "License: https://e.example/l.xml",
      "Host: e.example",
      "Clean-param: ref /a",
      "Noindex: /x",
    );
    const first = [
      { allow: true, pattern: "/a~*", line: 5 },
      { allow: false, pattern: "/b", line: 7 },
    ];
    expect(robots).toEqual({
      groups: [
        {
          ...group(["GPTBot"], 2),
          agents: ["gptbot", "bing_bot"],
          names: ["GPTBot", "Bing_bot"],
          rules: first,
          crawlDelaySeconds: 3,
        },
        group(["*"], 9, { rules: [{ allow: false, pattern: "/d", line: 11 }] }),
      ],
      sitemaps: [{ url: "https://e.example/s.xml", line: 12 }],
      contentSignals: [{ userAgent: "*", search: true, aiInput: null, aiTrain: false, line: 10 }],
      licenses: [{ url: "https://e.example/l.xml", line: 13 }],
      invalidLines: [{ line: 11, text: "Disallowed: /d", reason: "is read as disallow" }],
      unusedDirectives: [
        { line: 4, directive: "crawl-delay", value: "3" },
        { line: 10, directive: "content-signal", value: "/x search=yes, ai-train = NO" },
        { line: 14, directive: "host", value: "e.example" },
        { line: 15, directive: "clean-param", value: "ref /a" },
        { line: 16, directive: "noindex", value: "/x" },
      ],
    });
  });

  it.each([
    ["Disallow: /a", "rule without a user-agent that has a name"],
    ["User-agent:", "user-agent without a name"],
    ["User-agent: !!", "user-agent without a name"],
    ["Sitemap: /s.xml", "sitemap is not an absolute URL"],
    ["License: /l.xml", "license is not an absolute URL"],
    ["License: ftp://e.example/l", "license is not an absolute URL"],
    ["License: javascript:https:", "license is not an absolute URL"],
    ["Foo: bar", "unknown directive"],
    ["Foo", "no colon between directive and value"],
    ["disallow /a /b", "no colon between directive and value"],
  ])("%s: %s", (text, reason) => {
    expect(read(text)).toEqual({ ...NOTHING, invalidLines: [{ line: 1, text, reason }] });
  });

  it.each([
    ["Disallow: a", "path does not start with / or *", null],
    ["Disallow: $", "path does not start with / or *", null],
    ["Allow: /a$b", "$ is not at the end", { allow: true, pattern: "/a$b" }],
    ["Disallow /a", "the colon is missing (the line counts anyway)", { allow: false, pattern: "/a" }],
    ["allow\t/a", "the colon is missing (the line counts anyway)", { allow: true, pattern: "/a" }],
    ["Disallow: /a$", null, { allow: false, pattern: "/a$" }],
    ["Disallow: *a", null, { allow: false, pattern: "*a" }],
    ["Disallow:", null, null],
    ["Disallow: /é x", null, { allow: false, pattern: "/%C3%A9%20x" }],
  ])("below a crawler, %s: %s", (text, reason, rule) => {
    expect(read("User-agent: x", text)).toEqual({
      ...NOTHING,
      groups: [group(["x"], 1, { rules: rule ? [{ ...rule, line: 2 }] : [] })],
      invalidLines: reason === null ? [] : [{ line: 2, text, reason }],
    });
  });

  it("are separated by any line end, and begin behind a byte order mark", () => {
    const agents = (text: string) => parseRobots(text).groups.flatMap((each) => each.agents);
    expect(agents("\uFEFFUser-agent: a\rUser-agent: b\r\nUser-agent: c\nUser-agent: d")).toEqual(["a", "b", "c", "d"]);
    expect([agents("\uFFFDUser-agent: a"), agents("\uFEFF\uFEFFUser-agent: a")]).toEqual([["a"], []]);
    expect(parseRobots("\r\n\r\nFoo: x").invalidLines[0]!.line).toBe(3);
  });

  it("are read and noted up to a length and a number", () => {
    const path = (length: number) => `Disallow: /${"a".repeat(length - "Disallow: /".length)}`;
    const rule = read("User-agent: x", path(16_663), `${path(16_662)}bc`).groups[0]!.rules.map(
      ({ pattern }) => pattern,
    );
    expect(rule.map(({ length }) => length)).toEqual([16_653, 16_653]);
    expect(rule[1]!.endsWith("ab")).toBe(true);
    const many = read(...Array.from({ length: 1_001 }, (_, i) => `Foo${i}: ${"x".repeat(300)}`));
    expect([many.invalidLines.length, many.invalidLines[0]!.text.length]).toEqual([1_000, 200]);
    const hosts = read(...Array.from({ length: 1_001 }, () => `Host: ${"x".repeat(300)}`));
    expect([hosts.unusedDirectives.length, hosts.unusedDirectives[0]!.value.length]).toEqual([1_000, 200]);
    const licence = `https://e.example/${"l".repeat(3_000)}`;
    const licences = read(...Array.from({ length: 1_001 }, () => `License: ${licence}`)).licenses;
    expect([licences.length, licences[0]!.url.length]).toEqual([1_000, 2_048]);
    expect(read(`User-agent: ${"x".repeat(300)}`).groups[0]!.names[0]).toHaveLength(200);
    const signals = [
      "User-agent: a",
      "User-agent: b",
      ...Array.from({ length: 501 }, () => "Content-Signal: search=no"),
    ];
    expect(read(...signals).contentSignals).toHaveLength(1_000);
    const odd = ["Content-Signal: search=no", ...signals];
    expect(
      read(...odd)
        .contentSignals.slice(-2)
        .map(({ userAgent, line }) => [userAgent, line]),
    ).toEqual([
      ["b", 502],
      ["a", 503],
    ]);
  });
});

describe("the groups of a robots.txt", () => {
  const groupsOf = (...lines: string[]) =>
    read(...lines).groups.map(({ agents, rules, crawlDelaySeconds }) => [
      agents.join(),
      rules.map(({ pattern }) => pattern).join(),
      crawlDelaySeconds,
    ]);

  it.each<[string, string[], unknown[]]>([
    [
      "share rules until a rule ends their list",
      ["User-agent: a", "User-agent: b", "Disallow: /1", "User-agent: c", "Disallow: /2"],
      [
        ["a,b", "/1", null],
        ["c", "/2", null],
      ],
    ],
    [
      "go on behind an empty rule as a new one",
      ["User-agent: a", "Disallow:", "User-agent: b", "Disallow: /2"],
      [
        ["a", "", null],
        ["b", "/2", null],
      ],
    ],
    [
      "have their own delay, and the rules of the list",
      ["User-agent: a", "Crawl-delay: 1", "User-agent: b", "Crawl-delay: 2", "Disallow: /1"],
      [
        ["a", "/1", 1],
        ["b", "/1", 2],
      ],
    ],
    [
      "keep a delay that follows the rules",
      ["User-agent: a", "Disallow: /1", "Crawl-delay: 9", "User-agent: b"],
      [
        ["a", "/1", 9],
        ["b", "", null],
      ],
    ],
    [
      "have no delay that is no number",
      ["User-agent: a", "Crawl-delay: soon", "Crawl-delay: -1", "Crawl-delay:", "Crawl-delay: Infinity"],
      [["a", "", null]],
    ],
    ["may have no delay to wait for", ["User-agent: a", "Crawl-delay: 0"], [["a", "", 0]]],
    [
      "end where a crawler has no name",
      ["User-agent: a", "Disallow: /1", "User-agent: ", "Disallow: /2"],
      [["a", "/1", null]],
    ],
    [
      "go on behind other directives",
      ["User-agent: a", "Sitemap: https://e.example/", "User-agent: b", "Disallow: /1"],
      [["a,b", "/1", null]],
    ],
  ])("%s", (_name, lines, expected) => expect(groupsOf(...lines)).toEqual(expected));

  it("that name a crawler are merged, else those for all", () => {
    const robots = read(
      "User-agent: a",
      "Crawl-delay: 2",
      "Disallow: /1",
      "User-agent: *",
      "Crawl-delay: 5",
      "Disallow: /2",
      "User-agent: A",
      "User-agent: MJ12bot/1.4",
      "Crawl-delay: 1",
      "Disallow: /3",
      "User-agent: MJ13bot",
      "Disallow: /4",
    );
    const of = (token: string) => {
      const { rules, ...rest } = rulesFor(robots, token);
      return { ...rest, patterns: rules.map(({ pattern }) => pattern).join() };
    };
    expect(of("a")).toEqual({ named: true, crawlDelaySeconds: 2, patterns: "/1,/3" });
    expect(of("MJ12bot")).toEqual({ named: true, crawlDelaySeconds: 1, patterns: "/3" });
    expect(of("mj13bot")).toEqual({ named: true, crawlDelaySeconds: null, patterns: "/4" });
    expect(of("other")).toEqual({ named: false, crawlDelaySeconds: 5, patterns: "/2" });
    expect(rulesFor(read("User-agent: a"), "b")).toEqual({ named: false, crawlDelaySeconds: null, rules: [] });
  });

  it.each([
    [" Googlebot/2.1", "googlebot"],
    ["Google-Extended (x)", "google-extended"],
    ["my_bot", "my_bot"],
    ["*", "*"],
    ["*\t x", "*"],
    ["*bot", ""],
    ["\u00a0bot", ""],
    ["1bot", ""],
    ["", ""],
  ])("name by %j the token %j", (text, token) => expect(productToken(text)).toBe(token));
});

describe("the rule for a path", () => {
  it.each<[rules: string, path: string, verdict: [boolean, string | null]]>([
    ["", "/a", [true, null]],
    ["-/", "/robots.txt", [true, null]],
    ["-/", "/%72obots.txt", [true, null]],
    ["-/", "/robots.txt?x", [false, "/"]],
    ["-/a +/a", "/a", [true, "/a"]],
    ["+/a -/a", "/a", [true, "/a"]],
    ["-/ab +/a", "/abc", [false, "/ab"]],
    ["+/ab -/a", "/abc", [true, "/ab"]],
    ["-/a -/a*", "/a", [false, "/a*"]],
    ["-/a$", "/ab", [true, null]],
    ["-/a* -/b*", "/a", [false, "/a*"]],
    ["+/x/index.html -/x/", "/x/", [true, "/x/index.html"]],
    ["+/x/index.html -/", "/x/", [true, "/x/index.html"]],
    ["+/x/index.php -/x/", "/x/", [false, "/x/"]],
    ["+/x/index.html -/x/", "/x/y", [false, "/x/"]],
    ["-/x/index.html", "/x/", [true, null]],
    ["+*index.htm -/", "/x/", [false, "/"]],
  ])("%s for %s: %j", (text, path, expected) => {
    const rules = text
      .split(" ")
      .filter((each) => each !== "")
      .map((each, line) => ({ allow: each.startsWith("+"), pattern: each.slice(1), line }));
    const { allowed, rule } = judgePath(rules, path);
    expect([allowed, rule?.pattern ?? null]).toEqual(expected);
  });

  it("compares octets, of any text", () => {
    expect(comparable("/é %7e%c3\u007f")).toBe("/%C3%A9%20~%C3%7F");
    expect(comparable("/!~")).toBe("/!~");
  });
});
