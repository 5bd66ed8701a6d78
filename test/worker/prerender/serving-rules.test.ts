import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { call, newAccount, newSite, until, type TestAccount, type TestSite } from "../support/api.ts";
import { cache, indexOf, setDomain } from "../support/cache.ts";

const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** One row: a request for a page with a snapshot, and the expected response. */
type Row = [
  name: string,
  request: { method?: string; path?: string; headers?: Record<string, string> },
  expected: { state: string | null; status?: number; body?: string },
];

const hit = { state: "hit", status: 200, body: "<p>snapshot</p>" };
const origin = { state: "bypass", body: "origin" };

const ROWS: Row[] = [
  ["GET", {}, hit],
  ["HEAD: the head, no body", { method: "HEAD" }, { state: "hit", status: 200, body: "" }],
  ["POST", { method: "POST" }, origin],
  ["PUT", { method: "PUT" }, origin],
  ["OPTIONS", { method: "OPTIONS" }, origin],
  ["no Accept", { headers: { accept: "" } }, hit],
  ["Accept: */*", { headers: { accept: "*/*" } }, hit],
  ["a browser's Accept", { headers: { accept: "text/html,application/xhtml+xml,*/*;q=0.8" } }, hit],
  ["Accept: application/json", { headers: { accept: "application/json" } }, origin],
  ["Accept: image/*", { headers: { accept: "image/avif,image/*" } }, origin],
  ["Accept: text/html;q=0", { headers: { accept: "text/html;q=0, application/json" } }, origin],
  ["Markdown, without the opt-in", { headers: { accept: "text/markdown" } }, origin],
  ["Markdown or HTML, without the opt-in", { headers: { accept: "text/markdown, text/html;q=0.5" } }, hit],
  ["a file", { path: "/style.css" }, origin],
  ["a file with an upper-case extension", { path: "/IMG.JPG" }, origin],
  ["a dot in an earlier segment", { path: "/v1.js/page" }, hit],
  ["a name that only looks like a file", { path: "/why-our.ai-tool" }, hit],
  ["an extension in the query", { path: "/p?file=a.css" }, hit],
  ["a campaign mark", { path: "/p?utm_source=x&gclid=1&fbclid=2&_ga=3&ref=4" }, hit],
  ["parameters in another order", { path: "/q?b=2&a=1" }, hit],
  ["a parameter that the domain ignores", { path: "/p?sort=up&track_id=9" }, hit],
  ["an escape in another spelling", { path: "/caf%c3%a9" }, hit],
  ["dot segments", { path: "/x/../p" }, hit],
  ["another renderer: X-Prerender", { headers: { "x-prerender": "1" } }, { state: "any", body: "origin" }],
  ["another renderer: X-Edge-Render", { headers: { "x-edge-render": "1" } }, { state: "any", body: "origin" }],
  ["our renderer", { headers: { "user-agent": `${BOT} CrawlreadyRender/1.0` } }, { state: "any", body: "origin" }],
  ["If-None-Match with the tag", { headers: { "if-none-match": "TAG" } }, { state: "hit", status: 304, body: "" }],
  [
    "If-None-Match with a weak tag",
    { headers: { "if-none-match": 'W/TAG, "x"' } },
    { state: "hit", status: 304, body: "" },
  ],
  ["If-None-Match with another tag", { headers: { "if-none-match": '"other"' } }, hit],
  [
    "If-Modified-Since, not modified",
    { headers: { "if-modified-since": "MODIFIED" } },
    { state: "hit", status: 304, body: "" },
  ],
  ["If-Modified-Since, long ago", { headers: { "if-modified-since": "Sat, 01 Nov 2025 10:00:00 GMT" } }, hit],
  ["a redirect, passed on", { path: "/old" }, { state: "hit", status: 301, body: "" }],
  ["a missing page", { path: "/none" }, { state: "hit", status: 404, body: "<p>none</p>" }],
  ["a missing page is not 304", { path: "/none", headers: { "if-none-match": "*" } }, { state: "hit", status: 404 }],
  ["a redirect an hour old", { path: "/old-redirect" }, origin],
  ["a missing page an hour old", { path: "/old-none" }, origin],
  ["a page past its time", { path: "/stale" }, { state: "stale", status: 200, body: "<p>stale</p>" }],
  ["a page past 30 days", { path: "/expired" }, origin],
  ["a page whose path is too long to be cached", { path: `/${"x".repeat(1_100)}` }, origin],
];

describe.each(["host", "service"] as const)("the serving rules, through the %s entry point", (way) => {
  let site: TestSite;
  let account: TestAccount;
  let tag: string;
  let modified: string;
  beforeAll(async () => {
    site = await newSite({ "*": { body: "origin" } });
    account = await newAccount("pro", [site.host]);
    await setDomain(site.host, "ignored_parameters = ?", JSON.stringify(["sort", "track_*"]));
    for (const path of ["/p", "/v1.js/page", "/why-our.ai-tool", "/q?a=1&b=2", "/caf%C3%A9"])
      await cache(site.host, path, "<p>snapshot</p>");
    await cache(site.host, "/p?file=a.css", "<p>snapshot</p>");
    const location = `${site.origin}/new`;
    await cache(site.host, "/old", "", { status: 301, headers: { location } });
    await cache(site.host, "/none", "<p>none</p>", { status: 404 });
    await cache(site.host, "/old-redirect", "", { status: 301, headers: { location }, createdAt: Date.now() - HOUR });
    await cache(site.host, "/old-none", "<p>none</p>", { status: 404, createdAt: Date.now() - HOUR });
    await cache(site.host, "/stale", "<p>stale</p>", { createdAt: Date.now() - DAY });
    await cache(site.host, "/expired", "<p>expired</p>", { createdAt: Date.now() - 30 * DAY });
    const first = await ask({});
    await first.text();
    tag = first.headers.get("etag")!;
    modified = first.headers.get("last-modified")!;
  });

  function ask({ method = "GET", path = "/p", headers = {} }: Row[1]): Promise<Response> {
    const filled = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace("TAG", tag).replace("MODIFIED", modified)]),
    );
    const all = { "user-agent": BOT, ...(way === "service" && account.auth), ...filled };
    const url = way === "host" ? `${site.origin}${path}` : `http://api.test/render/${site.origin}${path}`;
    return exports.default.fetch(url, { method, headers: all, redirect: "manual" });
  }

  it.each(ROWS)("%s", async (_name, request, expected) => {
    // The service entry point is for reading pages and accepts no other method.
    if (way === "service" && !["GET", "HEAD"].includes(request.method ?? "GET")) {
      expect((await ask(request)).status).toBe(405);
      return;
    }
    const answer = await ask(request);
    const body = await answer.text();
    if (expected.state !== "any") expect(answer.headers.get("x-crawlready-cache")).toBe(expected.state);
    if (expected.status !== undefined) expect(answer.status).toBe(expected.status);
    if (expected.body !== undefined) expect(body).toBe(expected.body);
  });

  it("sends the headers that a CDN in front needs, and no unexpected ones", async () => {
    const answer = await ask({});
    await answer.text();
    expect(answer.headers.get("vary")).toBe("User-Agent, Accept");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=0, must-revalidate");
    expect(answer.headers.get("cdn-cache-control")).toBe("no-store");
    expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(answer.headers.get("etag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(Number(answer.headers.get("age"))).toBeGreaterThanOrEqual(0);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it("never hands our credentials to the origin", async () => {
    const seen = await newSite({ "*": { body: "origin" } });
    const { key } = await newAccount("pro", [seen.host]);
    const headers = {
      "user-agent": BOT,
      accept: "application/json",
      "x-prerender-token": key,
      "x-service-api-key": key,
      authorization: `Bearer ${key}`,
      referer: `https://shop.example/?token=${key}`,
      cookie: `cart=5; crawlready.session_token=secret; __Secure-crawlready.session_token=secret`,
    };
    const base = way === "host" ? seen.origin : `http://api.test/render/${seen.origin}`;
    await (await exports.default.fetch(`${base}/p?token=${key}&e=%63${key.slice(1)}&page=2`, { headers })).text();
    const sent = await seen.headers();
    const read = JSON.stringify([sent, await seen.log()]);
    expect(read).not.toContain(key.slice(4));
    expect(read).not.toContain("session_token");
    expect(read).toMatch(/\/p\?(?:token=&e=&page=2|e=&page=2&token=)/);
    expect(sent).toMatchObject({ cookie: "cart=5", referer: "https://shop.example/?token=", "x-crawlready-hop": "1" });
    expect(sent["authorization"]).toBeUndefined();
    expect(sent["x-prerender"]).toBe(way === "service" ? "1" : undefined);
  });

  it("hands everything else to the origin as it came", async () => {
    if (way === "service") return;
    const seen = await newSite({ "*": { body: "origin" } });
    await newAccount("pro", [seen.host]);
    const headers = { authorization: "Basic eDp5", cookie: "a=1;b=crk_short; crawlready=2", "x-api-key": "crk_1" };
    await (await exports.default.fetch(`${seen.origin}/p?crk_=1`, { method: "POST", headers, body: "x" })).text();
    expect(await seen.headers()).toMatchObject(headers);
    expect((await seen.log()).at(-1)).toBe("POST /p?crk_=1");
  });
});

describe("Markdown, if the domain offers it", () => {
  it("is served to clients that prefer it; other crawlers get HTML", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    await newAccount("pro", [site.host]);
    await setDomain(site.host, "markdown = 1");
    const page = `<html><body><nav>Menu</nav><main><h1>Chairs</h1><p>Made of <b>oak</b>, see <a href="/x">more</a>.</p></main></body></html>`;
    await cache(site.host, "/p", page);
    const ask = (headers: Record<string, string>, method = "GET") =>
      exports.default.fetch(`${site.origin}/p`, { method, headers });
    const agent = { "user-agent": "axios/1.8", accept: "text/markdown, text/html;q=0.9, */*;q=0.8" };
    const markdown = await ask(agent);
    expect(await markdown.text()).toBe("# Chairs\n\nMade of **oak**, see [more](/x).\n");
    expect(markdown.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(markdown.headers.get("vary")).toContain("Accept");
    const html = await ask({ "user-agent": BOT, accept: "text/html, text/markdown;q=0.5" });
    expect(await html.text()).toBe(page);
    const tag = markdown.headers.get("etag")!;
    expect(tag).not.toBe(html.headers.get("etag"));
    expect((await ask({ ...agent, "if-none-match": tag })).status).toBe(304);
    expect((await ask(agent, "HEAD")).headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(await (await ask({ "user-agent": "Mozilla/5.0 Chrome/140.0", accept: "text/html" })).text()).toBe("origin");
  });
});

describe("the Markdown of a page at an address of its own, if the domain offers it", () => {
  const person = { "user-agent": "Mozilla/5.0 Chrome/140.0", accept: "text/html" };
  const page = "<html><head></head><body><main><h1>Chairs</h1></main></body></html>";
  const ask = (url: string, headers: Record<string, string> = person, method = "GET") =>
    exports.default.fetch(url, { method, headers, redirect: "manual" });

  it("is named by the page, names the page, and needs no Accept", async () => {
    const site = await newSite({ "*": { status: 404, body: "origin" } });
    await newAccount("pro", [site.host]);
    await setDomain(site.host, "markdown = 1");
    await cache(site.host, "/p?a=1", page, { headers: { link: "</style.css>; rel=preload" } });
    await cache(site.host, "/shop/", page);
    const html = await ask(`${site.origin}/p?a=1`, { "user-agent": BOT });
    const alternate = `<${site.origin}/p.md?a=1>; rel="alternate"; type="text/markdown"`;
    expect(html.headers.get("link")).toBe(`</style.css>; rel=preload, ${alternate}`);
    expect(html.headers.get("vary")).toBe("User-Agent, Accept");
    for (const [address, path] of [
      ["/p.md?a=1", "/p?a=1"],
      ["/shop/index.md", "/shop/"],
      ["/shop/index.html.md", "/shop/"],
    ] as const)
      for (const client of [person, { "user-agent": BOT }]) {
        const twin = await ask(site.origin + address, client);
        expect([twin.status, await twin.text(), twin.headers.get("content-type")]).toEqual([
          200,
          "# Chairs\n",
          "text/markdown; charset=utf-8",
        ]);
        expect(twin.headers.get("link")).toContain(`<${site.origin}${path}>; rel="canonical"`);
        const again = await ask(site.origin + address, { ...client, "if-none-match": twin.headers.get("etag")! });
        expect(again.status).toBe(304);
      }
    expect(await (await ask(`${site.origin}/p.md?a=1`, person, "HEAD")).text()).toBe("");
  });

  it("leaves the site's own file, other methods, and pages without Markdown to the origin", async () => {
    const site = await newSite({ "*": { status: 404, body: "origin" } });
    await site.set({
      "*": { status: 404, body: "origin" },
      "/own.md": { headers: { "content-type": "text/markdown" }, body: "# Mine" },
    });
    await newAccount("pro", [site.host]);
    await setDomain(site.host, "markdown = 1");
    for (const path of ["/own", "/posted"]) await cache(site.host, path, page);
    await cache(site.host, "/gone", "gone", { status: 404 });
    const bodyOf = async (path: string, method = "GET") => (await ask(site.origin + path, person, method)).text();
    expect(await bodyOf("/own.md")).toBe("# Mine");
    expect(await bodyOf("/posted.md", "POST")).toBe("origin");
    expect(await bodyOf("/gone.md")).toBe("origin");
    await setDomain(site.host, "markdown = 0");
  });

  it("is not there for a domain that does not offer it", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    await newAccount("pro", [site.host]);
    await cache(site.host, "/p", page);
    expect(await (await ask(`${site.origin}/p.md`)).text()).toBe("origin");
    expect((await ask(`${site.origin}/p`, { "user-agent": BOT })).headers.get("link")).toBeNull();
  });
});

describe("/llms.txt, if the domain enables it", () => {
  it("is generated from the sitemap and the snapshots, unless the site has its own", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    const spa = { "*": { body: "<html>shell</html>" } };
    const sitemap = `<urlset>${["/", "/a", "/b"].map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join("")}</urlset>`;
    await site.set({ ...spa, "/sitemap.xml": { headers: { "content-type": "application/xml" }, body: sitemap } });
    const read = async () => (await exports.default.fetch(`${site.origin}/llms.txt`)).text();
    await setDomain(site.host, "llms_txt = 1");
    await cache(site.host, "/", "x", { about: { title: "A *shop*", description: "Sells chairs." } });
    await cache(site.host, "/b", "x", { about: { title: "Tables]", description: "" } });
    expect(await read()).toBe(
      `# A \\*shop\\*\n\n> Sells chairs.\n\n## Pages\n\n- [/a](${site.origin}/a)\n- [Tables\\]](${site.origin}/b)\n`,
    );
    await site.set({ "/llms.txt": { headers: { "content-type": "text/plain" }, body: "# Mine" } });
    expect(await read()).toBe("# Mine");
  });

  it("is passed through otherwise", async () => {
    const site = await newSite({ "*": { body: "<html>shell</html>" } });
    await newAccount("pro", [site.host]);
    expect(await (await exports.default.fetch(`${site.origin}/llms.txt`)).text()).toBe("<html>shell</html>");
  });
});

const CRAWLER = { budgeted: true, replace: false };

describe("a crawler's budget", () => {
  it("is 60 renders per minute, 10 at once and 2,000 new paths per day; the owner's renders do not count", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    await newAccount("pro", [site.host]);
    const index = await indexOf(site.host);
    const at = Date.UTC(2026, 10, 21, 12);
    const begin = async (path: string, now: number, budgeted = true) => {
      const begun = await index.begin(path, now, { budgeted, replace: true });
      if ("token" in begun) await index.abandon(path, begun.token);
      return begun;
    };
    for (let i = 0; i < 10; i++) expect(await index.begin(`/busy${i}`, at, CRAWLER)).toHaveProperty("token");
    expect(await begin("/eleventh", at)).toEqual({ refused: "renders_at_once" });
    expect(await begin("/owner", at, false)).toHaveProperty("token");
    await index.invalidate(null, at);
    for (let i = 0; i < 50; i++) expect(await begin(`/p${i}`, at + 1)).toHaveProperty("token");
    expect(await begin("/more", at + 2)).toEqual({ refused: "renders_this_minute" });
    expect(await begin("/owner", at + 2, false)).toHaveProperty("token");
    for (let minute = 1; minute <= 32; minute++)
      for (let i = 0; i < 60; i++) await begin(`/m${minute}-${i}`, at + 1 + minute * 60_000);
    const last = at + 1 + 33 * 60_000;
    for (let i = 0; i < 20; i++) expect(await begin(`/last${i}`, last)).toHaveProperty("token");
    expect(await begin("/too-new", last)).toEqual({ refused: "new_paths_today" });
    expect(await begin("/tomorrow", at + 12 * HOUR)).toHaveProperty("token");
  });

  it("beyond it, the origin answers", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    await newAccount("pro", [site.host]);
    const index = await indexOf(site.host);
    for (let i = 0; i < 10; i++) await index.begin(`/busy${i}`, Date.now(), CRAWLER);
    const answer = await exports.default.fetch(`${site.origin}/p`, { headers: { "user-agent": BOT } });
    expect([answer.headers.get("x-crawlready-cache"), await answer.text()]).toEqual(["bypass", "origin"]);
  });
});

describe("what crawlers requested and what they got", () => {
  it("counts each request once, by source, form and status, whichever way it came", async () => {
    const site = await newSite();
    const { headers } = { headers: (await newAccount("pro", [site.host])).auth };
    const xml = { "content-type": "application/xml" };
    await site.set({
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *" },
      "/sitemap.xml": { headers: xml, body: "<urlset></urlset>" },
      "/img.png": { headers: { "content-type": "image/png" }, body: "png" },
      "/broken": { status: 500, body: "no" },
      "/news-sitemap.xml": { status: 404 },
      "*": { body: "origin" },
    });
    await setDomain(site.host, "markdown = 1, llms_txt = 1");
    await cache(site.host, "/p", "<body><main><h1>Page</h1><p>Text</p></main></body>");
    await cache(site.host, "/gone", "<p>gone</p>", { status: 404 });
    const asked: Array<[path: string, answer: string, init?: { method?: string; headers?: Record<string, string> }]> = [
      ["/p", "cache page 200"],
      ["/p?utm_source=x", "cache page 200"],
      ["/p", "cache page 200", { method: "HEAD" }],
      ["/p", "cache markdown 200", { headers: { accept: "text/markdown" } }],
      ["/gone", "cache page 404", { headers: { accept: "text/markdown" } }],
      ["/robots.txt", "origin robots_txt 200"],
      ["/sitemap.xml", "origin sitemap 200"],
      ["/news-sitemap.xml", "origin sitemap 404"],
      ["/llms.txt", "generated llms_txt 200"],
      ["/img.png", "origin file 200"],
      ["/broken", "origin page 500", { headers: { accept: "application/json" } }],
      ["/data", "origin page 200", { headers: { accept: "application/json" } }],
    ];
    const ways = { host: site.origin, service: `http://api.test/render/${site.origin}` };
    for (const [way, base] of Object.entries(ways))
      for (const [path, , init] of asked) {
        const sent = { "user-agent": BOT, ...(way === "service" && headers), ...init?.headers };
        await (await exports.default.fetch(base + path, { ...init, headers: sent, redirect: "manual" })).text();
      }
    await (
      await exports.default.fetch(`${site.origin}/p`, { headers: { "user-agent": "Mozilla/5.0 Chrome/140.0" } })
    ).text();
    const want = Object.groupBy(asked, ([, answer]) => answer);
    const total = asked.length * 2;
    const report = await until(async () => {
      const { body } = await call("GET", `/api/analytics/answers?domain=${site.host}`, { headers });
      return body.total >= total && body;
    });
    const got = report.byAnswer.map((row: any) => [`${row.servedBy} ${row.form} ${row.status}`, row.count]);
    expect(Object.fromEntries(got)).toEqual(
      Object.fromEntries(Object.entries(want).map(([answer, rows]) => [answer, rows!.length * 2])),
    );
    expect([report.total, report.spoofed]).toEqual([total, 0]);
    const paths = ["/broken", "/data", "/img.png", "/llms.txt", "/news-sitemap.xml", "/robots.txt", "/sitemap.xml"];
    expect(report.originPaths.map(({ path, count }: any) => [path, count])).toEqual(paths.map((path) => [path, 2]));
    const served = await call("GET", `/api/analytics/bots?domain=${site.host}`, { headers });
    expect(served.body.byServedBy).toEqual([
      { path: "/p", servedBy: "cache", count: 8 },
      { path: "/gone", servedBy: "cache", count: 2 },
    ]);
  });
});

describe("canonical answers for training crawlers", () => {
  const TRAINING = "Mozilla/5.0 AppleWebKit/537.36 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
  const verified = { verifiedBotCategory: "AI Crawler" };
  interface Asked {
    userAgent?: string;
    cf?: CfProperties | null;
    method?: string;
  }

  it("send them to the canonical page: only verified ones, on the same site, without loops, while it is cached", async () => {
    const site = await newSite({ "*": { body: "origin" } });
    const { headers } = { headers: (await newAccount("pro", [site.host])).auth };
    const named = (canonical: string, status = 200) => ({ status, about: { title: "", description: "", canonical } });
    const pages: Record<string, object> = {
      "/shoes": named(""),
      "/shoes?sort=price": named(`${site.origin}/shoes?utm_source=x`),
      "/self": named(`${site.origin}/self?gclid=1`),
      "/away": named("https://elsewhere.example/"),
      "/chain": named("/shoes?sort=price"),
      "/loop-a": named("/loop-b"),
      "/loop-b": named("/loop-a"),
      "/to-gone": named("/gone"),
      "/gone": named("", 404),
      "/to-unknown": named("/unknown"),
      "/to-away": named("/away"),
    };
    for (const [path, entry] of Object.entries(pages)) await cache(site.host, path, `<p>${path}</p>`, entry);
    const ask = async (path: string, { userAgent = TRAINING, cf = verified, method = "GET" }: Asked = {}) => {
      const request = new Request(site.origin + path, {
        method,
        headers: { "user-agent": userAgent },
        redirect: "manual",
        ...(cf && { cf }),
      });
      const answer = await exports.default.fetch(request);
      await answer.text();
      return answer.status === 301 ? answer.headers.get("location") : answer.status;
    };
    await setDomain(site.host, "canonical_redirects = 1");
    const canonical = `${site.origin}/shoes?utm_source=x`;
    expect(await ask("/shoes?sort=price")).toBe(canonical);
    expect(await ask("/shoes?utm_medium=y&sort=price", { method: "HEAD" })).toBe(canonical);
    expect(await ask("/shoes?utm_source=x")).toBe(200);
    expect(await ask("/shoes?sort=price", { cf: null })).toBe(200);
    expect(await ask("/shoes?sort=price", { userAgent: BOT })).toBe(200);
    for (const path of ["/self", "/away", "/chain", "/loop-a", "/loop-b", "/to-gone", "/to-unknown", "/to-away"])
      expect([path, await ask(path)]).toEqual([path, 200]);
    const report = await until(async () => {
      const { body } = await call("GET", `/api/analytics/answers?domain=${site.host}`, { headers });
      return body.byAnswer.find(({ form }: { form: string }) => form === "canonical_redirect");
    });
    expect(report).toMatchObject({ servedBy: "generated", status: 301 });
    const json = { domain: site.host, path: "/shoes" };
    await call("POST", "/api/prerender/cache/invalidate-page-cache", { headers, json });
    expect(await ask("/shoes?sort=price")).toBe(200);
  });
});
