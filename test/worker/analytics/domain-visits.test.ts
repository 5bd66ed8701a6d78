import { exports } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import type { SiteRoute } from "../../support/site-server.ts";
import type { AnswerFact } from "../../../src/mentions/core/statistics/fact";
import { MAX_ANSWER_PATHS } from "../../../src/analytics/domain-visits/day-rows";
import { packVisits } from "../../../src/analytics/count/record-visits";
import { call, env, newSite, until, type Answer } from "../support/api.ts";
import { seedAnswers, seedPrompts } from "../support/seed-answers.ts";
import { spiedDatabase } from "../support/spied-database.ts";
import {
  countedVisits,
  deliverVisits,
  inVisits,
  knownVisits,
  newVisits,
  visitOfBot,
  visitRows,
  withDatabase,
  withVisits,
} from "../support/visits.ts";

describe("a counted visit", () => {
  it("writes nothing to D1, and asks it only before the domain's first visit", async () => {
    const { id } = await newVisits("no-d1.example");
    const spied = spiedDatabase(env.DB);
    await withDatabase(id, spied.database);
    expect(await deliverVisits([[visitOfBot(id)]], { DB: spied.database })).toEqual([]);
    expect(spied.statements).toEqual([expect.stringMatching(/^\s*SELECT EXISTS/)]);
    spied.statements.length = 0;
    const events = Array.from({ length: 300 }, (_, i) => visitOfBot(id, { path: `/${i}` }));
    expect(
      await deliverVisits([events.slice(0, 100), events.slice(100), [events[0]!]], { DB: spied.database }),
    ).toEqual([]);
    expect(spied.statements).toEqual([]);
    expect(await visitTables()).toEqual([]);
    expect(await knownVisits(id)).toEqual({ paths: 301, ids: 301 });
  });

  it("waits for its own domain's object only", async () => {
    const [{ id: down }, { id: up }] = [await newVisits("down.example"), await newVisits("up.example")];
    const messages = [
      [visitOfBot(down)],
      [visitOfBot(up)],
      [visitOfBot(down, { path: "/both" }), visitOfBot(up, { path: "/both" })],
    ];
    const objects = {
      getByName: (name: string) =>
        name === down ? { count: () => Promise.reject(new Error("overloaded")) } : env.DOMAIN_VISITS.getByName(name),
    };
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(await deliverVisits(messages, { DOMAIN_VISITS: objects })).toEqual(["m0", "m2"]);
    silent.mockRestore();
    expect([await countedVisits(down), await countedVisits(up)]).toEqual([0, 2]);
    expect(await deliverVisits([messages[0]!, messages[2]!])).toEqual([]);
    expect([await countedVisits(down), await countedVisits(up)]).toEqual([2, 2]);
  });

  it("of a domain that was deleted is dropped, and leaves nothing behind", async () => {
    const { id } = await newVisits("deleted.example");
    await deliverVisits([[visitOfBot(id)]]);
    await env.DB.prepare("UPDATE domain SET deleted_at = 1, verified_at = NULL WHERE id = ?").bind(id).run();
    await env.DOMAIN_VISITS.getByName(id).purge();
    expect(await deliverVisits([[visitOfBot(id)]])).toEqual([]);
    const left = await inVisits(id, ({ sql, kv }) => [
      ...sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_cf%' ESCAPE '\\'").toArray(),
      ...kv.list(),
    ]);
    expect(left).toEqual([]);
  });
});

describe("equal visits sent as one", () => {
  it("count each, once however often they are delivered, next to single ones", async () => {
    const { account, domain, id } = await newVisits("repeated.example");
    const repeated = { ...visitOfBot(id, { path: "/hot", status: 200, renderMs: 900 }), times: 40 };
    const [message] = packVisits([repeated, visitOfBot(id, { path: "/hot", status: 200, renderMs: 500 })]);
    await deliverVisits([message!, message!]);
    await deliverVisits([message!]);
    const { body } = await call("GET", `/api/analytics/bots/summary?domain=${domain}`, { headers: account.auth });
    expect(body).toMatchObject({ totalCrawlsServed: 41, totalPagesCrawled: 1 });
    expect(body.crawlBudgetSaved).toMatchObject({ cacheHits: 41, minutesSaved: 0.6 });
    const answers = await call("GET", `/api/analytics/answers?domain=${domain}`, { headers: account.auth });
    expect(answers.body.byAnswer).toEqual([
      { servedBy: "cache", form: "page", status: 200, way: "connected", count: 41 },
    ]);
    expect([(await knownVisits(id)).ids, await countedVisits(id)]).toEqual([2, 41]);
  });

  it("are left to a newer release by one that would count them as one", async () => {
    const [[sent]] = packVisits([{ ...visitOfBot("d"), times: 2 }]) as [unknown[]];
    expect(sent).toEqual({ times: 2, visit: expect.not.objectContaining({ times: 2 }) });
    expect(sent).not.toHaveProperty("id");
  });
});

describe("responses of the origin", () => {
  const read = async (account: { auth: Record<string, string> }, domain: string, query = "") =>
    (await call("GET", `/api/analytics/answers?domain=${domain}${query}`, { headers: account.auth })).body;

  it("count once however often they are delivered, and change no number of the cache", async () => {
    const { account, domain, id } = await newVisits("answers.example");
    const origin = { servedBy: "origin", form: "robots_txt", status: 200, path: "/robots.txt" } as const;
    const events = [
      visitOfBot(id, { status: 200 }),
      visitOfBot(id, origin),
      visitOfBot(id, { ...origin, status: 503 }),
      visitOfBot(id, { ...origin, path: "/x", form: "page", status: 404 }),
    ];
    await deliverVisits([events.slice(0, 3), events]);
    await deliverVisits([events, [events[2]!, events[0]!]]);
    const report = await read(account, domain);
    expect(report.byAnswer).toEqual([
      { servedBy: "cache", form: "page", status: 200, way: "connected", count: 1 },
      { servedBy: "origin", form: "page", status: 404, way: "connected", count: 1 },
      { servedBy: "origin", form: "robots_txt", status: 200, way: "connected", count: 1 },
      { servedBy: "origin", form: "robots_txt", status: 503, way: "connected", count: 1 },
    ]);
    expect([report.total, await countedVisits(id), (await knownVisits(id)).paths]).toEqual([4, 1, 1]);
    const summary = await call("GET", `/api/analytics/bots/summary?domain=${domain}`, { headers: account.auth });
    expect(summary.body).toMatchObject({ totalCrawlsServed: 1, totalPagesCrawled: 1 });
    const first = await read(account, domain, "&limit=1");
    expect(first.originPaths.map(({ path, count }: any) => [path, count])).toEqual([["/robots.txt", 2]]);
    const second = await read(account, domain, `&limit=1&cursor=${encodeURIComponent(first.nextCursor)}`);
    expect([second.originPaths.map(({ path }: any) => path), second.nextCursor]).toEqual([["/x"], null]);
    const csv = await read(account, domain, "&format=csv");
    expect(csv.trim().split(/\r?\n/)).toHaveLength(4);
  });

  it("have a limit of paths per day, and impostors use none of it up", async () => {
    const { account, domain, id } = await newVisits("many-answers.example");
    const events = Array.from({ length: MAX_ANSWER_PATHS + 5 }, (_, i) =>
      visitOfBot(id, { servedBy: "origin", form: "page", status: 404, path: `/${String(i).padStart(5, "0")}` }),
    );
    for (let i = 0; i < events.length; i += 100) await deliverVisits([events.slice(i, i + 100)]);
    const { rows } = await withVisits(id, (instance) => instance.exportRows("visit_response", 0));
    expect(rows.filter(({ path }) => path === "(other)")).toMatchObject([{ count: 5 }]);
    expect(rows).toHaveLength(MAX_ANSWER_PATHS + 1);
    expect((await read(account, domain, "&limit=1")).total).toBe(events.length);
  });
});

/** The tables of D1 that have to do with visits. */
async function visitTables(): Promise<unknown[]> {
  const query = "SELECT name FROM sqlite_master WHERE name LIKE 'visit%' OR name LIKE 'robots%'";
  return (await env.DB.prepare(query).all()).results;
}

const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";
const REFERRERS: ReadonlyArray<readonly [referrer: string, operator: string | null]> = [
  ["https://chatgpt.com/", "openai"],
  ["https://chat.openai.com/", "openai"],
  ["https://www.perplexity.ai/search", "perplexity"],
  ["https://claude.ai/chat", "anthropic"],
  ["https://www.google.com/", null],
];

// Together, because each waits for the queue.
describe.concurrent("people whom assistants sent", () => {
  const today = new Date().toISOString().slice(0, 10);
  const waitFor = (get: (path: string) => Promise<Answer>, total: number) =>
    until(async () => ((await get("referrals")).body.total === total ? true : null));

  async function newReferrals(routes: Record<string, SiteRoute> = {}) {
    const site = await newSite(routes);
    const { account, id } = await newVisits(site.host);
    const get = (path: string) =>
      call("GET", `/api/analytics/${path}${path.includes("?") ? "&" : "?"}domain=${site.host}`, {
        headers: account.auth,
      });
    const open = (path: string, headers: Record<string, string>) =>
      exports.default
        .fetch(site.origin + path, {
          headers: { "user-agent": PERSON, accept: "text/html", ...headers },
          redirect: "manual",
        })
        .then((response: Response) => response.text());
    const report = (events: object[]) =>
      call("POST", "/api/analytics/referrals", { headers: account.auth, json: { domain: site.host, events } });
    return { site, id, account, get, open, report };
  }

  it("agree by operator, path and day with an independent count of both ways in", async () => {
    const { get, open, report } = await newReferrals({
      "/a": { headers: { "content-type": "text/html" }, body: "<p>a</p>" },
      "/moved": { status: 302, headers: { location: "/a" } },
    });
    const expected: Record<string, number> = {};
    const add = (path: string, operator: string) =>
      (expected[`${path} ${operator}`] = (expected[`${path} ${operator}`] ?? 0) + 1);
    for (const [i, [referer, operator]] of REFERRERS.entries()) {
      for (const path of ["/a?x=1", "/gone", "/moved"]) await open(path, { referer });
      await open("/a", { referer, "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2)", "x-prerender": "1" });
      if (operator) for (const path of ["/a", "/gone"]) add(path, operator);
      const at = new Date().toISOString();
      const events = [
        { id: `${i}`, at, path: "/a?utm_source=claude.ai", userAgent: PERSON, referrer: referer },
        { id: `${i}b`, at, path: "/b", userAgent: "GPTBot/1.2", referrer: referer },
      ];
      for (const answer of [await report(events), await report(events)])
        expect(answer).toMatchObject({ status: 202, body: { accepted: 1, ignored: 1 } });
      add("/a", operator ?? "anthropic");
    }
    const total = Object.values(expected).reduce((sum, n) => sum + n, 0);
    await waitFor(get, total);
    const { body } = await get("referrals");
    const counted = body.paths.flatMap(({ path, byOperator }: any) =>
      byOperator.map(({ operator, count }: any) => [`${path} ${operator}`, count]),
    );
    expect(Object.fromEntries(counted)).toEqual(expected);
    expect(body.seenBy).toEqual({ edge: 8, reported: 5, snippet: 0 });
    const days = (await get("referrals/daily?days=2")).body.daily;
    expect(days.map((each: any) => each.total)).toEqual([0, total]);
    expect(days[1]).toEqual({ date: today, total, byOperator: body.byOperator });
    const first = (await get("referrals?limit=1")).body;
    const second = (await get(`referrals?limit=1&cursor=${encodeURIComponent(first.nextCursor)}`)).body;
    expect([...first.paths, ...second.paths]).toEqual(body.paths);
    expect(second.nextCursor).toBeNull();
    expect((await get("referrals?path=/gone")).body).toMatchObject({ total: 4, paths: [{ path: "/gone", total: 4 }] });
    expect((await get("referrals?operator=openai")).status).toBe(400);
  });

  it("count once each, however often a message comes, and are deleted with their days", async () => {
    const { id } = await newVisits("referrals-twice.example");
    const now = Date.now();
    const event = (change: object) =>
      ({ id: "1", domainId: id, at: now, path: "/", assistant: "chatgpt", way: "reported", ...change }) as never;
    const batch = [
      event({}),
      event({ id: "2" }),
      event({ way: "edge" }),
      event({ id: "old", at: now - 100 * 86_400_000 }),
    ];
    for (let i = 0; i < 3; i++) expect(await deliverVisits([batch, batch])).toEqual([]);
    const rows = () =>
      inVisits(id, ({ sql }) => sql.exec("SELECT way, sum(count) AS n FROM referral GROUP BY 1").toArray());
    expect(await rows()).toEqual([
      { way: 0, n: 1 },
      { way: 1, n: 3 },
    ]);
    expect(await withVisits(id, (instance) => instance.exportReferrals(0))).toMatchObject({
      rows: [{ path: "/", assistant: "chatgpt", way: "reported", count: 1 }],
    });
    await withVisits(id, (instance) => instance.upkeep(now + 100 * 86_400_000));
    expect(await visitRows(id, "referral")).toBe(2);
    await withVisits(id, (instance) => instance.upkeep(now + 200 * 86_400_000));
    expect([await visitRows(id, "referral"), await visitRows(id, "referral_path")]).toEqual([0, 0]);
  });

  it("are counted by the snippet from any page of the domain, and no more often than they came", async () => {
    const { site, get, open } = await newReferrals({ "/a": { headers: { "content-type": "text/html" }, body: "" } });
    const script = await call("GET", "/referrals.js", {});
    expect(script.headers.get("access-control-allow-origin")).toBe("*");
    expect(script.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    const send = (json: unknown, origin = site.origin, address = "192.0.2.7") =>
      exports.default.fetch("http://api.test/referrals", {
        method: "POST",
        headers: { origin, "user-agent": PERSON, "cf-connecting-ip": address },
        body: typeof json === "string" ? json : JSON.stringify(json),
      });
    const preflight = await exports.default.fetch("http://api.test/referrals", { method: "OPTIONS" });
    expect([preflight.status, preflight.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect((await send("{")).headers.get("access-control-allow-origin")).toBe("*");
    const seen = { path: "/a?token=1", referrer: "chatgpt.com", utmSource: "" };
    await open("/a", { referer: "https://chatgpt.com/" });
    for (let i = 0; i < 2; i++) expect((await send(seen)).status).toBe(204);
    for (const [body, origin] of [
      [seen, "https://nobody.example"],
      [seen, "null"],
      [{ ...seen, referrer: "www.google.com" }, site.origin],
    ] as const)
      expect((await send(body, origin)).status).toBe(204);
    for (const body of ["{", "[]", { path: "a" }, { path: "/", referrer: "x".repeat(300) }])
      expect((await send(body)).status).toBe(400);
    const bytes = { body: new Uint8Array([0xff]), headers: { "cf-connecting-ip": "192.0.2.9" } };
    expect((await call("POST", "/referrals", bytes)).body).toMatchObject({ error: "invalid_json" });
    expect((await send("x".repeat(5_000))).status).toBe(413);
    await waitFor(get, 2);
    expect((await get("referrals")).body).toMatchObject({
      seenBy: { edge: 1, reported: 0, snippet: 2 },
      paths: [{ path: "/a", total: 2 }],
    });
    const statuses = [];
    for (let i = 0; i < 25; i++) statuses.push((await send(seen, "https://nobody.example", "192.0.2.8")).status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
  });

  it("end the funnel of a page that was crawled and cited", async () => {
    const { site, id, account, get, report } = await newReferrals();
    const answer = {
      promptId: "p",
      provider: "chatgpt",
      position: 1,
      sentiment: 0,
      competitors: [],
      cited: [],
    } satisfies Partial<AnswerFact>;
    await seedPrompts(account.accountId, id, ["p"]);
    await seedAnswers(account.accountId, id, [
      {
        ...answer,
        runId: "r",
        dateUtc: today,
        createdAt: 1,
        ownUrls: [`${site.origin}/a?y=2`, "https://blog.example/a"],
      },
    ]);
    await deliverVisits([
      [visitOfBot(id, { path: "/a?x=1" }), visitOfBot(id, { path: "/a" }), visitOfBot(id, { path: "/c" })],
    ]);
    await report([{ id: "1", at: new Date().toISOString(), path: "/a", referrer: "https://chatgpt.com/" }]);
    await waitFor(get, 1);
    expect((await get("funnel")).body).toMatchObject({
      totals: { crawled: 3, cited: 1, visited: 1 },
      pages: 2,
      paths: [
        {
          path: "/a",
          crawled: { total: 2, byKind: [{ kind: "llm-training", count: 2 }] },
          cited: { total: 1, byProvider: [{ provider: "chatgpt", count: 1 }] },
          visited: { total: 1, byOperator: [{ operator: "openai", count: 1 }] },
        },
        {
          path: "/c",
          crawled: { total: 1 },
          cited: { total: 0, byProvider: [] },
          visited: { total: 0, byOperator: [] },
        },
      ],
    });
  });
});
