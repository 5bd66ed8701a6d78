import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { upkeepAudits } from "../../../src/audit";
import { storeIssuePages } from "../../../src/audit/crawl/frontier/pages/issue-pages";
import { PageFinder } from "../../../src/audit/crawl/frontier/pages/matching-rows";
import { asKept } from "../../../src/audit/crawl/frontier/pages/kept-page";
import { PageTable } from "../../../src/audit/crawl/frontier/pages/page-table";
import type { PagesWanted } from "../../../src/audit/model/page/page-query";
import type { PageRow } from "../../../src/audit/model/page/page-row";
import { DetailQuery, pageQueryOf } from "../../../src/audit/schemas";
import { audit, call, env, html, newAccount, newSite, type AuditOptions, type TestAccount } from "../support/api.ts";

const DAY_MS = 86_400_000;
const RUNS = "/api/seo-spider/runs";

/** Twelve pages: the home page, nine articles of which two share a title, a page that is gone and a redirect. */
async function auditedSite() {
  const articles = Array.from({ length: 9 }, (_, i) => `/articles/${i}`);
  const links = [...articles, "/gone", "/moved"].map((path) => `<a href="${path}">to ${path}</a>`).join(" ");
  const routes = {
    "/": { body: html({ title: "A home page with a title", body: links }) },
    ...Object.fromEntries(
      articles.map((path, i) => [
        path,
        {
          body: html({
            title: i < 2 ? "Two articles with one title" : `The title of article number ${i}`,
            body: `<p>${`text ${i} `.repeat(20 + i)}</p><a href="/">home</a>${i === 3 ? '<a href="/gone">gone</a>' : ""}`,
          }),
        },
      ]),
    ),
    "/moved": { status: 301, headers: { location: "/articles/1" }, body: "" },
  };
  const site = await newSite(routes);
  const account = await newAccount("pro", [site.host]);
  const { run, pages } = await audit(account, site);
  const change = (changed: Record<string, { body: string }>) => site.set({ ...routes, ...changed });
  return { site, account, run, pages: pages as any[], change };
}

const get = (account: TestAccount, path: string) => call("GET", path, { headers: account.auth });
const domainOf = async (host: string) =>
  (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(host).first<string>("id"))!;
const pathsOf = ({ body }: { body: any }) => body.pages.map(({ path }: any) => path);

/** Reads all parts of an answer. */
async function allParts(account: TestAccount, url: string): Promise<any[]> {
  const pages: any[] = [];
  for (let cursor: string | null = ""; cursor !== null;) {
    const { body } = await get(account, `${url}${cursor && `&cursor=${cursor}`}`);
    pages.push(...body.pages);
    cursor = body.nextCursor;
  }
  return pages;
}

/** Questions with what they should give, computed from all pages. */
const QUESTIONS: Array<
  [query: string, wanted: (page: any) => boolean, by?: (page: any) => number | string, sign?: number]
> = [
  ["issue=duplicate_title", (page) => page.issues.some(({ id }: any) => id === "duplicate_title")],
  ["severity=error", (page) => page.issues.some(({ severity }: any) => severity === "error")],
  ["issue=duplicate_title&severity=error", () => false],
  ["path=/articles/*", (page) => page.path.startsWith("/articles/")],
  ["path=/articles/4", (page) => page.path === "/articles/4"],
  ["status=404", (page) => page.statusCode === 404],
  ["status=3xx", (page) => page.statusCode === 301],
  ["indexable=false", (page) => !page.indexable],
  [
    "indexable=true&path=/articles/*&severity=warning&limit=2",
    (page) =>
      page.indexable && page.path.startsWith("/articles/") && page.issues.some((i: any) => i.severity === "warning"),
  ],
  ["sort=-path&limit=5", () => true, (page) => page.path, -1],
  ["sort=healthScore&limit=2", () => true, (page) => page.healthScore, 1],
  ["sort=-issueCount&limit=3&status=2xx", (page) => page.statusCode === 200, (page) => page.issueCount, -1],
];

async function expectAnswers(account: TestAccount, runId: string) {
  const { body } = await get(account, `${RUNS}/${runId}`);
  const place = ({ id }: any) => Number(id.split(".")[1]);
  for (const [query, wanted, by, sign = 1] of QUESTIONS) {
    const expected = body.pages.filter(wanted);
    if (by)
      expected.sort((a: any, b: any) => (by(a) < by(b) ? -sign : by(a) > by(b) ? sign : 0) || place(a) - place(b));
    expect([query, await allParts(account, `${RUNS}/${runId}?${query}`)]).toEqual([query, expected]);
  }
}

describe("questions to a run", () => {
  it("are answered the same by the domain's object, without its index, and by the archive", async () => {
    const { account, run, site } = await auditedSite();
    await expectAnswers(account, run.id);
    const domainId = await domainOf(site.host);
    const stub = env.DOMAIN_AUDIT.getByName(domainId);
    await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec("DELETE FROM issue_pages"));
    await expectAnswers(account, run.id);
    const before = (await get(account, `${RUNS}/${run.id}`)).body;
    await upkeepAudits(env, domainId, run.completedAt + 8 * DAY_MS);
    expect(await stub.storedRuns()).toEqual([]);
    expect((await get(account, `${RUNS}/${run.id}`)).body).toEqual(before);
    await expectAnswers(account, run.id);
  });

  it("are refused if a parameter is unknown or can't be", async () => {
    const { account, run } = await auditedSite();
    const refused = [
      "isue=x",
      "status=4x",
      "path=articles",
      "path=/a*b",
      "sort=title",
      "indexable=yes",
      "severity=bad",
    ];
    for (const query of refused) {
      const { status, body } = await get(account, `${RUNS}/${run.id}?${query}`);
      expect([query, status, body.error]).toEqual([query, 400, "invalid_request"]);
    }
    for (const path of [
      `${RUNS}?domian=x`,
      `${RUNS}/${run.id}/progress?x=1`,
      `${RUNS}/${run.id}/export?format=csv&x=1`,
    ])
      expect((await get(account, path)).status).toBe(400);
  });

  it("are refused with a cursor that no answer gave, and end at one of an unknown page", async () => {
    const { account, run } = await auditedSite();
    const paths = [`${RUNS}/${run.id}`, `${RUNS}/${run.id}/issues/duplicate_title`];
    for (const cursor of ["abc", "p", "3", "p0", "p1.5", "p-1", "p0x1", "p9999999999999999", "p1%0A"])
      for (const path of paths) {
        const { status, body } = await get(account, `${path}?cursor=${cursor}`);
        expect([cursor, status, body.error, body.issues?.[0].path]).toEqual([cursor, 400, "invalid_request", "cursor"]);
      }
    const atEnd = async () => {
      for (const query of ["", "&sort=path", "&sort=-depth&status=2xx"]) {
        const { body } = await get(account, `${RUNS}/${run.id}?cursor=p99999${query}`);
        expect([query, body.pages, body.nextCursor]).toEqual([query, [], null]);
      }
    };
    await atEnd();
    await upkeepAudits(env, await domainOf(run.domain), run.completedAt + 8 * DAY_MS);
    await atEnd();
  });

  it("get robotsAnalysis once: not with a cursor, unless asked for", async () => {
    const { account, run } = await auditedSite();
    const robots = async (query: string) =>
      Object.keys((await get(account, `${RUNS}/${run.id}?${query}`)).body.run.robotsAnalysis).length > 0;
    expect(await robots("limit=2")).toBe(true);
    expect(await robots("limit=2&cursor=p2")).toBe(false);
    expect(await robots("limit=2&cursor=p2&robots=true")).toBe(true);
    expect(await robots("robots=false")).toBe(false);
  });

  it("list runs with their scores and without their analyses, on request", async () => {
    const { account } = await auditedSite();
    const list = async (query: string) => (await get(account, `${RUNS}${query}`)).body.runs[0];
    const [whole, short] = [await list(""), await list("?analyses=false")];
    expect(Object.keys(whole.crawlStats).length).toBeGreaterThan(10);
    expect(whole.siteScore).toEqual(expect.any(Number));
    expect(short).toEqual({ ...whole, robotsAnalysis: {}, agentReadiness: null, crawlStats: {} });
  });
});

describe("a part of a question's answer", () => {
  const page = (seq: number, of: number): PageRow => ({
    seq,
    path: `/section/${seq}`,
    urlHash: seq,
    listed: 1,
    inSitemap: 0,
    statusCode: seq % 20 === 0 ? 404 : 200,
    outcome: "ok",
    loadTimeMs: (seq * 7_919) % 1_000,
    depth: seq % 6,
    pattern: null,
    bytes: 1_000,
    indexable: seq % 25 === 0 ? 0 : 1,
    nonIndexableReason: null,
    redirectHash: null,
    canonicalHash: null,
    titleHash: null,
    descriptionHash: null,
    textHash: null,
    links: null,
    files: null,
    relations: null,
    issues: "[]",
    issueCount: (seq * 31) % 17,
    healthScore: (seq * 13) % 100,
    previewScore: (seq * 17) % 100,
    sharedPreviewScore: 0,
    rendered: null,
    shareImage: null,
    extracted: seq % 20 === 0 ? JSON.stringify({ price: { values: [`${of}`], count: 1 } }) : null,
    otherHost: null,
    unscored: null,
    renderingReason: null,
  });
  const QUERIES = [
    "status=404",
    "status=4xx",
    "indexable=false",
    "indexable=true",
    "path=/section/1*",
    "issue=missing_title",
    "severity=warning",
    "issue=missing_title&status=2xx",
    "extracted=price",
    "sort=-healthScore",
    "sort=path",
    "sort=loadTimeMs&indexable=true",
    "sort=-issueCount&severity=warning",
  ].map((text) => pageQueryOf(DetailQuery.parse(Object.fromEntries(new URLSearchParams(text)))));

  it("takes a few rows of a large run as of a small one, whatever is asked", async () => {
    const [small, large] = process.env["TEST_LONG"] ? [5_000, 50_000] : [400, 2_000];
    const limit = 5;
    await runInDurableObject(env.DOMAIN_AUDIT.getByName("rows"), (_, { storage }) => {
      const seqsOf = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
      const cursors: Array<SqlStorageCursor<any>> = [];
      const sql = {
        exec: (...call: Parameters<SqlStorage["exec"]>) => {
          cursors.push(storage.sql.exec(...call));
          return cursors.at(-1)!;
        },
      } as SqlStorage;
      const rowsRead = () => cursors.splice(0).reduce((sum, cursor) => sum + cursor.rowsRead, 0);
      const opened = () => {
        const table = new PageTable(sql);
        return { table, finder: new PageFinder(sql, table) };
      };
      const answer = ({ table, finder }: ReturnType<typeof opened>, runId: string, ...rest: [PagesWanted, any]) =>
        table.read(runId, finder.find(runId, ...rest), false);
      const reads = (runId: string, count: number) => {
        storage.transactionSync(() => {
          const rows = seqsOf(count).map((seq) => asKept(page(seq, count)));
          new PageTable(storage.sql).store(runId, rows);
          const seqs = seqsOf(count).filter((seq) => seq % 10 === 0);
          storeIssuePages(storage.sql, runId, 0, [{ id: "missing_title", severity: "warning", seqs }]);
        });
        return QUERIES.map((query) => {
          const object = opened();
          rowsRead();
          const first = answer(object, runId, query, { afterSeq: 0, limit, ended: true });
          expect(first).toHaveLength(limit);
          const whole = rowsRead();
          const next = answer(object, runId, query, { afterSeq: first.at(-1)!.seq, limit, ended: true });
          expect(next).toHaveLength(limit);
          expect(next[0]!.seq).not.toBe(first[0]!.seq);
          return { whole, part: rowsRead() };
        });
      };
      const [few, many] = [reads("small", small), reads("large", large)];
      for (const { part } of [...few, ...many]) expect(part).toBeLessThanOrEqual(limit);
      for (const { whole } of many) expect(whole).toBeLessThanOrEqual(large / 20 + limit);
      const object = opened();
      const running = { afterSeq: 10, limit, ended: false };
      expect(answer(object, "large", QUERIES[3]!, running).map(({ seq }) => seq)).toEqual([11, 12, 13, 14, 15]);
      expect(rowsRead()).toBeLessThanOrEqual(large / 50 + limit);
      for (let i = 0; i < 30; i++)
        object.finder.find(
          "large",
          { ...QUERIES[0]!, path: `/section/${i}*`, status: null },
          { afterSeq: 0, limit: 1, ended: true },
        );
      expect(object.finder.kept).toBeLessThanOrEqual(5);
    });
  });
});

describe("a page's result", () => {
  it("is refused by a path with control characters, and an audit by a sitemap with credentials", async () => {
    const account = await newAccount("pro");
    const { status, body } = await get(account, "/api/seo-spider/pages/a%0Ab?domain=a.example");
    expect([status, body.error, body.issues?.[0].path]).toEqual([400, "invalid_request", "path"]);
    const json = { domain: "a.example", urls: ["https://a.example/"], mode: "sitemap" };
    const sitemapUrl = "https://me:secret@a.example/map.xml";
    const started = await call("POST", RUNS, { headers: account.auth, json: { ...json, sitemapUrl } });
    expect([started.status, started.body.issues?.[0].path]).toEqual([400, "sitemapUrl"]);
  });

  it("names who links to it if it is gone, and the other pages of a duplicate", async () => {
    const { pages } = await auditedSite();
    const page = (path: string) => pages.find((each) => each.path === path);
    expect(page("/gone").linkedFrom).toEqual({ pages: 2, paths: ["/", "/articles/3"] });
    expect(page("/moved").linkedFrom).toEqual({ pages: 1, paths: ["/"] });
    expect(page("/articles/5").linkedFrom).toBeNull();
    const samples = (path: string) => page(path).issues.find(({ id }: any) => id === "duplicate_title").detail.samples;
    expect([samples("/articles/0"), samples("/articles/1")]).toEqual([["/articles/1"], ["/articles/0"]]);
  });

  it("has a history, with its latest result in full", async () => {
    const { account, site, run, pages } = await auditedSite();
    const second = (await audit(account, site)).run;
    const { body } = await get(account, `/api/seo-spider/pages/articles/4?domain=${site.host}`);
    expect(body.history.map(({ runId, statusCode }: any) => [runId, statusCode])).toEqual([
      [second.id, 200],
      [run.id, 200],
    ]);
    const first = pages.find(({ path }) => path === "/articles/4");
    expect(body.history[1]).toMatchObject({ healthScore: first.healthScore, issueCount: first.issueCount });
    expect(body.page).toMatchObject({ path: "/articles/4", trendPoints: [first.healthScore] });
    const none = await get(account, `/api/seo-spider/pages/%2Fnowhere?domain=${site.host}`);
    expect(none.body).toMatchObject({ path: "/nowhere", history: [], page: null });
  });
});

describe("a run's issues", () => {
  it("are listed by kind with counts that add up and the time each was first seen", async () => {
    const { account, site, run, change } = await auditedSite();
    const kinds = (await get(account, `${RUNS}/${run.id}/issues`)).body.issues as any[];
    expect(kinds.reduce((sum, { count }) => sum + count, 0)).toBe(run.issueCount);
    expect(kinds.every(({ firstSeenAt }) => firstSeenAt === run.startedAt)).toBe(true);
    await change({ "/articles/8": { body: html({ title: "", body: "<p>no title</p>" }) } });
    const second = (await audit(account, site)).run;
    const later = (await get(account, `${RUNS}/${second.id}/issues`)).body.issues as any[];
    const seen = (id: string) => later.find((kind) => kind.id === id).firstSeenAt;
    expect([seen("duplicate_title"), seen("missing_title")]).toEqual([run.startedAt, second.startedAt]);
  });

  it("are read one by one with their pages, and an unknown one is 404", async () => {
    const { account, run } = await auditedSite();
    const { body } = await get(account, `${RUNS}/${run.id}/issues/duplicate_title?limit=1`);
    expect(body.issue).toMatchObject({ id: "duplicate_title", severity: "warning", pages: 2 });
    expect(body.pages[0]).toMatchObject({ path: "/articles/0", detail: { samples: ["/articles/1"] } });
    const rest = await get(account, `${RUNS}/${run.id}/issues/duplicate_title?limit=1&cursor=${body.nextCursor}`);
    expect([pathsOf(rest), rest.body.nextCursor]).toEqual([["/articles/1"], null]);
    const site = (await get(account, `${RUNS}/${run.id}/issues/robots_txt_missing`)).body;
    expect(site.findings).toHaveLength(1);
    const absent = (await get(account, `${RUNS}/${run.id}/issues/multiple_titles`)).body;
    expect([absent.issue.pages, absent.pages]).toEqual([0, []]);
    expect(await get(account, `${RUNS}/${run.id}/issues/no_such_issue`)).toMatchObject({
      status: 404,
      body: { error: "issue_not_found" },
    });
  });
});

describe("two runs", () => {
  it("are compared page by page and issue by issue", async () => {
    const { account, site, run, change } = await auditedSite();
    await change({
      "/articles/8": { body: html({ title: "", body: '<p>no title</p><a href="/new">new</a>' }) },
      "/articles/1": { body: html({ title: "Now an own title of article one", body: "<p>changed</p>" }) },
      "/new": { body: html({ title: "A new page with a title of its own" }) },
      "/gone": { body: html({ title: "The page that was gone is back" }) },
    });
    const second = (await audit(account, site)).run;
    const { body } = await get(account, `${RUNS}/${second.id}/compare/${run.id}`);
    expect(body).toMatchObject({
      sameScope: true,
      sharedPages: 12,
      addedPages: { pages: 1, samplePaths: ["/new"] },
      removedPages: 0,
      changedStatus: { pages: 1, samplePaths: ["/gone"] },
    });
    const kind = (id: string) => body.issues.find((each: any) => each.id === id);
    expect(kind("duplicate_title")).toMatchObject({ before: 2, now: 0, fixed: { pages: 2 } });
    expect(kind("missing_title")).toMatchObject({ before: 0, now: 1, added: { samplePaths: ["/articles/8"] } });
    const back = (await get(account, `${RUNS}/${run.id}/compare/${second.id}`)).body;
    expect([back.removedPages, back.deltaIssues]).toEqual([1, -body.deltaIssues]);
    const elsewhere = await auditedSite();
    const other = await newAccount("pro", []);
    expect((await get(other, `${RUNS}/${second.id}/compare/${elsewhere.run.id}`)).body.error).toBe("run_not_found");
  });
});

describe("a run without a score", () => {
  it("says so and enters no trend and no delta", async () => {
    const { account, site, run, change } = await auditedSite();
    expect(run).toMatchObject({ scoreState: "scored", renderedHealthScore: run.healthScore });
    const closed = html({ head: '<meta name="robots" content="noindex">' });
    await site.set({ "*": { body: closed } });
    const second = (await audit(account, site)).run;
    expect(second).toMatchObject({ healthScore: 0, scoreState: "not_scorable", deltaHealth: 0, siteScore: null });
    await change({});
    const third = await audit(account, site);
    expect(third.run).toMatchObject({ scoreState: "scored", deltaHealth: 0 });
    const home = third.pages.find(({ path }: any) => path === "/");
    expect(home!.trendPoints).toEqual([home!.healthScore]);
  });
});

describe("a crawl that goes on", () => {
  it("is one result over the whole site, with the pages that the run before had fetched", async () => {
    const links = Array.from({ length: 11 }, (_, i) => `<a href="/p${i}">page ${i}</a>`).join(" ");
    const page = (i: number) => [
      `/p${i}`,
      { body: html({ title: i === 1 || i === 10 ? "Two far apart" : `Page number ${i}` }) },
    ];
    const site = await newSite({
      "/": { body: html({ title: "The home page", body: `${links}<a href="/gone">gone</a>` }) },
      ...Object.fromEntries(Array.from({ length: 11 }, (_, i) => page(i))),
    });
    const account = await newAccount("pro", [site.host], { pagesPerRun: 8 });
    const first = await audit(account, site);
    expect(first.run).toMatchObject({ status: "limit_reached", pagesCrawled: 8, needsContinuation: true });
    // Three weeks later its pages are still where the next run can take them.
    const domainId = await domainOf(site.host);
    await upkeepAudits(env, domainId, first.run.completedAt + 21 * DAY_MS);
    const stub = env.DOMAIN_AUDIT.getByName(domainId);
    expect(await stub.storedRuns()).toEqual([first.run.id]);
    expect(await stub.parkedRun(first.run.completedAt + 31 * DAY_MS)).toBeNull();
    const second = await audit(account, site);
    // The start URL and the other seven pages are carried.
    expect(second.run).toMatchObject({ status: "success", pagesCrawled: 5, needsContinuation: false, deltaIssues: 0 });
    expect(second.pages).toHaveLength(13);
    expect(new Set(second.pages.map(({ path }) => path)).size).toBe(13);
    const carried = second.pages.filter(({ carriedAt }) => carriedAt !== null);
    expect(carried).toHaveLength(8);
    expect(second.run.crawlStats).toMatchObject({ carriedPages: 8, fetched: 13 });
    const duplicates = second.pages.filter(({ issues }) => issues.some(({ id }) => id === "duplicate_title"));
    expect(duplicates.map(({ path }) => path).sort()).toEqual(["/p1", "/p10"]);
    expect(second.pages.find(({ path }) => path === "/gone")!.linkedFrom).toEqual({ pages: 1, paths: ["/"] });
    const detail = await get(account, `${RUNS}/${first.run.id}`);
    expect(detail.body.pages).toHaveLength(8);
    await upkeepAudits(env, domainId, first.run.completedAt + 21 * DAY_MS);
    expect(await stub.storedRuns()).toEqual([]);
  });

  it("goes on with a list of URLs only if the next run has the same one", async () => {
    const site = await newSite({ "*": { body: html() } });
    const account = await newAccount("pro", [site.host], { pagesPerRun: 2 });
    const selected = (...paths: string[]) =>
      audit(account, site, { mode: "selected", urls: paths.map((path) => site.origin + path) });
    const audited = ({ pages }: any) => pages.map(({ path }: any) => path);
    const first = await selected("/1", "/2", "/3");
    expect(first.run).toMatchObject({ status: "limit_reached", needsContinuation: true });
    const other = await selected("/7", "/8", "/9");
    expect([audited(other), other.run.crawlStats.continuedFrom]).toEqual([["/7", "/8"], null]);
    const same = await selected("/9", "/8", "/7");
    expect(same.run.crawlStats.continuedFrom).toBe(other.run.id);
    expect(audited(same)).toContain("/9");
  });

  it("says so if the pages of the run before are gone", async () => {
    const site = await newSite({
      "/": { body: html({ body: '<a href="/a">a</a><a href="/b">b</a>' }) },
      "*": { body: html() },
    });
    const account = await newAccount("pro", [site.host], { pagesPerRun: 2 });
    const first = (await audit(account, site)).run;
    const stub = env.DOMAIN_AUDIT.getByName(await domainOf(site.host));
    await stub.dropPages(first.id);
    const { run, pages } = await audit(account, site);
    expect(pages.map(({ path }: any) => path)).toEqual(["/", "/b"]);
    expect(run.crawlStats).toMatchObject({ continuedFrom: first.id, carriedPages: 0, lacksEarlierPages: true });
  });

  it("has deltas over shared pages alone if each run audits other ones", async () => {
    const site = await newSite({
      "/a": { body: html({ title: "A title of its own" }) },
      "/bad": { body: html({ title: "" }) },
      "*": { body: html() },
    });
    const account = await newAccount("pro", [site.host]);
    const selected = (...paths: string[]) =>
      audit(account, site, { mode: "selected", urls: paths.map((path) => site.origin + path) });
    await selected("/a", "/b");
    expect((await selected("/b", "/bad")).run).toMatchObject({ deltaIssues: 0, deltaHealth: 0 });
  });

  it("leaves pages that the latest run did not see known by their latest result", async () => {
    const { account, site, run } = await auditedSite();
    await audit(account, site, { mode: "selected", urls: [`${site.origin}/articles/1`] });
    const url = encodeURIComponent(`${site.origin}/articles/4`);
    const { body } = await get(account, `/api/analytics/page-insights?url=${url}`);
    expect(body.seoSpider.page).toMatchObject({
      found: true,
      statusCode: 200,
      runId: run.id,
      auditedAt: run.startedAt,
    });
    expect(body.seoSpider.latestRun.id).not.toBe(run.id);
  });
});

describe("the scope of an audit", () => {
  const pages = [
    "/",
    "/blog/",
    "/blog/a",
    "/blog/a?utm_source=x",
    "/blog/private/b",
    "/shop/c",
    "/deep/1",
    "/deep/2",
    "/deep/3",
  ];
  const scopedSite = () =>
    newSite({
      "/robots.txt": { body: "User-agent: GPTBot\nDisallow: /shop/\n", headers: { "content-type": "text/plain" } },
      "/sitemap.xml": {
        body: `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"></urlset>`,
        headers: { "content-type": "application/xml" },
      },
      "*": { body: html({ body: pages.map((path) => `<a href="${path}">to ${path}</a>`).join(" ") }) },
      "/deep/1": { body: html({ body: '<a href="/deep/further">on</a>' }) },
      "/blog/a": { status: 301, headers: { location: "/blog/private/c" }, body: "" },
    });
  const audited = async (scope: AuditOptions["scope"], urls?: string[]) => {
    const site = await scopedSite();
    const account = await newAccount("pro", [site.host]);
    const options = { scope, ...(urls && { urls: urls.map((path) => site.origin + path) }) };
    const detail = await audit(account, site, options);
    return { paths: pathsOf({ body: detail }).sort(), site, account, detail };
  };

  it("limits start URLs, links and redirects alike by patterns, without their query parameters", async () => {
    const scope = { include: ["/blog/"], exclude: ["*/private/"], ignoreParams: ["utm_source"] };
    const { paths, site } = await audited(scope, ["/blog/?utm_source=mail"]);
    expect(paths).toEqual(["/blog/", "/blog/a"]);
    expect((await site.log()).filter((line) => /private|shop|utm/.test(line))).toEqual([]);
  });

  it("limits the depth, and says that it did not see the whole site", async () => {
    const { paths, detail } = await audited({ maxDepth: 1, exclude: ["/blog/"] });
    expect(paths).toEqual(["/", "/deep/1", "/deep/2", "/deep/3", "/shop/c"]);
    expect(detail.pages.flatMap(({ issues }: any) => issues).some(({ id }: any) => id === "orphan_page")).toBe(false);
  });

  it("audits as another crawler, with its user agent and its robots.txt group", async () => {
    const { detail, site } = await audited({ crawler: "GPTBot", include: ["/$", "/shop/"] });
    const shop = detail.pages.find(({ path }: any) => path === "/shop/c");
    expect(shop).toMatchObject({ statusCode: 0, outcome: "blocked" });
    expect(await site.log()).not.toContain("GET /shop/c");
  });

  it("is refused with a pattern that can't be, or a start URL outside of it", async () => {
    const site = await scopedSite();
    const account = await newAccount("pro", [site.host]);
    const start = (scope: unknown) =>
      call("POST", RUNS, {
        headers: account.auth,
        json: { domain: site.host, urls: [`${site.origin}/`], mode: "follow", scope },
      });
    for (const scope of [
      { include: ["blog"] },
      { exclude: ["/a$b"] },
      { crawler: "NoBot" },
      { maxDepth: -1 },
      { x: 1 },
    ])
      expect((await start(scope)).body.error).toBe("invalid_request");
    expect((await start({ include: ["/blog/"] })).body).toMatchObject({ error: "invalid_urls" });
  });
});

describe("a robots.txt that is tried out", () => {
  it("tells what would change for which crawler on the pages of the last run, without asking the site", async () => {
    const robots = "User-agent: GPTBot\nDisallow: /articles/\n";
    const site = await newSite({
      "/robots.txt": { body: robots, headers: { "content-type": "text/plain" } },
      "*": { body: html({ body: '<a href="/articles/1">1</a><a href="/articles/2">2</a><a href="/shop">shop</a>' }) },
    });
    const account = await newAccount("pro", [site.host]);
    const tried = (robotsTxt: string) =>
      call("POST", "/api/seo-spider/robots/try", {
        headers: account.auth,
        json: { domain: site.host, robotsTxt, crawlers: ["GPTBot", "Googlebot"] },
      });
    expect(await tried("")).toMatchObject({ status: 404, body: { error: "run_not_found" } });
    const { run } = await audit(account, site);
    const before = (await site.log()).length;
    const { body } = await tried("User-agent: *\nDisallow: /shop\nAlow: /\n");
    expect(body).toMatchObject({ runId: run.id, pages: 4, invalidLines: [{ line: 3 }] });
    const nobody = { pages: 0, samplePaths: [] };
    const shop = { pages: 1, samplePaths: ["/shop"] };
    expect(body.crawlers).toEqual([
      {
        token: "GPTBot",
        blockedNow: 2,
        blockedThen: 1,
        newlyBlocked: shop,
        newlyAllowed: { pages: 2, samplePaths: ["/articles/1", "/articles/2"] },
      },
      { token: "Googlebot", blockedNow: 0, blockedThen: 1, newlyBlocked: shop, newlyAllowed: nobody },
    ]);
    const listed = async (list: object) =>
      call("POST", "/api/seo-spider/robots/try", {
        headers: account.auth,
        json: { domain: site.host, robotsTxt: "User-agent: *\nDisallow: /shop\n", crawlers: ["GPTBot"], list },
      });
    const first = (await listed({ crawler: "GPTBot", limit: 2 })).body;
    const rest = (await listed({ crawler: "GPTBot", limit: 2, cursor: first.nextCursor })).body;
    expect(rest.nextCursor).toBeNull();
    const allowed = { allowed: true, rule: null };
    const blocked = { allowed: false, rule: "disallow: /articles/" };
    expect([...first.paths, ...rest.paths].toSorted((a, b) => a.path.localeCompare(b.path))).toEqual([
      { path: "/articles/1", before: blocked, after: allowed },
      { path: "/articles/2", before: blocked, after: allowed },
      { path: "/shop", before: allowed, after: { allowed: false, rule: "disallow: /shop" } },
    ]);
    expect((await listed({ crawler: "Bingbot" })).body.error).toBe("invalid_request");
    expect((await site.log()).length).toBe(before);
    const same = (await tried(robots)).body.crawlers;
    expect(same.every((each: any) => each.newlyBlocked.pages + each.newlyAllowed.pages === 0)).toBe(true);
  });
});
