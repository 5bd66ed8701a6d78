import { describe, expect, it } from "vitest";
import { call, newAccount, newSite, type TestAccount, type TestSite } from "../support/api.ts";
import { cache, indexOf, setDomain } from "../support/cache.ts";

const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

/** A sitemap of paths with their lastmod; null for none. */
function sitemap(
  site: TestSite,
  pages: Array<[string, string | null]>,
): { headers: Record<string, string>; body: string } {
  const urls = pages.map(
    ([path, lastmod]) => `<url><loc>${site.origin}${path}</loc>${lastmod ? `<lastmod>${lastmod}</lastmod>` : ""}</url>`,
  );
  return {
    headers: { "content-type": "application/xml" },
    body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`,
  };
}

const invalidate = (what: string, account: TestAccount, json: Record<string, unknown>) =>
  call("POST", `/api/prerender/cache/invalidate-${what}`, { headers: account.auth, json });

async function cachedPaths(account: TestAccount, site: TestSite): Promise<string[]> {
  const { body } = await call("GET", `/api/prerender/cache/entries?domain=${site.host}`, { headers: account.auth });
  return body.entries.map((entry: { path: string }) => entry.path);
}

async function setUp(paths: string[] = [], routes = {}): Promise<{ site: TestSite; account: TestAccount }> {
  const site = await newSite(routes);
  const account = await newAccount("free", [site.host]);
  for (const path of paths) await cache(site.host, path, `<p>${path}</p>`);
  return { site, account };
}

describe("invalidate-paths-cache", () => {
  it("removes exactly the given pages, and counts each page once", async () => {
    const { site, account } = await setUp(["/a", "/b", "/c"]);
    const answer = await invalidate("paths-cache", account, {
      domain: site.host,
      paths: ["/a", "/a?utm_source=x", "/b", "/missing", `/${"x".repeat(1500)}`],
    });
    expect([answer.status, answer.body]).toEqual([200, { ok: true, deleted: 2, prewarmed: 0 }]);
    expect(await cachedPaths(account, site)).toEqual(["/c"]);
  });

  it("removes what was cached under other rules, too", async () => {
    const { site, account } = await setUp(["/orph", "/orph?z=1", "/orph?z=1 mobile", "/orph?z=2"]);
    await setDomain(
      site.host,
      "render_rules = ?",
      JSON.stringify([{ path: "/orph", action: "render", parameters: [] }]),
    );
    const answer = await invalidate("paths-cache", account, { domain: site.host, paths: ["/orph?utm_source=x&z=1"] });
    expect(answer.body.deleted).toBe(2);
    expect(await cachedPaths(account, site)).toEqual(["/orph?z=2"]);
  });

  it("reports that no page was rendered when there is no browser", async () => {
    const { site, account } = await setUp(["/a"]);
    const answer = await invalidate("paths-cache", account, { domain: site.host, paths: ["/a"], prewarm: true });
    expect(answer.body).toEqual({ ok: true, deleted: 1, prewarmed: 0 });
  });

  it("refuses too many, invalid and missing paths, and changes nothing", async () => {
    const { site, account } = await setUp(["/p0"]);
    const paths = (count: number) => Array.from({ length: count }, (_, i) => `/p${i}`);
    const ask = (body: Record<string, unknown>) => invalidate("paths-cache", account, { domain: site.host, ...body });
    for (const body of [{ paths: paths(26), prewarm: true }, { paths: paths(1_001) }]) {
      const answer = await ask(body);
      expect([answer.status, answer.body.error]).toEqual([400, "too_many_paths"]);
    }
    for (const body of [
      { paths: [] },
      { paths: ["/p0", "p0"] },
      {},
      { paths: "/p0" },
      { paths: ["/p0"], prewarm: "yes" },
    ]) {
      const answer = await ask(body);
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    }
    expect(await cachedPaths(account, site)).toEqual(["/p0"]);
    expect((await ask({ paths: paths(1_000) })).body.deleted).toBe(1);
  });

  it("refuses half a million invalid paths like one, and quickly", async () => {
    const { site, account } = await setUp(["/p0"]);
    const answer = await invalidate("paths-cache", account, { domain: site.host, paths: Array(500_000).fill(1) });
    expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
    expect(answer.body.issues.length).toBe(20);
  });
});

describe("invalidate-pattern", () => {
  it("removes every page under a path, and cancels its renders in progress", async () => {
    const { site, account } = await setUp(["/blog", "/blog/a", "/blog/b?page=2", "/blog/ü", "/blogs", "/shop"]);
    const index = await indexOf(site.host);
    const { token } = (await index.begin("/blog/new", Date.now())) as { token: string };
    const answer = await invalidate("pattern", account, { domain: site.host, pattern: "/blog/*" });
    expect([answer.status, answer.body]).toEqual([200, { ok: true, deleted: 3 }]);
    expect(await cachedPaths(account, site)).toEqual(["/blog", "/blogs", "/shop"]);
    expect(await index.hold("/blog/new", token, Date.now()), "the render lost its page").toBe(false);
  });

  it("refuses anything but one * at the end", async () => {
    const { site, account } = await setUp(["/a"]);
    for (const pattern of ["/a", "/*/b*", "/a?b=*", "a*", "/#*"]) {
      const answer = await invalidate("pattern", account, { domain: site.host, pattern });
      expect([pattern, answer.status, answer.body.error]).toEqual([pattern, 400, "invalid_request"]);
    }
    expect(await cachedPaths(account, site)).toEqual(["/a"]);
  });
});

describe("invalidate-site-cache", () => {
  it("removes every page without needing a sitemap", async () => {
    const { site, account } = await setUp(["/a", "/b"]);
    const answer = await invalidate("site-cache", account, { domain: site.host });
    expect(answer.body).toEqual({ ok: true, deleted: 2, queued: 0, pathSource: "cache", totalPaths: 2 });
    expect((await invalidate("site-cache", account, { domain: site.host })).body.deleted).toBe(0);
  });

  it("queues renders of the sitemap's pages", async () => {
    const { site, account } = await setUp(["/a", "/old"]);
    await site.set({
      "/map.xml": sitemap(site, [
        ["/a", null],
        ["/b", null],
        ["/b?utm_source=x", null],
      ]),
    });
    const json = { domain: site.host, prewarm: true, sitemapUrl: `${site.origin}/map.xml` };
    expect((await invalidate("site-cache", account, json)).body).toEqual({
      ok: true,
      deleted: 2,
      queued: 2,
      pathSource: "sitemap",
      totalPaths: 2,
    });
  });

  it("queues the cached pages when there is no sitemap", async () => {
    const { site, account } = await setUp(["/a", "/b", "/c"]);
    const answer = await invalidate("site-cache", account, { domain: site.host, prewarm: true });
    expect(answer.body).toEqual({ ok: true, deleted: 3, queued: 3, pathSource: "cache", totalPaths: 3 });
  });

  it("changes nothing when the sitemap is unreadable, or on another site", async () => {
    const { site, account } = await setUp(["/a"], {
      "/broken.xml": { status: 503, body: "no" },
      "/html": { body: "<p>" },
    });
    for (const [sitemapUrl, status, code] of [
      [`${site.origin}/broken.xml`, 502, "sitemap_unreachable"],
      [`${site.origin}/missing.xml`, 502, "sitemap_unreachable"],
      [`${site.origin}/html`, 502, "sitemap_unreachable"],
      ["http://127.0.0.1:1/sitemap.xml", 400, "invalid_request"],
      ["ftp://shop.example/sitemap.xml", 400, "invalid_request"],
    ] as const) {
      const answer = await invalidate("site-cache", account, { domain: site.host, prewarm: true, sitemapUrl });
      expect([answer.status, answer.body.error], sitemapUrl).toEqual([status, code]);
    }
    expect(await cachedPaths(account, site)).toEqual(["/a"]);
  });
});

describe("invalidate-updated-paths", () => {
  it("removes pages that changed after their snapshot, have no date, or were never cached", async () => {
    const { site, account } = await setUp();
    const made = Date.now() - 2 * HOUR;
    for (const path of ["/older", "/newer", "/undated", "/today", "/unlisted"])
      await cache(site.host, path, "<p>x</p>", { createdAt: made });
    await site.set({
      "/sitemap.xml": sitemap(site, [
        ["/older", iso(made - HOUR)],
        ["/newer", iso(made + HOUR)],
        ["/undated", null],
        ["/today", iso(made).slice(0, 10)],
        ["/never", iso(made - HOUR)],
      ]),
    });
    const answer = await invalidate("updated-paths", account, { domain: site.host, prewarm: true });
    expect(answer.body).toEqual({ ok: true, deleted: 3, queued: 4, pathSource: "sitemap", totalPaths: 5 });
    expect(await cachedPaths(account, site)).toEqual(["/older", "/unlisted"]);
    const again = await invalidate("updated-paths", account, { domain: site.host });
    expect(again.body).toEqual({ ok: true, deleted: 0, queued: 0, pathSource: "sitemap", totalPaths: 5 });
  });

  it("finds the sitemap in robots.txt, and reads the files of an index", async () => {
    const { site, account } = await setUp(["/a", "/b"]);
    const index = `<sitemapindex><sitemap><loc>${site.origin}/1.xml</loc></sitemap><sitemap><loc>${site.origin}/gone.xml</loc></sitemap></sitemapindex>`;
    await site.set({
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: `Sitemap: ${site.origin}/index.xml` },
      "/index.xml": { headers: { "content-type": "application/xml" }, body: index },
      "/1.xml": sitemap(site, [["/a", null]]),
    });
    const answer = await invalidate("updated-paths", account, { domain: site.host });
    expect(answer.body).toEqual({ ok: true, deleted: 1, queued: 0, pathSource: "sitemap", totalPaths: 1 });
  });

  it("reports when there is no sitemap", async () => {
    const { site, account } = await setUp(["/a"]);
    const answer = await invalidate("updated-paths", account, { domain: site.host });
    expect([answer.status, answer.body.error]).toEqual([400, "no_sitemap"]);
    expect(await cachedPaths(account, site)).toEqual(["/a"]);
  });
});

describe("every invalidation endpoint", () => {
  it.each(["page-cache", "paths-cache", "site-cache", "updated-paths"])("%s requires the owner", async (what) => {
    const { site } = await setUp(["/a"]);
    const stranger = await newAccount("business", []);
    const json = { domain: site.host, path: "/a", paths: ["/a"] };
    const foreign = await invalidate(what, stranger, json);
    expect([foreign.status, foreign.body.error]).toEqual([403, "domain_not_owned"]);
    const nobody = await call("POST", `/api/prerender/cache/invalidate-${what}`, { json });
    expect([nobody.status, nobody.body.error]).toEqual([401, "invalid_api_key"]);
    const { body } = await call("POST", `/api/prerender/cache/invalidate-${what}`, {
      headers: { ...stranger.auth, "content-type": "application/json" },
      body: "{",
    });
    expect(body.error).toBe("invalid_json");
    expect(await (await indexOf(site.host)).lookup("/a", Date.now())).not.toBeNull();
  });
});

describe("the list of cached pages", () => {
  it("shows each page with its state", async () => {
    const { site, account } = await setUp(["/b"]);
    await cache(site.host, "/a", "<p>a</p>", { createdAt: Date.now() - 25 * HOUR });
    await cache(site.host, "/c", "", { status: 301, headers: { location: `${site.origin}/b` } });
    const list = (query: string) =>
      call("GET", `/api/prerender/cache/entries?domain=${site.host}${query}`, { headers: account.auth });
    const first = await list("&limit=2");
    expect(first.body).toMatchObject({ total: 3, nextCursor: "/b" });
    expect(first.body.entries).toMatchObject([
      { path: "/a", status: 200, state: "stale", ageSeconds: 90_000, bytes: 8, words: 50, renderMs: 9, location: null },
      { path: "/b", state: "fresh" },
    ]);
    const second = await list("&limit=2&cursor=/b");
    expect(second.body.entries).toMatchObject([{ path: "/c", status: 301, location: `${site.origin}/b` }]);
    expect(second.body.nextCursor).toBeNull();
    expect((await list("&limit=0")).body.error).toBe("invalid_request");
    const one = await list("&path=/b?utm_source=x");
    expect(one.body).toMatchObject({ entries: [{ path: "/b" }], total: 3, nextCursor: null });
    expect((await list("&path=/d")).body.entries).toEqual([]);
  });
});

describe("the render log", () => {
  it("shows why a render failed, for one page and for all", async () => {
    const { site, account } = await setUp([], { "/p": { body: "origin" } });
    await (
      await call("GET", `/render/${site.origin}/p`, { headers: account.auth })
    ).body;
    const read = (query: string) =>
      call("GET", `/api/prerender/renders?domain=${site.host}${query}`, { headers: account.auth });
    const { body } = await read("&path=/p");
    expect(body.renders).toMatchObject([
      {
        path: "/p",
        outcome: "failed",
        status: null,
        readySignal: null,
        words: 0,
        failedRequests: [],
        consoleErrors: [],
      },
    ]);
    expect(body.renders[0].reason).toMatch(/./);
    expect((await read("")).body.renders).toHaveLength(1);
    expect((await read("&path=/other")).body).toEqual({ renders: [], paused: [], nextCursor: null });
  });
});
