import { runDurableObjectAlarm } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { exportedVisits, upkeepVisits } from "../../src/analytics";
import { classifyUserAgent } from "../../src/analytics/catalogue/classify";
import type { DomainVisits } from "../../src/analytics/domain-visits.do";
import { VisitMove } from "../../src/analytics/domain-visits/visit-move";
import { history } from "../support/visit-history.ts";
import { call, env } from "./support/api.ts";
import { spiedDatabase } from "./support/spied-database.ts";
import {
  countedVisits,
  DAYS,
  deliverVisits,
  inVisits,
  newVisits,
  visitOfBot,
  visitRows,
  withDatabase,
  withVisits,
} from "./support/visits.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
type Domain = Awaited<ReturnType<typeof newVisits>>;
/** Tables by the columns that name a row. */
const TABLES = {
  robots_version: "since",
  visit_path: "path",
  visit_total: "day, agent, verdict",
  visit_render_time: "day, ms",
  visit_violation: "day, path_id, agent, rule, line",
};
const moveOf = (instance: DomainVisits) => (instance as unknown as { move: VisitMove }).move;

/** Runs a step of the move as a call that is then cut off. */
const step = (id: string, chunks = 1) => withVisits(id, (instance) => moveOf(instance).advance(chunks, Date.now()));

let source: Domain;
const texts = ["User-agent: *\nDisallow: /products", "User-agent: *\nDisallow:\n# ünïcödé '\" \\"];

beforeAll(async () => {
  // The release before wrote the same rows: they are made by counting in an object, and then put into D1.
  source = await newVisits("source.example");
  const visits = env.DOMAIN_VISITS.getByName(source.id);
  await deliverVisits([[visitOfBot(source.id)]]);
  await visits.noteRobots({ hash: "1", text: texts[0]! }, Date.now() - 90 * DAY_MS);
  await visits.noteRobots({ hash: "2", text: texts[1]! }, Date.now() - 30 * DAY_MS);
  const events = [...history({ seed: 3, count: 2_000, days: 180, paths: 700, now: Date.now() })].map((event) =>
    visitOfBot(source.id, {
      id: event.id,
      path: event.path,
      ...classifyUserAgent(event.userAgent)!,
      at: Date.parse(event.at),
      servedBy: event.servedBy,
      status: 200,
      renderMs: 1_000 + (event.path.length % 9) * 10,
      reported: true,
    }),
  );
  expect(await deliverVisits([events.slice(0, 1_000), events.slice(1_000)])).toEqual([]);
  await inVisits(source.id, ({ sql }) => {
    sql.exec(
      "INSERT INTO visit_violation SELECT day, 1, agent, '/products ' || day, 2, cache + 1 FROM visit_total WHERE verdict = 0",
    );
  });
});

let shift = 0;

/** Puts the rows of `source` into D1, as another domain's. Returns the domain. */
async function legacy(domain: string): Promise<Domain> {
  const made = await newVisits(domain);
  shift += 10_000;
  const tables = await inVisits(source.id, ({ sql }) =>
    [...Object.keys(TABLES), "visit_agent", "visit_daily"].map((table) => {
      const where = table === "visit_daily" ? DAYS : "TRUE";
      const slot = table === "visit_daily" ? `CAST(slot + (${shift} << 26) AS TEXT) AS slot, cache, render` : "*";
      return { table, rows: sql.exec(`SELECT ${slot} FROM ${table} WHERE ${where}`).toArray() };
    }),
  );
  const statements = tables.flatMap(({ table, rows }) =>
    rows.map((row) => {
      const own: Record<string, unknown> = { ...row };
      if (table in TABLES) own["domain_id"] = made.id;
      if (table === "visit_path") own["id"] = Number(own["id"]) + shift;
      if (table === "visit_violation") own["path_id"] = Number(own["path_id"]) + shift;
      const values = Object.keys(own).map((name) => (name === "slot" ? "CAST(? AS INTEGER)" : "?"));
      return env.DB.prepare(
        `INSERT OR IGNORE INTO ${table} (${Object.keys(own).join(", ")}) VALUES (${values.join(", ")})`,
      ).bind(...Object.values(own));
    }),
  );
  for (let i = 0; i < statements.length; i += 500) await env.DB.batch(statements.slice(i, i + 500));
  await env.DB.prepare("INSERT INTO robots_watch VALUES (?, ?)").bind(made.id, Date.now()).run();
  return made;
}

/** Everything that a domain's reports say. */
async function answers({ domain, account }: Domain): Promise<unknown[]> {
  const day = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  const page = encodeURIComponent("/products/item-0?page=0");
  const paths = [
    "bots?",
    `bots?from=${day(180)}`,
    `bots?from=${day(150)}&to=${day(40)}`,
    `bots?limit=20&from=${day(180)}`,
    `bots?limit=20&cursor=${encodeURIComponent("3/products/item-3")}&from=${day(100)}`,
    "bots?search=PFEL",
    `bots?path=${page}`,
    "bots?format=csv",
    "bots/daily?days=180",
    "bots/summary?days=180",
    "waste?days=90",
    "violations?days=180",
    `page-insights?days=180&url=${encodeURIComponent("https://HOST/products/item-0?page=0")}`,
  ];
  const bodies: unknown[] = [];
  for (const path of paths) {
    const url = `/api/analytics/${path.replace("HOST", domain)}&domain=${domain}`;
    const { status, body } = await call("GET", url, { headers: account.auth });
    expect([path, status]).toEqual([path, 200]);
    bodies.push(JSON.parse(JSON.stringify(body).replaceAll(domain, "DOMAIN")));
  }
  return bodies;
}

/** All rows of a domain, in D1 or in its object. */
async function dump(id: string, from: "d1" | "object"): Promise<unknown> {
  const found: Record<string, unknown> = {};
  const columns: Record<string, string> = {
    robots_version: "since, hash, text",
    visit_path: "id, path, folded, first_day, last_day, status, status_at",
    visit_total: "day, agent, verdict, cache, render, saved_ms, saved_count",
    visit_render_time: "day, ms, count",
    visit_violation: "day, path_id, agent, rule, line, count",
  };
  const days = `SELECT CAST(slot AS TEXT) AS slot, cache, render FROM visit_daily WHERE ${DAYS}`;
  const queries = Object.entries(TABLES).map(([table, keys]) => ({
    table,
    query: `SELECT ${columns[table]} FROM ${table} WHERE ${from === "d1" ? `domain_id = '${id}'` : "TRUE"} ORDER BY ${keys}`,
  }));
  const own = from === "d1" ? `slot >> 26 IN (SELECT id FROM visit_path WHERE domain_id = '${id}')` : "TRUE";
  for (const { table, query } of [
    ...queries,
    { table: "visit_daily", query: `${days} AND ${own} ORDER BY visit_daily.slot` },
  ])
    found[table] =
      from === "d1"
        ? (await env.DB.prepare(query).all()).results
        : await inVisits(id, ({ sql }) => sql.exec(query).toArray());
  return found;
}

async function exportedOf(id: string): Promise<object[]> {
  const rows: object[] = [];
  for await (const page of exportedVisits(env, id)) rows.push(...page);
  return rows;
}

/** The sums of blocks and of all days that are not the sum of their days, and the other way round. */
const wrongBlocks = (id: string) =>
  inVisits(id, ({ sql }) =>
    sql
      .exec(
        `WITH row AS (SELECT slot >> 26 AS path, (slot >> 11) & 32767 AS day, slot & 2047 AS rest, cache, render FROM visit_daily),
          block AS (SELECT path, day, rest, cache, render FROM row WHERE day < 8192),
          sums AS (SELECT path, day >> level.column1 AS day, iif(level.column1 = 15, rest & 2046, rest) AS rest, sum(cache) AS cache, sum(render) AS render
            FROM row CROSS JOIN (VALUES (3), (6), (15)) AS level WHERE day >= 8192 GROUP BY 1, 2, 3)
        SELECT * FROM (SELECT * FROM block EXCEPT SELECT * FROM sums) UNION ALL SELECT * FROM (SELECT * FROM sums EXCEPT SELECT * FROM block)`,
      )
      .toArray(),
  );

describe("visits that the release before counted in D1", () => {
  it("move in steps that may be cut off anywhere, with the same answers before, meanwhile and after", async () => {
    const moved = await legacy("moved.example");
    const before = await answers(moved);
    expect(before).toEqual(await answers(source));
    const rows = await dump(moved.id, "d1");
    let steps = 0;
    for (let done: unknown = false; done !== true; steps++) {
      // A call that is cut off after it has read; then one whose transaction fails; then one that imports its chunk.
      const failing = spiedDatabase(env.DB, () => {
        throw new Error("cut off");
      });
      await withDatabase(moved.id, failing.database);
      await expect(step(moved.id)).rejects.toThrow("cut off");
      await withDatabase(moved.id, env.DB);
      if (steps > 0) {
        const cut = await withVisits(moved.id, (instance) => failCursor(instance));
        expect(cut).toBe("disk full");
      }
      done = await step(moved.id);
      expect(await answers(moved)).toEqual(before);
    }
    expect(steps).toBeGreaterThan(3);
    expect(await dump(moved.id, "object")).toEqual(rows);
    expect(await wrongBlocks(moved.id)).toEqual([]);

    // D1's copy goes an hour later.
    const later = (ms: number) => withVisits(moved.id, (instance) => moveOf(instance).continueLater(Date.now() + ms));
    expect(await later(0)).toBeGreaterThan(Date.now());
    expect(await dump(moved.id, "d1")).toEqual(rows);
    expect(await later(HOUR_MS + 1_000)).toBeNull();
    expect(Object.values((await dump(moved.id, "d1")) as object).flat()).toEqual([]);
    expect(await answers(moved)).toEqual(before);
  }, 120_000);

  it("move whole, however many they are", async () => {
    const { id } = await newVisits("bulk.example");
    shift += 10_000;
    const today = Math.floor(Date.now() / DAY_MS);
    const n = (count: number, rest: string) =>
      `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) ${rest}`;
    const day = `${today} - (i / 1200) * 5`;
    await env.DB.batch(
      [
        n(
          1_200,
          `INSERT INTO visit_path (id, domain_id, path, folded) SELECT ${shift} + i, '${id}', '/' || i, '/' || i FROM n`,
        ),
        n(
          36_000,
          `INSERT INTO visit_daily SELECT ((${shift} + i % 1200) << 26) + ((${day}) << 11) + ((i % 7) << 2) + i % 3, i, 1 FROM n`,
        ),
        n(12_000, `INSERT INTO visit_total SELECT '${id}', ${today} - i % 180, i / 180, i % 3, i, 1, 0, 0 FROM n`),
        n(12_000, `INSERT INTO visit_render_time SELECT '${id}', ${today} - i % 180, i, 1 FROM n`),
        n(
          2_500,
          `INSERT INTO visit_violation SELECT '${id}', ${today} - i % 180, ${shift} + i % 1200, i % 7, '/' || i, 1, i FROM n`,
        ),
      ].map((statement) => env.DB.prepare(statement)),
    );
    const rows = await dump(id, "d1");
    const exported = await exportedOf(id);
    expect(exported).toHaveLength(36_000);
    while ((await step(id, 3)) !== true);
    expect(await dump(id, "object")).toEqual(rows);
    expect(await visitRows(id, "visit_daily", DAYS)).toBe(36_000);
    expect(await exportedOf(id)).toEqual(exported);
    expect(await wrongBlocks(id)).toEqual([]);
  }, 60_000);

  it("move by themselves once they were touched, while two callers move them", async () => {
    const moved = await legacy("alarmed.example");
    const rows = await dump(moved.id, "d1");
    await Promise.all([step(moved.id, 3), step(moved.id, 2)]);
    expect(await runDurableObjectAlarm(env.DOMAIN_VISITS.getByName(moved.id))).toBe(true);
    expect(await withVisits(moved.id, (instance) => moveOf(instance).isComplete)).toBe(true);
    expect(await dump(moved.id, "object")).toEqual(rows);
    expect(await wrongBlocks(moved.id)).toEqual([]);
  }, 60_000);

  it("move by the upkeep, which keeps when robots.txt was last checked", async () => {
    const moved = await legacy("kept-up.example");
    await upkeepVisits(env, moved.id, Date.now());
    expect(await withVisits(moved.id, (instance) => moveOf(instance).isComplete)).toBe(true);
    expect(await inVisits(moved.id, ({ kv }) => kv.get("robotsCheckedAt"))).toBeGreaterThan(Date.now() - HOUR_MS);
  }, 60_000);

  it("count with those that come meanwhile, each once", async () => {
    const moved = await legacy("meanwhile.example");
    const known = visitOfBot(moved.id, { id: "before-the-move" });
    // The release before counted this one: its id is in D1. The test opens the table for a moment.
    const key = await keyOf(known);
    await env.DB.batch([
      env.DB.prepare("DROP TRIGGER visit_seen_closed"),
      env.DB.prepare("INSERT INTO visit_seen VALUES (CAST(? AS INTEGER), 1, 99999)").bind(key),
      env.DB.prepare(
        "CREATE TRIGGER visit_seen_closed BEFORE INSERT ON visit_seen BEGIN SELECT RAISE(ABORT, 'visits are counted by the objects of their domains'); END",
      ),
    ]);
    const messages = [[known, visitOfBot(moved.id)], [visitOfBot(moved.id, { path: "/new" })]];
    await step(moved.id);
    const before = (await answers(moved))[9] as { totalCrawlsServed: number };
    let deliveries = 1;
    const advance = Reflect.get(VisitMove.prototype, "advance") as (chunks: number, now: number) => Promise<boolean>;
    vi.spyOn(VisitMove.prototype, "advance").mockImplementation(function (this: VisitMove, _chunks, now) {
      return advance.call(this, 1, now);
    });
    while ((await deliverVisits(messages)).length > 0) {
      expect((await answers(moved))[9]).toEqual(before);
      deliveries++;
    }
    vi.restoreAllMocks();
    expect(deliveries).toBeGreaterThan(3);
    expect(await deliverVisits(messages)).toEqual([]);
    expect((await answers(moved))[9]).toMatchObject({ totalCrawlsServed: before.totalCrawlsServed + 2 });
    expect(await countedVisits(moved.id)).toBe((await countedVisits(source.id)) + 2);
  }, 60_000);

  it("can't be counted there any more by an isolate of that release", async () => {
    const insert = env.DB.prepare("INSERT OR IGNORE INTO visit_seen (key, delivery, expires_day) VALUES (1, 1, 1)");
    await expect(insert.run()).rejects.toThrow("visits are counted by the objects of their domains");
    const total = env.DB.prepare("INSERT INTO visit_total VALUES ('x', 1, 1, 1, 1, 1, 1, 1)");
    await expect(env.DB.batch([insert, total])).rejects.toThrow("visits are counted by the objects");
    expect(await env.DB.prepare("SELECT 1 FROM visit_total WHERE domain_id = 'x'").first()).toBeNull();
  });

  it("stop moving when their domain is deleted", async () => {
    const gone = await legacy("gone.example");
    await step(gone.id, 2);
    await env.DB.prepare("UPDATE domain SET deleted_at = 1, verified_at = NULL WHERE id = ?").bind(gone.id).run();
    await env.DOMAIN_VISITS.getByName(gone.id).purge();
    expect(await step(gone.id)).toBe("gone");
    expect(await visitRows(gone.id, "visit_path")).toBe(0);
  });
});

/** Fails the write of the cursor, after the rows of its chunk. Returns the failure. */
async function failCursor(instance: DomainVisits): Promise<string> {
  const { storage } = (instance as unknown as { ctx: DurableObjectState }).ctx;
  const put = vi.spyOn(storage.kv, "put").mockImplementation((key: string) => {
    if (key === "move") throw new Error("disk full");
  });
  try {
    await moveOf(instance).advance(1, Date.now());
    return "nothing";
  } catch (error) {
    return (error as Error).message;
  } finally {
    put.mockRestore();
  }
}

async function keyOf({ domainId, id }: { domainId: string; id: string }): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`served\n${domainId}\n${id}`));
  return new DataView(digest).getBigInt64(0).toString();
}
