import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { renderPoolsOf } from "../../../../src/env";
import { askPools, type PoolEnv } from "../../../../src/prerender/render/ask-pools";
import { RenderTurns } from "../../../../src/prerender/browser/render-turns";
import { poolsFor } from "../../../../src/prerender/core/turns/pool-order";
import type { RenderJob } from "../../../../src/prerender/browser/pool";
import type { PoolResult } from "../../../../src/prerender/render/render-pool.do";

const RENDER_MS = 80;
const page = {} as (PoolResult & { ok: true })["page"];
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const job = (change: Partial<RenderJob> = {}): RenderJob => ({
  accountId: "account",
  domainId: "domain",
  url: "http://127.0.0.1:9/",
  deadlineMs: 20_000,
  priority: "live",
  waitMs: 10_000,
  ...change,
});

/** Pools with the real turns and a stand-in for the browser. `fails`: what a pool does instead. */
function standIn(pools: number, fails: Record<string, () => Promise<PoolResult>> = {}) {
  const rendered: string[] = [];
  const asked: string[] = [];
  const turns = new Map<string, RenderTurns>();
  const getByName = (name: string) => ({
    async render({ accountId, domainId, priority, waitMs }: RenderJob): Promise<PoolResult> {
      asked.push(name);
      if (fails[name]) return fails[name]();
      const own = turns.get(name) ?? new RenderTurns({ tabs: 8, queue: 100 });
      turns.set(name, own);
      const turn = await own.take({ accountId, domainId, priority }, waitMs);
      if ("refused" in turn)
        return { ok: false, reason: turn.refused, passing: true, elsewhere: { waiting: own.waiting } };
      await pause(RENDER_MS);
      turn.end();
      rendered.push(name);
      return { ok: true, page };
    },
  });
  return { env: { RENDER_POOL: { getByName }, RENDER_POOLS: String(pools) } as unknown as PoolEnv, rendered, asked };
}

const noBrowser = (): Promise<PoolResult> =>
  Promise.resolve({ ok: false, reason: "the browser could not be started", passing: true, elsewhere: {} });
const down = () => Promise.reject(new Error("down"));

describe("rendezvous hashing", () => {
  const domains = Array.from({ length: 2_000 }, (_, i) => `domain-${i}`);

  it("gives each pool its share of the domains", () => {
    const counts = new Map<string, number>();
    for (const domain of domains) {
      const [first] = poolsFor(domain, 8);
      counts.set(first!, (counts.get(first!) ?? 0) + 1);
    }
    expect(counts.size).toBe(8);
    for (const count of counts.values()) expect(Math.abs(count - 250)).toBeLessThan(60);
  });

  it("moves domains only to pools that are added", () => {
    const moved = domains.filter((domain) => poolsFor(domain, 8)[0] !== poolsFor(domain, 9)[0]);
    expect(moved.every((domain) => poolsFor(domain, 9)[0] === "pool-8")).toBe(true);
    expect(moved.length).toBeGreaterThan(150);
    expect(moved.length).toBeLessThan(320);
  });
});

describe("throughput", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** Renders per second of one busy domain, or of many, by 40 crawlers that each wait for their page. */
  async function rate(pools: number, domains: number): Promise<number> {
    const { env, rendered } = standIn(pools);
    const renders = 120;
    let next = 0;
    const crawl = async () => {
      for (let i = next++; i < renders; i = next++)
        await askPools(env, job({ accountId: `a${i % domains}`, domainId: `d${i % domains}` }), null);
    };
    const startedAt = performance.now();
    const crawlers = Promise.all(Array.from({ length: 40 }, crawl));
    while (rendered.length < renders) await vi.advanceTimersByTimeAsync(RENDER_MS / 4);
    await crawlers;
    expect(rendered).toHaveLength(renders);
    return renders / ((performance.now() - startedAt) / 1_000);
  }

  it.each([1, 24])("grows with 1, 2 and 4 pools, for %s busy domains", async (domains) => {
    const [one, two, four] = [await rate(1, domains), await rate(2, domains), await rate(4, domains)];
    console.log(JSON.stringify({ domains, one: Math.round(one), two: Math.round(two), four: Math.round(four) }));
    expect(two / one).toBeGreaterThan(1.4);
    expect(four / two).toBeGreaterThan(1.4);
  });
});

describe("a pool that can't render", () => {
  const first = poolsFor("domain", 4)[0]!;

  it.each([
    ["has no browser", noBrowser],
    ["can't be reached", down],
  ])("hands over if it %s", async (_name, fail) => {
    const { env, rendered } = standIn(4, { [first]: fail });
    expect(await askPools(env, job(), null)).toMatchObject({ ok: true });
    expect(rendered).toEqual([poolsFor("domain", 4)[1]]);
  });

  it("does not hand over a page that fails, or what every pool would refuse", async () => {
    const answer: PoolResult = { ok: false, reason: "the page did not respond in time", passing: false };
    const { env, asked } = standIn(4, { [first]: () => Promise.resolve(answer) });
    expect(await askPools(env, job(), null)).toEqual(answer);
    expect(asked).toEqual([first]);
  });

  it("says why when no pool can, and fails when none can be reached", async () => {
    const all = (fail: () => Promise<PoolResult>) =>
      Object.fromEntries(poolsFor("domain", 4).map((name) => [name, fail]));
    expect(await askPools(standIn(4, all(noBrowser)).env, job(), null)).toMatchObject({ ok: false, passing: true });
    await expect(askPools(standIn(4, all(down)).env, job(), null)).rejects.toThrow("down");
  });

  it("keeps a render waiting no longer than its wait", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { env } = standIn(2);
    const busy = Array.from({ length: 40 }, () => askPools(env, job(), null));
    const impatient = askPools(env, job({ waitMs: 20 }), null).then((answer) => ({ answer, at: performance.now() }));
    const startedAt = performance.now();
    await vi.advanceTimersByTimeAsync(RENDER_MS * 20);
    const { answer, at } = await impatient;
    expect(answer).toMatchObject({ ok: false, passing: true });
    expect(at - startedAt).toBeLessThan(RENDER_MS * 3);
    await Promise.all(busy);
  });
});

describe("a render that nobody waits for", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  /** The pools in which renders of one domain got a tab, which come at once. */
  async function poolsOf(renders: number, change: Partial<RenderJob>): Promise<Set<string>> {
    const { env, rendered } = standIn(4);
    const background = { priority: "background", waitMs: 30_000, ...change } as const;
    const all = Promise.all(Array.from({ length: renders }, () => askPools(env, job(background), null)));
    await vi.advanceTimersByTimeAsync(60_000);
    expect((await all).every(({ ok }) => ok)).toBe(true);
    return new Set(rendered);
  }

  it("fills its domain's pool before it opens another one's browser", async () => {
    expect(await poolsOf(16, { unawaited: true })).toEqual(new Set([poolsFor("domain", 4)[0]]));
    expect((await poolsOf(16, {})).size).toBe(4);
  });

  it("goes to another pool if its own is not free in time, or has no browser", async () => {
    const [first, second] = poolsFor("domain", 4);
    const busy = () =>
      pause(15_000).then((): PoolResult => ({ ok: false, reason: "busy", passing: true, elsewhere: { waiting: 1 } }));
    for (const fail of [busy, noBrowser, down]) {
      const { env, rendered } = standIn(4, { [first!]: fail });
      const answer = askPools(env, job({ priority: "background", waitMs: 30_000, unawaited: true }), null);
      await vi.advanceTimersByTimeAsync(16_000);
      expect((await answer).ok).toBe(true);
      expect(rendered).toEqual([second]);
    }
  });
});

it("RENDER_POOLS is a whole number from 1 to 100, else 1", () => {
  const pools = (RENDER_POOLS?: string) => renderPoolsOf({ ...(RENDER_POOLS !== undefined && { RENDER_POOLS }) });
  expect([undefined, "0", "4", "100", "5000", "many", "-1"].map(pools)).toEqual([1, 1, 4, 100, 100, 1, 1]);
});
