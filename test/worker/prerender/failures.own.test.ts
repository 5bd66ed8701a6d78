import { beforeEach, describe, expect, it } from "vitest";
import { serveEdge } from "../../../src/prerender/serve/edge";
import { domainOfHost } from "../../../src/prerender/serve/host-lookup";
import { packBody } from "../../../src/prerender/cache/snapshot-bucket";
import { env, newAccount, newSite, type TestSite } from "../support/api.ts";
import { cache, indexOf, setDomain } from "../support/cache.ts";
import { renderedPage } from "../support/isolates.ts";

const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };
const SNAPSHOT = "<p>snapshot</p>";
const down = () => Promise.reject(new Error("down"));

let site: TestSite;
beforeEach(async () => {
  site = await newSite({ "*": { body: "origin" } });
  await newAccount("pro", [site.host]);
});

/** What a crawler gets of a page while some of the bindings fail: state, status and body. */
async function crawl(path: string, failing: Record<string, unknown> = {}): Promise<[string | null, number, string]> {
  const row = (await domainOfHost(env, site.host, Date.now()))!;
  const request = new Request(`${site.origin}${path}`, { headers: BOT });
  const answer = await serveEdge({ ...env, ...failing }, row, { request, url: new URL(request.url), defer: () => {} });
  return [answer.headers.get("x-crawlready-cache"), answer.status, await answer.text()];
}

/** A snapshot that no isolate has in its memory, with a copy in KV. */
async function cacheCold(path: string): Promise<void> {
  const { body, ...packed } = await packBody(SNAPSHOT);
  await env.SNAPSHOTS.put(`snapshots/${packed.snap}`, body);
  await env.KV.put(`snap:${packed.snap}`, body);
  const index = await indexOf(site.host);
  const { token } = (await index.begin(path, Date.now())) as { token: string };
  const entry = { ...packed, status: 200, createdAt: Date.now(), renderMs: 1, words: 1, headers: {} };
  await index.commit(path, token, entry, Date.now());
  for (let read = 0; read < 2; read++) await index.readFromBucket(path, packed.snap, Date.now());
  await index.copyWritten(packed.snap);
}

const page = renderedPage("word ".repeat(40));

const pool = (answer: unknown) => ({ getByName: () => ({ render: () => Promise.resolve(answer) }) });
const store = (failing: object) => ({ SNAPSHOTS: failing, KV: failing });

describe("what a crawler gets", () => {
  it("with no browser: what is cached, else the origin's page", async () => {
    await cache(site.host, "/p", SNAPSHOT);
    expect(await crawl("/p")).toEqual(["hit", 200, SNAPSHOT]);
    expect(await crawl("/q")).toEqual(["bypass", 200, "origin"]);
  });

  it("with the origin down: what is cached, else 502", async () => {
    await cache(site.host, "/p", SNAPSHOT);
    await setDomain(site.host, "origin = 'http://127.0.0.1:9'");
    expect(await crawl("/p")).toEqual(["hit", 200, SNAPSHOT]);
    await expect(crawl("/q")).rejects.toMatchObject({ code: "origin_unreachable" });
  });

  it("with a slow origin: what is cached, else the origin's page when it comes", async () => {
    await cache(site.host, "/p", SNAPSHOT);
    await site.set({ "*": { body: "slow origin", delayMs: 300 } });
    const slow = { RENDER_POOL: pool({ ok: false, reason: "the page did not respond in time" }) };
    expect(await crawl("/p", slow)).toEqual(["hit", 200, SNAPSHOT]);
    expect(await crawl("/q", slow)).toEqual(["bypass", 200, "slow origin"]);
  });

  it("with an origin that answers 500: what is cached, else that 500", async () => {
    await cache(site.host, "/p", SNAPSHOT);
    await site.set({ "*": { status: 500, body: "broken" } });
    const broken = { RENDER_POOL: pool({ ok: true, page: { ...page, status: 500 } }) };
    expect(await crawl("/p", broken)).toEqual(["hit", 200, SNAPSHOT]);
    expect(await crawl("/q", broken)).toEqual(["bypass", 500, "broken"]);
    expect(await (await indexOf(site.host)).lookup("/q", Date.now())).toBeNull();
  });

  it("with the index failing or silent: the origin's page, never an unverified snapshot", async () => {
    await cache(site.host, "/p", SNAPSHOT);
    const broken = { getByName: () => ({ hit: down, begin: down }) };
    expect(await crawl("/p", { SNAPSHOT_INDEX: broken })).toEqual(["bypass", 200, "origin"]);
    const silent = { getByName: () => ({ hit: () => new Promise(() => {}) }) };
    expect(await crawl("/p", { SNAPSHOT_INDEX: silent })).toEqual(["bypass", 200, "origin"]);
  });

  it("with KV failing: the snapshot, from R2", async () => {
    await cacheCold("/p");
    expect(await crawl("/p", { KV: { get: down } })).toEqual(["hit", 200, SNAPSHOT]);
  });

  it("with KV and R2 failing on reading: the origin's page, and the entry stays", async () => {
    await cacheCold("/p");
    expect(await crawl("/p", store({ get: down }))).toEqual(["bypass", 200, "origin"]);
    expect(await crawl("/p")).toEqual(["hit", 200, SNAPSHOT]);
  });

  it("with KV and R2 failing on writing: the page as it was just rendered, not kept", async () => {
    const failing = { ...store({ put: down, get: down }), RENDER_POOL: pool({ ok: true, page }) };
    expect(await crawl("/p", failing)).toEqual(["miss", 200, page.html]);
    expect(await (await indexOf(site.host)).lookup("/p", Date.now())).toBeNull();
    const kvOnly = { KV: { put: down, get: down }, RENDER_POOL: pool({ ok: true, page }) };
    expect(await crawl("/p", kvOnly)).toEqual(["miss", 200, page.html]);
    expect(await crawl("/p")).toEqual(["hit", 200, page.html]);
  });

  it("with the renderer's object gone: the origin's page", async () => {
    expect(await crawl("/q", { RENDER_POOL: { getByName: () => ({ render: down }) } })).toEqual([
      "bypass",
      200,
      "origin",
    ]);
  });
});
