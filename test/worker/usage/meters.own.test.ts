import { createMessageBatch, runInDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { openDb } from "../../../src/db/client.ts";
import { account as accounts } from "../../../src/db/schema";
import { objectStub } from "../../../src/lib/platform/object-stub.ts";
import { Draw } from "../../../src/usage/draw.ts";
import type { Meter } from "../../../src/usage/meter.ts";
import { countDeliveries } from "../../../src/usage/metered-bindings.ts";
import { meteredEnv, meterOf, usedBy, writing } from "../../../src/usage/metered-env.ts";
import { addUsage } from "../../../src/usage/usage-repo.ts";
import { call, env, newAccount, signIn } from "../support/api.ts";
import { recorder } from "../support/tick.ts";
import { each, unitsOf } from "./measured.ts";

const counted = async (work: () => Promise<unknown>) => each(await unitsOf(work, 60), 1);
const metered = meteredEnv(env, "");

describe("a metered binding", () => {
  it("of D1 counts the rows that D1 reports, however its result is read", async () => {
    const id = "an-account-of-meters";
    const db = openDb(metered.DB);
    expect(await counted(async () => db.insert(accounts).values({ id, plan: "free", createdAt: 1 }))).toEqual({
      d1RowsWritten: 2,
    });
    const byId = eq(accounts.id, id);
    expect(await counted(() => db.select().from(accounts).where(byId).all())).toEqual({ d1RowsRead: 1 });
    expect(await counted(async () => db.select().from(accounts).where(byId).get())).toEqual({ d1RowsRead: 1 });
    const statement = metered.DB.prepare("SELECT plan FROM account WHERE id = ?").bind(id);
    expect(await counted(() => statement.first("plan"))).toEqual({ d1RowsRead: 1 });
    expect(await counted(() => metered.DB.batch([statement, statement]))).toEqual({ d1RowsRead: 2 });
  });

  it("of KV counts reads, writes and deletes, per key", async () => {
    const { KV } = metered;
    expect(await counted(() => KV.put("meters:a", "1"))).toEqual({ kvWrites: 1 });
    expect(await counted(async () => expect(await KV.get("meters:a")).toBe("1"))).toEqual({ kvReads: 1 });
    expect(await counted(() => KV.get(["meters:a", "meters:b"]))).toEqual({ kvReads: 2 });
    expect(await counted(() => KV.delete("meters:a"))).toEqual({ kvDeletes: 1 });
  });

  it("of R2 counts both classes, and no deletes", async () => {
    const { ARCHIVE } = metered;
    expect(await counted(() => ARCHIVE.put("meters", "1"))).toEqual({ r2ClassA: 1 });
    expect(await counted(async () => (await ARCHIVE.get("meters"))!.text())).toEqual({ r2ClassB: 1 });
    const parts = async () => {
      const upload = await ARCHIVE.createMultipartUpload("meters");
      await upload.complete([await upload.uploadPart(1, "2")]);
    };
    expect(await counted(parts)).toEqual({ r2ClassA: 3 });
    expect(await counted(() => ARCHIVE.delete("meters"))).toEqual({});
  });

  it("of a queue counts writing, reading and deleting each message, per 64 KB", async () => {
    const { queue, bodies } = recorder<unknown>();
    const bound = meteredEnv({ ...env, VISIT_QUEUE: queue } as never, "");
    expect(await counted(() => bound.VISIT_QUEUE.send({ small: 1 }))).toEqual({ queueOps: 3 });
    const large = { body: "x".repeat(65 * 1024) };
    expect(await counted(() => bound.VISIT_QUEUE.sendBatch([{ body: 1 }, { body: large }]))).toEqual({ queueOps: 9 });
    expect(bodies).toEqual([{ small: 1 }, 1, large]);
    const batch = (queue: string, attempts: number) =>
      createMessageBatch(queue, [{ id: "a", timestamp: new Date(), attempts, body: 1 }]);
    const again = async () => countDeliveries(batch("crawlready-visits", 2), meterOf(bound));
    expect(await counted(again)).toEqual({ queueOps: 1 });
    const dead = async () => countDeliveries(batch("crawlready-visits-dlq", 1), meterOf(bound));
    expect(await counted(dead)).toEqual({ queueOps: 3 });
  });
});

describe("a metered object", () => {
  it("counts its calls, the rows of its statements, its stored values and its alarms", async () => {
    const object = env.RATE_LIMITER.getByName("meters");
    await runInDurableObject(object, async (_, { storage }) => {
      const { sql, kv } = storage;
      sql.exec("CREATE TABLE counted (id INTEGER PRIMARY KEY, name TEXT); CREATE INDEX by_name ON counted (name)");
      const insert = async () => sql.exec("INSERT INTO counted (name) VALUES ('a'), ('b')");
      expect(await counted(insert)).toMatchObject({ objectRowsWritten: 4 });
      expect(await counted(async () => sql.exec("SELECT * FROM counted").toArray())).toEqual({ objectRowsRead: 2 });
      expect(await counted(async () => kv.put("a", 1))).toEqual({ objectRowsWritten: 1 });
      expect(await counted(async () => expect(kv.get("a")).toBe(1))).toEqual({ objectRowsRead: 1 });
      expect(await counted(async () => kv.delete("a"))).toEqual({ objectRowsWritten: 1 });
      expect(await counted(() => storage.setAlarm(Date.now() + 1e6))).toEqual({ objectRowsWritten: 1 });
      await storage.deleteAlarm();
    });
    const { RENDER_POOL } = metered;
    const spent = () => objectStub(RENDER_POOL, "pool").spentMs("2026-11-23");
    await spent();
    expect(await counted(spent)).toMatchObject({ objectCalls: 1 });
  });
});

describe("usage that is written down", () => {
  const usual = writing.random;
  afterEach(() => {
    writing.random = usual;
    writing.draw = new Draw();
  });
  const rowOf = async (accountId: string) => {
    const row = env.DB.prepare("SELECT units FROM platform_usage WHERE account_id = ?").bind(accountId);
    const units = await row.first<string>("units");
    return units === null ? null : (JSON.parse(units) as unknown);
  };

  it("is added to the account of an id, a domain's too, or to no account", async () => {
    const { accountId } = await newAccount("pro", ["meters.example"]);
    const domain = env.DB.prepare("SELECT id FROM domain WHERE domain = 'meters.example'");
    await addUsage(env.DB, accountId, { requests: 2, kvReads: 0.5 }, Date.now());
    await addUsage(env.DB, (await domain.first<string>("id"))!, { requests: 3, queueOps: 1 }, Date.now());
    expect(await rowOf(accountId)).toEqual({ requests: 5, kvReads: 0.5, queueOps: 1 });
    await addUsage(env.DB, "nobody", { requests: 7 }, Date.now());
    expect(await rowOf("")).toMatchObject({ requests: 7 });
  });

  it("is that of whoever the bindings were given to", async () => {
    const { accountId } = await newAccount("pro");
    writing.random = () => 0;
    await counted(() => usedBy(metered, accountId).KV.put("meters:mine", "1"));
    expect(await rowOf(accountId)).toEqual({ kvWrites: expect.closeTo(20) });
    expect(usedBy(env, accountId)).toBe(env);
  });

  it("has each request of the API once, as its caller's", async () => {
    const account = await newAccount("pro");
    const headers = await signIn(account.email);
    const meter = meterOf(meteredEnv(env, account.accountId));
    const added = vi.spyOn(Object.getPrototypeOf(meter) as Meter, "add");
    const { status } = await call("GET", "/api/account", { headers });
    const counters = added.mock.calls.flatMap(([unit], i) => (unit === "requests" ? [added.mock.contexts[i]] : []));
    added.mockRestore();
    expect(status).toBe(200);
    expect(counters).toEqual([meter]);
  });
});
