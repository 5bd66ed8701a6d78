import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { upkeepAudits } from "../../src/audit";
import type { DomainAudit } from "../../src/audit/crawl/frontier/domain-audit.do";
import { audit, call, callRaw, env, html, newAccount, newSite, until, type TestAccount } from "./support/api.ts";

const HOUR_MS = 3_600_000;
const links = (count: number) => Array.from({ length: count }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");

async function domainOf(host: string): Promise<string> {
  return (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(host).first<string>("id"))!;
}

type Inside = (instance: DomainAudit, state: DurableObjectState) => unknown;
const inside = (domainId: string, work: Inside) =>
  runInDurableObject(
    env.DOMAIN_AUDIT.getByName(domainId),
    async (instance, state) => void (await work(instance, state)),
  );

/** Puts a domain back into the state of the release before: pages and trends in D1, an object that has never moved them. */
async function makeLegacy(domainId: string): Promise<void> {
  const rows: Array<Record<string, SqlStorageValue>> = [];
  const trends: Array<Record<string, SqlStorageValue>> = [];
  await inside(domainId, (_, { storage }) => {
    // D1 never had the columns that came later.
    // Links were stored in base64.
    for (const { files: _, links, ...row } of storage.sql.exec("SELECT * FROM page"))
      rows.push({ ...row, links: links && Buffer.from(links).toString("base64") });
    trends.push(...storage.sql.exec("SELECT path_hash, points FROM trend"));
    storage.sql.exec("DELETE FROM page; DELETE FROM trend");
    storage.kv.delete("move");
  });
  const insert = (table: string, row: Record<string, SqlStorageValue>) =>
    env.DB.prepare(
      `INSERT INTO ${table} (${Object.keys(row).join()}) VALUES (${Object.keys(row)
        .map(() => "?")
        .join()})`,
    ).bind(...Object.values(row));
  await env.DB.batch([
    ...rows.map((row) => insert("audit_page", row)),
    ...trends.map((row) => insert("audit_trend", { domain_id: domainId, ...row })),
  ]);
}

/** Adds rows to a run in D1, so that it takes several chunks. */
async function addLegacyPages(runId: string, count: number): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 999 + ?2)
     INSERT INTO audit_page (run_id, seq, path, url_hash, listed, in_sitemap, status_code, outcome, load_time_ms, depth, bytes, indexable, issues, issue_count, health_score, preview_score, shared_preview_score)
     SELECT ?1, i, '/more/' || i, i, 1, 0, 200, 'ok', 1, 1, 1, 1, '[]', 0, 97.5, 1, 1 FROM n`,
  )
    .bind(runId, count)
    .run();
}

const legacyRows = (runId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM audit_page WHERE run_id = ?").bind(runId).first<number>("n");
const legacyTrends = (domainId: string) =>
  env.DB.prepare("SELECT count(*) AS n FROM audit_trend WHERE domain_id = ?").bind(domainId).first<number>("n");

async function answersOf(account: TestAccount, origin: string, runIds: string[]): Promise<string[]> {
  const insights = (path: string) => `/api/analytics/page-insights?url=${encodeURIComponent(origin + path)}`;
  const paths = [
    ...runIds.flatMap((id) => [`/api/seo-spider/runs/${id}`, `/api/seo-spider/runs/${id}/export?format=jsonl`]),
    `/api/seo-spider/runs/${runIds[0]}?limit=5&cursor=p1100`,
    insights("/3"),
    insights("/more/1500"),
  ];
  return Promise.all(paths.map(async (path) => (await callRaw(path, account.auth)).text()));
}

/** Keeps the queue's consumer from claiming the jobs of a test. */
const sendNothing = (instance: DomainAudit) =>
  Object.assign((instance as unknown as { jobs: object }).jobs, { send: () => Promise.resolve() });

/** Lets a number of D1 queries of the object's move pass; the next ones throw until `null`. */
const failAfter = (domainId: string, queries: number | null) =>
  inside(domainId, (instance) => {
    const legacy = (instance as unknown as { legacy: { db: () => object; real?: () => object } }).legacy;
    const real = (legacy.real ??= legacy.db);
    let left = queries ?? Number.POSITIVE_INFINITY;
    legacy.db = () => {
      if (left-- <= 0) throw new Error("the process was killed");
      return real();
    };
  });

describe("pages that an earlier release stored in D1", () => {
  it("move to the domain's object, and every answer is the same before, during and after, however often it is cut off", async () => {
    const site = await newSite({ "/": { body: html({ body: links(6) }) }, "*": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const first = (await audit(account, site)).run.id;
    const second = (await audit(account, site)).run.id;
    const id = await domainOf(site.host);
    await makeLegacy(id);
    await addLegacyPages(second, 1_200);
    expect([await legacyRows(first), await legacyRows(second)]).toEqual([7, 1_207]);
    const answers = () => answersOf(account, site.origin, [second, first]);
    const before = await answers();
    expect(JSON.parse(before[0]!).pages).toHaveLength(1_207);
    expect(JSON.parse(before[0]!).pages[3].trendPoints).toHaveLength(1);
    expect(JSON.parse(before.at(-1)!).seoSpider.page).toMatchObject({ found: true, healthScore: 97.5 });
    const stub = env.DOMAIN_AUDIT.getByName(id);
    let cuts = 0;
    for (let done = false; !done; cuts++) {
      // Each life of the process gets two queries further.
      await failAfter(id, 2);
      done = await inside(id, (instance) => instance.move(id)).then(
        () => true,
        () => false,
      );
      expect(await answers()).toEqual(before);
      expect(cuts).toBeLessThan(20);
    }
    expect(cuts).toBeGreaterThan(3);
    await failAfter(id, null);
    await stub.move(id);
    expect([await legacyRows(first), await legacyRows(second), await legacyTrends(id)]).toEqual([0, 0, 0]);
    expect(await answers()).toEqual(before);
    const third = await audit(account, site);
    expect(third.run.crawlStats.comparable).toMatchObject({ pages: 7, deltaIssues: 0 });
    expect(third.pages[3].trendPoints).toHaveLength(2);
  });

  it("move with the domain's upkeep if nobody touches the domain, and what comes late to D1 is deleted", async () => {
    const site = await newSite({ "/": { body: html({ body: links(2) }) }, "*": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    const id = await domainOf(site.host);
    await makeLegacy(id);
    await upkeepAudits(env, id, run.completedAt + HOUR_MS);
    expect(await legacyRows(run.id)).toBe(0);
    expect(await env.DOMAIN_AUDIT.getByName(id).countListed(run.id)).toBe(3);
    await addLegacyPages(run.id, 10);
    await inside(id, (_, { storage }) => storage.kv.put("move", { movedAt: Date.now() - 2 * HOUR_MS }));
    await upkeepAudits(env, id, run.completedAt + HOUR_MS);
    expect(await legacyRows(run.id)).toBe(0);
    await inside(id, (_, { storage }) => expect(storage.kv.get("move")).toBe("clean"));
    expect(await env.DOMAIN_AUDIT.getByName(id).countListed(run.id)).toBe(3);
  });

  it("of a run in progress move before its next job begins, and the run goes on without a page lost or doubled", async () => {
    const site = await newSite({ "/": { body: html({ body: links(30) }) }, "*": { body: html(), delayMs: 300 } });
    const account = await newAccount("pro", [site.host]);
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
    const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
    const id = await domainOf(site.host);
    const stub = env.DOMAIN_AUDIT.getByName(id);
    await until(async () => ((await stub.countPages(runId)) ?? 0) > 5);
    await makeLegacy(id);
    const inD1 = await legacyRows(runId);
    expect(inD1).toBeGreaterThan(5);
    // What the object's step to this release does to the job of the release before.
    await inside(id, async (instance, { storage }) => {
      storage.kv.put("schemaVersion", 1);
      const { upgradeObject } = await import("../../src/db/object-schema");
      const { AUDIT_STEPS } = await import("../../src/audit/crawl/frontier/audit-steps");
      upgradeObject(storage, AUDIT_STEPS);
      await instance.alarm();
    });
    const detail = await until(async () => {
      const { body } = await call("GET", `/api/seo-spider/runs/${runId}`, { headers: account.auth });
      return !["queued", "running"].includes(body.run.status) && body;
    }, 60_000);
    expect(detail.run).toMatchObject({ status: "success", pagesCrawled: 31 });
    expect(new Set(detail.pages.map((page: { path: string }) => page.path)).size).toBe(31);
    expect(detail.pages).toHaveLength(31);
  });

  it("a job whose move fails is sent again at once, and a run whose moves keep failing ends", async () => {
    const site = await newSite({ "/": { body: html() } });
    await newAccount("pro", [site.host]);
    const id = await domainOf(site.host);
    const token = (storage: DurableObjectStorage) => storage.kv.get<{ token: string }>("run")!.token;
    await inside(id, (instance) => {
      sendNothing(instance);
      return instance.start({ runId: "r1", domainId: id, seeds: ["http://x.example/"], pageLimit: 5 } as never);
    });
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    for (let failures = 1; failures <= 4; failures++) {
      await failAfter(id, 0);
      await inside(id, async (instance, { storage }) => {
        const before = token(storage);
        expect(await instance.claim(before, 3)).toBeNull();
        expect(token(storage) === before).toBe(failures === 4);
        expect(storage.kv.get("run")).toMatchObject({ claimed: false, resumptions: Math.min(failures, 3) });
      });
    }
    silent.mockRestore();
    await failAfter(id, null);
    await inside(id, async (instance, { storage }) => {
      expect(await instance.claim(token(storage), 3)).toMatchObject({ phase: "prepare" });
      await instance.abandon();
    });
  });

  it("an isolate of the release before gets no work: its claim is refused, and the job is sent again without a penalty", async () => {
    const site = await newSite({ "/": { body: html() } });
    await newAccount("pro", [site.host]);
    const id = await domainOf(site.host);
    await inside(id, async (instance, { storage }) => {
      sendNothing(instance);
      await instance.start({ runId: "r1", domainId: id, seeds: ["http://x.example/"], pageLimit: 5 } as never);
      const before = storage.kv.get<{ token: string }>("run")!;
      const claim = instance.claim.bind(instance) as (token: string) => Promise<unknown>;
      expect(await claim(before.token)).toBeNull();
      const after = storage.kv.get<{ token: string }>("run")!;
      expect(after).toMatchObject({ claimed: false, resumptions: 0 });
      expect(after.token).not.toBe(before.token);
      expect(await instance.claim(before.token, 3)).toBeNull();
      expect(await instance.claim(after.token, 3)).toMatchObject({ phase: "prepare" });
      // A late duplicate from an older isolate takes nothing from the job that works.
      expect(await claim(after.token)).toBeNull();
      expect(instance.renew(after.token)).toBe(true);
      await instance.abandon();
    });
  });
});
