import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { cache, indexOf } from "../support/cache.ts";
import type { SnapshotEntry } from "../../../src/prerender/core/snapshot";
import { call, callRaw, env, newAccount, newSite, OPERATOR, until, type TestSite } from "../support/api.ts";

const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const PERSON = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36";

const edge = (site: TestSite, path: string, headers: Record<string, string>, method = "GET") =>
  exports.default.fetch(`${site.origin}${path}`, { method, headers, redirect: "manual" });

describe("a customer's own traffic", () => {
  it("gives crawlers the snapshot and people the unchanged origin", async () => {
    const site = await newSite({
      "/p": { headers: { "x-origin": "yes", "content-type": "text/html" }, body: "<p>origin</p>" },
    });
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>");
    const bot = await edge(site, "/p?utm_source=x", { "user-agent": BOT });
    expect(await bot.text()).toBe("<p>snapshot</p>");
    expect(bot.headers.get("x-crawlready-cache")).toBe("hit");
    expect(bot.headers.get("vary")).toBe("User-Agent, Accept");
    const person = await edge(site, "/p", { "user-agent": PERSON });
    expect(await person.text()).toBe("<p>origin</p>");
    expect(person.headers.get("x-origin")).toBe("yes");
    expect(person.headers.has("x-crawlready-cache")).toBe(false);
  });

  it("is recognized by the domain, ignoring a local port", async () => {
    const site = await newSite({ "/p": { body: "<p>origin</p>" } });
    const account = await newAccount("pro");
    const domain = `${crypto.randomUUID()}.example`;
    const json = { domain, origin: site.origin, verified: true };
    await call("POST", `/api/admin/accounts/${account.accountId}/domains`, { headers: OPERATOR, json });
    const answer = await exports.default.fetch(`http://${domain}:8787/p`, { headers: { "user-agent": PERSON } });
    expect(await answer.text()).toBe("<p>origin</p>");
  });

  it("handles conditional requests, HEAD and gzip according to HTTP", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>");
    const first = await edge(site, "/p", { "user-agent": BOT });
    await first.text();
    const etag = first.headers.get("etag")!;
    expect((await edge(site, "/p", { "user-agent": BOT, "if-none-match": etag })).status).toBe(304);
    expect(
      (await edge(site, "/p", { "user-agent": BOT, "if-modified-since": first.headers.get("last-modified")! })).status,
    ).toBe(304);
    const head = await edge(site, "/p", { "user-agent": BOT }, "HEAD");
    expect([head.status, await head.text(), head.headers.get("etag")]).toEqual([200, "", etag]);
  });

  it("serves redirects and missing pages with their status", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    await cache(site.host, "/old", "", { status: 301, headers: { location: "https://shop.example/new" } });
    await cache(site.host, "/none", "<p>missing</p>", { status: 404 });
    const moved = await edge(site, "/old", { "user-agent": BOT });
    expect([moved.status, moved.headers.get("location")]).toEqual([301, "https://shop.example/new"]);
    const missing = await edge(site, "/none", { "user-agent": BOT });
    expect([missing.status, await missing.text()]).toEqual([404, "<p>missing</p>"]);
  });

  it("marks a stale page as stale", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>old</p>", { createdAt: Date.now() - 25 * 3_600_000 });
    const answer = await edge(site, "/p", { "user-agent": BOT });
    expect([await answer.text(), answer.headers.get("x-crawlready-cache")]).toEqual(["<p>old</p>", "stale"]);
    expect(Number(answer.headers.get("age"))).toBeGreaterThan(86_400);
  });

  it("passes files, forms and renderers through, including for crawlers", async () => {
    const site = await newSite({
      "/style.css": { headers: { "content-type": "text/css" }, body: "p{}" },
      "/form": { body: "posted" },
      "/p": { body: "origin" },
    });
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>");
    expect(await (await edge(site, "/style.css", { "user-agent": BOT })).text()).toBe("p{}");
    expect(await (await edge(site, "/form", { "user-agent": BOT }, "POST")).text()).toBe("posted");
    expect(await (await edge(site, "/p", { "user-agent": `${BOT} CrawlreadyRender/1.0` })).text()).toBe("origin");
    expect(await (await edge(site, "/p", { "user-agent": BOT, "x-prerender": "1" })).text()).toBe("origin");
  });

  it("serves the origin's page when there is no snapshot and no browser", async () => {
    const site = await newSite({ "/p": { body: "origin" } });
    await newAccount("pro", [site.host]);
    const answer = await edge(site, "/p", { "user-agent": BOT });
    expect([answer.status, await answer.text(), answer.headers.get("x-crawlready-cache")]).toEqual([
      200,
      "origin",
      "bypass",
    ]);
  });

  it("reports a domain that leads back to itself", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    const answer = await edge(site, "/p", { "user-agent": PERSON, "x-crawlready-hop": "1" });
    const { error } = await answer.json<{ error: string }>();
    expect([answer.status, error]).toEqual([508, "loop_detected"]);
  });

  it("drops an entry whose body is gone", async () => {
    const site = await newSite({ "/p": { body: "origin" } });
    await newAccount("pro", [site.host]);
    const index = await indexOf(site.host);
    const begun = (await index.begin("/p", Date.now())) as { token: string };
    await index.commit(
      "/p",
      begun.token,
      {
        snap: crypto.randomUUID(),
        status: 200,
        createdAt: Date.now(),
        etag: '"x"',
        bytes: 1,
        renderMs: 1,
        words: 1,
        headers: {},
      },
      Date.now(),
    );
    expect(await (await edge(site, "/p", { "user-agent": BOT })).text()).toBe("origin");
    expect(await index.lookup("/p", Date.now())).toBeNull();
  });
});

/** Expected encoding headers of an empty body: a type that proxies don't compress. */
const EMPTY = ["application/x-empty", false];

describe("whatever fails while a snapshot is answered", () => {
  const ways = async (site: TestSite, auth: Record<string, string>, path: string, encoding: string) => [
    await edge(site, path, { "user-agent": BOT, "accept-encoding": encoding }),
    await callRaw(`/render/${site.origin}${path}`, { ...auth, "user-agent": BOT, "accept-encoding": encoding }),
  ];

  it("omits a stored header that can't be sent, such as one with a NUL", async () => {
    const site = await newSite({ "/p": { body: "origin" } });
    const { auth } = await newAccount("pro", [site.host]);
    const headers = {
      link: "</a>; rel=\0x",
      "content-language": "d\ne",
      "bad name": "x",
      "": "x",
      long: "x".repeat(10_000),
      "x-robots-tag": "noindex",
    };
    await cache(site.host, "/p", "<p>snapshot</p>", { headers });
    for (const answer of await ways(site, auth, "/p", "identity")) {
      expect([answer.status, await answer.text()]).toEqual([200, "<p>snapshot</p>"]);
      expect(answer.headers.get("x-robots-tag")).toBe("noindex");
      expect(["link", "content-language", "long"].filter((name) => answer.headers.has(name))).toEqual([]);
    }
  });

  it.each<[string, Partial<SnapshotEntry>]>([
    ["a status that is none", { status: 0 }],
    ["a status past 599", { status: 999 }],
    ["a redirect without its target", { status: 301 }],
    ["a redirect whose target can't be sent", { status: 301, headers: { location: "/a\0b" } }],
    ["an entity tag that can't be sent", { etag: '"\0"' }],
  ])("gives the origin's page for %s", async (_name, change) => {
    const site = await newSite({ "/p": { body: "origin" } });
    const { auth } = await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>", change);
    for (const answer of await ways(site, auth, "/p", "gzip"))
      expect([answer.status, await answer.text(), answer.headers.get("x-crawlready-cache")]).toEqual([
        200,
        "origin",
        "bypass",
      ]);
  });

  it("serves the origin's page for a damaged body, with and without gzip", async () => {
    const site = await newSite({ "/p": { body: "origin" } });
    const { auth } = await newAccount("pro", [site.host]);
    const snap = crypto.randomUUID();
    await env.SNAPSHOTS.put(`snapshots/${snap}`, "this is no gzip");
    await cache(site.host, "/p", "<p>snapshot</p>", { snap });
    for (const encoding of ["gzip", "identity"])
      for (const answer of await ways(site, auth, "/p", encoding))
        expect([answer.status, await answer.text()]).toEqual([200, "origin"]);
  });

  it.each([301, 302, 307, 308, 404, 410])("says nothing of the form of a %s without a body", async (status) => {
    const site = await newSite();
    const { auth } = await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "", { status, headers: status < 400 ? { location: "https://shop.example/" } : {} });
    for (const encoding of ["gzip", "identity"])
      for (const answer of await ways(site, auth, "/p", encoding)) {
        expect([answer.status, await answer.text()]).toEqual([status, ""]);
        expect([answer.headers.get("content-type"), answer.headers.has("content-encoding")]).toEqual(EMPTY);
      }
  });

  it.each([301, 404, 410, 500])("nor of an origin's %s without a body", async (status) => {
    const location: Record<string, string> = status === 301 ? { location: "/x" } : {};
    const headers = { "content-type": "text/html", "content-length": "0", ...location };
    const site = await newSite({ "/p": { status, headers, body: "" } });
    const { auth } = await newAccount("pro", [site.host]);
    for (const answer of await ways(site, auth, "/p", "gzip")) {
      expect([answer.status, await answer.text()]).toEqual([status, ""]);
      expect([answer.headers.get("content-type"), answer.headers.has("content-encoding")]).toEqual(EMPTY);
    }
  });
});

describe("HEAD of what GET answers without a body", () => {
  it.each<[number, Record<string, string>]>([
    [204, {}],
    [304, {}],
    [301, { location: "/x" }],
    [404, {}],
    [500, { "content-length": "0" }],
    [200, { "content-length": "0" }],
  ])("says nothing of the form of a %s, by both ways in", async (status, more) => {
    const site = await newSite({ "/p": { status, headers: { "content-type": "text/html", ...more }, body: "" } });
    const { auth } = await newAccount("pro", [site.host]);
    const headers = { "user-agent": BOT, "accept-encoding": "gzip" };
    const url = `http://api.test/render/${site.origin}/p`;
    for (const answer of [
      await edge(site, "/p", headers, "HEAD"),
      await exports.default.fetch(url, { method: "HEAD", headers: { ...headers, ...auth }, redirect: "manual" }),
    ])
      expect([answer.status, answer.headers.get("content-type"), answer.headers.has("content-encoding")]).toEqual([
        status,
        ...EMPTY,
      ]);
  });

  it("keeps the type of a page", async () => {
    const site = await newSite({ "/p": { headers: { "content-type": "text/css" }, body: "p{}" } });
    await newAccount("pro", [site.host]);
    const answer = await edge(site, "/p", { "user-agent": BOT }, "HEAD");
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/css"]);
  });
});

describe("invalidation", () => {
  it("removes a page at once, and counts it", async () => {
    const site = await newSite({ "/p": { body: "origin" } });
    const account = await newAccount("free", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>");
    const invalidate = () =>
      call("POST", "/api/prerender/cache/invalidate-page-cache", {
        headers: account.auth,
        json: { domain: site.host, path: "/p?utm_medium=x" },
      });
    expect((await invalidate()).body).toEqual({ ok: true, deleted: 1, prewarmed: 0 });
    expect((await invalidate()).body).toEqual({ ok: true, deleted: 0, prewarmed: 0 });
    expect(await (await edge(site, "/p", { "user-agent": BOT })).text()).toBe("origin");
  });
});

describe("visits", () => {
  it("are counted once per request, through both entry points, and reported by day", async () => {
    const site = await newSite();
    const account = await newAccount("pro", [site.host]);
    await cache(site.host, "/p", "<p>snapshot</p>");
    for (let i = 0; i < 3; i++) await (await edge(site, "/p", { "user-agent": BOT })).text();
    const rendered = await call("GET", `/render/${site.origin}/p`, {
      headers: { ...account.auth, "user-agent": "GPTBot/1.0" },
    });
    expect(rendered.body).toBe("<p>snapshot</p>");
    const person = await call("GET", `/render/${site.origin}/p`, {
      headers: { "x-prerender-token": account.key, "user-agent": PERSON },
    });
    expect(person.body).toBe("<p>snapshot</p>");
    const daily = await until(async () => {
      const { body } = await call("GET", `/api/analytics/bots/daily?domain=${site.host}&days=3`, {
        headers: account.auth,
      });
      return body.daily.at(-1).total >= 4 && body.daily;
    });
    expect(daily).toHaveLength(3);
    expect(daily.slice(0, 2).map((day: { total: number; providers: unknown[] }) => [day.total, day.providers])).toEqual(
      [
        [0, []],
        [0, []],
      ],
    );
    expect(daily[2]).toMatchObject({
      total: 4,
      providers: [
        { provider: "google", count: 3 },
        { provider: "openai", count: 1 },
      ],
    });
  });
});
