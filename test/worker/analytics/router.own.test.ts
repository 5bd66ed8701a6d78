import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { DAY_MS } from "../../../src/lib/time/time";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { isHeldBack } from "../../../src/prerender";
import { deleteSwitches, keepSwitches } from "../../../src/insights/router/router-bucket";
import { api, call, env, newAccount, newSite, signIn, until, type TestSite } from "../support/api.ts";
import { cache, setDomain } from "../support/cache.ts";
import { visitOfBot } from "../support/visits.ts";

const TRAINING = "Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const SEARCH = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const PERSON = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0 Safari/537.36";
const named = (canonical: string, status = 200) => ({
  status,
  about: { title: "", description: "", canonical, content: "" },
});

async function newRouted(routes: Parameters<typeof newSite>[0]) {
  const site = await newSite(routes);
  const account = await newAccount("pro", [site.host]);
  const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
  return { site, account, domain: site.host, id: row!.id };
}

async function ask(site: TestSite, path: string, userAgent: string, isVerified = true) {
  const request = new Request(site.origin + path, {
    headers: { "user-agent": userAgent },
    redirect: "manual",
    ...(isVerified && { cf: { verifiedBotCategory: "AI Crawler" } as unknown as CfProperties }),
  });
  const answer = await exports.default.fetch(request);
  await answer.text();
  return answer.status === 301 ? answer.headers.get("location") : answer.status;
}

describe("the routing of crawlers", () => {
  it("is proposed from verified visits, switched on by owners, and compared with pages left alone", async () => {
    const { site, account, domain, id } = await newRouted({ "*": { body: "origin" } });
    const now = Date.now();
    const visit = (path: string, times: number, change: object = {}) => ({
      event: visitOfBot(id, { path, at: now - DAY_MS, times, status: 200, ...change }),
      verdict: "verified" as const,
    });
    await cache(domain, "/shoes", "<p>page</p>", named(""));
    await cache(domain, "/shoes?sort=price", "<p>page</p>", named("/shoes"));
    await addVisits(
      env,
      [
        visit("/shoes", 9),
        visit("/shoes?sort=price", 5),
        visit("/gone", 4, { status: 404 }),
        visit("/typo", 1, { status: 404 }),
      ],
      now,
    );
    const { readRouter } = api(account.auth);
    const before = await readRouter({ query: { domain } });
    expect(before.switches).toEqual([]);
    expect(before.proposals).toMatchObject([
      {
        action: "redirect",
        pages: 1,
        visits: 5,
        kinds: [{ kind: "llm-training", pages: 1, visits: 5 }],
        paths: [{ path: "/shoes?sort=price", target: "/shoes", visits: 5 }],
        kept: [],
      },
      { action: "gone", pages: 1, visits: 4, paths: [{ path: "/gone", target: null, visits: 4 }] },
    ]);
    const change = async (json: object, headers: Record<string, string>) =>
      call("PUT", "/api/analytics/router", { headers, json: { domain, ...json } });
    const on = {
      switches: [
        { action: "redirect", kind: "llm-training" },
        { action: "gone", kind: "llm-training" },
      ],
    };
    expect((await change(on, account.auth)).status).toBe(401);
    const session = await signIn(account.email);
    const { status, body } = await change(on, session);
    expect(status).toBe(200);
    expect(body.gone).toEqual(["/gone"]);
    expect(body.switches).toMatchObject([
      { action: "redirect", kind: "llm-training", pages: 1, verdict: "too_early", reason: "days_left", daysLeft: 29 },
      { action: "gone", kind: "llm-training", pages: 1, verdict: "too_early" },
    ]);
    expect(body.switches[0].sentence).toContain("Too early to tell");
    const again = (await change(on, session)).body;
    expect(again.switches).toEqual(body.switches);
    const { since } = body.switches[0];
    const isHeld = isHeldBack("/shoes?sort=price", since);
    expect(await ask(site, "/shoes?sort=price", TRAINING)).toBe(isHeld ? 200 : `${site.origin}/shoes`);
    const off = (await change({ switches: [] }, session)).body;
    expect([off.switches, off.gone, off.keep]).toEqual([[], [], []]);
    expect((await change({ switches: [{ action: "gone", kind: "social" }] }, session)).status).toBe(400);
  });

  it("answers verified crawlers of its kinds only, and never a page that is there", async () => {
    const { site, account, domain } = await newRouted({
      "/gone": { status: 404, body: "no" },
      "/spa-gone": { body: "shell" },
      "*": { body: "origin" },
    });
    const since = Date.now() - 60 * DAY_MS;
    const router = {
      switches: [
        { action: "redirect", kind: "search", since },
        { action: "gone", kind: "search", since },
      ],
      gone: ["/gone", "/spa-gone", "/back-cached"],
      keep: ["/a?kept=1"],
    };
    await setDomain(domain, "crawl_router = ?", JSON.stringify(router));
    await cache(domain, "/a", "<p>a</p>", named(""));
    await cache(domain, "/a?sort=1", "<p>a</p>", named("/a"));
    await cache(domain, "/a?kept=1", "<p>a</p>", named("/a"));
    await cache(domain, "/spa-gone", "<p>not found</p>", named("", 404));
    await cache(domain, "/back-cached", "<p>back</p>", named(""));
    expect(await ask(site, "/a?sort=1", SEARCH)).toBe(`${site.origin}/a`);
    expect(await ask(site, "/a?kept=1", SEARCH)).toBe(200);
    expect(await ask(site, "/a?sort=1", TRAINING)).toBe(200);
    expect(await ask(site, "/a?sort=1", SEARCH, false)).toBe(200);
    expect(await ask(site, "/a?sort=1", PERSON)).toBe(200);
    expect(await ask(site, "/gone", SEARCH)).toBe(410);
    expect(await ask(site, "/spa-gone", SEARCH)).toBe(410);
    expect(await ask(site, "/back-cached", SEARCH)).toBe(200);
    expect(await ask(site, "/gone", PERSON)).toBe(404);
    expect(await ask(site, "/spa-gone", PERSON)).toBe(200);
    expect(await ask(site, "/spa-gone", TRAINING)).toBe(404);
    // They count like visits to pages that are left alone: otherwise a switch would always seem to save visits.
    const served = await until(async () => {
      const { body } = await call("GET", `/api/analytics/bots?domain=${domain}`, { headers: account.auth });
      const rows: { path: string; servedBy: string }[] = body.byServedBy;
      const own = rows.filter(({ path }) => ["/a?sort=1", "/gone"].includes(path));
      return own.length === 2 && own;
    });
    expect(served).toEqual(
      expect.arrayContaining([
        { path: "/a?sort=1", servedBy: "cache", count: 3 },
        { path: "/gone", servedBy: "cache", count: 1 },
      ]),
    );
  });

  it("keeps the list of pages that are gone, says which are there, and compares what stayed on it", async () => {
    const { account, domain, id } = await newRouted({ "*": { body: "origin" } });
    const now = Date.now();
    const visit = (path: string, status: number) => ({
      event: visitOfBot(id, { path, at: now - DAY_MS, times: 4, status }),
      verdict: "verified" as const,
    });
    await addVisits(env, [visit("/gone", 404), visit("/also-gone", 410), visit("/there", 200)], now);
    await cache(domain, "/cached", "<p>page</p>", named(""));
    const session = await signIn(account.email);
    const change = async (json: object) => {
      const { status, body } = await call("PUT", "/api/analytics/router", {
        headers: session,
        json: { domain, ...json },
      });
      expect(status).toBe(200);
      return body;
    };
    const switches = [{ action: "gone", kind: "llm-training" }];
    const given = await change({ switches, gone: ["/gone", "/there", "/cached", "/unheard"] });
    expect(given.notGone).toEqual([
      { path: "/there", status: 200 },
      { path: "/cached", status: 200 },
    ]);
    expect(given.switches).toMatchObject([{ pages: 4, reason: "days_left" }]);
    const both = await change({ switches: [...switches, { action: "redirect", kind: "llm-training" }] });
    expect(both.gone).toEqual(["/gone", "/there", "/cached", "/unheard"]);
    expect(both.switches).toMatchObject([
      { action: "gone", pages: 4 },
      { action: "redirect", pages: 0, verdict: "too_early", reason: "no_pages", daysLeft: null },
    ]);
    expect(both.switches[1].sentence).toMatch(/^Nothing to compare: no page to redirect was known/);
    const fewer = await change({ switches, gone: ["/gone", "/also-gone"] });
    expect([fewer.gone, fewer.notGone]).toEqual([["/gone", "/also-gone"], []]);
    // Of what it was about when it was switched on; the other page may have been found because of it.
    expect(fewer.switches).toMatchObject([{ pages: 1, since: given.switches[0].since }]);
    expect((await change({ switches: [] })).gone).toEqual([]);
    expect((await change({ switches })).gone).toEqual(["/also-gone", "/gone"]);
  });

  it("asks the origin once for a page that is not in the cache", async () => {
    const { site, domain } = await newRouted({ "/gone": { status: 404, body: "no" }, "/back": { body: "back" } });
    const on = { action: "gone", kind: "search", since: Date.now() - 60 * DAY_MS };
    const router = { switches: [on], gone: ["/gone", "/back"], keep: [] };
    await setDomain(domain, "crawl_router = ?", JSON.stringify(router));
    expect(await ask(site, "/gone", SEARCH)).toBe(410);
    expect(await ask(site, "/back", SEARCH)).toBe(200);
    expect((await site.log()).filter((line) => /\/(?:gone|back)$/.test(line))).toEqual(["GET /gone", "GET /back"]);
  });

  it("says what a switch changed once, after 28 days", async () => {
    const { account, domain, id } = await newRouted({ "*": { body: "origin" } });
    const now = Date.now();
    const since = now - 40 * DAY_MS;
    const paths = Array.from({ length: 60 }, (_, i) => `/p?sort=${i}`);
    const visits = paths.flatMap((path) => {
      const after = isHeldBack(path, since) ? 6 : 1;
      return [
        [since - 5 * DAY_MS, 6] as const,
        [since + 5 * DAY_MS, after] as const,
        // Days that are not compared.
        [since, 50] as const,
        [now - DAY_MS, 50] as const,
      ].map(([at, times]) => ({
        event: visitOfBot(id, { path, at, times, reported: true }),
        verdict: "verified" as const,
      }));
    });
    await addVisits(env, visits, now);
    const on = { action: "redirect", kind: "llm-training", since } as const;
    await setDomain(domain, "crawl_router = ?", JSON.stringify({ switches: [on], gone: [], keep: [] }));
    await keepSwitches(env, id, [{ ...on, paths }]);
    const { readRouter } = api(account.auth);
    const [found] = (await readRouter({ query: { domain } })).switches;
    expect(found).toMatchObject({ pages: 60, verdict: "fewer", reason: null });
    expect(found!.effect).toMatchObject({
      routed: { before: 6, after: 1 },
      others: { before: 6, after: 6 },
      effect: -5,
    });
    expect(found!.effect!.high).toBeLessThan(0);
    expect(found!.sentence).toMatch(/^It saves visits: crawlers of AI training went from 6 to 1 visits per page/);
    await deleteSwitches(env, id);
    const [lost] = (await readRouter({ query: { domain } })).switches;
    expect(lost).toMatchObject({ pages: 0, verdict: "too_early", reason: "no_pages" });
  });
});
