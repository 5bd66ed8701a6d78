import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import { deleteAudits } from "../../../src/audit";
import { openDb } from "../../../src/db/client";
import { deletePrompts } from "../../../src/mentions";
import { deleteDomainPrompts } from "../../../src/mentions/repo/prompts";
import { consumePurges } from "../../../src/jobs/purge-consumer";
import { purgeDomain, type Purger } from "../../../src/jobs/purge-domain";
import { call, env, newAccount, newSite, OPERATOR, until, type TestAccount } from "../support/api.ts";
import { recorder } from "../support/tick.ts";

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
    const bodies = "SELECT coalesce(sum(json_array_length(snaps)), 0) AS n FROM garbage";
    return { entries: count("entry"), garbage: storage.sql.exec<{ n: number }>(bodies).one().n };
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

const PARTS = 30_000;

/** Everything that a domain can have in D1, many times over. */
async function fill(account: TestAccount, host: string): Promise<string> {
  const id = await idOf(host);
  const [owner, key] = [`'${account.accountId}', '${id}'`, id];
  const statements = [
    counted(
      2,
      `audit_run (account_id, domain_id, id, domain, status, "trigger", frequency, mode, scope_key, started_at, completed_at, heartbeat_at)`,
      `${owner}, '${key}-run' || i, 'x', 'success', 'api', 'on_demand', 'follow', '', i, i, i`,
    ),
    counted(PARTS, "audit_part (domain_id, hash, body)", `'${id}', i, '[]'`),
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

const TABLES = ["audit_run", "audit_part", "prompt", "prompt_run"];
async function rowsOf(id: string): Promise<number[]> {
  const counts = TABLES.map((table) => `(SELECT count(*) FROM ${table} WHERE domain_id = '${id}')`);
  return (await env.DB.prepare(`SELECT ${counts.join(", ")}`).raw<number[]>())[0]!;
}

describe("a removed domain", () => {
  const removed = async (host: string): Promise<string> => {
    await newAccount("pro", [host]);
    const id = await idOf(host);
    await env.DB.prepare("UPDATE domain SET verified_at = NULL, deleted_at = 1 WHERE id = ?").bind(id).run();
    return id;
  };
  const isThere = async (id: string) =>
    (await env.DB.prepare("SELECT 1 FROM domain WHERE id = ?").bind(id).first()) !== null;

  it("loses what can be deleted if one of its purgers always fails, and its row at last", async () => {
    const id = await removed("one-fails.example");
    const made: string[] = [];
    let isBroken = true;
    const sent = recorder<unknown>();
    const bindings = { ...env, PURGE_QUEUE: sent.queue } as never;
    const purgers: Record<string, Purger> = {
      broken: () => (isBroken ? Promise.reject(new Error("the object does not answer")) : Promise.resolve(true)),
      slow: () => Promise.resolve(made.push("slow") > 1),
      other: () => Promise.resolve(made.push("other") > 0),
    };
    const message = { domainId: id, last: true };
    // Something is left: the message goes on, so that the failure does not delay it.
    await purgeDomain(bindings, message, Date.now(), purgers);
    expect([made, sent.bodies]).toEqual([["slow", "other"], [message]]);
    await expect(purgeDomain(bindings, message, Date.now(), purgers)).rejects.toThrow("not purged: broken");
    expect(made).toEqual(["slow", "other", "slow", "other"]);
    expect(await isThere(id)).toBe(true);
    isBroken = false;
    await purgeDomain(bindings, message, Date.now(), purgers);
    expect(await isThere(id)).toBe(false);
  });

  it("waits for a retry, longer each time, and becomes a dead letter that the operator can resend", async () => {
    const id = await removed("fails.example");
    const bindings = {
      ...env,
      SNAPSHOT_INDEX: { getByName: () => ({ invalidate: () => Promise.reject(new Error("down")) }) },
    };
    const retry = vi.fn();
    const ack = vi.fn();
    const message = { id: "m", body: { domainId: id, last: true }, attempts: 3, ack, retry };
    await consumePurges({ queue: "crawlready-purge", messages: [message] } as never, bindings as never);
    expect(ack).not.toHaveBeenCalled();
    expect(retry.mock.calls[0]![0].delaySeconds).toBeGreaterThanOrEqual(60);
    expect(await isThere(id)).toBe(true);
    await consumePurges({ queue: "crawlready-purge", messages: [message] } as never, env);
    expect(ack).toHaveBeenCalledOnce();
    expect(await isThere(id)).toBe(false);
  });
});

describe("a domain", () => {
  it("loses nothing while it is in use, whatever a message says", async () => {
    await newAccount("pro", ["in-use.example"]);
    const purger = vi.fn(() => Promise.resolve(true));
    await purgeDomain(env, { domainId: await idOf("in-use.example"), last: true }, Date.now(), { purger });
    expect(purger).not.toHaveBeenCalled();
    expect(await idOf("in-use.example")).toBeTruthy();
  });
});

describe("a removed domain with many rows", () => {
  it("is purged in bounded pieces, wherever the budget ends, without touching anything else", async () => {
    const account = await newAccount("pro", ["many-rows.example", "kept-rows.example"]);
    const gone = await fill(account, "many-rows.example");
    const kept = await fill(account, "kept-rows.example");
    const before = await rowsOf(kept);
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
      (await deleteDomainPrompts(db, gone, budget)) &&
      (await deletePrompts(env, gone, budget));
    let messages = 1;
    const startedAt = Date.now();
    while (!(await step({ left: 30 }))) messages++;
    console.log(`purge in ${messages} pieces: ${Date.now() - startedAt} ms, at most ${most} rows a statement`);
    expect(messages).toBeGreaterThan(2);
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(10_000);
    expect(await rowsOf(gone)).toEqual(TABLES.map(() => 0));
    expect(await rowsOf(kept)).toEqual(before);
  });

  it("is purged by its message, with other messages in between", async () => {
    const account = await newAccount("pro", ["by-message.example"]);
    const id = await fill(account, "by-message.example");
    await env.DB.prepare("UPDATE domain SET verified_at = NULL, deleted_at = 1 WHERE id = ?").bind(id).run();
    await env.PURGE_QUEUE.send({ domainId: id, last: true });
    await until(async () => !(await env.DB.prepare("SELECT 1 FROM domain WHERE id = ?").bind(id).first()));
    expect(await rowsOf(id)).toEqual(TABLES.map(() => 0));
    const list = await call("GET", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR });
    expect(list.status).toBe(200);
  });
});
