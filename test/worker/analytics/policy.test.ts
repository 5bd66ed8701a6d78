import { describe, expect, it } from "vitest";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact";
import { DAY_MS, utcDay } from "../../../src/lib/time/time";
import { classifyUserAgent } from "../../../src/analytics";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { api, call, env } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { seedAnswers, seedPrompts } from "../support/seed-answers.ts";
import { newVisits, visitOfBot } from "../support/visits.ts";

describe("a policy before it is saved", () => {
  it("is replayed over visits and citations, with the lines that decide", async () => {
    const { account, domain, id } = await newVisits("policy.example");
    const now = Date.now();
    const visit = (path: string, userAgent: string, times: number, change: object = {}) => ({
      event: visitOfBot(id, {
        path,
        at: now - DAY_MS,
        times,
        status: 200,
        ...classifyUserAgent(userAgent)!,
        ...change,
      }),
      verdict: "verified" as const,
    });
    const visits = [
      visit("/shop/a", "OAI-SearchBot/1.0", 5),
      visit("/shop/gone", "OAI-SearchBot/1.0", 3, { status: 404 }),
      visit("/shop/a", "Googlebot/2.1", 7),
      visit("/n", "Googlebot/2.1", 2),
      visit("/old", "GPTBot/1.2", 4),
      visit("/p?color=red", "GPTBot/1.2", 6),
      visit("/forbidden", "GPTBot/1.2", 1),
    ];
    await addVisits(env, visits, now);
    const about = (canonical: string) => ({ about: { title: "", description: "", canonical, content: "" } });
    for (const path of ["/p", "/new"]) await cache(domain, path, "<p>page</p>", about(""));
    await cache(domain, "/p?color=red", "<p>page</p>", about("/p"));
    const present = { hash: "1", text: "User-agent: *\nDisallow: /forbidden" };
    await env.DOMAIN_VISITS.getByName(id).noteRobots(present, now - 3 * DAY_MS);
    const answer: AnswerFact = {
      runId: "r-policy",
      promptId: "p-policy",
      provider: "chatgpt",
      dateUtc: utcDay(now),
      createdAt: 1,
      position: 1,
      sentiment: 0,
      ownUrls: [`https://${domain}/shop/a`, `https://${domain}/n`],
      competitors: [],
      cited: [],
    };
    await seedPrompts(account.accountId, id, ["p-policy"]);
    await seedAnswers(account.accountId, id, [answer]);
    const { tryPolicy } = api(account.auth);
    const same = await tryPolicy({ body: { domain, robotsTxt: present.text } });
    expect(same.crawlers.map(({ affectedPages }) => affectedPages)).toEqual([0, 0, 0]);
    expect(same.citations).toEqual({ total: 2, lost: 0, pages: [] });
    const report = await tryPolicy({
      body: {
        domain,
        robotsTxt: "User-agent: OAI-SearchBot\nDisallow: /shop/",
        noindex: ["/n$"],
        redirects: [{ from: "/old$", to: "/new" }],
        canonicalRedirects: true,
      },
    });
    expect(report).toMatchObject({ robots: { source: "visits" }, visits: 28, judgedVisits: 28 });
    const decided = { line: null, removed: false, target: null };
    expect(report.crawlers).toMatchObject([
      {
        crawler: "GPTBot",
        lost: 0,
        spared: 0,
        moved: 10,
        allowed: 1,
        pages: [
          { path: "/p?color=red", by: { ...decided, decider: "canonical", target: "/p" } },
          {
            path: "/old",
            by: { ...decided, decider: "redirect", rule: "/old$ to /new", target: "/new", targetState: "page" },
          },
          { path: "/forbidden", by: { decider: "robots", line: 2, rule: "Disallow: /forbidden", removed: true } },
        ],
      },
      { crawler: "Googlebot", lost: 2, pages: [{ path: "/n", by: { ...decided, decider: "noindex" } }] },
      {
        crawler: "OAI-SearchBot",
        lost: 5,
        spared: 3,
        pages: [
          { path: "/shop/a", outcome: "lost", by: { decider: "robots", line: 2, rule: "Disallow: /shop/" } },
          { path: "/shop/gone", outcome: "spared" },
        ],
      },
    ]);
    expect(report.citations).toMatchObject({ total: 2, lost: 2 });
    expect(report.citations.pages.map(({ path, by }) => [path, by.decider])).toEqual([
      ["/n", "noindex"],
      ["/shop/a", "robots"],
    ]);
  });

  it("refuses what is no path, and a file that is too long", async () => {
    const { account, domain } = await newVisits("policy-refused.example");
    for (const change of [
      { noindex: ["x"] },
      { redirects: [{ from: "/a", to: "b" }] },
      { robotsTxt: "x".repeat(512_001) },
    ]) {
      const json = { domain, ...change };
      const { status, body } = await call("POST", "/api/analytics/policy/try", { headers: account.auth, json });
      expect([status, body.error]).toEqual([400, "invalid_request"]);
    }
  });
});
