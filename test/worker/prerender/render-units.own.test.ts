import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { VisitEvent } from "../../../src/analytics";
import type { PrerenderSite } from "../../../src/prerender/cache/site";
import { siteOf } from "../../../src/prerender/cache/site";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { renderPage } from "../../../src/prerender/render/render-page";
import { indexedPage } from "../../../src/prerender/serve/cached-page";
import { domainOfHost } from "../../../src/prerender/serve/host-lookup";
import { env, newAccount, newSite } from "../support/api.ts";
import { indexOf } from "../support/cache.ts";
import { countWrites } from "../support/count-writes.ts";
import { countedStores, type StoreCounts } from "../support/counted-stores.ts";
import { forgetBodies, renderedPage } from "../support/isolates.ts";

const NOTHING: StoreCounts = { r2Put: 0, r2Get: 0, r2Delete: 0, kvPut: 0, kvGet: 0, kvDelete: 0 };
const BACKGROUND = { priority: "background", budgeted: false, replace: true } as const;
const CRAWLER = { priority: "live", budgeted: true, replace: true } as const;

let site: PrerenderSite;
let index: DurableObjectStub<SnapshotIndex>;
let bindings: never;
let says: string;
/** What a piece of work costs: rows written by objects and D1, and operations on the stores. */
let costOf: (work: () => Promise<unknown>) => Promise<{ rows: number } & StoreCounts>;

afterEach(() => void vi.restoreAllMocks());

beforeEach(async () => {
  const { host } = await newSite({ "*": { body: "origin" } });
  await newAccount("pro", [host]);
  site = siteOf((await domainOfHost(env, host, Date.now()))!);
  index = await indexOf(host);
  says = "word ".repeat(40);
  const render = async (_job: unknown, { path, token }: { path: string; token: string }) => {
    expect(await index.hold(path, token, Date.now())).toBe(true);
    return { ok: true, page: renderedPage(says) };
  };
  const { stores, counts } = countedStores();
  bindings = { ...env, ...stores, RENDER_POOL: { getByName: () => ({ render }) } } as never;
  const written = await countWrites(site.domainId);
  costOf = async (work) => {
    const before = { ...counts };
    written();
    await work();
    const operations = Object.entries(counts).map(([name, count]) => [name, count - before[name as keyof StoreCounts]]);
    // The mark of leases is written once per minute while pages are hot.
    const { total, by } = written();
    return { rows: total - (by["kv leasesUntil"] ?? 0), ...(Object.fromEntries(operations) as StoreCounts) };
  };
  // The first render of a domain and its first garbage also set the collector's alarm.
  await renderPage(bindings, site, "/first", BACKGROUND);
  says = "first ".repeat(40);
  await renderPage(bindings, site, "/first", BACKGROUND);
});

const render = (path: string, options: Parameters<typeof renderPage>[3] = BACKGROUND) =>
  renderPage(bindings, site, path, options);

describe("a render", () => {
  it("writes three rows and one body: its claim, its log and its snapshot", async () => {
    for (const [path, options] of [
      ["/a", BACKGROUND],
      ["/b", CRAWLER],
    ] as const)
      expect(await costOf(() => render(path, options)), path).toEqual({ ...NOTHING, rows: 3, r2Put: 1 });
  });

  it("writes no body if the page has not changed, and the page keeps the one that it has", async () => {
    await render("/a");
    const before = (await index.lookup("/a", Date.now()))!;
    expect(await costOf(() => render("/a"))).toEqual({ ...NOTHING, rows: 3 });
    const after = (await index.lookup("/a", Date.now()))!;
    expect(after).toMatchObject({ snap: before.snap, etag: before.etag });
    expect(after.createdAt).toBeGreaterThanOrEqual(before.createdAt);
  });

  it("writes three rows and one body if the page has changed, and less than two more until everything is gone", async () => {
    await render("/a");
    const { snap } = (await index.lookup("/a", Date.now()))!;
    says = "other ".repeat(40);
    expect(await costOf(() => render("/a"))).toEqual({ ...NOTHING, rows: 3, r2Put: 1 });
    for (let i = 0; i < 30; i++) await render(`/page/${i}`);
    const end = await costOf(async () => {
      await index.invalidate(null, Date.now() - 7_200_000);
      await age();
      await runInDurableObject(index, (instance) => instance.alarm());
    });
    // Of each of 32 pages, that it was known and that it is gone. The rest are packed.
    expect(end.rows).toBeLessThanOrEqual(2 * 32 + 10);
    expect(await env.SNAPSHOTS.head(`snapshots/${snap}`)).toBeNull();
  });

  it("that yields nothing writes two rows, and a third if a crawler's path is new", async () => {
    says = "";
    expect(await costOf(() => render("/empty"))).toEqual({ ...NOTHING, rows: 2 });
    expect(await costOf(() => render("/new", CRAWLER))).toEqual({ ...NOTHING, rows: 3 });
    expect(await costOf(() => render("/new", CRAWLER))).toEqual({ ...NOTHING, rows: 2 });
  });

  it("leaves the log's rows full of other renders' lines", async () => {
    for (let i = 0; i < 300; i++) await render("/a");
    const count = () =>
      runInDurableObject(
        index,
        (_, { storage }) => storage.sql.exec("SELECT count(*) AS n FROM render_log").one()["n"],
      );
    expect(await count()).toBeLessThanOrEqual(11);
    expect((await index.renders("/a", 1e9, 1_000)).length).toBe(300);
    await age();
    await runInDurableObject(index, (instance) => instance.alarm());
    expect((await index.renders("/a", 1e9, 1_000)).length, "the latest twenty of a page").toBe(20);
    expect(await count()).toBeLessThanOrEqual(3);
  }, 60_000);
});

/** Lets what the renders left be an hour and a day older. */
async function age(): Promise<void> {
  await runInDurableObject(index, (_, { storage: { sql, kv } }) => {
    for (const { id, block } of sql.exec<{ id: number; block: string }>("SELECT id, block FROM render_log").toArray()) {
      const aged = block.replaceAll(
        /"(since|begunAt|until)":(\d+)/g,
        (_whole, name, at) => `"${name}":${Number(at) - 7_200_000}`,
      );
      sql.exec("UPDATE render_log SET block = ?2, left_since = max(0, left_since - 7200000) WHERE id = ?1", id, aged);
    }
    kv.delete("prunedAt");
  });
}

/** An isolate of its own reads a page for a crawler, and what it does after the response is over. */
async function read(path: string): Promise<void> {
  await forgetBodies();
  const deferred: Promise<unknown>[] = [];
  const visit = { id: crypto.randomUUID(), domainId: site.domainId, at: Date.now() } as VisitEvent;
  const lookup = {
    request: new Request(site.publicBase + path),
    site,
    pathAndQuery: path,
    path,
    key: path,
    ttlHours: 24,
    form: "html" as const,
    by: "host" as const,
    visit,
    defer: (work: Promise<unknown>) => void deferred.push(work),
  };
  const answer = await indexedPage(bindings, lookup);
  expect(answer).toMatchObject({ status: 200 });
  await Promise.all(deferred);
  await counted();
}

/** The count of requests is written after the response. */
const counted = () => runInDurableObject(index, () => new Promise((resolve) => setTimeout(resolve, 1)));

describe("a read by an isolate that does not have the body", () => {
  it("is from R2 twice, then from KV; only the second writes a copy", async () => {
    await render("/a");
    const costs = [];
    for (let i = 0; i < 6; i++) costs.push(await costOf(() => read("/a")));
    const once = { ...NOTHING, rows: 1 };
    expect(costs).toEqual([
      { ...once, r2Get: 1 },
      { ...once, rows: 2, r2Get: 1, kvPut: 1 },
      { ...NOTHING, rows: 0, kvGet: 1 },
      { ...once, kvGet: 1 },
      { ...NOTHING, rows: 0, kvGet: 1 },
      { ...NOTHING, rows: 0, kvGet: 1 },
    ]);
  });

  it("finds the copy also after a render that did not change the page, and none after one that did", async () => {
    await render("/a");
    for (let i = 0; i < 2; i++) await read("/a");
    await render("/a");
    expect(await costOf(() => read("/a"))).toMatchObject({ kvGet: 1, r2Get: 0 });
    says = "other ".repeat(40);
    await render("/a");
    expect(await costOf(() => read("/a"))).toMatchObject({ kvGet: 0, r2Get: 1, kvPut: 0 });
  });

  it("costs one row per doubling of a page's requests", async () => {
    await render("/a");
    const visit = { id: "v" } as VisitEvent;
    const { rows } = await costOf(async () => {
      for (let i = 0; i < 1_000; i++) await index.hit("/a", 24, Date.now(), visit);
      await counted();
    });
    expect(rows).toBeLessThanOrEqual(11);
  });
});

describe("a snapshot that goes stale", () => {
  it("is rendered again for three rows: the request for it writes none", async () => {
    await render("/a");
    const { createdAt } = (await index.lookup("/a", Date.now()))!;
    const stale = createdAt + 25 * 3_600_000;
    const cost = await costOf(async () => {
      expect((await index.hit("/a", 24, stale, null))!.refresh).toBe(true);
      expect((await index.hit("/a", 24, stale + 59_000, null))!.refresh, "requested a moment ago").toBe(false);
      await render("/a");
    });
    expect(cost).toEqual({ ...NOTHING, rows: 3 });
  });

  it("is renewed for three rows, and one for all snapshots of the tick", async () => {
    const paths = Array.from({ length: 20 }, (_, i) => `/page/${i}`);
    for (const path of paths) await render(path);
    for (const path of paths) await index.hit(path, 24, Date.now(), { id: path } as VisitEvent);
    await counted();
    const at = Date.now() + 24 * 3_600_000 - 5 * 60_000;
    const cost = await costOf(async () => expect((await index.takeRenewals(at)).length).toBe(20));
    expect(cost).toEqual({ ...NOTHING, rows: 1 });
  });
});
