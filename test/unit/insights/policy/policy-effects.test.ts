import { describe, expect, it } from "vitest";
import type { CrawlerAgent } from "../../../../src/analytics/index.ts";
import type { Policy, TargetState } from "../../../../src/insights/core/policy-judge.ts";
import { replayPolicy, type ReplayedVisits } from "../../../../src/insights/core/policy.ts";
import { GPT, GOOGLE, USER, robots, judgeOf } from "./judge-of.ts";

describe("what a policy changes for a crawler on a page", () => {
  const plain = { line: null, rule: "", removed: false, target: null, targetState: null };
  const file = robots("User-agent: *", "Allow: /a/b", "Disallow: /a");

  it.each<[string, Partial<Policy>, string, CrawlerAgent, string, unknown]>([
    [
      "a new rule",
      { robots: file },
      "",
      GPT,
      "/a/c",
      { ...plain, effect: "blocked", by: "robots", line: 3, rule: "Disallow: /a" },
    ],
    [
      "an allowance",
      { robots: file },
      "User-agent: *\nDisallow: /a",
      GPT,
      "/a/b",
      { ...plain, effect: "allowed", by: "robots", line: 2, rule: "Allow: /a/b" },
    ],
    [
      "a rule that went",
      { robots: robots("") },
      "\nUser-agent: *\nDisallow: /a",
      GPT,
      "/a",
      { ...plain, effect: "allowed", by: "robots", line: 3, rule: "Disallow: /a", removed: true },
    ],
    [
      "nothing, as it stays forbidden",
      { robots: file, redirects: [{ from: "/a", to: "/x" }] },
      "User-agent: *\nDisallow: /",
      GPT,
      "/a/c",
      null,
    ],
    [
      "a redirect",
      { redirects: [{ from: "/a", to: "/x" }] },
      "",
      USER,
      "/a",
      { ...plain, effect: "redirected", by: "redirect", rule: "/a to /x", target: "/x", targetState: "page" },
    ],
    [
      "a redirect of training crawlers with a canonical page",
      { redirects: [{ from: "/a", to: "/x" }], canonicals: new Map([["/a", "/c"]]) },
      "",
      GPT,
      "/a",
      { ...plain, effect: "redirected", by: "redirect", rule: "/a to /x", target: "/x", targetState: "page" },
    ],
    [
      "a canonical page",
      { canonicals: new Map([["/a", "/c"]]), pageAt: () => "unknown" },
      "",
      GPT,
      "/a",
      { ...plain, effect: "redirected", by: "canonical", rule: "canonical /c", target: "/c", targetState: "page" },
    ],
    [
      "a canonical page that is forbidden",
      { canonicals: new Map([["/a", "/c"]]) },
      "User-agent: *\nDisallow: /c",
      GPT,
      "/a",
      { ...plain, effect: "redirected", by: "canonical", rule: "canonical /c", targetState: "forbidden" },
    ],
    ["no canonical page for others", { canonicals: new Map([["/a", "/c"]]) }, "", GOOGLE, "/a", null],
    [
      "noindex",
      { noindex: ["/x", "/a"] },
      "",
      GOOGLE,
      "/a",
      { ...plain, effect: "noindex", by: "noindex", rule: "/a" },
    ],
    ["no noindex for others", { noindex: ["/a"] }, "", GPT, "/a", null],
    ["no noindex of another", { noindex: ["/b"] }, "", GOOGLE, "/a", null],
  ])("is %s", (_, policy, present, agent, path, effect) => {
    expect(judgeOf(policy, present).judge(agent, path)).toEqual(effect);
  });

  it.each<[string, TargetState, CrawlerAgent, string]>([
    ["to a page", "page", GOOGLE, "page"],
    ["to one with noindex, for an index", "noindex", GOOGLE, "noindex"],
    ["to one with noindex, for others", "noindex", GPT, "page"],
    ["to one that is missing", "missing", GPT, "missing"],
    ["to one that nobody has seen", "unknown", GPT, "unknown"],
  ])("of a redirect %s", (_, state, agent, targetState) => {
    const pageAt = (path: string) => (path === "/x" ? state : "page");
    const effect = judgeOf({ redirects: [{ from: "/a", to: "/x" }], pageAt }).judge(agent, "/a");
    expect(effect).toMatchObject({ targetState, target: targetState === "page" ? "/x" : null });
  });

  it("follows ten redirects", () => {
    const chain = (length: number) => Array.from({ length }, (_, i) => ({ from: `/${i}$`, to: `/${i + 1}` }));
    const end = (length: number) => judgeOf({ redirects: chain(length) }).judge(GPT, "/0");
    expect(end(10)).toMatchObject({ targetState: "page", target: "/10" });
    expect(end(11)).toMatchObject({ targetState: "loop", target: null });
  });

  it("is read by each crawler's own group, and by nobody who does not say that it obeys", () => {
    const own = robots("User-agent: GPTBot", "Disallow: /a", "User-agent: *", "Disallow: /b");
    const all = (obeysRobots: CrawlerAgent["obeysRobots"], robotsToken: string | null, path: string) =>
      judgeOf({ robots: own }).judge({ ...GPT, obeysRobots, robotsToken }, path)?.effect ?? null;
    expect([all("yes", "GPTBot", "/a"), all("yes", "GPTBot", "/b")]).toEqual(["blocked", null]);
    expect([all("yes", "other", "/a"), all("yes", "other", "/b")]).toEqual([null, "blocked"]);
    expect([all("named", "GPTBot", "/a"), all("named", "other", "/b")]).toEqual(["blocked", null]);
    expect([all("no", "GPTBot", "/a"), all(null, "GPTBot", "/a"), all("yes", null, "/b")]).toEqual([null, null, null]);
    const judge = judgeOf({ robots: own });
    const seen = (["yes", "named", "no"] as const).map((obeysRobots) =>
      judge.judge({ ...GPT, robotsToken: "other", obeysRobots }, "/b"),
    );
    expect(seen.map((effect) => effect?.effect ?? null)).toEqual(["blocked", null, null]);
    expect([judge.judge(GPT, "/a")?.effect, judge.judge(GPT, "/b"), judge.judge(GPT, "/a")?.effect]).toEqual([
      "blocked",
      null,
      "blocked",
    ]);
  });
});

describe("a replay", () => {
  const row = (
    path: string,
    agent: CrawlerAgent,
    visits: number,
    change: Partial<ReplayedVisits> = {},
  ): ReplayedVisits => ({ path, agent, visits, verified: 1, wasted: false, ...change });
  const policy = {
    robots: robots("User-agent: *", "Disallow: /no"),
    redirects: [
      { from: "/old", to: "/new" },
      { from: "/loop", to: "/loop" },
    ],
    noindex: ["/hidden"],
  };
  const present = "User-agent: *\nDisallow: /was";
  const visits = [
    row("/no/1", GPT, 2),
    row("/no/2", GPT, 8, { wasted: true }),
    row("/was", GPT, 4),
    row("/old", GPT, 6),
    row("/loop", GPT, 5),
    row("/hidden", GOOGLE, 30),
    row("/hidden", GPT, 1),
    row("/loop", GOOGLE, 9, { wasted: true, verified: 7 }),
  ];

  it("sums what is lost, spared, moved and allowed, the busiest crawler first", () => {
    const { crawlers, judged } = replayPolicy(judgeOf(policy, present), visits, [], { limit: 9 });
    expect(judged).toBe(65);
    expect(
      crawlers.map(({ pages, agent, ...sums }) => Object.assign(sums, { token: agent.token, pages: pages.length })),
    ).toEqual([
      {
        token: "Googlebot",
        visits: 39,
        verified: 8,
        lost: 30,
        spared: 9,
        moved: 0,
        allowed: 0,
        affectedPages: 2,
        pages: 2,
      },
      {
        token: "GPTBot",
        visits: 26,
        verified: 6,
        lost: 7,
        spared: 8,
        moved: 6,
        allowed: 4,
        affectedPages: 5,
        pages: 5,
      },
    ]);
    expect(crawlers[1]!.pages.map(({ effect, ...page }) => Object.assign(page, { by: effect.by }))).toEqual([
      { path: "/no/2", visits: 8, verified: 1, outcome: "spared", by: "robots" },
      { path: "/old", visits: 6, verified: 1, outcome: "moved", by: "redirect" },
      { path: "/loop", visits: 5, verified: 1, outcome: "lost", by: "redirect" },
      { path: "/was", visits: 4, verified: 1, outcome: "allowed", by: "robots" },
      { path: "/no/1", visits: 2, verified: 1, outcome: "lost", by: "robots" },
    ]);
  });

  it("lists as many pages as are wanted, those with the crawler's most visits", () => {
    const listed = (limit: number) =>
      replayPolicy(judgeOf(policy, present), visits, [], { limit }).crawlers[1]!.pages.map(({ path }) => path);
    expect([listed(2), listed(1)]).toEqual([["/no/2", "/old"], ["/no/2"]]);
    const shared = [row("/no/a", GOOGLE, 50), row("/no/a", GPT, 1), row("/no/b", GPT, 9), row("/no/c", GPT, 9)];
    const { crawlers } = replayPolicy(judgeOf(policy), shared, [], { limit: 1 });
    expect(crawlers.map(({ pages }) => pages.map(({ path }) => path))).toEqual([["/no/a"], ["/no/b"]]);
  });

  it("judges the most visited pages first, all rows of a page together, and ends when its work is done", () => {
    const given = [row("/b", GPT, 4), row("/c", GPT, 2), row("/a", GPT, 1), row("/a", GOOGLE, 3), row("/d", GPT, 9)];
    const judgedAt = (maxCompared: number) => replayPolicy(judgeOf({}), given, [], { limit: 9, maxCompared }).judged;
    // A page takes three steps, and one more for its second crawler and for the noindex.
    expect([
      judgedAt(0),
      judgedAt(2),
      judgedAt(3),
      judgedAt(6),
      judgedAt(7),
      judgedAt(8),
      judgedAt(11),
      judgedAt(13),
    ]).toEqual([9, 9, 12, 12, 13, 17, 19, 19]);
  });

  it("tells the citations that are lost: of pages that no deciding crawler keeps, the most cited first", () => {
    const cited = (path: string, citations: number, ...crawlers: CrawlerAgent[]) => ({
      path,
      provider: "chatgpt",
      citations,
      crawlers,
    });
    const given = [
      cited("/no/1", 2, GPT),
      cited("/no/2", 3, GPT, GOOGLE),
      cited("/hidden", 9, GPT, GOOGLE),
      cited("/old", 4, GPT),
      cited("/was", 5, GPT),
      cited("/no/3", 1),
    ];
    const { citations } = replayPolicy(judgeOf(policy, present), [], given, { limit: 9 });
    expect([citations.total, citations.lost]).toEqual([24, 5]);
    expect(citations.pages).toEqual([
      {
        path: "/no/2",
        provider: "chatgpt",
        citations: 3,
        crawler: "GPTBot",
        effect: expect.objectContaining({ effect: "blocked" }),
      },
      {
        path: "/no/1",
        provider: "chatgpt",
        citations: 2,
        crawler: "GPTBot",
        effect: expect.objectContaining({ effect: "blocked" }),
      },
    ]);
    const one = replayPolicy(judgeOf(policy, present), [], given, { limit: 1 }).citations;
    expect([one.lost, one.pages.length]).toEqual([5, 1]);
    const few = (maxCompared: number) =>
      replayPolicy(judgeOf({ robots: policy.robots }), [], [cited("/no/1", 1, GPT), cited("/no/2", 2, GPT)], {
        limit: 9,
        maxCompared,
      }).citations.lost;
    expect([few(4), few(6)]).toEqual([2, 3]);
  });
});
