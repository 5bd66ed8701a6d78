import { describe, expect, it } from "vitest";
import { audit, call, html, newAccount, newSite, OPERATOR, until } from "../support/api.ts";
import { setDomain } from "../support/cache.ts";

const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">link to ${href}</a>`).join(" ");
const XML = { "content-type": "application/xml" };
const TEXT = { "content-type": "text/plain" };
const NS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const urlset = (host: string, ...paths: string[]) =>
  `<urlset ${NS}>${paths.map((path) => `<url><loc>http://${host}${path}</loc><lastmod>2026-01-02</lastmod></url>`).join("")}</urlset>`;

async function gzip(text: string): Promise<Uint8Array> {
  return new Uint8Array(
    await new Response(new Response(text).body!.pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
  );
}
const base64 = (bytes: Uint8Array) => btoa(String.fromCharCode(...bytes));

const issuesOf = (detail: any) =>
  Object.fromEntries(detail.run.sitemapIssues.map((issue: any) => [issue.id, [issue.count, ...issue.sampleUrls]]));

describe("what an audit reports about sitemaps", () => {
  it("compares them with the crawl and reads indexes and .gz", async () => {
    const site = await newSite({});
    const { host } = site;
    const packed = await gzip(urlset(host, "/gone", "/old", "/hidden"));
    await site.set({
      "/robots.txt": {
        headers: TEXT,
        body: `User-agent: *\nDisallow: /closed\nSitemap: http://${host}/index.xml\nSitemap: http://${host}/missing.xml\n`,
      },
      "/index.xml": {
        headers: XML,
        body: `<sitemapindex ${NS}><sitemap><loc>http://${host}/one.xml</loc></sitemap><sitemap><loc>http://${host}/two.xml.gz</loc></sitemap><sitemap><loc>http://${host}/broken.xml.gz</loc></sitemap></sitemapindex>`,
      },
      "/one.xml": { headers: XML, body: urlset(host, "/", "/a", "/copy", "/closed/x", "/lonely") },
      "/two.xml.gz": { headers: { "content-type": "application/gzip" }, base64: base64(packed) },
      "/broken.xml.gz": { headers: { "content-type": "application/gzip" }, base64: base64(packed.slice(0, 40)) },
      "/": { body: html({ body: links("/a", "/copy", "/closed/x", "/gone", "/old", "/hidden", "/unlisted") }) },
      "/copy": { body: html({ head: `<link rel="canonical" href="http://${host}/a">` }) },
      "/old": { status: 301, headers: { location: "/a" } },
      "/gone": { status: 410 },
      "/missing.xml": { status: 404 },
      "/hidden": { body: html({ head: '<meta name="robots" content="noindex">' }) },
      "*": { body: html() },
    });
    const account = await newAccount("pro", [host]);
    const detail = await audit(account, site);
    expect(issuesOf(detail)).toEqual({
      sitemap_gzip_broken: [1, `http://${host}/broken.xml.gz`],
      sitemap_unreachable: [1, `http://${host}/missing.xml`],
      sitemap_url_error: [1, "/gone"],
      sitemap_url_redirect: [1, "/old"],
      sitemap_url_noindex: [1, "/hidden"],
      sitemap_url_blocked: [1, "/closed/x"],
      sitemap_url_non_canonical: [1, "/copy"],
      sitemap_url_orphan: [1, "/lonely"],
      indexable_not_in_sitemap: [1, "/unlisted"],
    });
    for (const issue of detail.run.sitemapIssues) expect(issue.fix.length).toBeGreaterThan(10);
    expect(detail.run.crawlStats.sitemaps).toEqual({ files: 5, urls: 8, unreadFiles: 0 });
    const sum = detail.pages.reduce((total: number, page: any) => total + page.issueCount, 0);
    expect(detail.run.issueCount).toBe(sum + detail.run.sitemapIssues.length + detail.run.robotsAnalysis.issues.length);
    const counts: Record<string, number> = detail.run.crawlStats.severityCounts!;
    expect(Object.values(counts).reduce((total, each) => total + each, 0)).toBe(detail.run.issueCount);
  });

  it("reports when there is none, and when an app responds in its place", async () => {
    const none = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [none.host]);
    expect(issuesOf(await audit(account, none))).toEqual({ sitemap_missing: [0] });
    const app = await newSite({ "*": { body: html() } });
    const other = await newAccount("pro", [app.host]);
    expect(Object.keys(issuesOf(await audit(other, app)))).toEqual(
      expect.arrayContaining(["sitemap_is_html", "sitemap_missing"]),
    );
  });
});

describe("what an audit reports about robots.txt", () => {
  it("shows a verdict per crawler with the deciding line", async () => {
    const robots = [
      "User-agent: GPTBot",
      "Disallow: /",
      "",
      "User-agent: Googlebot",
      "Disallow: /search",
      "",
      "User-agent: *",
      "Content-Signal: search=yes, ai-train=no",
      "Allow: /",
      "Nonsense",
      "User-agent: gptbot",
      "Disallow: /more",
    ].join("\n");
    const site = await newSite({
      "/robots.txt": { headers: TEXT, body: robots },
      "/": { body: html({ body: links("/a", "/search?q=1") }) },
      "*": { body: html() },
    });
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    const analysis = run.robotsAnalysis;
    expect(analysis).toMatchObject({
      statusCode: 200,
      availability: "ok",
      redirectCount: 0,
      truncated: false,
      changedSincePrevious: null,
      sizeBytes: robots.length,
      contentSignals: [{ userAgent: "*", search: true, aiInput: null, aiTrain: false, line: 8 }],
      invalidLines: [{ line: 10, text: "Nonsense", reason: "no colon between directive and value" }],
      unusedDirectives: [{ line: 8, directive: "content-signal" }],
      blockedPages: 0,
    });
    expect(analysis.hash).toMatch(/^[0-9a-f]{64}$/);
    const access = Object.fromEntries(analysis.crawlerAccess.map((each: any) => [each.token, each]));
    expect(analysis.crawlerAccess.length).toBeGreaterThan(100);
    expect(access["GPTBot"]).toMatchObject({
      provider: "openai",
      kind: "llm-training",
      verdict: "blocked",
      group: "GPTBot",
      rule: "Disallow: /",
      line: 2,
      blockedPaths: 3,
    });
    expect(access["Googlebot"]).toMatchObject({
      verdict: "partial",
      rule: "Disallow: /search",
      line: 5,
      blockedPaths: 1,
      sampleBlocked: ["/search?q=1"],
    });
    expect(access["Applebot"]).toMatchObject({ verdict: "partial", group: "Googlebot", line: 5 });
    expect(access["bingbot"]).toMatchObject({ verdict: "allowed", group: "*", rule: "Allow: /", line: 9 });
    expect(access["AdsBot-Google"]).toMatchObject({ verdict: "allowed", group: null, rule: null, line: null });
    expect(access["Google-Extended"]).toMatchObject({ verdict: "allowed", group: "*" });
    await site.set({ "/robots.txt": { headers: TEXT, body: "User-agent: *\nDisallow:\n" }, "/": { body: html() } });
    expect((await audit(account, site)).run.robotsAnalysis.changedSincePrevious).toBe(true);
  });

  it.each([
    [
      "redirects without end",
      { "/robots.txt": { status: 302, headers: { location: "/robots.txt?" } } },
      "redirect_limit",
    ],
    [
      "a redirect to another host",
      { "/robots.txt": { status: 301, headers: { location: "https://x.example/" } } },
      "missing",
    ],
    ["an HTML page in its place", { "*": { body: html() } }, "html"],
    ["404", {}, "missing"],
  ])("%s: everything is allowed", async (_name, routes, availability) => {
    const site = await newSite({ ...routes, "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    expect(run).toMatchObject({ status: "success", pagesCrawled: 1, robotsAnalysis: { availability } });
  });

  it.each([500, 429])("%i: everything is blocked, and nothing is requested", async (status) => {
    const site = await newSite({ "/robots.txt": { status }, "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    expect(run).toMatchObject({ status: "error", closeReason: "robots_blocked", pagesCrawled: 0 });
    expect(run.robotsAnalysis).toMatchObject({ availability: "unreachable", blockedPages: 1 });
    expect(run.robotsAnalysis.crawlerAccess[0]).toMatchObject({ verdict: "blocked", rule: null, line: null });
    expect(await site.log()).toEqual(["GET /robots.txt"]);
  });
});

describe("where a sitemap may be", () => {
  it("answers audits and the cache alike", async () => {
    const [site, other, listed, own] = await Promise.all([newSite(), newSite(), newSite(), newSite()]);
    const account = await newAccount("pro", [site.host, own.host]);
    for (const each of [other, listed, own])
      await each.set({ "/map.xml": { headers: XML, body: urlset(site.host, "/a", "/b") } });
    const robots = (...lines: string[]) => ({ headers: TEXT, body: lines.map((url) => `Sitemap: ${url}\n`).join("") });
    const broken = { "/broken.xml": { status: 500 }, "/page": { body: html() }, "*": { status: 404 } };
    const map = (host: string) => `http://${host}/map.xml`;
    const gone = `${site.origin}/gone.xml`;
    const cases: Array<[what: string, robots: string[], sitemapUrl: string | undefined, code: string]> = [
      ["nothing is known", [], undefined, "400 no_sitemap"],
      ["robots.txt names a missing one", [gone], undefined, "502 sitemap_unreachable"],
      ["a missing one is asked for", [], gone, "502 sitemap_unreachable"],
      ["a broken one is asked for", [], `${site.origin}/broken.xml`, "502 sitemap_unreachable"],
      ["a page is asked for", [], `${site.origin}/page`, "502 sitemap_unreachable"],
      ["one on a stranger's host is asked for", [], map(other.host), "400 invalid_request"],
      ["robots.txt names one on another host", [map(listed.host)], undefined, "200"],
      ["robots.txt names that which is asked for", [map(listed.host)], `HTTP://${listed.host}/map.xml`, "200"],
      ["robots.txt names another than the one asked for", [map(listed.host)], map(other.host), "400 invalid_request"],
      ["robots.txt names one that is gone and one that is not", [gone, map(listed.host)], undefined, "200"],
      ["one on the account's other domain is asked for", [], map(own.host), "200"],
    ];
    const show = ({ status, body }: { status: number; body: any }) => [status, body.error].join(" ").trim();
    for (const [what, lines, sitemapUrl, code] of cases) {
      await site.set({ ...(lines.length > 0 && { "/robots.txt": robots(...lines) }), ...broken });
      const { headers, cancel } = {
        headers: account.auth,
        cancel: (id: string) => `/api/seo-spider/runs/${id}/cancel`,
      };
      const json = { domain: `${site.host}/`, sitemapUrl };
      const cache = await call("POST", "/api/prerender/cache/invalidate-updated-paths", { headers, json });
      const run = { ...json, domain: `HTTP://${site.host}/x`, urls: [`${site.origin}/a`], mode: "sitemap" };
      const started = await call("POST", "/api/seo-spider/runs", { headers, json: run });
      expect([show(cache), show(started)], what).toEqual([code, code]);
      if (started.status !== 200) continue;
      expect(cache.body.totalPaths, what).toBe(2);
      await call("POST", cancel(started.body.runId), { headers });
      await until(async () => {
        const { run } = (await call("GET", `/api/seo-spider/runs/${started.body.runId}`, { headers })).body;
        return !["queued", "running"].includes(run.status);
      });
    }
  });

  it("answers nobody whether the account has a domain that they may not use", async () => {
    const [site, sibling, stranger] = await Promise.all([newSite(), newSite(), newSite()]);
    const account = await newAccount("pro", [site.host, sibling.host]);
    for (const each of [sibling, stranger])
      await each.set({ "/map.xml": { headers: XML, body: urlset(site.host, "/a") } });
    const path = `/api/admin/accounts/${account.accountId}/api-keys`;
    const issued = await call("POST", path, { headers: OPERATOR, json: { name: "one", domain: site.host } });
    const scoped = { "x-service-api-key": issued.body.key as string };
    const ask = async (path: string, headers: Record<string, string>, host: string, more: object) => {
      const json = { domain: site.host, sitemapUrl: `http://${host}/map.xml`, ...more };
      const { status, body } = await call("POST", path, { headers, json });
      const { requestId: _id, ...answer } = body;
      return { status, answer };
    };
    const run = { urls: [`${site.origin}/`], mode: "sitemap" };
    const asked = [
      ["/api/prerender/cache/invalidate-updated-paths", {}],
      ["/api/prerender/cache/invalidate-site-cache", { prewarm: true }],
      ["/api/seo-spider/runs", run],
    ] as const;
    for (const [path, more] of asked) {
      const own = await ask(path, scoped, sibling.host, more);
      expect([own.status, own.answer.error], path).toEqual([400, "invalid_request"]);
      expect(own, path).toEqual(await ask(path, scoped, stranger.host, more));
    }
    // A run that spiders reads the sitemap besides; it asks the other host for nothing.
    const { answer } = await ask("/api/seo-spider/runs", scoped, sibling.host, { ...run, mode: "follow" });
    await until(async () => {
      const { body } = await call("GET", `/api/seo-spider/runs/${answer.runId}`, { headers: account.auth });
      return !["queued", "running"].includes(body.run.status);
    });
    expect(await sibling.log()).toEqual([]);
    expect((await ask(asked[0][0], account.auth, sibling.host, {})).status).toBe(200);
  });

  it("answers alike for one that is stored with the domain", async () => {
    const [site, other] = await Promise.all([newSite(), newSite()]);
    const account = await newAccount("pro", [site.host]);
    const { headers } = { headers: account.auth };
    const urls = [`${site.origin}/`];
    for (const stored of [`${site.origin}/gone.xml`, `${other.origin}/map.xml`]) {
      await setDomain(site.host, "sitemap_url = ?", stored);
      const cache = await call("POST", "/api/prerender/cache/invalidate-updated-paths", {
        headers,
        json: { domain: site.host },
      });
      const started = await call("POST", "/api/seo-spider/runs", {
        headers,
        json: { domain: site.host, urls, mode: "sitemap" },
      });
      expect([cache.status, cache.body.error], stored).toEqual([502, "sitemap_unreachable"]);
      expect([started.status, started.body.error], stored).toEqual([502, "sitemap_unreachable"]);
    }
  });
});
