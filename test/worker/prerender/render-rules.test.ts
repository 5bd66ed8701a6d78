import { describe, expect, it } from "vitest";
import { call, callRaw, env, newAccount, newSite, signIn } from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const HOUR = 3_600_000;

describe("a domain's render rules", () => {
  it("decide what is passed to the origin and how long a snapshot is fresh", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    const { auth, email } = await newAccount("free", [site.host]);
    const headers = await signIn(email);
    const renderRules = [
      { path: "/account/*", action: "pass" },
      { path: "/news/*", ttlHours: 1, waitFor: "article", remove: [".ads"] },
    ];
    const saved = await call("PATCH", `/api/account/domains/${site.host}`, { headers, json: { renderRules } });
    expect([saved.status, saved.body.renderRules]).toEqual([
      200,
      [renderRules[0], { ...renderRules[1], action: "render" }],
    ]);
    for (const path of ["/account/a", "/news/a", "/b"])
      await cache(site.host, path, "<p>snapshot</p>", { createdAt: Date.now() - 2 * HOUR });
    const stateOf = async (path: string) => {
      const { headers } = await call("GET", `/render/${site.origin}${path}`, { headers: { ...auth, ...BOT } });
      return headers.get("x-crawlready-cache");
    };
    expect(await Promise.all(["/account/a", "/news/a", "/b"].map(stateOf))).toEqual(["bypass", "stale", "hit"]);
  });

  it("can be tried on a page before they are saved", async () => {
    const site = await newSite();
    const { auth } = await newAccount("free", [site.host]);
    const json = {
      domain: site.host,
      path: "/news/a?utm_source=x",
      rules: [{ path: "/x" }, { path: "/news/*", ttlHours: 2 }],
    };
    const answer = await call("POST", "/api/prerender/rules/try", { headers: auth, json });
    expect(answer.body).toEqual({
      cacheKey: "/news/a",
      index: 1,
      rule: { path: "/news/*", action: "render", ttlHours: 2 },
      action: "render",
      ttlHours: 2,
      render: null,
    });
    const unsaved = await call("POST", "/api/prerender/rules/try", {
      headers: auth,
      json: { ...json, rules: undefined },
    });
    expect(unsaved.body).toMatchObject({ index: null, rule: null, action: "render", ttlHours: 24 });
  });

  it("are refused with their fault", async () => {
    const site = await newSite();
    const { email } = await newAccount("free", [site.host]);
    const headers = await signIn(email);
    const json = { renderRules: [{ path: "no-slash" }] };
    const answer = await call("PATCH", `/api/account/domains/${site.host}`, { headers, json });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
  });
});

const PHONE = { "user-agent": "Mozilla/5.0 (Linux; Android 6.0.1) Mobile Safari/537.36 (compatible; Googlebot/2.1)" };

describe("a page with a snapshot for phones", () => {
  async function setUp() {
    const site = await newSite({ "*": { body: "origin" } });
    const { auth, email } = await newAccount("free", [site.host]);
    const json = { renderRules: [{ path: "/*", viewport: "both" }] };
    await call("PATCH", `/api/account/domains/${site.host}`, { headers: await signIn(email), json });
    for (const path of ["/a", "/b"]) {
      await cache(site.host, path, `<p>desktop ${path}</p>`);
      await cache(site.host, `${path} mobile`, `<p>phone ${path}</p>`);
    }
    await cache(site.host, "/c mobile", "<p>phone only</p>");
    const read = (path: string, agent: Record<string, string>) =>
      call("GET", `/render/${site.origin}${path}`, { headers: { ...auth, ...agent } });
    const ask = (what: string, json: object = {}) =>
      call("POST", `/api/prerender/cache/invalidate-${what}`, { headers: auth, json: { domain: site.host, ...json } });
    const list = async (query = "") =>
      (await call("GET", `/api/prerender/cache/entries?domain=${site.host}${query}`, { headers: auth })).body;
    return { site, read, ask, list };
  }

  it("is served by the crawler's user agent, which Vary names", async () => {
    const { read } = await setUp();
    const [desktop, phone] = [await read("/a", BOT), await read("/a", PHONE)];
    expect([desktop.body, phone.body]).toEqual(["<p>desktop /a</p>", "<p>phone /a</p>"]);
    expect(phone.headers.get("vary")).toContain("User-Agent");
    expect(phone.headers.get("etag")).not.toBe(desktop.headers.get("etag"));
  });

  it("is one page in lists and counts", async () => {
    const { list } = await setUp();
    const first = await list("&limit=1");
    expect([first.total, first.nextCursor]).toEqual([3, "/a"]);
    const rest = await list("&limit=5&cursor=/a");
    expect(rest.entries.map((entry: { path: string; hasMobile: boolean }) => [entry.path, entry.hasMobile])).toEqual([
      ["/b", true],
      ["/c", true],
    ]);
  });

  it.each([
    ["paths-cache", { paths: ["/a", "/c"] }, 2, ["/b"]],
    ["page-cache", { path: "/c" }, 1, ["/a", "/b"]],
    ["pattern", { pattern: "/a*" }, 1, ["/b", "/c"]],
    ["site-cache", {}, 3, []],
  ])("loses all its snapshots to invalidate-%s, and counts once", async (what, json, deleted, left) => {
    const { site, ask, list, read } = await setUp();
    expect((await ask(what, json)).body).toMatchObject({ ok: true, deleted });
    expect((await list()).entries.map(({ path }: { path: string }) => path)).toEqual(left);
    const index = await indexOf(site.host);
    for (const path of ["/a", "/b"])
      for (const key of [path, `${path} mobile`])
        expect((await index.lookup(key, Date.now())) !== null, key).toBe((left as string[]).includes(path));
    if (!(left as string[]).includes("/a"))
      expect((await read("/a", PHONE)).headers.get("x-crawlready-cache")).toBe("bypass");
  });

  it("is outdated when either snapshot is older than the sitemap's date", async () => {
    const { site, ask } = await setUp();
    await cache(site.host, "/a mobile", "<p>old phone</p>", { createdAt: Date.now() - 2 * HOUR });
    const lastmod = new Date(Date.now() - HOUR).toISOString();
    const urls = ["/a", "/b"].map((path) => `<url><loc>${site.origin}${path}</loc><lastmod>${lastmod}</lastmod></url>`);
    const body = `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`;
    await site.set({ "/sitemap.xml": { headers: { "content-type": "application/xml" }, body } });
    expect((await ask("updated-paths")).body).toMatchObject({ deleted: 1, totalPaths: 2 });
    expect(await (await indexOf(site.host)).lookup("/a", Date.now())).toBeNull();
  });
});

describe("a rule's header values", () => {
  it("appear in no response, log, export or copy, and are kept where null is given", async () => {
    const site = await newSite();
    const { email } = await newAccount("free", [site.host]);
    const headers = await signIn(email);
    const save = (value: string | null) =>
      call("PATCH", `/api/account/domains/${site.host}`, {
        headers,
        json: { renderRules: [{ path: "/*", headers: { "x-key": value } }] },
      });
    const stored = () =>
      env.DB.prepare("SELECT render_rules FROM domain WHERE domain = ?").bind(site.host).first<string>("render_rules");
    const saved = await save("hush-hush");
    expect(saved.body.renderRules[0].headers).toEqual({ "x-key": null });
    const first = await stored();
    expect((await save(null)).status).toBe(200);
    expect(JSON.parse((await stored())!)).toEqual(JSON.parse(first!));
    const everything = [
      JSON.stringify(saved.body),
      JSON.stringify((await call("GET", `/api/account/domains/${site.host}`, { headers })).body),
      JSON.stringify((await env.DB.prepare("SELECT * FROM action_log").all()).results),
      first,
      await env.KV.get(`host:${site.host}`),
      Buffer.from(await (await callRaw("/api/account/export", headers)).arrayBuffer()).toString("latin1"),
    ];
    for (const text of everything) expect(text).not.toContain("hush-hush");
  });
});
