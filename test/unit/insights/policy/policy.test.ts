import { describe, expect, it } from "vitest";
import { agentOf, type CrawlerAgent } from "../../../../src/analytics/index.ts";
import { replayPolicy, type ReplayedCitations, type ReplayedVisits } from "../../../../src/insights/core/policy.ts";
import { PolicyJudge, type Policy, type TargetState } from "../../../../src/insights/core/policy-judge.ts";
import { MostVisited } from "../../../../src/insights/core/most-visited.ts";
import { PolicyBody } from "../../../../src/insights/schemas.ts";
import { parseRobots } from "../../../../src/web/index.ts";
import { seeded } from "../../../support/seeded.ts";

const CRAWLERS = ["GPTBot", "OAI-SearchBot", "ClaudeBot", "PerplexityBot", "Googlebot", "bingbot", "ChatGPT-User"].map(
  (token) => agentOf(token)!,
);
const FOLDERS = ["blog", "shop", "docs", "search"];
const PATHS = FOLDERS.flatMap((folder) => [
  `/${folder}/`,
  ...Array.from({ length: 8 }, (_, i) => `/${folder}/${i}.html`),
  ...Array.from({ length: 3 }, (_, i) => `/${folder}/1.html?sort=${i}`),
]);
const none: Policy = { robots: null, noindex: [], redirects: [], canonicals: new Map(), pageAt: () => "page" };

interface Rule {
  allow: boolean;
  pattern: string;
}
type Groups = Map<string, Rule[]>;

/** A file as plain data: it is written from this, and the truth is computed from this without the service's parser. */
function randomGroups(random: () => number): Groups {
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
  const groups: Groups = new Map();
  for (const name of ["*", ...CRAWLERS.map(({ robotsToken }) => robotsToken!)]) {
    if (name !== "*" && random() < 0.6) continue;
    groups.set(
      name,
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => ({
        allow: random() < 0.3,
        pattern: pick([
          `/${pick(FOLDERS)}/`,
          "/*?sort=",
          `/${pick(FOLDERS)}/${Math.floor(random() * 8)}.html$`,
          "/shop/1*",
        ]),
      })),
    );
  }
  return groups;
}

const write = (groups: Groups, note = "") =>
  [...groups]
    .map(([name, rules]) =>
      [
        `${note}User-agent: ${name}`,
        ...rules.map(({ allow, pattern }) => `${allow ? "Allow" : "Disallow"}: ${pattern}`),
      ].join("\n"),
    )
    .join("\n\n");

/** The plain reading of RFC 9309: the longest pattern that matches decides, and allow wins a tie. */
function mayRead(groups: Groups, { robotsToken, obeysRobots }: CrawlerAgent, path: string): boolean {
  if (obeysRobots !== "yes" && obeysRobots !== "named") return true;
  const own = groups.get(robotsToken!);
  const rules = own ?? (obeysRobots === "named" ? [] : (groups.get("*") ?? []));
  const matching = rules.filter(({ pattern }) => {
    const text = pattern.replaceAll(/[.?+^()[\]{}|\\]/g, String.raw`\$&`).replaceAll("*", ".*");
    return new RegExp(`^${text}`).test(path);
  });
  const longest = Math.max(0, ...matching.map(({ pattern }) => pattern.length));
  const best = matching.filter(({ pattern }) => pattern.length === longest);
  return best.length === 0 || best.some(({ allow }) => allow);
}

function history(seed: number) {
  const random = seeded(seed);
  const [present, proposed] = [randomGroups(random), randomGroups(random)];
  const visits: ReplayedVisits[] = [];
  for (const path of PATHS)
    for (const agent of CRAWLERS)
      if (random() < 0.7) {
        const count = 1 + Math.floor(random() * 40);
        visits.push({
          path,
          agent,
          visits: count,
          verified: Math.floor(count * random()),
          wasted: path.startsWith("/search"),
        });
      }
  const citations: ReplayedCitations[] = PATHS.filter(() => random() < 0.5).map((path) => ({
    path,
    provider: "chatgpt",
    citations: 1 + Math.floor(random() * 9),
    crawlers: [agentOf("OAI-SearchBot")!],
  }));
  return { present, proposed, visits, citations };
}

const name = (agent: CrawlerAgent, path: string) => `${agent.token} ${path}`;

describe("a robots.txt before it is saved", () => {
  it("loses what it would have lost, in ten histories", () => {
    let [claimed, right, all] = [0, 0, 0];
    for (let seed = 1; seed <= 10; seed++) {
      const { present, proposed, visits, citations } = history(seed);
      const judge = new PolicyJudge(parseRobots(write(present)), { ...none, robots: parseRobots(write(proposed)) });
      const { crawlers, citations: cited, judged } = replayPolicy(judge, visits, citations, { limit: 1_000 });
      const found = crawlers.flatMap(({ agent, pages }) =>
        pages.map(({ path, outcome, visits: count }) => `${name(agent, path)} ${outcome} ${count}`),
      );
      const truth = new Set<string>();
      for (const { agent, path, visits: count, wasted } of visits) {
        const [before, after] = [mayRead(present, agent, path), mayRead(proposed, agent, path)];
        const outcome = after ? "allowed" : wasted ? "spared" : "lost";
        if (before !== after) truth.add(`${name(agent, path)} ${outcome} ${count}`);
      }
      claimed += found.length;
      right += found.filter((claim) => truth.has(claim)).length;
      all += truth.size;
      const search = agentOf("OAI-SearchBot")!;
      const lost = citations.filter(({ path }) => mayRead(present, search, path) && !mayRead(proposed, search, path));
      expect(cited.pages.map(({ path }) => path).sort()).toEqual(lost.map(({ path }) => path).sort());
      expect(cited.lost).toBe(lost.reduce((sum, row) => sum + row.citations, 0));
      expect(judged).toBe(visits.reduce((sum, row) => sum + row.visits, 0));
      for (const { lost: a, spared: b, moved: c, allowed: d, pages } of crawlers)
        expect(a + b + c + d).toBe(pages.reduce((sum, page) => sum + page.visits, 0));
    }
    console.log(`policy: precision ${(right / claimed).toFixed(3)}, recall ${(right / all).toFixed(3)} of ${all}`);
    expect(all).toBeGreaterThan(300);
    expect([right, claimed]).toEqual([all, all]);
  });

  it("claims nothing for a file that says the same, in ten histories", () => {
    for (let seed = 101; seed <= 110; seed++) {
      const { present, visits, citations } = history(seed);
      const same = new Map([...present].reverse().map(([agent, rules]) => [agent, rules.toReversed()] as const));
      const judge = new PolicyJudge(parseRobots(write(present)), {
        ...none,
        robots: parseRobots(write(same, "# new\n")),
      });
      const { crawlers, citations: cited } = replayPolicy(judge, visits, citations, { limit: 100 });
      expect([crawlers.flatMap(({ pages }) => pages), cited.lost]).toEqual([[], 0]);
    }
  });
});

const rows = (...given: Array<[path: string, token: string, visits: number]>): ReplayedVisits[] =>
  given.map(([path, token, visits]) => ({ path, agent: agentOf(token)!, visits, verified: 0, wasted: false }));
const replay = (present: string, policy: Partial<Policy>, visits: ReplayedVisits[], limit = 9) =>
  replayPolicy(new PolicyJudge(parseRobots(present), { ...none, ...policy }), visits, [], { limit }).crawlers;
const effects = (...args: Parameters<typeof replay>) =>
  replay(...args).flatMap(({ pages }) =>
    pages.map(({ path, outcome, effect: { by, line, rule, removed, target } }) => ({
      path,
      outcome,
      by,
      line,
      rule,
      removed,
      target,
    })),
  );

describe("what decides", () => {
  const robots = parseRobots("# ours\nUser-agent: *\nAllow: /a/b\nDisallow: /a");

  it("is a line of the proposed file, or of the present one if it goes", () => {
    const decided = { removed: false, target: null, by: "robots" };
    expect(effects("", { robots }, rows(["/a/c", "GPTBot", 3], ["/a/b", "GPTBot", 2]))).toEqual([
      { path: "/a/c", outcome: "lost", line: 4, rule: "Disallow: /a", ...decided },
    ]);
    expect(effects("User-agent: *\nDisallow: /x", { robots }, rows(["/x", "GPTBot", 1]))).toEqual([
      { path: "/x", outcome: "allowed", line: 2, rule: "Disallow: /x", ...decided, removed: true },
    ]);
  });

  it("is nothing for a crawler that does not say that it obeys", () => {
    expect(effects("", { robots }, rows(["/a/c", "TelegramBot", 3]))).toEqual([]);
  });

  it("is a redirect, which moves visits to where the chain ends, and loses them if that is forbidden", () => {
    const redirects = [
      { from: "/old/*", to: "/mid" },
      { from: "/mid$", to: "/new" },
      { from: "/to-a", to: "/a/c" },
      { from: "/loop1", to: "/loop2" },
      { from: "/loop2", to: "/loop1" },
    ];
    const visits = rows(
      ["/old/x", "GPTBot", 9],
      ["/new", "GPTBot", 8],
      ["/to-a", "GPTBot", 7],
      ["/loop1", "GPTBot", 6],
    );
    const file = "User-agent: *\nAllow: /a/b\nDisallow: /a";
    expect(effects(file, { redirects }, visits).map(({ path, outcome, target }) => [path, outcome, target])).toEqual([
      ["/old/x", "moved", "/new"],
      ["/to-a", "lost", null],
      ["/loop1", "lost", null],
    ]);
  });

  it("is noindex for those who keep an index, unless robots.txt hides it from them", () => {
    const visits = rows(["/a/c", "Googlebot", 5], ["/n", "Googlebot", 4], ["/n", "GPTBot", 3]);
    const noindex = ["/a/*", "/n$"];
    expect(effects("User-agent: *\nDisallow: /a", { noindex }, visits)).toMatchObject([
      { path: "/n", outcome: "lost", by: "noindex", rule: "/n$" },
    ]);
  });

  it("is the canonical page for training crawlers only", () => {
    const visits = rows(["/p?x=1", "GPTBot", 5], ["/p?x=1", "OAI-SearchBot", 4]);
    expect(effects("", { canonicals: new Map([["/p?x=1", "/p"]]) }, visits)).toMatchObject([
      { path: "/p?x=1", outcome: "moved", by: "canonical", target: "/p" },
    ]);
  });
});

describe("where a redirect ends", () => {
  const pages: Record<string, TargetState> = {
    "/": "page",
    "/new": "page",
    "/old-shop": "missing",
    "/hidden": "noindex",
  };
  const pageAt = (path: string) => pages[path] ?? "unknown";
  const ended = (redirects: Policy["redirects"], path: string, token = "Googlebot", more: Partial<Policy> = {}) =>
    replay("User-agent: *\nDisallow: /closed", { redirects, pageAt, ...more }, rows([path, token, 4])).flatMap((row) =>
      row.pages.map(({ outcome, effect }) => [outcome, effect.targetState, row.lost]),
    );

  it.each([
    ["a page that is missing", "/repairs$", "/old-shop", "/repairs", ["lost", "missing", 4]],
    ["a page that nobody has seen", "/repairs$", "/never", "/repairs", ["lost", "unknown", 4]],
    ["itself", "/bikes$", "/bikes", "/bikes", ["lost", "loop", 4]],
    ["the home page, of all pages", "/*", "/", "/bikes", ["lost", "loop", 4]],
    ["the home page, of itself", "/*", "/", "/", ["lost", "loop", 4]],
    ["itself, written otherwise", "/caf%c3%a9$", "/café", "/caf%C3%A9", ["lost", "loop", 4]],
    ["a page that robots.txt closes", "/a", "/closed", "/a", ["lost", "forbidden", 4]],
    ["a page with noindex", "/a", "/hidden", "/a", ["lost", "noindex", 4]],
    ["a page that can be read", "/a", "/new", "/a", ["moved", "page", 0]],
    ["one that matches in other escapes", "/%72epairs$", "/new", "/repairs", ["moved", "page", 0]],
    ["one whose address has other escapes", "/repairs$", "/new", "/%72epairs", ["moved", "page", 0]],
  ] as const)("%s", (_, from, to, path, expected) => expect(ended([{ from, to }], path)).toEqual([expected]));

  it("is lost to those who keep an index if noindex would cover it, and to nobody else", () => {
    const redirects = [{ from: "/a", to: "/new" }];
    expect(ended(redirects, "/a", "Googlebot", { noindex: ["/%6eew"] })).toEqual([["lost", "noindex", 4]]);
    expect(ended(redirects, "/a", "GPTBot", { noindex: ["/new"] })).toEqual([["moved", "page", 0]]);
    expect(ended([{ from: "/a", to: "/hidden" }], "/a", "GPTBot")).toEqual([["moved", "page", 0]]);
  });

  it("is compared alike for noindex", () => {
    const [row] = replay("", { noindex: ["/%72epairs"] }, rows(["/repairs", "Googlebot", 3]));
    expect(row).toMatchObject({ lost: 3, pages: [{ effect: { rule: "/%72epairs" } }] });
  });
});

describe("a replay", () => {
  it("lists the most visited pages, and counts all", () => {
    const visits = rows(
      ...Array.from({ length: 50 }, (_, i): [string, string, number] => [`/a/${i}`, "GPTBot", i + 1]),
    );
    const [row] = replay("", { robots: parseRobots("User-agent: *\nDisallow: /a") }, visits, 3);
    expect(row).toMatchObject({
      lost: 1_275,
      affectedPages: 50,
      pages: [{ visits: 50 }, { visits: 49 }, { visits: 48 }],
    });
  });

  it("ends when its work is done, with the most visited pages judged", () => {
    const file = `User-agent: *\n${Array.from({ length: 100 }, (_, i) => `Disallow: /x${i}`).join("\n")}`;
    const visits = rows(
      ...Array.from({ length: 50 }, (_, i): [string, string, number] => [`/a/${i}`, "GPTBot", i + 1]),
    );
    const judge = new PolicyJudge(parseRobots(""), { ...none, robots: parseRobots(file) });
    const { judged } = replayPolicy(judge, visits, [], { limit: 5, maxCompared: 1_000 });
    expect(judged).toBe(50 + 49 + 48 + 47 + 46 + 45 + 44 + 43 + 42 + 41);
  });

  it("counts the characters that wildcards search for, times those of the path", () => {
    const pattern = `/*${"a".repeat(500)}b`;
    const path = `/${"a".repeat(2_000)}`;
    const steps = (policy: Partial<Policy>, token = "Googlebot") => {
      const judge = new PolicyJudge(parseRobots(""), { ...none, ...policy });
      judge.judge(agentOf(token)!, path);
      return judge.compared;
    };
    const least = (500 * 2_000) / 64;
    expect(steps({ robots: parseRobots(`User-agent: *\nDisallow: ${pattern}`) })).toBeGreaterThan(least);
    expect(steps({ noindex: [pattern] })).toBeGreaterThan(least);
    expect(steps({ redirects: [{ from: pattern, to: "/" }] })).toBeGreaterThan(least);
    const chain = [{ from: `/${"a".repeat(2_000)}$`, to: `${path}c` }];
    expect(steps({ redirects: [...chain, { from: pattern, to: "/" }] })).toBeGreaterThan(2 * least);
    expect(steps({ noindex: ["/a", "/b$"] })).toBeLessThan(10);
  });

  it("keeps a bounded number of rows, those of the most visited pages, and counts all", () => {
    const most = new MostVisited<{ visits: number; page: number }>(10);
    for (let page = 0; page < 100; page++)
      most.add([
        { visits: (page * 37) % 100, page },
        { visits: 1, page },
      ]);
    expect(most.total).toBe(4_950 + 100);
    expect(most.rows().map(({ visits }) => visits)).toEqual([99, 1, 98, 1, 97, 1, 96, 1, 95, 1]);
  });

  it.each(["//other.example/", "/\\other.example", "https://other.example/", "x"])("refuses a redirect to %s", (to) => {
    const body = (target: string) =>
      PolicyBody.safeParse({ domain: "a.example", redirects: [{ from: "/a", to: target }] });
    expect([body("/").success, body("/b//c").success, body(to).success]).toEqual([true, true, false]);
  });
});
