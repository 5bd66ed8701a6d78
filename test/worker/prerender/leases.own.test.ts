import { evictDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import type { VisitEvent } from "../../../src/analytics";
import type { RepeatedVisit } from "../../../src/analytics/count/record-visits";
import type { SnapshotEntry } from "../../../src/prerender/core/snapshot";
import { deleteSnapshots } from "../../../src/prerender";
import { serveSnapshot } from "../../../src/prerender/serve/serve-snapshot";
import type { PrerenderSite } from "../../../src/prerender/cache/site";
import { siteOf } from "../../../src/prerender/cache/site";
import { domainOfHost } from "../../../src/prerender/serve/host-lookup";
import { call, env, newAccount, newSite, type TestAccount, type TestSite } from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const down = () => Promise.reject(new Error("down"));

let site: TestSite;
let account: TestAccount;
let prerenderSite: PrerenderSite;
/** Calls of the index by method, and the visits that reached the queue or the index. */
let calls: string[];
let queued: Array<VisitEvent | RepeatedVisit>;
let handed: VisitEvent[];
let deferred: Promise<unknown>[] = [];

beforeEach(async () => {
  site = await newSite({ "*": { body: "origin" } });
  account = await newAccount("pro", [site.host]);
  prerenderSite = siteOf((await domainOfHost(env, site.host, Date.now()))!);
  // A flush of the test before would carry this one's visits.
  await Promise.all(deferred);
  [calls, queued, handed, deferred] = [[], [], [], []];
});

const watched = (stub: DurableObjectStub) =>
  new Proxy(stub, {
    get: (index, name) => {
      if (name === "countVisits")
        return (visits: VisitEvent[]) => {
          handed.push(...visits);
          return Promise.resolve();
        };
      calls.push(String(name));
      return (index as unknown as Record<PropertyKey, unknown>)[name];
    },
  });

/** One crawler's request in this isolate: state and body. */
async function read(
  path: string,
  queue: object = {},
  headers: Record<string, string> = BOT,
): Promise<[string | null, string]> {
  const VISIT_QUEUE = {
    sendBatch: (messages: Array<{ body: typeof queued }>) => {
      // A flush may also carry visits of the test before.
      const visits = messages.flatMap(({ body }) => body);
      const domainOf = (each: VisitEvent | RepeatedVisit) => ("visit" in each ? each.visit : each).domainId;
      queued.push(...visits.filter((each) => domainOf(each) === prerenderSite.domainId));
      return Promise.resolve();
    },
    ...queue,
  };
  const index = await indexOf(site.host);
  const bindings = { ...env, VISIT_QUEUE, SNAPSHOT_INDEX: { getByName: () => watched(index) } };
  const request = new Request(site.origin + path, { headers });
  const page = {
    request,
    site: prerenderSite,
    pathAndQuery: path,
    by: "host" as const,
    defer: (work: Promise<unknown>) => void deferred.push(work),
  };
  const answer = await serveSnapshot(bindings as never, page);
  return [answer.headers.get("x-crawlready-cache"), await answer.text()];
}

/** Reads a page until this isolate has a lease on it. */
async function heat(path: string): Promise<void> {
  await read(path);
  await read(path);
  calls = [];
  expect([await read(path), calls]).toEqual([["hit", "<p>old</p>"], []]);
}

async function timed<T>(work: () => Promise<T>): Promise<number> {
  const startedAt = Date.now();
  await work();
  return Date.now() - startedAt;
}

describe("a hot page", () => {
  it("costs at most one call of the index per ten hits", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    const startedAt = Date.now();
    let hits = 0;
    for (; Date.now() < startedAt + 2_500; hits++) expect(await read("/p")).toEqual(["hit", "<p>old</p>"]);
    expect(hits).toBeGreaterThan(30);
    expect(calls.length / hits).toBeLessThan(0.1);
    expect(new Set(calls)).toEqual(new Set(["hit"]));
  });

  it("is looked up in the index again after a second, and a cold page every time", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    await new Promise((resolve) => setTimeout(resolve, 1_050));
    await read("/p");
    expect(calls).toEqual(["hit"]);
    for (const path of ["/a", "/b"]) await cache(site.host, path, "<p>old</p>");
    calls = [];
    for (const path of ["/a", "/b"]) await read(path);
    expect(calls).toEqual(["hit", "hit"]);
  });

  it("that is stale is reported to the index every time", async () => {
    await cache(site.host, "/p", "<p>old</p>", { createdAt: Date.now() - 25 * 3_600_000 });
    for (let i = 0; i < 4; i++) expect(await read("/p")).toEqual(["stale", "<p>old</p>"]);
    expect(calls).toEqual(["hit", "hit", "hit", "hit"]);
  });
});

describe("whatever removes or replaces a leased page", () => {
  const post = (what: string, json: Record<string, unknown>) =>
    call("POST", `/api/prerender/cache/invalidate-${what}`, {
      headers: account.auth,
      json: { domain: site.host, ...json },
    });
  const sitemap = `<urlset><url><loc>/p</loc></url></urlset>`;

  it.each<[string, () => Promise<unknown>]>([
    ["a page's invalidation", () => post("page-cache", { path: "/p" })],
    ["an invalidation of paths", () => post("paths-cache", { paths: ["/q", "/p"] })],
    ["a site's invalidation", () => post("site-cache", {})],
    ["an invalidation by sitemap", () => post("updated-paths", {})],
    ["the purge of a removed or released domain", () => deleteSnapshots(env, prerenderSite.domainId, Date.now())],
  ])("answers after the lease: %s", async (_name, remove) => {
    const body = sitemap.replace("/p", `${site.origin}/p`);
    await site.set({
      "/sitemap.xml": { headers: { "content-type": "application/xml" }, body },
      "*": { body: "origin" },
    });
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    const took = await timed(remove);
    expect(took).toBeGreaterThan(800);
    expect(await read("/p")).toEqual(["bypass", "origin"]);
  });

  it("a new snapshot is stored once nobody gets the earlier one", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    await cache(site.host, "/p", "<p>new</p>");
    expect(await read("/p")).toEqual(["hit", "<p>new</p>"]);
  });

  it("an invalidation of pages without a lease answers at once", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await cache(site.host, "/cold", "<p>old</p>");
    await heat("/p");
    const index = await indexOf(site.host);
    expect(await timed(() => index.invalidate(["/cold"], Date.now()))).toBeLessThan(1_000);
  });

  it("an index that forgot its leases waits as long as one may last", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    const index = await indexOf(site.host);
    await evictDurableObject(index);
    await index.invalidate(["/p"], Date.now());
    expect(await read("/p")).toEqual(["bypass", "origin"]);
    const fresh = env.SNAPSHOT_INDEX.getByName(crypto.randomUUID());
    expect(await timed(() => fresh.invalidate(["/p"], Date.now())), "one that granted none does not").toBeLessThan(
      1_000,
    );
  });
});

describe("visits of leased hits", () => {
  const settle = async () => {
    for (let count = -1; count !== deferred.length;) {
      count = deferred.length;
      await Promise.all(deferred);
    }
  };

  it("reach the queue as one, soon, with their number and the snapshot's status", async () => {
    const change: Partial<SnapshotEntry> = { status: 404 };
    await cache(site.host, "/p", "<p>old</p>", change);
    await heat("/p");
    for (let i = 0; i < 20; i++) await read("/p");
    // A second, and what a busy machine adds.
    expect(await timed(settle)).toBeLessThan(5_000);
    const visit = expect.objectContaining({ path: "/p", servedBy: "cache", status: 404, renderMs: 9 });
    expect(queued).toEqual([{ times: 21, visit }]);
  });

  it("are sent apart for each page and crawler, and alone if signed", async () => {
    const signed = { "signature-agent": '"https://chatgpt.com"', "signature-input": "a", signature: "b" };
    for (const path of ["/p", "/q"]) await cache(site.host, path, "<p>old</p>");
    for (const path of ["/p", "/q"]) await heat(path);
    for (const headers of [BOT, signed, signed, { "user-agent": "GPTBot/1.2" }]) await read("/p", {}, headers);
    await settle();
    const sent = queued.map((each) => ("visit" in each ? [each.times, each.visit.token] : [1, each.token]));
    expect(sent).toEqual([
      [2, "Googlebot"],
      [1, "Googlebot"],
      [1, "ChatGPT Agent"],
      [1, "ChatGPT Agent"],
      [1, "GPTBot"],
    ]);
  });

  it("are counted as the origin's if the snapshot turns out to be unusable", async () => {
    await cache(site.host, "/p", "<p>old</p>", { status: 302, headers: {} });
    for (let i = 0; i < 3; i++) expect(await read("/p")).toEqual(["bypass", "origin"]);
    await settle();
    expect(queued.map((each) => ("visit" in each ? each : each.servedBy))).toEqual(["origin", "origin", "origin"]);
  });

  it("go to the index when the queue refuses them", async () => {
    await cache(site.host, "/p", "<p>old</p>");
    await heat("/p");
    await settle();
    // The lease has ended meanwhile, so the index counts this one.
    await read("/p");
    queued = [];
    for (let i = 0; i < 5; i++) await read("/p", { sendBatch: down });
    await settle();
    expect([queued, handed.map(({ times }) => times)]).toEqual([[], [5]]);
  });
});
