import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { exportedAnalyses, upkeepAudits } from "../../../src/audit";
import { audit, call, env, html, newAccount, newSite, OPERATOR, type TestAccount } from "../support/api.ts";

const DAY_MS = 86_400_000;
const ROBOTS = `User-agent: *\n${Array.from({ length: 60 }, (_, i) => `Disallow: /closed-${i}/`).join("\n")}`;
const links = (count: number) => Array.from({ length: count }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");

async function auditedTwice(plan: string) {
  const site = await newSite({
    "/robots.txt": { body: ROBOTS, headers: { "content-type": "text/plain" } },
    "/": { body: html({ body: links(3) }) },
    "*": { body: html() },
  });
  const account = await newAccount(plan, [site.host]);
  const first = await audit(account, site);
  const second = await audit(account, site);
  const domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
    .bind(site.host)
    .first<string>("id"))!;
  return { site, account, first: first.run, second: second.run, domainId };
}

const numberOf = async (query: string, ...values: string[]) =>
  (await env.DB.prepare(query)
    .bind(...values)
    .first<number>("n"))!;
const IN_D1 = `SELECT count(*) AS n FROM audit_run
  WHERE domain_id = ? AND concat(robots_analysis, crawl_stats, sitemap_issues, top_issues, parts) <> ''`;
/** What the domain's object keeps of its runs' analyses. */
const keptBy = (domainId: string) =>
  runInDurableObject(env.DOMAIN_AUDIT.getByName(domainId), (_, { storage }) => ({
    runs: storage.sql
      .exec<{ run_id: string; parts: string; size: number }>(
        "SELECT run_id, parts, length(body) AS size FROM run_analysis ORDER BY completed_at",
      )
      .toArray(),
    parts: storage.sql
      .exec<{ hash: string; size: number }>("SELECT hash, length(body) AS size FROM run_analysis_part")
      .toArray(),
  }));
const list = async (account: TestAccount) =>
  (await call("GET", "/api/seo-spider/runs", { headers: account.auth })).body.runs as any[];

describe("what is kept of a run", () => {
  it("are its figures in D1, and its analyses in the object, which has equal parts of them once", async () => {
    const { account, first, second, domainId } = await auditedTwice("pro");
    expect(second.robotsAnalysis.groups[0]!.rules).toHaveLength(60);
    expect(Object.keys(second.robotsAnalysis)).toEqual(Object.keys(first.robotsAnalysis));
    expect(second.robotsAnalysis.crawlerAccess).toEqual(first.robotsAnalysis.crawlerAccess);
    const [newest, oldest] = await list(account);
    expect(newest.robotsAnalysis).toEqual(second.robotsAnalysis);
    expect(oldest.robotsAnalysis).toEqual(first.robotsAnalysis);
    expect(oldest.crawlStats).toEqual(first.crawlStats);
    expect(await numberOf(IN_D1, domainId)).toBe(0);
    const kept = await keptBy(domainId);
    expect(kept.runs.map(({ run_id }) => run_id)).toEqual([first.id, second.id]);
    const sizes = new Map(kept.parts.map(({ hash, size }) => [hash, size]));
    const [a, b] = kept.runs.map(({ parts }) => JSON.parse(parts) as Record<string, string>);
    const known = new Set(Object.values(a!));
    const added = Object.values(b!).filter((hash) => !known.has(hash));
    const bytes = kept.runs[1]!.size + added.reduce((sum, hash) => sum + sizes.get(hash)!, 0);
    const whole = JSON.stringify(second.robotsAnalysis).length;
    console.log(`${bytes} bytes of analyses in the object for a further run; robotsAnalysis alone has ${whole}`);
    expect(bytes).toBeLessThan(4_000);
    expect(whole).toBeGreaterThan(10_000);
    expect(b!["robotsAnalysis.groups"]).toBe(a!["robotsAnalysis.groups"]);
    expect(b!["robotsAnalysis.crawlerAccess"]).toBe(a!["robotsAnalysis.crawlerAccess"]);
    expect(kept.parts).toHaveLength(new Set([...known, ...added]).size);
    const row = (await env.DB.prepare("SELECT * FROM audit_run WHERE id = ?").bind(second.id).first())!;
    const [exported] = await exportedAnalyses(env, [row]);
    expect(JSON.parse(exported!["robots_analysis"] as string)).toEqual(second.robotsAnalysis);
    expect(exported!["top_issues"]).toContain('"samplePaths"');
  });

  it("ends with the plan's history: rows, pages, archives and analyses, except for the latest finished run", async () => {
    const { account, first, second, domainId } = await auditedTwice("pro");
    const json = { limits: { historyDays: 60 } };
    await call("PATCH", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR, json });
    const usage = "SELECT count(*) AS n FROM audit_usage WHERE account_id = ?";
    await upkeepAudits(env, domainId, second.completedAt + 8 * DAY_MS);
    const archives = async () =>
      (await env.ARCHIVE.list({ prefix: `audits/${domainId}/` })).objects.map(({ key }) => key);
    expect(await archives()).toHaveLength(2);
    expect(await env.DOMAIN_AUDIT.getByName(domainId).storedRuns()).toEqual([]);
    await upkeepAudits(env, domainId, second.completedAt + 59 * DAY_MS);
    expect(await list(account)).toHaveLength(2);
    const before = await keptBy(domainId);
    await upkeepAudits(env, domainId, second.completedAt + 61 * DAY_MS);
    expect((await list(account)).map(({ id }) => id)).toEqual([second.id]);
    expect(await archives()).toEqual([expect.stringContaining(second.id)]);
    const after = await keptBy(domainId);
    expect(after.runs.map(({ run_id }) => run_id)).toEqual([second.id]);
    expect(after.parts.length).toBeLessThan(before.parts.length);
    expect((await list(account))[0].robotsAnalysis).toEqual(second.robotsAnalysis);
    expect((await call("GET", `/api/seo-spider/runs/${first.id}`, { headers: account.auth })).status).toBe(404);
    expect((await call("GET", `/api/seo-spider/runs/${second.id}`, { headers: account.auth })).body.pages).toHaveLength(
      4,
    );
    expect(await numberOf(usage, account.accountId)).toBe(2);
    const trends = () => env.DOMAIN_AUDIT.getByName(domainId).trends(Number.MIN_SAFE_INTEGER);
    expect((await trends()).rows).toHaveLength(4);
    await upkeepAudits(env, domainId, Date.now() + 366 * DAY_MS);
    expect((await trends()).rows).toEqual([]);
  });

  it("is nothing once the domain is deleted, in its object neither", async () => {
    const { domainId } = await auditedTwice("pro");
    const { deleteAudits } = await import("../../../src/audit");
    expect(await deleteAudits(env, domainId, { left: 300 })).toBe(true);
    const stub = env.DOMAIN_AUDIT.getByName(domainId);
    expect(await stub.storedRuns()).toEqual([]);
    expect(await stub.trends(Number.MIN_SAFE_INTEGER)).toEqual({ rows: [], more: false });
    expect(await keptBy(domainId)).toEqual({ runs: [], parts: [] });
    expect(await numberOf("SELECT count(*) AS n FROM audit_run WHERE domain_id = ?", domainId)).toBe(0);
  });
});
