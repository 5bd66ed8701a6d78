import { describe, expect, it } from "vitest";
import type { RawRender } from "../../../src/prerender/core/pages/raw-render";
import { serveSnapshot } from "../../../src/prerender/serve/serve-snapshot";
import { HostRow } from "../../../src/accounts/domains/host-row";
import { siteOf, type PrerenderSite } from "../../../src/prerender/cache/site";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { env, newSite } from "../support/api.ts";
import { renderedPage } from "../support/isolates.ts";
import { seeded } from "../../support/seeded.ts";

const READS = Number(env.TEST_HISTORY_READS);
const READERS = 20;
/** Each waits for the leases on its pages, so it takes many to keep the readers busy. */
const INVALIDATORS = 6;
/** Average pause of a reader, so that reads last as long as many invalidations. */
const READ_PAUSE_MS = 30;
const PATHS = Array.from({ length: 20 }, (_, i) => `/p${i}`);
const BOT = { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)" };

const random = seeded(7);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the site says now, and what a browser makes of it: reads the version at some moment of a render of random length. */
const content = { version: 0 };
const browser = {
  getByName: () => ({
    async render(): Promise<{ ok: true; page: RawRender }> {
      await pause(random() * 15);
      const text = `version ${content.version} ${"word ".repeat(40)}`;
      await pause(random() * 15);
      return { ok: true, page: renderedPage(text) };
    },
  }),
};

/** The real index, with its accepted snapshots and the questions for one counted. */
function counting(index: DurableObjectStub<SnapshotIndex>, accepted: { count: number }, seen: { calls: number }) {
  return new Proxy(index, {
    get: (stub, name) => {
      if (name === "hit") seen.calls++;
      if (name !== "commit") return (stub as unknown as Record<PropertyKey, unknown>)[name];
      return async (...args: Parameters<SnapshotIndex["commit"]>) => {
        const taken = await stub.commit(...args);
        if (taken) accepted.count++;
        return taken;
      };
    },
  });
}

const base = "http://history.test";
const row = HostRow.parse({
  id: crypto.randomUUID(),
  accountId: "account",
  domain: "history.test",
  origin: base,
  sitemapUrl: null,
  snapshotTtlHours: 24,
  ignoredParameters: null,
  soft404: "off",
  markdown: false,
  llmsTxt: false,
  verifiedAt: 0,
});
const prerenderSite: PrerenderSite = { ...siteOf(row), publicBase: base };

describe("the promise of invalidation, under load", () => {
  it(`holds for ${READS} reads by ${READERS} readers beside ${INVALIDATORS} invalidators, and every removed entry counts once`, async () => {
    // The origin is always up to date; it answers where invalidations overtake one render after another.
    const origin = await newSite({ "*": { body: "version 1000000000" } });
    const site = { ...prerenderSite, originBase: origin.origin };
    const index = env.SNAPSHOT_INDEX.getByName(site.domainId);
    const accepted = { count: 0 };
    // A crawler that the platform has verified: no budget stands between it and a render.
    const cf = { verifiedBotCategory: "Search Engine Crawler" };
    const request = new Request(base, { headers: BOT, cf });
    /** Path → the version that every answer must have reached which is asked for from now on. */
    const promised = new Map(PATHS.map((path) => [path, 0]));
    const seen = { reads: 0, hits: 0, renders: 0, origin: 0, invalidations: 0, deleted: 0, calls: 0, slowest: 0 };
    const broken: string[] = [];
    const counted = { getByName: () => counting(index, accepted, seen) };
    const bindings = { ...env, RENDER_POOL: browser, SNAPSHOT_INDEX: counted };

    /** Invalidators keep pace with the readers, not with the clock: busy readers would leave them no turn. */
    const gates: Array<{ at: number; open: () => void }> = [];
    const untilReads = (at: number) =>
      new Promise<void>((open) => (seen.reads >= READS ? open() : gates.push({ at, open })));
    const openGates = () => {
      for (const gate of gates.filter(({ at }) => at <= seen.reads || seen.reads >= READS)) {
        gates.splice(gates.indexOf(gate), 1);
        gate.open();
      }
    };

    async function reader(): Promise<void> {
      while (seen.reads < READS) {
        seen.reads++;
        openGates();
        const path = PATHS[Math.floor(random() * PATHS.length)]!;
        const least = promised.get(path)!;
        const page = { request, site, pathAndQuery: path, by: "host" as const, defer: () => {} };
        const answer = await serveSnapshot(bindings as never, page);
        const state = answer.headers.get("x-crawlready-cache");
        const version = Number(/version (\d+)/.exec(await answer.text())?.[1] ?? Number.NaN);
        if (!(version >= least)) broken.push(`${path}: version ${version} (${state}) after ${least} was promised`);
        if (state === "hit") seen.hits++;
        else if (state === "miss") seen.renders++;
        else seen.origin++;
        await pause(random() * 2 * READ_PAUSE_MS);
      }
      openGates();
    }

    async function invalidator(): Promise<void> {
      while (seen.reads < READS) {
        const all = random() < 0.1;
        const paths = all ? PATHS : PATHS.filter(() => random() < 0.2);
        const version = ++content.version;
        const now = Date.now();
        const deleted = await index.invalidate(all ? null : paths, now);
        seen.slowest = Math.max(seen.slowest, Date.now() - now);
        seen.deleted += deleted;
        for (const path of paths) promised.set(path, Math.max(promised.get(path)!, version));
        seen.invalidations++;
        await untilReads(seen.reads + Math.ceil(random() * 250));
      }
    }

    const startedAt = Date.now();
    await Promise.all([
      ...Array.from({ length: READERS }, reader),
      ...Array.from({ length: INVALIDATORS }, invalidator),
    ]);
    const { total } = await index.list("", 1, Date.now());
    const seconds = (Date.now() - startedAt) / 1000;
    console.log(JSON.stringify({ ...seen, broken: broken.length, stored: accepted.count, left: total, seconds }));
    expect(broken).toEqual([]);
    expect(seen.calls, "most hits are leased").toBeLessThan(seen.hits / 2);
    expect(seen.origin).toBeLessThan(READS / 50);
    expect(seen.deleted + total, "what was stored was removed once, or is still there").toBe(accepted.count);
    expect(seen.invalidations).toBeGreaterThan(READS / 500);
    expect(seen.renders).toBeGreaterThan(READS / 50);
  }, 600_000);
});
