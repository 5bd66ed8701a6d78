import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { SnapshotEntry } from "../../../src/prerender/core/snapshot";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { gunzip, packBody, readStoredBody, writeBody } from "../../../src/prerender/cache/snapshot-bucket";
import { env } from "../support/api.ts";

let stub: DurableObjectStub<SnapshotIndex>;
beforeEach(() => {
  stub = env.SNAPSHOT_INDEX.getByName(crypto.randomUUID());
});

const entry = (change: Partial<SnapshotEntry> = {}): SnapshotEntry => ({
  snap: crypto.randomUUID(),
  status: 200,
  createdAt: Date.now(),
  etag: '"e"',
  bytes: 3,
  renderMs: 5,
  words: 100,
  headers: {},
  ...change,
});

async function put(path: string, change: Partial<SnapshotEntry> = {}): Promise<SnapshotEntry> {
  const begun = await stub.begin(path, Date.now());
  if (!("token" in begun)) throw new Error("busy");
  const made = entry(change);
  expect(await stub.commit(path, begun.token, made, Date.now())).toBe(true);
  return made;
}

describe("SnapshotIndex", () => {
  it("allows one render per page at a time, and parallel renders of other pages", async () => {
    const first = await stub.begin("/a", 1_000);
    expect(await stub.begin("/a", 2_000)).toEqual({ busy: true });
    expect(await stub.begin("/b", 2_000)).toHaveProperty("token");
    expect(await stub.begin("/a", 62_000), "a render that died holds its page no longer than its lease").toHaveProperty(
      "token",
    );
    expect(
      await stub.commit("/a", (first as { token: string }).token, entry(), 63_000),
      "and may not be stored any more",
    ).toBe(false);
  });

  it("refuses a render overtaken by an invalidation, of the page or of all pages", async () => {
    for (const paths of [["/a"], null]) {
      const begun = (await stub.begin("/a", Date.now())) as { token: string };
      expect(await stub.invalidate(paths, Date.now())).toBe(0);
      expect(await stub.begin("/a", Date.now()), "a new render may begin at once").toHaveProperty("token");
      expect(await stub.commit("/a", begun.token, entry(), Date.now())).toBe(false);
      expect(await stub.lookup("/a", Date.now())).toBeNull();
      await stub.invalidate(null, Date.now());
    }
  });

  it("counts what was really removed", async () => {
    await put("/a");
    await put("/b");
    await put("/c", { status: 404, createdAt: Date.now() - 7_200_000 });
    expect(await stub.invalidate(["/a", "/a", "/missing"], Date.now())).toBe(1);
    expect(await stub.invalidate(["/a"], Date.now())).toBe(0);
    expect(await stub.invalidate(null, Date.now()), "an expired entry is not counted").toBe(1);
  });

  it("wakes waiting requests when the render ends, is given up or is overtaken", async () => {
    for (const finish of ["commit", "abandon", "invalidate"] as const) {
      const begun = (await stub.begin("/a", Date.now())) as { token: string };
      const waiting = stub.wait("/a", 20_000);
      if (finish === "commit") await stub.commit("/a", begun.token, entry(), Date.now());
      else if (finish === "abandon") await stub.abandon("/a", begun.token);
      else await stub.invalidate(["/a"], Date.now());
      await waiting;
      await stub.invalidate(null, Date.now());
    }
    await stub.wait("/idle", 20_000);
  });

  it("deletes bodies an hour after their entries, but not earlier", async () => {
    const { snap, body } = await packBody("<p>body</p>");
    await writeBody(env, snap, body);
    await put("/a", { snap });
    await stub.invalidate(["/a"], Date.now() - 3_599_000);
    await runInDurableObject(stub, (instance) => instance.alarm());
    expect(await env.SNAPSHOTS.head(`snapshots/${snap}`)).not.toBeNull();
    await runInDurableObject(
      stub,
      (_instance, state) => state.storage.sql.exec("UPDATE garbage SET since = since - 10000").rowsWritten,
    );
    await runInDurableObject(stub, (instance) => instance.alarm());
    expect(await env.SNAPSHOTS.head(`snapshots/${snap}`)).toBeNull();
    const alarm = () => runInDurableObject(stub, (_instance, state) => state.storage.getAlarm());
    expect((await alarm())! - Date.now(), "what is left is only known to have been there").toBeGreaterThan(80_000_000);
    await runInDurableObject(stub, (_instance, { storage: { sql, kv } }) => {
      sql.exec("UPDATE known SET at = 0");
      sql.exec("UPDATE render_log SET block = json_set(block, '$.renders[0].begunAt', 0)");
      kv.delete("prunedAt");
    });
    await runInDurableObject(stub, (instance) => instance.alarm());
    expect(await alarm(), "nothing is left").toBeNull();
  });
});

describe("when a page's content changed", () => {
  const says = (content: string) => ({ about: { title: "", description: "", canonical: "", content } });
  const changes = async () =>
    Object.fromEntries((await stub.dated("", 100, Date.now())).map(([path, changedAt]) => [path, changedAt]));
  const at = Date.now() - 10_000;

  it("is known from its second content on, and stays through renders of the same", async () => {
    await put("/a", { createdAt: at, ...says("one") });
    expect(await changes(), "nobody knows what it said before").toEqual({ "/a": 0 });
    await put("/a", { createdAt: at + 1, ...says("one") });
    expect(await changes()).toEqual({ "/a": 0 });
    await put("/a", { createdAt: at + 2, ...says("two") });
    await put("/a", { createdAt: at + 3, ...says("two") });
    expect(await changes()).toEqual({ "/a": at + 2 });
    await put("/a", { createdAt: at + 4, ...says("") });
    expect(await changes(), "a render that knows no content").toEqual({ "/a": 0 });
  });

  it("is compared across an invalidation, for the page and not for its version for phones", async () => {
    for (const [i, content] of ["one", "two", "two", "one"].entries()) {
      await put("/a", { createdAt: at + i, ...says(content) });
      await put("/a mobile", { createdAt: at + i, ...says(`phone ${i}`) });
      await put("/b", { createdAt: at + i, ...says("same") });
      expect(await changes(), `render ${i}`).toEqual({ "/a": [0, at + 1, at + 1, at + 3][i], "/b": 0 });
      await stub.invalidate(i % 2 === 0 ? ["/a"] : null, Date.now());
    }
    expect(await changes()).toEqual({});
  });

  it("is listed in parts, in order of path", async () => {
    for (const path of ["/c", "/a", "/b"]) await put(path);
    await put("/gone", { status: 404 });
    expect(await stub.dated("", 2, Date.now())).toEqual([
      ["/a", 0, "", 3, ""],
      ["/b", 0, "", 3, ""],
    ]);
    expect(await stub.dated("/b", 2, Date.now())).toEqual([["/c", 0, "", 3, ""]]);
  });
});

describe("bodies", () => {
  it("are read from R2 when KV has lost them, and are null when both have", async () => {
    const { snap, etag, bytes, body: packed } = await packBody("<p>grüße</p>");
    expect(bytes).toBe(14);
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    // Not with writeBody, which would leave it in this isolate's memory.
    await env.SNAPSHOTS.put(`snapshots/${snap}`, packed);
    const read = await readStoredBody(env, { snap, copied: true });
    expect([read!.from, await gunzip(read!.body)]).toEqual(["bucket", "<p>grüße</p>"]);
    expect((await readStoredBody(env, { snap, copied: true }))!.from).toBe("memory");
    expect(await readStoredBody(env, { snap: crypto.randomUUID(), copied: true })).toBeNull();
  });

  it("are read from KV only if the index knows of a copy", async () => {
    const [asked, unasked] = [crypto.randomUUID(), crypto.randomUUID()];
    const { body } = await packBody("<p>copy</p>");
    for (const snap of [asked, unasked]) await env.KV.put(`snap:${snap}`, body);
    expect((await readStoredBody(env, { snap: asked, copied: true }))!.from).toBe("copy");
    expect(await readStoredBody(env, { snap: unasked })).toBeNull();
  });
});

describe("renewing pages before they go stale", () => {
  const HOUR = 3_600_000;
  const NOON = Date.UTC(2031, 5, 10, 12);
  const TTL = 24;
  /** A page that goes stale `minutes` after noon. */
  const made = (minutes: number) => ({ createdAt: NOON + minutes * 60_000 - TTL * HOUR });
  const visit = { id: "v" } as Parameters<SnapshotIndex["hit"]>[3];
  const ask = async (path: string, times: number, ttlHours = TTL) => {
    for (let i = 0; i < times; i++) await stub.hit(path, ttlHours, NOON, visit);
  };

  it("takes those that crawlers requested, the most requested first, each once", async () => {
    for (const path of ["/rare", "/often", "/often mobile", "/unasked", "/by-nobody"]) await put(path, made(10));
    await put("/later", made(60));
    await put("/missing", { ...made(10), status: 404, createdAt: NOON - 60_000 });
    await put("/short", { createdAt: NOON - 50 * 60_000 });
    await ask("/rare", 1);
    await ask("/often", 3);
    await ask("/often mobile", 2);
    await ask("/later", 9);
    await ask("/missing", 9);
    await ask("/short", 1, 1);
    await stub.hit("/by-nobody", TTL, NOON, null);
    expect(await stub.takeRenewals(NOON)).toEqual(["/short", "/often", "/often mobile", "/rare"]);
    expect(await stub.takeRenewals(NOON), "the tick's message came twice").toEqual([]);
    expect(await stub.takeRenewals(NOON - 15 * 60_000), "an older tick's message came late").toEqual([]);
  });

  it("forgets the requests for a snapshot that was replaced or removed, and tries again what was not renewed", async () => {
    for (const path of ["/renewed", "/removed", "/failed"]) {
      await put(path, made(20));
      await ask(path, 2);
    }
    expect((await stub.takeRenewals(NOON)).length).toBe(3);
    await put("/renewed", { createdAt: NOON });
    await stub.invalidate(["/removed"], NOON);
    expect(await stub.takeRenewals(NOON + 15 * 60_000)).toEqual(["/failed"]);
    expect(await stub.takeRenewals(NOON + 24 * HOUR - 60_000), "nobody asked for it since").toEqual([]);
  });

  it("takes no more than the domain's allowance, however many ticks come", async () => {
    await runInDurableObject(stub, (_, { storage: { sql } }) =>
      sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500)
         INSERT INTO entry(path, snap, status, created_at, expires_at, etag, bytes, render_ms, words, headers, hits, stale_at)
         SELECT '/' || i, i, 200, 1, ${2 * NOON}, '', 1, 1, 1, '{}', i, ${NOON + 600_000} FROM n`,
      ),
    );
    const taken = [];
    for (let tick = 0; tick < 8; tick++) taken.push((await stub.takeRenewals(NOON + tick * 1_000)).length);
    expect(taken).toEqual([100, 100, 100, 0, 0, 0, 0, 0]);
  });
});
