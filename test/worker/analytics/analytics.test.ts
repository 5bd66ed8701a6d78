import { createMessageBatch } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { consumeVisits } from "../../../src/analytics/consumer";
import { classifyUserAgent } from "../../../src/analytics/catalogue/classify";
import type { VisitVerdict } from "../../../src/analytics/core/verdict";
import { addVisits } from "../../../src/analytics/count/add-visits";
import type { VisitEvent } from "../../../src/analytics/count/record-visits";
import type { BotsReport } from "../../../src/analytics/reports/bots";
import { upkeepVisits } from "../../../src/analytics";
import {
  botsAsCounts,
  history,
  IndependentCount,
  shuffledWithRepeats,
  type HistoryEvent,
} from "../../support/visit-history.ts";
import { audit, call, env, html, newAccount, newSite, OPERATOR, until, type TestAccount } from "../support/api.ts";

const DAY_MS = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const GOOGLEBOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

let domains = 0;

/** Creates an account with one domain. */
async function newDomain(plan = "pro") {
  const domain = `analytics-${++domains}.example`;
  const account = await newAccount(plan, [domain]);
  const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(domain).first<{ id: string }>();
  const get = (path: string, headers: Record<string, string> = account.auth) =>
    call("GET", `/api/analytics/${path}${path.includes("?") ? "&" : "?"}domain=${domain}`, { headers });
  /** The report of one page, which its URL names. */
  const insights = (path: string, days = 30) => {
    const url = encodeURIComponent(`https://${domain}${path}`);
    return call("GET", `/api/analytics/page-insights?days=${days}&url=${url}`, { headers: account.auth });
  };
  const { token } = (
    await call("POST", `/api/admin/accounts/${account.accountId}/stats-tokens`, { headers: OPERATOR, json: { domain } })
  ).body;
  return { domain, id: row!.id, account, get, insights, token: token as string };
}

let sent = 0;

/** Delivers events to the consumer as the queue would. */
async function deliver(events: readonly VisitEvent[]): Promise<void> {
  const message = { id: `m${++sent}`, timestamp: new Date(), attempts: 1, body: events };
  await consumeVisits(createMessageBatch("crawlready-visits", [message]), env);
}

const asVisit = (domainId: string, { userAgent, at, ...event }: HistoryEvent): VisitEvent => ({
  ...event,
  ...classifyUserAgent(userAgent)!,
  at: Date.parse(at),
  domainId,
  reported: true,
});

const event = (change: Partial<HistoryEvent> = {}): HistoryEvent => ({
  id: crypto.randomUUID(),
  at: new Date().toISOString(),
  path: "/",
  userAgent: GPTBOT,
  servedBy: "cache",
  ...change,
});

const report = (account: TestAccount, domain: string, events: unknown) =>
  call("POST", "/api/analytics/visits", { headers: account.auth, json: { domain, events } });

describe("a history of visits", () => {
  it("matches an independent count, even if batches arrive twice, out of order and in parallel", async () => {
    const { id, get, insights } = await newDomain();
    const count = new IndependentCount();
    const events = [...history({ seed: 7, count: 4_000, days: 180, paths: 60, now: Date.now() })];
    for (const each of events) count.add(each);
    const batches = Array.from({ length: 80 }, (_, i) =>
      events.slice(i * 50, i * 50 + 50).map((each) => asVisit(id, each)),
    );
    const deliveries = shuffledWithRepeats(batches, 0.2, 11);
    expect(deliveries.length).toBeGreaterThan(88);
    for (let i = 0; i < deliveries.length; i += 5) await Promise.all(deliveries.slice(i, i + 5).map(deliver));

    for (const days of [1, 30, 180]) {
      const span = Array.from({ length: days }, (_, i) => day(days - 1 - i));
      const { daily } = (await get(`bots/daily?days=${days}`)).body;
      expect(daily).toEqual(count.daily(span));
      expect((await get(`bots/summary?days=${days}`)).body).toEqual(count.summary(span[0]!, day(0)));
      const { body: bots } = await get(`bots?from=${span[0]}&to=${day(0)}`);
      expect(botsAsCounts(bots)).toEqual(count.bots(span[0]!, day(0)));
    }
    expect(botsAsCounts((await get("bots")).body)).toEqual(count.bots(day(30), day(0)));
    const ever = await get("bots?from=0001-01-01&to=9999-12-31");
    expect(botsAsCounts(ever.body)).toEqual(count.bots("0001-01-01", "9999-12-31"));
    for (const years of ["from=0001-01-01&to=1969-12-31", "from=2060-01-01&to=9999-12-31"])
      expect((await get(`bots?${years}`)).body.byProvider).toEqual([]);
    expect(botsAsCounts((await get(`bots?from=${day(90)}&to=${day(60)}`)).body)).toEqual(count.bots(day(90), day(60)));
    const parts: BotsReport[] = [];
    for (let cursor: string | null | undefined = ""; cursor !== null;) {
      const { body }: { body: BotsReport } = await get(
        `bots?limit=7${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`,
      );
      parts.push(body);
      cursor = body.nextCursor ?? null;
    }
    const { body: whole } = await get("bots");
    expect(parts.length).toBe(Math.ceil(new Set(whole.byProvider.map(({ path }: { path: string }) => path)).size / 7));
    expect(parts.flatMap((part) => part.byProvider)).toEqual(whole.byProvider);
    expect(parts.flatMap((part) => part.byServedBy)).toEqual(whole.byServedBy);
    for (const part of parts) expect(part.spoofed).toEqual(whole.spoofed);
    const found = await get(`bots?search=${encodeURIComponent("äPFEL")}`);
    expect(botsAsCounts(found.body)).toEqual(count.bots(day(30), day(0), (path) => path.includes("%C3%84pfel")));
    const page = "/products/item-0?page=0";
    const exact = await get(`bots?path=${encodeURIComponent(page)}`);
    expect(botsAsCounts(exact.body)).toEqual(count.bots(day(30), day(0), (path) => path === page));
    expect((await insights(page, 45)).body.crawlerVisits).toEqual(count.page(page, day(44), day(0)));
  });

  it("detects new pages by the first visit ever, even if it arrives late", async () => {
    const { id, get } = await newDomain();
    await deliver([asVisit(id, event({ path: "/a" }))]);
    expect((await get("bots/summary?days=30")).body).toMatchObject({ newPagesCrawled: 1, totalPagesCrawled: 1 });
    await deliver([asVisit(id, event({ path: "/a", at: new Date(Date.now() - 40 * DAY_MS).toISOString() }))]);
    expect((await get("bots/summary?days=30")).body).toMatchObject({ newPagesCrawled: 0, totalPagesCrawled: 1 });
  });

  it("adds up the render time that the cache saved: the page's, else the domain's median, else 3 s", async () => {
    const { id, get } = await newDomain();
    const visits = (change: Partial<VisitEvent>, n: number): VisitEvent[] =>
      Array.from({ length: n }, () => ({ ...asVisit(id, event()), ...change }));
    await deliver(visits({}, 20));
    expect((await get("bots/summary")).body.crawlBudgetSaved).toEqual({
      percentage: 100,
      minutesSaved: 1,
      cacheHits: 20,
    });
    await deliver(visits({ servedBy: "render", renderMs: 6_000 }, 5));
    expect((await get("bots/summary")).body.crawlBudgetSaved).toEqual({
      percentage: 80,
      minutesSaved: 2,
      cacheHits: 20,
    });
    await deliver(visits({ renderMs: 12_050, serveMs: 50 }, 10));
    expect((await get("bots/summary")).body.crawlBudgetSaved).toEqual({
      percentage: 85.7,
      minutesSaved: 4,
      cacheHits: 30,
    });
  });
});

describe("reported visits", () => {
  it("go through the queue, and each id counts once per domain", async () => {
    const { domain, account, get, insights } = await newDomain();
    const events = [
      event({ id: "a" }),
      event({ id: "a" }),
      event({ id: "b", path: "/x?utm_source=mail&gclid=1#top" }),
      event({ userAgent: PERSON }),
    ];
    expect(await report(account, domain, events)).toMatchObject({ status: 202, body: { accepted: 3, ignored: 1 } });
    await report(account, domain, events);
    const { body } = await until(async () => {
      const answer = await get("bots");
      return answer.body.byProvider.length === 2 && answer;
    });
    expect(body.byProvider).toEqual([
      { path: "/", provider: "openai", count: 1 },
      { path: "/x", provider: "openai", count: 1 },
    ]);
    const exact = await get(`bots?path=${encodeURIComponent("/x?utm_medium=feed")}`);
    expect(exact.body.byProvider).toEqual([{ path: "/x", provider: "openai", count: 1 }]);
    expect((await insights("/x?ref=y")).body.crawlerVisits.total).toBe(1);
  });

  it.each<[string, unknown]>([
    ["no events", []],
    ["1,001 events", Array.from({ length: 1_001 }, () => event())],
    ["a day that the calendar does not have", [event({ at: "2026-02-30T00:00:00Z" })]],
    ["an instant without a zone", [event({ at: "2026-11-01T00:00:00" })]],
    ["a visit 181 days ago", [event({ at: new Date(Date.now() - 181 * DAY_MS).toISOString() })]],
    ["a visit tomorrow", [event({ at: new Date(Date.now() + DAY_MS).toISOString() })]],
    ["a path without its slash", [event({ path: "x" })]],
    ["a path of 3,000 characters", [event({ path: `/${"x".repeat(3_000)}` })]],
    ["another way of serving", [{ ...event(), servedBy: "origin" }]],
    ["an address that is none", [{ ...event(), ip: "300.1.1.1" }]],
    ["an empty id", [event({ id: "" })]],
  ])("with %s are rejected as a whole", async (_name, events) => {
    const { domain, account } = await newDomain();
    const answer = await report(account, domain, events);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  });

  it("require a key of the domain's own account", async () => {
    const own = await newDomain();
    const other = await newDomain();
    expect((await report(own.account, other.domain, [event()])).body.error).toBe("domain_not_owned");
    const json = { domain: own.domain, events: [event()] };
    expect((await call("POST", `/api/analytics/visits?token=${own.token}`, { json })).status).toBe(401);
    const free = await newDomain("free");
    expect((await report(free.account, own.domain, [event()])).body.error).toBe("domain_not_owned");
    expect((await report(free.account, free.domain, [event()])).status).toBe(202);
  });
});

describe("the four reports", () => {
  let own: Awaited<ReturnType<typeof newDomain>>;
  let other: Awaited<ReturnType<typeof newDomain>>;
  let free: Awaited<ReturnType<typeof newDomain>>;
  beforeAll(async () => {
    [own, other, free] = [await newDomain(), await newDomain(), await newDomain("free")];
    await deliver([asVisit(own.id, event()), asVisit(own.id, event({ userAgent: GOOGLEBOT, servedBy: "render" }))]);
  });
  const REPORTS = ["bots", "bots/daily", "bots/summary", "page-insights"];
  const ask = (path: string, query: Record<string, string>, headers: Record<string, string> = {}) =>
    call("GET", `/api/analytics/${path}?${new URLSearchParams(query).toString()}`, { headers });
  const of = (path: string, domain: string): Record<string, string> =>
    path === "page-insights" ? { url: `https://${domain}/` } : { domain };

  it.each(REPORTS)("%s accepts an API key or a stats token, and nothing else", async (path) => {
    const query = of(path, own.domain);
    expect((await ask(path, query, own.account.auth)).status).toBe(200);
    expect((await ask(path, { ...query, token: own.token })).body).toEqual(
      (await ask(path, query, own.account.auth)).body,
    );
    const refused = [
      await ask(path, query),
      await ask(path, { ...query, token: "crs_wrong" }),
      await ask(path, of(path, other.domain), own.account.auth),
      await ask(path, { ...of(path, other.domain), token: own.token }),
      await ask(path, of(path, free.domain), free.account.auth),
    ];
    expect(refused.map(({ status, body }) => [status, body.error])).toEqual([
      [401, "invalid_api_key"],
      [401, "invalid_api_key"],
      [403, "domain_not_owned"],
      [403, "api_key_domain_scope_mismatch"],
      [403, "plan_required"],
    ]);
  });

  it("gives strangers with a token the 10,000 most visited paths at once, and the others in pages", async () => {
    const { id, get, token } = await newDomain();
    const visits = Array.from({ length: 10_001 }, (_, i) => asVisit(id, event({ path: `/p${i}` })));
    visits.push(asVisit(id, event({ path: "/p10000" })));
    await addVisits(
      env,
      visits.map((each) => ({ event: each, verdict: "unknown" as const })),
      Date.now(),
    );
    const { body: all } = await get("bots");
    const { body: open } = await ask("bots", { token });
    expect([all.byProvider.length, all.nextCursor, open.byProvider.length]).toEqual([10_001, undefined, 10_000]);
    expect(open.byProvider).toEqual(all.byProvider.slice(0, 10_000));
    expect(open.byServedBy.length).toBe(10_000);
    const { body: rest } = await ask("bots", { token, limit: "10000", cursor: open.nextCursor });
    expect([rest.byProvider, rest.nextCursor]).toEqual([all.byProvider.slice(10_000), null]);
    const csv = await ask("bots", { token, format: "csv" });
    expect(csv.body.trim().split("\n").length).toBe(10_001);
  });

  it.each(["bots", "bots/daily", "bots/summary"])("%s requires the domain unless a token implies it", async (path) => {
    expect((await ask(path, {}, own.account.auth)).body.error).toBe("invalid_request");
    expect((await ask(path, { token: own.token })).status).toBe(200);
  });

  it.each(["bots/daily", "bots/summary", "page-insights"])("%s accepts 1 to 180 days", async (path) => {
    for (const days of ["0", "181", "-1", "1.5", "x", ""])
      expect([days, (await ask(path, { ...of(path, own.domain), days }, own.account.auth)).body.error]).toEqual([
        days,
        "invalid_request",
      ]);
    for (const days of ["1", "180"])
      expect((await ask(path, { ...of(path, own.domain), days }, own.account.auth)).status).toBe(200);
  });

  it.each<Record<string, string>>([
    { from: "2026-02-30" },
    { to: "2026-13-01" },
    { from: "01.02.2026" },
    { from: "2026-03-02", to: "2026-03-01" },
    { to: "2020-01-01" },
    { path: "no-slash" },
    { format: "xml" },
    { limit: "0" },
    { limit: "10001" },
    { limit: "1", cursor: "next" },
    { cursor: "1/" },
  ])("bots rejects %j", async (query) => {
    const answer = await ask("bots", { domain: own.domain, ...query }, own.account.auth);
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  });

  it("finds search text of any length in paths, without false matches", async () => {
    const search = async (text: string) =>
      (await own.get(`bots?search=${encodeURIComponent(text)}`)).body.byProvider.length;
    await deliver([asVisit(own.id, event({ path: `/${"lang-".repeat(40)}STRASSE` }))]);
    expect(await search(`${"LANG-".repeat(40)}straße`)).toBe(1);
    expect(await search("100%")).toBe(0);
    expect(await search("")).toBe(3);
  });

  it.each(["nonsense", "/path", "ftp://x.example/"])("page-insights rejects %s", async (url) => {
    expect((await ask("page-insights", { url }, own.account.auth)).body.error).toBe("invalid_request");
  });

  it("page-insights joins a page's visits with the latest audit", async () => {
    const site = await newSite({ "/": { body: html({ head: '<link rel="canonical" href="/">' }) } });
    const account = await newAccount("pro", [site.host]);
    const url = `${site.origin}/`;
    const before = await ask("page-insights", { url }, account.auth);
    expect(before.body).toMatchObject({
      url,
      domain: site.host,
      path: "/",
      window: { days: 30, from: `${day(29)}T00:00:00.000Z`, to: `${day(-1)}T00:00:00.000Z` },
      crawlerVisits: { total: 0, byProvider: [], byServedBy: [] },
      seoSpider: { latestRun: null, page: { found: false, issueCount: 0, issues: [] } },
    });
    const done = await audit(account, site);
    const after = await ask("page-insights", { url: `${url}#x`, days: "7" }, account.auth);
    const { id, status, startedAt, completedAt } = done.run;
    const page = done.pages[0]!;
    expect(after.body.seoSpider).toEqual({
      latestRun: { id, status, startedAt, completedAt },
      page: {
        found: true,
        issueCount: page.issueCount,
        issues: page.issues.map((issue) => ({
          issueId: issue.id,
          severity: issue.severity,
        })),
        statusCode: 200,
        healthScore: page.healthScore,
        previewScore: page.previewScore,
        indexable: page.indexable,
        runId: id,
        auditedAt: startedAt,
      },
    });
    const missing = await ask("page-insights", { url: `${url}none` }, account.auth);
    expect(missing.body.seoSpider).toMatchObject({ latestRun: { id }, page: { found: false } });
  });
});

describe("the public list of crawlers", () => {
  it("is HTML for people and JSON for programs, and shows its date", async () => {
    const page = await call("GET", "/bots", { headers: { accept: "text/html,*/*;q=0.8" } });
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.body).toContain("OAI-SearchBot");
    const { body } = await call("GET", "/bots", { headers: { accept: "application/json" } });
    expect(page.body).toContain(body.date);
    expect(body.crawlers).toHaveLength(394);
    expect(body.crawlers.find((each: { token: string }) => each.token === "Googlebot")).toMatchObject({
      provider: "google",
      kind: "search",
      robotsToken: "Googlebot",
      verifiedBy: [expect.stringContaining("common-crawlers.json"), "reverse DNS under googlebot.com"],
      documentation: "https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers",
      source: { name: "operators' documentation", date: "2026-11-21" },
    });
  });
});

describe("CSV", () => {
  it("has one line per path and provider, and neutralises formulas in paths", async () => {
    const { id, get } = await newDomain();
    await deliver([
      asVisit(id, event({ path: "/a,b" })),
      asVisit(id, event({ path: "/a,b", servedBy: "render" })),
      { ...asVisit(id, event({ path: "/x" })), provider: "=cmd()" },
    ]);
    const csv = await get("bots?format=csv");
    expect(csv.headers.get("content-type")).toBe("text/csv; charset=UTF-8");
    expect(csv.body.split("\r\n")).toEqual([
      "path,provider,count,cache,render",
      '"/a,b",openai,2,1,1',
      "/x,'=cmd(),1,1,0",
      "",
    ]);
  });
});

describe("wasted visits", () => {
  it("are visits to missing pages, redirects, hidden pages and duplicates, with a suggested redirect", async () => {
    const page = (body: string, head = "") => ({ body: html({ body, head }) });
    const site = await newSite({
      "/": page('<a href="/shoes">1</a><a href="/hidden">2</a><a href="/old">3</a><a href="/lost">4</a>'),
      // Its text is its own, or it would be nearly the same page as the home page.
      "/shoes": { body: html({ body: "shoes" }).replaceAll("word", "shoe") },
      "/hidden": page("hidden", '<meta name="robots" content="noindex">'),
      "/old": { status: 301, headers: { location: "/shoes" } },
    });
    const account = await newAccount("pro", [site.host]);
    const get = (path: string, headers = account.auth) =>
      call("GET", `/api/analytics/${path}?domain=${site.host}`, { headers });
    const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
    const visits = (path: string, n: number, status?: number): VisitEvent[] =>
      Array.from({ length: n }, () => ({ ...asVisit(row!.id, event({ path })), status }));
    await deliver([
      ...visits("/shoes", 5),
      ...visits("/hidden", 4),
      ...visits("/old", 3),
      ...visits("/shoe.html", 2, 404),
      ...visits("/lost", 1),
      ...visits("/shoes?sort=price", 1),
    ]);
    await audit(account, site);
    const { status, body } = await get("waste");
    expect(status).toBe(200);
    expect(body).toMatchObject({ totalVisits: 16, wastedVisits: 11, wastedPercentage: 68.8 });
    expect(body.reasons).toEqual([
      {
        reason: "not_found",
        visits: 3,
        percentage: 18.8,
        paths: 2,
        top: [
          { path: "/shoe.html", visits: 2, suggestedRedirect: "/shoes" },
          { path: "/lost", visits: 1, suggestedRedirect: null },
        ],
      },
      { reason: "redirect", visits: 3, percentage: 18.8, paths: 1, top: [{ path: "/old", visits: 3 }] },
      { reason: "error", visits: 0, percentage: 0, paths: 0, top: [] },
      { reason: "noindex", visits: 4, percentage: 25, paths: 1, top: [{ path: "/hidden", visits: 4 }] },
      { reason: "duplicate", visits: 0, percentage: 0, paths: 0, top: [] },
      { reason: "parameters", visits: 1, percentage: 6.3, paths: 1, top: [{ path: "/shoes?sort=price", visits: 1 }] },
    ]);
    expect((await get("waste", {} as never)).status).toBe(401);
  });

  it("are not available to stats tokens", async () => {
    const { token } = await newDomain();
    for (const path of ["waste", "violations"])
      expect((await call("GET", `/api/analytics/${path}?token=${token}`)).status).toBe(401);
  });
});

describe("violations", () => {
  it("are visits of verified crawlers that the robots.txt of that time disallowed", async () => {
    const site = await newSite({ "/robots.txt": { body: "User-agent: GPTBot\nDisallow: /private" } });
    const account = await newAccount("pro", [site.host]);
    const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
    const judged = (path: string, at: number, verdict: VisitVerdict = "verified") => ({
      event: { ...asVisit(row!.id, event({ path })), at },
      verdict,
    });
    const now = Date.now();
    await addVisits(env, [judged("/", now)], now);
    await upkeepVisits(env, row!.id, now - 3 * DAY_MS);
    await site.set({ "/robots.txt": { status: 503 } });
    await upkeepVisits(env, row!.id, now - 2 * DAY_MS);
    await site.set({ "/robots.txt": { status: 404 } });
    await upkeepVisits(env, row!.id, now - DAY_MS);
    expect(await site.log()).toEqual(["GET /robots.txt"]);
    await upkeepVisits(env, row!.id, now - DAY_MS + 60_000);
    expect(await site.log()).toEqual(["GET /robots.txt"]);

    const visits = [
      judged("/private/a", now - 2 * DAY_MS),
      judged("/private/a", now - 1.5 * DAY_MS),
      judged("/private/a", now - 1.5 * DAY_MS, "unknown"),
      judged("/private/a", now - 1.5 * DAY_MS, "spoofed"),
      judged("/public", now - 1.5 * DAY_MS),
      judged("/private/b", now - 4 * DAY_MS),
      judged("/private/b", now - 0.5 * DAY_MS),
    ];
    for (let i = 0; i < 2; i++) await addVisits(env, visits, now);
    const { body } = await call("GET", `/api/analytics/violations?domain=${site.host}&days=7`, {
      headers: account.auth,
    });
    expect(body).toMatchObject({
      verifiedVisits: 6,
      forbiddenVisits: 2,
      robotsKnownSince: new Date(now - 3 * DAY_MS).toISOString(),
      violations: [
        {
          path: "/private/a",
          crawler: "GPTBot",
          provider: "openai",
          robotsToken: "GPTBot",
          rule: { pattern: "/private", line: 2 },
          visits: 2,
          firstDate: new Date(now - 2 * DAY_MS).toISOString().slice(0, 10),
        },
      ],
    });
    expect(body.violations).toHaveLength(1);
  });
});
