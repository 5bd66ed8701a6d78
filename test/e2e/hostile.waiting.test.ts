import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { refuseEgress } from "../../src/web/fetch/egress.ts";
import { GOOD_PAGES, hostileSite, type Behaviour } from "../support/hostile-site.ts";
import { watchHeap } from "../support/heap.ts";
import { answer, startRawServer, type RawHandler, type RawServer } from "../support/raw-server.ts";
import { ADMIN_TOKEN, ask, startAudit, startService, type Service } from "../support/service.ts";

const PAGE_LIMIT = 300;
/** Memory limit of a Worker on the platform. */
const HEAP_LIMIT_MB = 128;

const CRAWL_DELAY = 999_999;
/** The name of the site of endless ways, which runs into the page limit. */
const MAIN = "site";

const good = (title: string, body = "") =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body><h1>${title}</h1>${"Words of text. ".repeat(40)}${body}</body></html>`;

/** A small clean site with a hostile robots.txt (40). */
const withRobots =
  (robots: RawHandler, links: string): RawHandler =>
  (socket, path) => {
    if (path === "/robots.txt") return robots(socket, path);
    if (path === "/") return answer(socket, good("Home", links));
    if (path === "/a" || path === "/b") return answer(socket, good(`Page ${path}`));
    return answer(socket, "", { status: "404 Not Found" });
  };
const text = (body: string | Uint8Array) => (socket: Parameters<RawHandler>[0]) =>
  answer(socket, body, { type: "text/plain" });

const LINKS = '<a href="/a">To a</a> <a href="/b">To b</a>';
const ROBOTS: Record<string, { robots: RawHandler; links?: string; pages: number; status: string }> = {
  "of 10 MB": {
    robots: text(`User-agent: *\nDisallow: /b\n${"# filler\n".repeat(1_100_000)}`),
    pages: 2,
    status: "success",
  },
  "that is binary": { robots: text(randomBytes(100_000)), pages: 3, status: "success" },
  "that redirects forever": {
    robots: (socket) => answer(socket, "", { status: "302 Found", headers: { Location: "/robots.txt" } }),
    pages: 3,
    status: "success",
  },
  "that answers 500": {
    robots: (socket) => answer(socket, "", { status: "500 Internal Server Error" }),
    pages: 0,
    status: "error",
  },
  // The longest delay that a run accepts. test/unit/audit/crawl covers it with a fake clock.
  [`with Crawl-delay: ${CRAWL_DELAY}`]: {
    robots: text(`User-agent: *\nCrawl-delay: ${CRAWL_DELAY}\n`),
    links: '<a href="/a">To a</a>',
    pages: 2,
    status: "success",
  },
};

describe("hostile sites (44 behaviours)", () => {
  let service: Service;
  let canary: RawServer;
  let site: RawServer & { behaviours: Behaviour[] };
  const robotsSites = new Map<string, RawServer>();
  const details = new Map<string, any>();
  let heapMb = 0;

  beforeAll(async () => {
    const nothing: RawHandler = (socket) => answer(socket, "seen");
    [service, canary] = await Promise.all([startService(), startRawServer(nothing)]);
    const server = await startRawServer(nothing);
    site = Object.assign(server, hostileSite(server.host, canary.host));
    for (const [name, { robots, links = LINKS }] of Object.entries(ROBOTS))
      robotsSites.set(name, await startRawServer(withRobots(robots, links)));
    const watch = await watchHeap(service.child.pid!, 250);
    const auth = await account([site, ...robotsSites.values()]);
    await Promise.all(
      [[MAIN, site] as const, ...robotsSites].map(async ([name, { host }]) => {
        const { body } = await startAudit(service.base, auth, host, { allowSampling: false });
        details.set(name, await ended(auth, body.runId));
      }),
    );
    heapMb = watch.peakMb();
    watch.stop();
  }, 600_000);
  afterAll(async () => {
    await service.dispose();
    await Promise.all([canary, site, ...robotsSites.values()].map((server) => server.close()));
  });

  /** One account with all the sites, and room for no more than the page limit. */
  async function account(servers: RawServer[]): Promise<Record<string, string>> {
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    const email = `${crypto.randomUUID()}@example.com`;
    const json = { email, password: "a long password", plan: "business" };
    const { accountId } = (await ask(service.base, "POST", "/api/admin/accounts", { headers, json })).body;
    const admin = `/api/admin/accounts/${accountId}`;
    await ask(service.base, "PATCH", admin, { headers, json: { limits: { pagesPerRun: PAGE_LIMIT } } });
    for (const { host } of servers)
      await ask(service.base, "POST", `${admin}/domains`, { headers, json: { domain: host, verified: true } });
    const { key } = (await ask(service.base, "POST", `${admin}/api-keys`, { headers, json: { name: "e2e" } })).body;
    return { "x-service-api-key": key };
  }

  /** Polls rarely, because the test measures the crawl, not the polling. */
  async function ended(auth: Record<string, string>, runId: string): Promise<any> {
    const path = `/api/seo-spider/runs/${runId}`;
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 2_000));
      const { body } = await ask(service.base, "GET", `${path}?limit=1`, { headers: auth });
      if ((body.run?.completedAt ?? null) !== null)
        return (await ask(service.base, "GET", path, { headers: auth })).body;
    }
  }

  it("the run ends at its page limit, with every good page", () => {
    const { run, pages } = details.get(MAIN);
    expect(run.status).toBe("limit_reached");
    expect(run.pagesCrawled).toBeLessThanOrEqual(PAGE_LIMIT);
    const found = pages.filter((page: any) => page.path.startsWith("/good/"));
    expect(found).toHaveLength(GOOD_PAGES);
    for (const page of found) expect(page, page.path).toMatchObject({ statusCode: 200, outcome: "ok" });
  });

  it("1 to 35, 41 to 44: every hostile URL is in the result, with what happened", () => {
    const wrong: string[] = [];
    const seen = new Set<number>();
    for (const { n, name, paths } of site.behaviours) {
      seen.add(n);
      for (const [path, { expect: expected }] of Object.entries(paths)) {
        const page = details.get(MAIN).pages.find((each: any) => each.path === path);
        // Files are no pages of a result; that one was asked for is enough.
        if (!page && expected === "any" && site.log.includes(path)) continue;
        const { outcome = null, statusCode } = expected === "any" ? {} : expected;
        const ok =
          page &&
          (outcome === null || outcome.includes(page.outcome)) &&
          (statusCode === undefined || page.statusCode === statusCode);
        if (!ok) wrong.push(`${n} ${name} ${path}: ${page ? `${page.outcome} ${page.statusCode}` : "missing"}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(seen.size, "behaviours").toBe(38);
  });

  it("22 to 26: nothing outside the site is requested", () => {
    expect(canary.log).toEqual([]);
    const rules = { hosts: new Set(["x"]), anyPublicHost: true, via: null, allowPrivateHosts: false };
    const refused = ["http://127.0.0.1/", "http://[::ffff:127.0.0.1]/", "http://2130706433/", "http://0x7f.1/"].concat(
      ["http://169.254.169.254/", "http://metadata.google.internal/", "http://localhost/", "http://10.0.0.1/"],
      ["file:///etc/passwd", "data:text/html,x", "javascript:alert(1)", "http://user@example.com/"],
    );
    for (const url of refused) expect(refuseEgress(new URL(url), rules), url).not.toBeNull();
  });

  it("36: a site that answers 200 to everything is reported as such", () => {
    const ids = details.get(MAIN).run.robotsAnalysis.issues.map((issue: any) => issue.id);
    expect(ids).toContain("unknown_urls_return_200");
  });

  it("37 to 39: hostile sitemaps are reported, and expand to nothing", () => {
    const { run } = details.get(MAIN);
    const issues = new Map<string, string[]>();
    for (const issue of run.sitemapIssues) {
      const name = issue.sitemapUrl === null ? "" : new URL(issue.sitemapUrl).pathname;
      issues.set(name, [...(issues.get(name) ?? []), issue.id]);
    }
    expect(issues.get("/37-bomb.xml")).toContain("sitemap_invalid_xml");
    expect(issues.get("/37-external.xml")).toContain("sitemap_invalid_xml");
    expect(issues.get("/38-back.xml")).toContain("sitemap_index_nested");
    expect(issues.get("/39-big.xml")).toEqual(
      expect.arrayContaining(["sitemap_too_many_urls", "sitemap_lastmod_future", "sitemap_cross_host"]),
    );
    expect(run.crawlStats.sitemaps.unreadFiles).toBeGreaterThan(9_000);
    expect(site.log.filter((path) => path.startsWith("/child/")).length).toBeLessThanOrEqual(500);
  });

  it.each(Object.entries(ROBOTS))("40: robots.txt %s", (name, { pages, status }) => {
    const { run } = details.get(name);
    expect(run).toMatchObject({ status, pagesCrawled: pages });
  });

  it("stays within the limits for requests and memory", () => {
    // Each page is requested at most twice, plus what the browser loads of it. One page of 44 reloads itself as often as it can.
    const others = ["/child/", "/x/", "/h/44/navigate"];
    const asked = site.log.filter((path) => !others.some((start) => path.startsWith(start)));
    expect(asked.length).toBeLessThan(PAGE_LIMIT * 3);
    console.log(`heap of the Worker, garbage included: ${Math.round(heapMb)} MB at most`);
    expect(heapMb).toBeGreaterThan(0);
    expect(heapMb).toBeLessThan(HEAP_LIMIT_MB);
  });
});
