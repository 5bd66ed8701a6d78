import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { JOB_VERSION } from "../../../src/audit/model/run/calls";
import { audit, call, env, html, newAccount, newSite, until, type EndedAudit } from "../support/api.ts";

const links = (...hrefs: string[]) => hrefs.map((href) => `<a href="${href}">link to ${href}</a>`).join(" ");

function pageOf(detail: any, path: string): any {
  const page = detail.pages.find((each: { path: string }) => each.path === path);
  expect(page, path).toBeDefined();
  return page;
}
const ids = (detail: any, path: string): string[] =>
  pageOf(detail, path).issues.map((issue: { id: string }) => issue.id);

describe("an audit in follow mode", () => {
  it("finds every page once, obeys robots.txt and reports the issues", async () => {
    const site = await newSite({
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: "User-agent: *\nDisallow: /private\n" },
      "/": {
        body: html({
          title: "The home page of the site",
          body: links(
            "/a",
            "/a#part",
            "/b?x=1",
            "/gone",
            "/old",
            "/private/x",
            "/file.pdf",
            "https://elsewhere.example/",
            "/loop1",
          ),
        }),
      },
      "/a": { body: html({ title: "A page with a title", body: links("/", "/deep/1") }) },
      "/b": { body: html({ title: "A page with a title", body: "<img src='/i.png'>" }) },
      "/deep/1": { body: html({ title: "Deep page number one", body: links("/deep/2") }) },
      "/deep/2": { body: html({ title: "Deep page number two", body: links("/deep/3") }) },
      "/deep/3": { body: html({ title: "Deep page number three", body: links("/deep/4") }) },
      "/deep/4": { body: "<html><head></head><body>thin</body></html>" },
      "/old": { status: 301, headers: { location: "/a" } },
      "/loop1": { status: 302, headers: { location: "/loop2" } },
      "/loop2": { status: 302, headers: { location: "/loop1" } },
    });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site);
    expect(detail.run).toMatchObject({
      domain: site.host,
      status: "success",
      closeReason: "finished",
      trigger: "api",
      frequency: "on_demand",
      errorMessage: null,
      hitUrlLimit: false,
      needsContinuation: false,
      runCount: 1,
      deltaIssues: 0,
      deltaHealth: 0,
    });
    const paths = detail.pages.map((page: { path: string }) => page.path);
    expect(paths.sort()).toEqual([
      "/",
      "/a",
      "/b?x=1",
      "/deep/1",
      "/deep/2",
      "/deep/3",
      "/deep/4",
      "/gone",
      "/loop1",
      "/loop2",
      "/old",
      "/private/x",
    ]);
    expect(detail.run.pagesCrawled).toBe(11);
    const log = await site.log();
    expect(log.filter((line) => line.includes("private"))).toEqual([]);
    expect(log.filter((line) => line === "GET /a")).toHaveLength(1);
    expect(ids(detail, "/")).toContain("broken_internal_link");
    expect(ids(detail, "/")).toContain("internal_link_to_redirect");
    expect(ids(detail, "/gone")).toContain("http_4xx");
    expect(ids(detail, "/old")).toEqual(["redirect_permanent"]);
    expect(ids(detail, "/loop1")).toContain("redirect_loop");
    expect(ids(detail, "/a")).toContain("duplicate_title");
    expect(ids(detail, "/b?x=1")).toEqual(expect.arrayContaining(["duplicate_title", "image_missing_alt"]));
    expect(ids(detail, "/private/x")).toContain("blocked_by_robots");
    expect(ids(detail, "/deep/4")).toEqual(
      expect.arrayContaining(["missing_title", "missing_h1", "empty_page", "missing_html_lang", "deep_page"]),
    );
    expect(pageOf(detail, "/gone")).toMatchObject({
      statusCode: 404,
      healthScore: 0,
      previewScore: 0,
      indexable: false,
    });
    const total = detail.pages.reduce((sum: number, page: { issueCount: number }) => sum + page.issueCount, 0);
    expect(detail.run.issueCount).toBe(
      total + detail.run.sitemapIssues.length + detail.run.robotsAnalysis.issues.length,
    );
    for (const page of detail.pages) expect(page.issueCount).toBe(page.issues.length);
  });

  it("does not follow the links of a page fetched only for its status", async () => {
    const site = await newSite({
      "/": { body: html({ body: links("/page") }) },
      "/page": { body: html({ head: '<link rel="canonical" href="/twin">' }) },
      "/twin": { body: html({ body: links("/twin/next") }) },
    });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site);
    expect(detail.pages.map((page: { path: string }) => page.path)).toEqual(["/", "/page"]);
    const asked = await site.log();
    expect(asked).toContain("GET /twin");
    expect(asked).not.toContain("GET /twin/next");
  });

  it("does not score a page that refused us because of too many requests", async () => {
    const busy = { status: 503, headers: { "retry-after": "1" } };
    const site = await newSite({ "/": { body: html({ body: links("/busy") }) }, "/busy": busy });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site);
    expect(ids(detail, "/busy")).toContain("rate_limited");
    expect(pageOf(detail, "/").healthScore).toBeLessThan(pageOf(detail, "/busy").healthScore);
    expect(detail.run.crawlStats.meanPageHealth).toBe(pageOf(detail, "/").healthScore);
  });

  it("keeps earlier scores of a path and compares with the previous run", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const first = await audit(account, site);
    await site.set({ "/": { body: html({ head: '<meta name="robots" content="noindex">' }) } });
    const second = await audit(account, site);
    expect(second.run.runCount).toBe(2);
    expect(second.run.deltaIssues).toBe(second.run.issueCount - first.run.issueCount);
    expect(second.pages[0]!.trendPoints).toEqual([first.pages[0]!.healthScore]);
    expect(second.pages[0]!.indexable).toBe(false);
    expect(first.run.crawlStats.comparable).toBeNull();
    expect(second.run.crawlStats.comparable).toMatchObject({
      pages: 1,
      deltaIssues: second.run.issueCount - first.run.issueCount,
      newIssueIds: expect.arrayContaining(["noindex_page"]),
      fixedIssueIds: expect.arrayContaining(["missing_canonical"]),
    });
    expect(second.run.topIssues[0]).toMatchObject({ samplePaths: ["/"], pages: 1, fix: expect.any(String) });
    const again = await call("GET", `/api/seo-spider/runs/${first.run.id}`, { headers: account.auth });
    expect(again.body.pages[0].trendPoints).toEqual([]);
  });

  it("stops at the plan's page limit and reports it", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 30 }, (_, i) => [`/${i}`, { body: html({ title: `Page number ${i} of many` }) }]),
    );
    const site = await newSite({ "/": { body: html({ body: links(...Object.keys(pages)) }) }, ...pages });
    const account = await newAccount("pro", [site.host], { pagesPerRun: 10 });
    const { run, pages: found } = await audit(account, site);
    expect(run).toMatchObject({
      status: "limit_reached",
      closeReason: "url_limit",
      hitUrlLimit: true,
      needsContinuation: true,
      pagesCrawled: 10,
    });
    expect(found).toHaveLength(10);
  });

  it("ends in error if nothing can be reached", async () => {
    const site = await newSite({ "/robots.txt": { status: 503 } });
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    expect(run).toMatchObject({ status: "error", pagesCrawled: 0, closeReason: "robots_blocked" });
    expect(run.errorMessage).toContain("robots.txt");
  });
});

describe("the other modes", () => {
  it("selected audits exactly the given URLs and knows where their redirects end", async () => {
    const site = await newSite({
      "/": { body: html({ body: links("/other") }) },
      "/old": { status: 301, headers: { location: "/gone" } },
      "/other": { body: html() },
    });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site, { mode: "selected", urls: [`${site.origin}/`, `${site.origin}/old`] });
    expect(detail.pages.map((page: { path: string }) => page.path).sort()).toEqual(["/", "/old"]);
    expect(ids(detail, "/old")).toContain("redirect_to_error");
    expect(await site.log()).not.toContain("GET /other");
  });

  it("sitemap audits the seeds and the URLs of the sitemaps, including those in an index", async () => {
    const site = await newSite();
    const urlset = (...paths: string[]) =>
      `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths.map((path) => `<url><loc>${site.origin}${path}</loc></url>`).join("")}</urlset>`;
    const xml = { "content-type": "application/xml" };
    await site.set({
      "/robots.txt": { headers: { "content-type": "text/plain" }, body: `Sitemap: ${site.origin}/index.xml\n` },
      "/index.xml": {
        headers: xml,
        body: `<sitemapindex><sitemap><loc>${site.origin}/one.xml</loc></sitemap><sitemap><loc>${site.origin}/two.xml</loc></sitemap></sitemapindex>`,
      },
      "/one.xml": { headers: xml, body: urlset("/a", "/b") },
      "/two.xml": { headers: xml, body: urlset("/b", "/c") },
      "*": { body: html({ body: links("/linked-only") }) },
    });
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site, { mode: "sitemap" });
    expect(detail.pages.map((page: { path: string }) => page.path).sort()).toEqual(["/", "/a", "/b", "/c"]);
    expect(ids(detail, "/a")).toContain("orphan_page");
  });

  it("distinguishes a missing sitemap from an unreadable one", async () => {
    const site = await newSite({
      "/broken.xml": { status: 500 },
      "/page.xml": { body: "<!doctype html><html></html>" },
    });
    const account = await newAccount("pro", [site.host]);
    const start = (sitemapUrl?: string) =>
      call("POST", "/api/seo-spider/runs", {
        headers: account.auth,
        json: { domain: site.host, urls: [`${site.origin}/`], mode: "sitemap", sitemapUrl },
      });
    expect((await start()).body.error).toBe("no_sitemap");
    const unreadable = await start(`${site.origin}/broken.xml`);
    expect([unreadable.status, unreadable.body.error]).toEqual([502, "sitemap_unreachable"]);
    expect((await start(`${site.origin}/page.xml`)).body.error).toBe("sitemap_unreachable");
    expect((await start("https://elsewhere.example/sitemap.xml")).body.error).toBe("invalid_request");
  });
});

describe("newPagesOnly", () => {
  const sitemap = (origin: string, pages: Record<string, string | null>) => ({
    headers: { "content-type": "application/xml" },
    body: `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${Object.entries(pages)
      .map(([path, day]) => `<url><loc>${origin}${path}</loc>${day ? `<lastmod>${day}</lastmod>` : ""}</url>`)
      .join("")}</urlset>`,
  });

  it("audits pages that are new or changed since the last run, and refuses to start if there are none", async () => {
    const site = await newSite();
    const routes = (pages: Record<string, string | null>) => ({
      "/sitemap.xml": sitemap(site.origin, pages),
      "*": { body: html() },
    });
    const account = await newAccount("pro", [site.host]);
    await site.set(routes({ "/a": "2020-01-01", "/b": null }));
    const options = { mode: "sitemap", newPagesOnly: true } as const;
    const paths = ({ pages }: EndedAudit) => pages.map(({ path }) => path).sort();
    expect(paths(await audit(account, site, options))).toEqual(["/a", "/b"]);
    const json = { domain: site.host, urls: [`${site.origin}/`], ...options };
    const refused = await call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
    expect([refused.status, refused.body.error]).toEqual([422, "no_new_pages"]);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    await site.set(routes({ "/a": tomorrow, "/b": null, "/c": "2020-01-01" }));
    expect(paths(await audit(account, site, options))).toEqual(["/a", "/c"]);
    expect(paths(await audit(account, site, { mode: "sitemap" }))).toEqual(["/", "/a", "/b", "/c"]);
  });
});

describe("sampling", () => {
  const site300 = async () => {
    const paths = Array.from({ length: 300 }, (_, i) => `/item/${i}`);
    return newSite({ "/": { body: html({ body: links(...paths) }) }, "*": { body: html() } });
  };

  it("audits a sample of a large pattern that represents the whole", async () => {
    const site = await site300();
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    const [pattern] = run.crawlStats.sampledPatterns!;
    expect(pattern).toEqual({ pattern: "/item/:n", total: 300, sampled: run.pagesCrawled - 1 });
    expect(run.pagesCrawled).toBeGreaterThan(21);
    expect(run.pagesCrawled).toBeLessThanOrEqual(51);
    expect(run.status).toBe("success");
  });

  it("audits every page if it is switched off", async () => {
    const site = await site300();
    const account = await newAccount("pro", [site.host]);
    const { run, pages } = await audit(account, site, { allowSampling: false });
    expect([run.pagesCrawled, pages.length, run.crawlStats.sampledPatterns]).toEqual([301, 301, []]);
  });
});

describe("a run that reached a limit", () => {
  const pages = Array.from({ length: 25 }, (_, i) => `/${i}`);
  const site25 = () => newSite({ "/": { body: html({ body: links(...pages) }) }, "*": { body: html() } });
  const options = { allowSampling: false };

  it("is continued where it stopped until everything is done", async () => {
    const site = await site25();
    const account = await newAccount("pro", [site.host], { pagesPerRun: 11 });
    const seen: string[] = [];
    const runs = [];
    for (let i = 0; i < 3; i++) {
      const detail = await audit(account, site, options);
      runs.push(detail.run);
      const own = detail.pages.filter((page: { path: string; carriedAt: number | null }) => page.carriedAt === null);
      seen.push(...own.map((page: { path: string }) => page.path).filter((path: string) => path !== "/"));
      if (i === 2) expect(detail.pages).toHaveLength(pages.length + 1);
    }
    expect(runs.map((run) => run.status)).toEqual(["limit_reached", "limit_reached", "success"]);
    expect(runs.map((run) => run.crawlStats.continuedFrom)).toEqual([null, runs[0]!.id, runs[1]!.id]);
    expect(seen.sort()).toEqual(pages.slice().sort());
    const afresh = await audit(account, site, options);
    expect([afresh.run.crawlStats.continuedFrom, afresh.pages.length]).toEqual([null, 11]);
  });

  it("is partial at the month's limit, and the next one is refused", async () => {
    const site = await site25();
    const account = await newAccount("pro", [site.host], { pagesPerMonth: 7 });
    const { run } = await audit(account, site, options);
    expect(run).toMatchObject({
      status: "partial",
      closeReason: "month_limit",
      pagesCrawled: 7,
      needsContinuation: true,
      hitUrlLimit: false,
    });
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow" };
    const next = await call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
    expect([next.status, next.body.error]).toEqual([403, "max_pages_per_month_limit_reached"]);
  });

  it("never uses more pages than the month has left, even with other active runs", async () => {
    const sites = await Promise.all(Array.from({ length: 4 }, site25));
    const account = await newAccount(
      "pro",
      sites.map((site) => site.host),
      { pagesPerMonth: 40, pagesPerRun: 15 },
    );
    const runs = await Promise.allSettled(sites.map((site) => audit(account, site, options)));
    const done = runs.filter((each) => each.status === "fulfilled").map((each) => each.value.run.pagesCrawled);
    expect(done.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(40);
    expect(Math.max(...done)).toBe(15);
  });
});

describe("cancelling", () => {
  it("ends the run with the pages it has, once", async () => {
    const pages = Array.from({ length: 60 }, (_, i) => `/${i}`);
    const site = await newSite({ "/": { body: html({ body: links(...pages) }) }, "*": { body: html(), delayMs: 150 } });
    const account = await newAccount("pro", [site.host]);
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
    const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
    const cancel = () => call("POST", `/api/seo-spider/runs/${runId}/cancel`, { headers: account.auth });
    await until(async () => (await site.log()).length > 8);
    expect(await cancel()).toMatchObject({ status: 200, body: { ok: true, runId } });
    const detail = await until(async () => {
      const { body } = await call("GET", `/api/seo-spider/runs/${runId}`, { headers: account.auth });
      return body.run.completedAt !== null && body;
    });
    expect(detail.run).toMatchObject({ status: "partial", closeReason: "cancelled", needsContinuation: true });
    expect(detail.pages.length).toBe(detail.run.pagesCrawled);
    expect(detail.run.pagesCrawled).toBeLessThan(61);
    const again = await cancel();
    expect([again.status, again.body.error, again.body.status]).toEqual([409, "run_not_active", "partial"]);
    const stranger = await newAccount("pro");
    expect((await call("POST", `/api/seo-spider/runs/${runId}/cancel`, { headers: stranger.auth })).status).toBe(404);
    const rest = await audit(account, site, { allowSampling: false });
    expect(rest.run.pagesCrawled + detail.run.pagesCrawled).toBe(61);
  });
});

describe("one audit at a time", () => {
  it("answers every other start with the active run's id", async () => {
    const site = await newSite({ "/": { body: html(), delayMs: 400 } });
    const account = await newAccount("pro", [site.host]);
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow" };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => call("POST", "/api/seo-spider/runs", { headers: account.auth, json })),
    );
    const started = answers.filter((answer) => answer.status === 200);
    expect(started).toHaveLength(1);
    const { runId } = started[0]!.body;
    for (const answer of answers.filter((each) => each.status !== 200)) {
      expect([answer.status, answer.body.error, answer.body.runId]).toEqual([409, "run_already_active", runId]);
    }
    await until(
      async () =>
        (await call("GET", `/api/seo-spider/runs/${runId}`, { headers: account.auth })).body.run.status === "success",
    );
  });

  it("counts on-demand audits exactly under parallel starts", async () => {
    const sites = await Promise.all(Array.from({ length: 6 }, () => newSite({ "/": { body: html() } })));
    const account = await newAccount(
      "pro",
      sites.map((site) => site.host),
      { onDemandAuditsPerMonth: 2 },
    );
    const answers = await Promise.all(
      sites.map((site) =>
        call("POST", "/api/seo-spider/runs", {
          headers: account.auth,
          json: { domain: site.host, urls: [`${site.origin}/`], mode: "follow" },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(2);
    expect(answers.filter((answer) => answer.body.error === "on_demand_limit_reached")).toHaveLength(4);
  });
});

describe("the domain's lock", () => {
  const stubFor = async (host: string) => {
    const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(host).first<{ id: string }>();
    return env.DOMAIN_AUDIT.getByName(row!.id);
  };

  it("survives lost jobs: the alarm sends new ones, and after three without progress the run ends and frees the lock", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const stub = await stubFor(site.host);
    const config = {
      runId: crypto.randomUUID(),
      accountId: account.accountId,
      domainId: "unused",
      domain: site.host,
      origin: null,
      mode: "follow" as const,
      seeds: [`${site.origin}/`],
      sitemapUrl: null,
      allowSampling: true,
      newPagesOnly: false,
      newSince: null,
      scopeKey: "follow||all",
      pageLimit: 10,
      limitReason: "url_limit" as const,
      startedAt: Date.now(),
    };
    await runInDurableObject(stub, async (instance, state) => {
      // Each job is claimed and then lost; its lease has expired when the alarm fires.
      (instance as unknown as { send: () => Promise<void> }).send = () => Promise.resolve();
      await instance.start(config);
      for (let round = 0; round < 3; round++) {
        state.storage.kv.put("run", { ...(state.storage.kv.get("run") as object), leaseUntil: 0 });
        // An alarm that fires is gone.
        await state.storage.deleteAlarm();
        await instance.alarm();
        expect(state.storage.kv.get("run")).toMatchObject({ resumptions: round + 1, claimed: false });
        expect(await state.storage.getAlarm()).not.toBeNull();
      }
      const held = state.storage.kv.get("run");
      expect(await instance.start(config), "a second call for a run").toEqual({ started: true });
      const other = await instance.start({ ...config, runId: "other" });
      expect(other).toEqual({ started: false, runId: config.runId });
      expect(state.storage.kv.get("run"), "starts nothing").toEqual(held);
      state.storage.kv.put("run", { ...(state.storage.kv.get("run") as object), leaseUntil: 0 });
      await instance.alarm();
      expect(instance.activeRun()).toBeNull();
    });
    expect(await runDurableObjectAlarm(stub)).toBe(false);
  });

  it("accepts a job's token once, and never an old one", async () => {
    const site = await newSite({ "/": { body: html() } });
    await newAccount("pro", [site.host]);
    const stub = await stubFor(site.host);
    await runInDurableObject(stub, async (instance, state) => {
      (instance as unknown as { send: () => Promise<void> }).send = () => Promise.resolve();
      await instance.start({ runId: "r1", seeds: ["http://x.example/"], pageLimit: 5 } as never);
      const { token } = state.storage.kv.get("run") as { token: string };
      const page1 = { seq: 1, listed: 1, counted: true, issues: 0 };
      expect(await instance.claim("another", JOB_VERSION)).toBeNull();
      expect(await instance.claim(token, JOB_VERSION)).toMatchObject({ phase: "prepare" });
      expect(await instance.claim(token, JOB_VERSION)).toBeNull();
      const first = instance.advance(token, { done: [], found: [], want: 10 });
      expect(first!.urls.map((each) => each.url)).toEqual(["http://x.example/"]);
      await instance.handOver(token);
      expect(instance.advance(token, { done: [page1], found: [], want: 10 })).toBeNull();
      const next = (state.storage.kv.get("run") as { token: string }).token;
      await instance.claim(next, JOB_VERSION);
      const again = instance.advance(next, {
        done: [],
        found: [{ url: "http://x.example/", depth: 1, listed: 1 }],
        want: 10,
      });
      expect(again!.urls.map((each) => each.seq)).toEqual([1]);
      const done = instance.advance(next, {
        done: [page1, page1],
        found: [],
        want: 10,
      });
      expect(done).toMatchObject({ end: "finished", pagesCrawled: 1 });
      await instance.finish(next, false);
      expect(instance.activeRun()).toBeNull();
    });
  });

  it("hands a probe out again once a page links to it, and stops a run that takes too long", async () => {
    const site = await newSite({ "/": { body: html() } });
    await newAccount("pro", [site.host]);
    const stub = await stubFor(site.host);
    await runInDurableObject(stub, async (instance, state) => {
      (instance as unknown as { send: () => Promise<void> }).send = () => Promise.resolve();
      await instance.start({ runId: "r1", seeds: ["http://x.example/"], pageLimit: 5 } as never);
      const { token } = state.storage.kv.get("run") as { token: string };
      await instance.claim(token, JOB_VERSION);
      const other = (listed: number) => ({ url: "http://x.example/other", depth: listed, listed });
      instance.advance(token, { done: [], found: [other(0)], want: 10 });
      const page = (seq: number, listed: number) => ({ seq, listed, counted: listed === 1, issues: listed * 2 });
      instance.advance(token, { done: [], found: [other(1)], want: 10 });
      const again = instance.advance(token, { done: [page(2, 0)], found: [], want: 10 });
      expect(again!.urls).toMatchObject([{ seq: 2, listed: 1 }]);
      state.storage.kv.put("run", { ...(state.storage.kv.get("run") as object), beganAt: 0 });
      expect(instance.advance(token, { done: [page(1, 1)], found: [], want: 10 })).toMatchObject({
        urls: [],
        end: "time_limit",
      });
      expect(instance.progress("r1")).toMatchObject({ fetched: 1, issues: 2, queued: 1, discovered: 2 });
    });
  });
});

describe("files that pages refer to", () => {
  const file = (type: string, change: object = {}) => ({ headers: { "content-type": type }, body: "x", ...change });
  const image = (bytes: number) =>
    file("image/png", {
      body: "x".repeat(bytes),
      headers: { "content-type": "image/png", "content-length": `${bytes}` },
    });
  const routes = {
    "/robots.txt": file("text/plain", { body: "User-agent: *\nDisallow: /private/\n" }),
    "/": {
      body: html({
        head: '<link rel="stylesheet" href="/site.css"><script src="/gone.js"></script>',
        body: `<img src="/ok.png" srcset="/gone.png 2x, /large.png 3x"><img src="/private/map.png"> ${links("/a", "/report.pdf")}`,
      }),
    },
    "/a": {
      body: html({
        title: "Another page of the site",
        body: '<img src="/ok.png"><img src="/page.png">',
        head: '<link rel="stylesheet" href="/site.css">',
      }),
    },
    "/site.css": file("text/css"),
    "/ok.png": image(10),
    "/large.png": image(500_001),
    "/page.png": file("text/html"),
    "/private/map.png": image(10),
  };

  it("are asked once per run with HEAD, and what is wrong with them is told where they are used", async () => {
    const site = await newSite(routes);
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site);
    expect(ids(detail, "/")).toEqual(expect.arrayContaining(["broken_image", "broken_asset", "image_too_large"]));
    const found = (path: string, id: string) =>
      pageOf(detail, path).issues.find((issue: any) => issue.id === id)?.detail;
    expect(found("/", "broken_image").samples).toEqual([`${site.origin}/gone.png (404)`]);
    expect(found("/", "broken_asset").samples.sort()).toEqual([
      `${site.origin}/gone.js (404)`,
      `${site.origin}/report.pdf (404)`,
    ]);
    expect(found("/", "image_too_large").samples).toEqual([`${site.origin}/large.png (500001 bytes)`]);
    expect(found("/a", "broken_image").samples).toEqual([`${site.origin}/page.png (text/html)`]);
    expect(detail.run.crawlStats.files).toEqual({
      found: 8,
      external: 0,
      asked: 7,
      budget: 5_000,
      left: 0,
      blocked: 1,
      broken: 3,
    });
    const log = await site.log();
    expect(log.filter((line) => line === "HEAD /ok.png")).toHaveLength(1);
    expect(log.filter((line) => line.endsWith("/site.css"))).toEqual(["HEAD /site.css"]);
    // A refused HEAD is asked again; what robots.txt disallows, never.
    expect(log.filter((line) => line.endsWith("/gone.png"))).toEqual(["HEAD /gone.png", "GET /gone.png"]);
    expect(log.some((line) => line.includes("/private/"))).toBe(false);
  });

  it("are not asked if the caller does not want it", async () => {
    const site = await newSite(routes);
    const account = await newAccount("pro", [site.host]);
    const detail = await audit(account, site, { files: "none" });
    expect(detail.run.crawlStats.files).toBeNull();
    expect(ids(detail, "/")).not.toContain("broken_image");
    expect((await site.log()).filter((line) => /\.(png|css|js|pdf)$/.test(line))).toEqual([]);
  });

  it("include links to other sites by choice, which share their answers over all runs and accounts", async () => {
    const other = await newSite({ "/here": { body: html() } });
    const body = links(`${other.origin}/here`, `${other.origin}/gone`);
    const asked = async () => (await other.log()).filter((line) => !line.includes("__"));
    const results: any[] = [];
    for (const files of ["own", "all", "all"] as const) {
      const site = await newSite({ "/": { body: html({ body }) } });
      results.push(await audit(await newAccount("pro", [site.host]), site, { files }));
      if (files === "own") expect(await asked()).toEqual([]);
    }
    const found = results.map(
      (detail) => pageOf(detail, "/").issues.find((issue: any) => issue.id === "broken_external_link")?.detail,
    );
    expect(found[0]).toBeUndefined();
    expect(found[1]).toMatchObject({ count: 1, samples: [`${other.origin}/gone (404)`] });
    expect(found[2]).toEqual(found[1]);
    // A dead link is asked twice; the second run asks nothing.
    expect((await asked()).sort()).toEqual(["GET /gone", "HEAD /gone", "HEAD /here"]);
  });

  it("are asked at most once a second by server, and a hundred times by a run, whatever name the server is called by", async () => {
    const site = await newSite({ "*": { body: html() } });
    const server = env.LINK_HOST.getByName("wild.example");
    expect(await server.look(`${site.origin}/a`)).toEqual({ status: 200 });
    expect(await server.look(`${site.origin}/b`)).toEqual({ waitMs: expect.any(Number) });
    await newAccount("pro", [site.host]);
    const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
    await runInDurableObject(env.DOMAIN_AUDIT.getByName(row!.id), async (instance, state) => {
      (instance as unknown as { send: () => Promise<void> }).send = () => Promise.resolve();
      await instance.start({ runId: "r1", seeds: [], pageLimit: 5, files: "all" } as never);
      const { token } = state.storage.kv.get("run") as { token: string };
      await instance.claim(token, JOB_VERSION);
      const files = Array.from({ length: 150 }, (_, i) => {
        const host = i < 10 ? "silent.wild.example" : `n${i}.wild.example`;
        return { url: `https://${host}/${i}`, hash: i + 1, image: 0, host: "wild.example" };
      });
      instance.advance(token, { done: [], found: [], files, want: 0 });
      instance.crawled(token, "finished");
      let asked: typeof files = instance.nextFiles(token, [], ["silent.wild.example"]) as never;
      let total = 0;
      while (asked.length > 0) {
        total += asked.length;
        expect(asked.map(({ url }) => url).join()).not.toContain("silent");
        const results = asked.map(({ hash }) => ({ hash, status: 200, contentType: null, bytes: null }));
        asked = instance.nextFiles(token, results, []) as never;
      }
      expect(total).toBe(90);
      expect(instance.filesAsked(token)).toBe(true);
      await instance.finish(token, false);
    });
  });

  it("are handed out again if their job is lost, but not those that it had reported", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
    await runInDurableObject(env.DOMAIN_AUDIT.getByName(row!.id), async (instance, state) => {
      (instance as unknown as { send: () => Promise<void> }).send = () => Promise.resolve();
      await instance.start({ runId: "r1", seeds: [], pageLimit: 5, files: "own" } as never);
      const token = () => (state.storage.kv.get("run") as { token: string }).token;
      const first = token();
      await instance.claim(first, JOB_VERSION);
      const files = [1, 2, 3].map((hash) => ({ url: `http://x.example/${hash}.png`, hash, image: 0, host: null }));
      const again = { ...files[0]!, image: 1 };
      instance.advance(first, { done: [], found: [], files: [...files, again], want: 0 });
      instance.crawled(first, "finished");
      expect(instance.nextFiles(first, [], [])!.map(({ hash, image }) => [hash, image])).toEqual([
        [1, 1],
        [2, 0],
        [3, 0],
      ]);
      const answer = { hash: 2, status: 404, contentType: null, bytes: null };
      expect(instance.nextFiles(first, [answer], [])!.map(({ hash }) => hash)).toEqual([1, 3]);
      state.storage.kv.put("run", { ...(state.storage.kv.get("run") as object), leaseUntil: 0 });
      await instance.alarm();
      expect(instance.nextFiles(first, [answer], [])).toBeNull();
      await instance.claim(token(), JOB_VERSION);
      expect(instance.nextFiles(token(), [], [])!.map(({ hash }) => hash)).toEqual([1, 3]);
      expect(instance.nextFiles(token(), [], [null])).toEqual([]);
      expect(instance.filesAsked(token())).toBe(true);
      expect(instance.fileFindings(token())).toMatchObject({
        faulty: [{ hash: 2, status: 404, external: false }],
        stats: { found: 3, asked: 1, left: 2 },
      });
      await instance.finish(token(), false);
      expect(state.storage.sql.exec("SELECT count(*) AS n FROM run_log").one()).toEqual({ n: 0 });
    });
  });
});
