import { describe, expect, it } from "vitest";
import { exportedAnalyses, upkeepAudits } from "../../../src/audit";
import { inflated, type Analyses, type FoundAnalyses } from "../../../src/audit/model/run/analyses.ts";
import { moveAnalyses } from "../../../src/audit/runs/keep/move-analyses.ts";
import { wholeRuns } from "../../../src/audit/runs/results/whole-runs.ts";
import { findRun, listRuns, runsWithParts } from "../../../src/audit/repo";
import { openDb } from "../../../src/db/client.ts";
import { audit, callRaw, env, html, newAccount, newSite, type TestAccount, type TestSite } from "../support/api.ts";
import { bytesPerCopy, UUID } from "../support/stored-bytes.ts";

const DAY_MS = 86_400_000;
const RUNS = "/api/seo-spider/runs";
const db = openDb(env.DB);

/** A page with faults of many kinds. */
const faulty = (n: number) =>
  `<!doctype html><html><head><title>${n % 3 === 0 ? "" : "Page"}</title></head><body><h2>Part</h2><h1></h1><h1>Two</h1>
   <p>few words</p><img src="/missing-${n}.png"><a href="/gone-${n}"></a><a href="/page-${n + 1}">next</a>
   <a href="http://other.example/">read more</a><script type="application/ld+json">{"broken"</script></body></html>`;

async function auditedTwice() {
  const pages = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`/page-${n}`, { body: faulty(n) }]));
  const links = Array.from({ length: 12 }, (_, n) => `<a href="/page-${n}">page ${n}</a>`).join(" ");
  const site = await newSite({ ...pages, "/": { body: html({ body: links }) }, "*": { status: 404, body: "none" } });
  const account = await newAccount("pro", [site.host]);
  const ids: string[] = [];
  for (let i = 0; i < 2; i++) ids.push((await audit(account, site)).run.id);
  const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id");
  return { site, account, ids, domainId: id! };
}

/** All that the API says of the runs, as text. */
async function answers(account: TestAccount, site: TestSite, ids: string[]): Promise<string[]> {
  const [older, newer] = ids as [string, string];
  const paths = [
    RUNS,
    `${RUNS}?analyses=false`,
    `${RUNS}?domain=${site.host}`,
    ...ids.flatMap((id) => [`${RUNS}/${id}`, `${RUNS}/${id}?limit=3`, `${RUNS}/${id}/issues`]),
    `${RUNS}/${newer}/issues/missing_h1`,
    `${RUNS}/${newer}/compare/${older}`,
    `${RUNS}/${newer}/export?format=csv`,
  ];
  const texts = [];
  for (const path of paths) {
    const response = await callRaw(path, account.auth);
    expect(response.status, path).toBe(200);
    texts.push(await response.text());
  }
  const { results } = await env.DB.prepare("SELECT * FROM audit_run WHERE account_id = ? ORDER BY started_at")
    .bind(account.accountId)
    .all();
  const exported = await exportedAnalyses(env, results);
  const columns = ["robots_analysis", "crawl_stats", "sitemap_issues", "top_issues"];
  return [...texts, JSON.stringify(exported.map((row) => columns.map((name) => row[name])))];
}

/** Stores the analyses of a domain's runs as 1.0.0 did. */
async function asIn100(domainId: string): Promise<void> {
  const stub = env.DOMAIN_AUDIT.getByName(domainId);
  const { results } = await env.DB.prepare(
    "SELECT id AS runId, completed_at AS completedAt FROM audit_run WHERE domain_id = ?",
  )
    .bind(domainId)
    .all<{ runId: string; completedAt: number }>();
  const { runs, bodies } = (await stub.findAnalyses(results)) as FoundAnalyses;
  expect(runs).toHaveLength(results.length);
  for (const { runId, body, parts } of runs) {
    const { robotsAnalysis, crawlStats, sitemapIssues, topIssues } = inflated(body) as Analyses;
    const values = [robotsAnalysis, crawlStats, sitemapIssues, topIssues, parts];
    await env.DB.prepare(
      `UPDATE audit_run SET score_state = NULL, rendered_health_score = NULL, site_score = NULL, robots_analysis = ?,
         crawl_stats = ?, sitemap_issues = ?, top_issues = ?, parts = ? WHERE id = ?`,
    )
      .bind(...values.map((value) => (value === null ? null : JSON.stringify(value))), runId)
      .run();
  }
  for (const [hash, body] of bodies)
    await env.DB.prepare("INSERT OR IGNORE INTO audit_part (domain_id, hash, body) VALUES (?, ?, ?)")
      .bind(domainId, hash, body)
      .run();
  await stub.dropAnalyses(runs.map(({ runId }) => runId));
}

const LEFT = `SELECT (SELECT count(*) FROM audit_part WHERE domain_id = ?1) + (SELECT count(*) FROM audit_run
  WHERE domain_id = ?1 AND concat(robots_analysis, crawl_stats, sitemap_issues, top_issues, parts) <> '') AS n`;
const leftInD1 = (domainId: string) => env.DB.prepare(LEFT).bind(domainId).first<number>("n");

describe("the analyses of runs that 1.0.0 ended", () => {
  it("are read from D1, and moved by the upkeep without changing an answer, wherever it is killed", async () => {
    const { site, account, ids, domainId } = await auditedTwice();
    const before = await answers(account, site, ids);
    await asIn100(domainId);
    const inD1 = (await leftInD1(domainId))!;
    expect(inD1).toBeGreaterThan(ids.length);
    expect(await answers(account, site, ids), "in D1").toEqual(before);
    const stale = await listRuns(db, account.accountId, null);
    // Killed after the copy: D1 still has everything.
    const failing = Object.assign(Object.create(env.DB) as D1Database, {
      prepare: (query: string) => {
        if (query.includes("UPDATE audit_run")) throw new Error("killed");
        return env.DB.prepare(query);
      },
    });
    await expect(moveAnalyses({ ...env, DB: failing }, domainId, stale)).rejects.toThrow();
    expect(await leftInD1(domainId)).toBe(inD1);
    expect(await answers(account, site, ids), "in both").toEqual(before);
    await upkeepAudits(env, domainId, Date.now());
    expect(await leftInD1(domainId)).toBe(0);
    expect(await answers(account, site, ids), "in the object").toEqual(before);
    // Rows that were read before the move.
    const scores = (rows: typeof stale) => rows.map(({ id, siteScore, scoreState }) => ({ id, siteScore, scoreState }));
    expect(scores(await runsWithParts(db, stale))).toEqual(scores(await listRuns(db, account.accountId, null)));
    const [whole, fresh] = [
      await wholeRuns(env, stale),
      await wholeRuns(env, await listRuns(db, account.accountId, null)),
    ];
    expect(whole.map(({ robotsAnalysis, crawlStats, topIssues }) => [robotsAnalysis, crawlStats, topIssues])).toEqual(
      fresh.map(({ robotsAnalysis, crawlStats, topIssues }) => [robotsAnalysis, crawlStats, topIssues]),
    );
    // A late duplicate finds nothing to move.
    await moveAnalyses(env, domainId, stale);
    expect(await answers(account, site, ids), "again").toEqual(before);
    expect((await audit(account, site)).run.crawlStats).toMatchObject({ firstSeen: firstSeenIn(before[3]!) });
  });

  it("leave nothing in the object if their rows are deleted while they move", async () => {
    const { account, ids, domainId } = await auditedTwice();
    await asIn100(domainId);
    const rows = await listRuns(db, account.accountId, null);
    const stub = env.DOMAIN_AUDIT.getByName(domainId);
    await env.DB.prepare("DELETE FROM audit_run WHERE id = ?").bind(ids[0]).run();
    await moveAnalyses(env, domainId, rows);
    const keys = rows.map(({ id: runId, completedAt }) => ({ runId, completedAt: completedAt! }));
    const { runs } = (await stub.findAnalyses(keys)) as FoundAnalyses;
    expect(runs.map(({ runId }) => runId)).toEqual([ids[1]]);
  });
});

const firstSeenIn = (detail: string) =>
  (JSON.parse(detail) as { run: { crawlStats: { firstSeen: Record<string, number> } } }).run.crawlStats.firstSeen;

it("the analyses of an attempt to end a run that D1 did not accept are not shown", async () => {
  const { site, account, ids, domainId } = await auditedTwice();
  const before = await answers(account, site, ids);
  const stub = env.DOMAIN_AUDIT.getByName(domainId);
  const run = (await findRun(db, ids[1]!))!;
  const body = new Uint8Array([1, 2, 3]).buffer;
  await stub.adoptAnalyses([{ runId: run.id, completedAt: run.completedAt! - 1, body, parts: {}, bodies: new Map() }]);
  expect(await answers(account, site, ids)).toEqual(before);
});

it("a run takes at most 1,024 bytes in D1, with all indexes and what it books", async () => {
  const { ids, domainId } = await auditedTwice();
  await upkeepAudits(env, domainId, Date.now() + 8 * DAY_MS);
  const run = (await findRun(db, ids[1]!))!;
  expect(run.archiveKey).not.toBeNull();
  const [whole] = await wholeRuns(env, [run]);
  expect((whole!.crawlStats!["issueTotals"] as unknown[]).length).toBeGreaterThan(18);
  const at = (name: string) => `t.${name} + i * ${7 * DAY_MS}`;
  const columns = {
    id: UUID,
    domain: "'www.bicycle-shop.example'",
    mode: "'sitemap'",
    scope_key: "'sitemap|https://www.bicycle-shop.example/sitemap.xml|all'",
    frequency: "'weekly'",
    trigger: "'schedule'",
    slot: "'weekly:' || date('2026-01-05', '+' || (7 * i) || ' days')",
    started_at: at("started_at"),
    completed_at: at("completed_at"),
    heartbeat_at: at("heartbeat_at"),
    archive_key: `'audits/' || t.domain_id || '/' || ${UUID} || '/' || ${UUID} || '.ndjson.gz'`,
  };
  const row = await bytesPerCopy(env.DB, "audit_run", columns, `t.id = '${run.id}'`, 1_000);
  const booked = await bytesPerCopy(env.DB, "audit_usage", { run_id: UUID }, `t.run_id = '${run.id}'`, 1_000);
  console.info(`bytes in D1 per run of an audit: ${Math.round(row)}, and ${Math.round(booked)} of usage`);
  expect(row).toBeGreaterThan(400);
  expect(booked).toBeGreaterThan(100);
  expect(row + booked).toBeLessThanOrEqual(1_024);
});
