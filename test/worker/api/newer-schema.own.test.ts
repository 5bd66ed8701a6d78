import { runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { OBJECT_STEPS } from "../../../src/doctor/object-schemas";
import { objectStub } from "../../../src/lib/platform/object-stub";
import {
  api,
  audit,
  call,
  env,
  html,
  newAccount,
  newSite,
  until,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";
import { countedVisits } from "../support/visits.ts";
import { tickCron } from "../support/tick.ts";

/**
 * This release meets what the next one has made of its state: another table, another column in each table, another step of each
 * class of objects (test/contract/expand-only.test.ts). That is the case during a rollout and after a rollback.
 */
const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const NEXT = "next_release";

type Binding = keyof typeof OBJECT_STEPS;
let account: TestAccount;
let site: TestSite;
let domainId: string;
let before: Awaited<ReturnType<typeof audit>>;

const tablesOf = (rows: Array<{ name: string }>) =>
  rows.map(({ name }) => name).filter((name) => !/^(?:sqlite_|_cf_|d1_)/.test(name));
const ALL_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table'";

async function growDatabase(): Promise<void> {
  const { results } = await env.DB.prepare(ALL_TABLES).all<{ name: string }>();
  await env.DB.batch([
    ...tablesOf(results).map((name) => env.DB.prepare(`ALTER TABLE ${name} ADD COLUMN ${NEXT} TEXT DEFAULT 'kept'`)),
    env.DB.prepare("CREATE TABLE of_next_release (id TEXT PRIMARY KEY)"),
    env.DB.prepare("INSERT INTO d1_migrations (name) VALUES ('9999_of_next_release.sql')"),
  ]);
}

/** Gives an object what another step would, and has it start anew. */
async function growObject(binding: Binding, name: string): Promise<void> {
  const stub = (env[binding] as DurableObjectNamespace).getByName(name);
  await runInDurableObject(stub, (_, state) => {
    const { sql, kv } = state.storage;
    for (const table of tablesOf(sql.exec<{ name: string }>(ALL_TABLES).toArray()))
      sql.exec(`ALTER TABLE ${table} ADD COLUMN ${NEXT} TEXT DEFAULT 'kept'`);
    kv.put("schemaVersion", OBJECT_STEPS[binding].length + 1);
    kv.put(NEXT, { of: "the next release" });
  });
  await runInDurableObject(stub, (_, state) => state.abort("starts anew")).catch(() => {});
}

/** What an object has of the next release: its version, its value, and how many rows of a table have the value of its column. */
function grownIn(binding: Binding, name: string, table: string) {
  return runInDurableObject((env[binding] as DurableObjectNamespace).getByName(name), (_, { storage }) => ({
    version: storage.kv.get("schemaVersion"),
    value: storage.kv.get(NEXT),
    kept: storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${NEXT} = 'kept'`).one().n,
  }));
}

/** Reads a page of the site as a crawler does. */
async function visit(path: string) {
  const response = await exports.default.fetch(site.origin + path, { headers: BOT, redirect: "manual" });
  return { state: response.headers.get("x-crawlready-cache"), body: await response.text() };
}

beforeAll(async () => {
  site = await newSite({
    "/": { body: html({ body: '<a href="/a">a</a><a href="/b">b</a>' }) },
    "/a": { body: html({ title: "A page about something" }) },
    "/b": { body: html({ title: "Another page about it" }) },
  });
  account = await newAccount("business", [site.host]);
  domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<string>("id"))!;
  before = await audit(account, site);
  await cache(site.host, "/a", "<p>before</p>");
  expect(await visit("/a")).toEqual({ state: "hit", body: "<p>before</p>" });
  await until(async () => (await countedVisits(domainId)) === 1);
  await objectStub(env.LINK_HOST, "127.0.0.1").look(`${site.origin}/a`);
  await growDatabase();
  await growObject("DOMAIN_AUDIT", domainId);
  await growObject("SNAPSHOT_INDEX", domainId);
  await growObject("DOMAIN_VISITS", domainId);
  await growObject("RENDER_POOL", "pool");
  await growObject("LINK_HOST", "127.0.0.1");
});

describe("this release on the state of the next one", () => {
  it("reads what it wrote before", async () => {
    const { run } = await api(account.auth).readAudit({ path: { runId: before.run.id } });
    expect(run).toMatchObject({ status: "success", pagesCrawled: before.run.pagesCrawled });
    expect(await visit("/a")).toEqual({ state: "hit", body: "<p>before</p>" });
    await until(async () => (await countedVisits(domainId)) === 2);
  });

  it("audits, with a page of the audit before that is gone", async () => {
    await site.set({ "/": { body: html({ body: '<a href="/a">a</a>' }) }, "/a": { body: html() } });
    const { run } = await audit(account, site);
    expect(run).toMatchObject({ status: "success", pagesCrawled: 2 });
  });

  it("replaces and invalidates snapshots", async () => {
    await cache(site.host, "/a", "<p>after</p>");
    expect((await visit("/a")).body).toBe("<p>after</p>");
    const done = await call("POST", "/api/prerender/cache/invalidate-page-cache", {
      headers: account.auth,
      json: { domain: site.host, path: "/a", prewarm: false },
    });
    expect(done.status).toBe(200);
    await expect((await indexOf(site.host)).lookup("/a", Date.now())).resolves.toBe(null);
  });

  it("writes links and browser time, of which it replaces rows", async () => {
    const known = await objectStub(env.LINK_HOST, "127.0.0.1").look(`${site.origin}/a`);
    expect(known).toEqual({ status: 200 });
    const pool = objectStub(env.RENDER_POOL, "pool");
    const time = await pool.beginTime("account", 1_000);
    if (typeof time === "string") throw new Error(time);
    await pool.endTime(time);
  });

  it("adds accounts and domains, and keeps its crons going", async () => {
    const other = await newAccount("pro", ["newer-schema.example"]);
    const runs = await call("GET", "/api/seo-spider/runs?domain=newer-schema.example", { headers: other.auth });
    expect(runs).toMatchObject({ status: 200, body: { runs: [] } });
    await tickCron("*/15 * * * *", Date.now());
    await tickCron("10 0 * * *", Date.now());
  });

  it("leaves to the next release what that has added", async () => {
    for (const body of ["<p>once</p>", "<p>again</p>"]) await cache(site.host, "/a", body);
    for (const [binding, name, table] of [
      ["DOMAIN_AUDIT", domainId, "page"],
      ["SNAPSHOT_INDEX", domainId, "entry"],
      ["DOMAIN_VISITS", domainId, "visit_agent"],
      ["LINK_HOST", "127.0.0.1", "link"],
    ] as const) {
      const grown = await grownIn(binding, name, table);
      expect(grown, binding).toMatchObject({
        version: OBJECT_STEPS[binding].length + 1,
        value: { of: "the next release" },
      });
      expect(grown.kept, `${binding} ${table}`).toBeGreaterThan(0);
    }
    const kept = await env.DB.prepare(`SELECT ${NEXT} AS value FROM domain WHERE id = ?`).bind(domainId).first("value");
    expect(kept).toBe("kept");
  });
});
