import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { deleteVisits } from "../../src/analytics/legacy-repo";
import { deleteAudits } from "../../src/audit";
import { openDb } from "../../src/db/client";
import { deletePrompts } from "../../src/mentions";
import { call, env, newAccount, newSite, OPERATOR, until, type TestAccount } from "./support/api.ts";

const SNAPSHOTS = 60_000;

/** Inserts rows by SQL; `i` counts from 1. */
const counted = (count: number, into: string, select: string) =>
  `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) INSERT INTO ${into} SELECT ${select} FROM n`;

const idOf = async (host: string) =>
  (await env.DB.prepare("SELECT id FROM domain WHERE domain = ? AND deleted_at IS NULL")
    .bind(host)
    .first<string>("id"))!;

/** Fills a domain's index. One in ten entries has expired. */
async function cachePages(domainId: string): Promise<void> {
  const now = Date.now();
  const entry = `printf('/a-path-of-some-length/%06d', i), 'snap-' || i || '-${crypto.randomUUID()}', 200, ${now}, ${now} + iif(i % 10 = 0, -1, 3600000), '"e"', 1, 1, 1, '{}'`;
  await runInDurableObject(env.SNAPSHOT_INDEX.getByName(domainId), (_, { storage }) => {
    storage.sql.exec(
      counted(
        SNAPSHOTS,
        "entry(path, snap, status, created_at, expires_at, etag, bytes, render_ms, words, headers)",
        entry,
      ),
    );
  });
}

/** Enforces the platform's maximum parameter length on an object, because the local platform does not. */
async function limitParameters(domainId: string): Promise<void> {
  await runInDurableObject(env.SNAPSHOT_INDEX.getByName(domainId), (instance, { storage: { sql } }) => {
    const exec = (query: string, ...values: unknown[]) => {
      if (values.some((value) => String(value).length > 2_000_000)) throw new Error("string or blob too big");
      return sql.exec(query, ...(values as never[]));
    };
    Object.assign(instance, { sql: { exec } });
  });
}

const tableSizes = (domainId: string) =>
  runInDurableObject(env.SNAPSHOT_INDEX.getByName(domainId), (_, { storage }) => {
    const count = (table: string) => storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table}`).one().n;
    return { entries: count("entry"), garbage: count("garbage") };
  });

describe(`a site of ${SNAPSHOTS} snapshots`, () => {
  it("is invalidated completely, with an exact count", async () => {
    const site = await newSite();
    const account = await newAccount("pro", [site.host]);
    const id = await idOf(site.host);
    await cachePages(id);
    await limitParameters(id);
    const invalidate = () =>
      call("POST", "/api/prerender/cache/invalidate-site-cache", {
        headers: account.auth,
        json: { domain: site.host },
      });
    const startedAt = Date.now();
    expect((await invalidate()).body).toMatchObject({ ok: true, deleted: 54_000 });
    console.log(`invalidation of ${SNAPSHOTS} snapshots: ${Date.now() - startedAt} ms`);
    expect(await tableSizes(id)).toEqual({ entries: 0, garbage: SNAPSHOTS });
    expect((await invalidate()).body).toMatchObject({ ok: true, deleted: 0 });
  });

  it("lists all live paths for prewarming", async () => {
    const site = await newSite();
    await newAccount("pro", [site.host]);
    const id = await idOf(site.host);
    await cachePages(id);
    const index = env.SNAPSHOT_INDEX.getByName(id);
    const seen = new Set<string>();
    for (let after = ""; ;) {
      const paths = await index.paths(after, 5_000, Date.now());
      for (const path of paths) seen.add(path);
      if (paths.length < 5_000) break;
      after = paths.at(-1)!;
    }
    expect(seen.size).toBe(54_000);
  });

  it("loses expired entries to the collector", async () => {
    const id = crypto.randomUUID();
    await cachePages(id);
    await limitParameters(id);
    const stub = env.SNAPSHOT_INDEX.getByName(id);
    await runInDurableObject(stub, (_, { storage }) => void storage.sql.exec("UPDATE entry SET expires_at = 1"));
    await runInDurableObject(stub, (instance) => instance.alarm());
    expect(await tableSizes(id)).toEqual({ entries: 0, garbage: SNAPSHOTS });
  });
});

const PAGES = 12_000;
const PATHS = 3_000;

/** Everything that a domain can have in D1, many times over. */
async function fill(account: TestAccount, host: string): Promise<string> {
  const id = await idOf(host);
  const [owner, key] = [`'${account.accountId}', '${id}'`, id];
  const firstPath = ((await env.DB.prepare("SELECT max(id) AS id FROM visit_path").first<number>("id")) ?? 0) + 1;
  const statements = [
    counted(
      2,
      `audit_run (account_id, domain_id, id, domain, status, "trigger", frequency, mode, scope_key, started_at, completed_at, heartbeat_at)`,
      `${owner}, '${key}-run' || i, 'x', 'success', 'api', 'on_demand', 'follow', '', i, i, i`,
    ),
    counted(
      PAGES,
      "audit_page (run_id, seq, path, url_hash, listed, in_sitemap, status_code, outcome, load_time_ms, depth, bytes, indexable, issues, issue_count, health_score, preview_score, shared_preview_score)",
      `'${key}-run' || (1 + i % 2), i, '/' || i, i, 1, 1, 200, 'ok', 1, 1, 1, 1, '[]', 0, 1, 1, 1`,
    ),
    counted(PAGES, "audit_trend (domain_id, path_hash, points)", `'${id}', i, '[]'`),
    counted(PATHS, "visit_path (id, domain_id, path, folded)", `${firstPath - 1} + i, '${id}', '/' || i, '/' || i`),
    counted(PATHS * 10, "visit_daily (slot, cache, render)", `((${firstPath} + i % ${PATHS}) << 26) + (i << 2), 1, 1`),
    counted(
      PAGES,
      "visit_total (domain_id, day, agent, verdict, cache, render, saved_ms, saved_count)",
      `'${id}', i, 1, 1, 1, 1, 1, 1`,
    ),
    counted(
      1,
      "prompt (account_id, domain_id, id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)",
      `${owner}, '${key}-prompt', 'q', 'info', '[]', 'weekly', 1, 1`,
    ),
    counted(
      6_000,
      "prompt_run (account_id, domain_id, id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at)",
      `${owner}, '${key}' || i, '${key}-prompt', 'claude', i, '2026-01-01', 'ok', 1, 1`,
    ),
  ];
  for (const statement of statements) await env.DB.prepare(statement).run();
  return id;
}

const TABLES = ["audit_run", "audit_trend", "visit_path", "visit_total", "prompt", "prompt_run"];
async function rowsOf(id: string): Promise<number[]> {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table} WHERE domain_id = '${id}')`);
  const pages = `(SELECT count(*) FROM audit_page WHERE run_id LIKE '${id}%')`;
  return (await env.DB.prepare(`SELECT ${[...counts, pages].join(", ")}`).raw<number[]>())[0]!;
}
const days = () => env.DB.prepare("SELECT count(*) AS n FROM visit_daily").first<number>("n");

describe("a removed domain with many rows", () => {
  it("is purged in bounded pieces, wherever the budget ends, without touching anything else", async () => {
    const account = await newAccount("pro", ["many-rows.example", "kept-rows.example"]);
    const gone = await fill(account, "many-rows.example");
    const kept = await fill(account, "kept-rows.example");
    const [before, daysBefore] = [await rowsOf(kept), await days()];
    const db = openDb(env.DB);
    let most = 0;
    const run = db.run.bind(db);
    Object.assign(db, {
      run: async (...query: Parameters<typeof run>) => {
        const result = await run(...query);
        most = Math.max(most, result.meta.changes);
        return result;
      },
    });
    const step = async (budget: { left: number }) =>
      (await deleteAudits(env, gone, budget)) &&
      (await deleteVisits(db, gone, budget)) &&
      (await deletePrompts(db, gone, budget));
    let messages = 1;
    const startedAt = Date.now();
    while (!(await step({ left: 30 }))) messages++;
    console.log(`purge in ${messages} pieces: ${Date.now() - startedAt} ms, at most ${most} rows a statement`);
    expect(messages).toBeGreaterThan(2);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(10_000);
    expect(await rowsOf(gone)).toEqual(TABLES.map(() => 0).concat(0));
    expect(await rowsOf(kept)).toEqual(before);
    expect(await days()).toBe(daysBefore! / 2);
  });

  it("is purged by its message, with other messages in between", async () => {
    const account = await newAccount("pro", ["by-message.example"]);
    const id = await fill(account, "by-message.example");
    await env.DB.prepare("UPDATE domain SET verified_at = NULL, deleted_at = 1 WHERE id = ?").bind(id).run();
    await env.HOUSEKEEPING_QUEUE.send({ domainId: id, last: true });
    await until(async () => !(await env.DB.prepare("SELECT 1 FROM domain WHERE id = ?").bind(id).first()));
    expect(await rowsOf(id)).toEqual(TABLES.map(() => 0).concat(0));
    const list = await call("GET", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR });
    expect(list.status).toBe(200);
  });
});
