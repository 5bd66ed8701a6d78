import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Frontier } from "../../../../../src/audit/crawl/frontier/frontier";
import { createLogs, dropLogs, passLogs } from "../../../../../src/audit/crawl/frontier/log-table";
import { inTexts } from "../../../../../src/audit/crawl/frontier/run-log";
import { packChanges, unpackChanges } from "../../../../../src/audit/crawl/frontier/url-changes";
import { MAX_URLS, UrlList, UrlState, type UrlEntry } from "../../../../../src/audit/crawl/frontier/url-list";
import { MinHeap } from "../../../../../src/lib/numbers/min-heap";
import { ObjectSql } from "./object-sql.ts";

const SEED = { seed: 22, numRuns: 200 };

/** URLs of one run, told in the plainest way. */
class PlainFrontier {
  readonly urls: Array<UrlEntry & { seq: number; url: string }> = [];

  begin(seeds: readonly string[]): void {
    for (const url of seeds) {
      this.upsert(url, { depth: 0, state: UrlState.Pending, listed: 1, inSitemap: 0, pattern: null });
      Object.assign(
        this.urls.find((each) => each.url === url)!,
        { depth: 0, state: UrlState.Pending, listed: 1 },
      );
    }
  }

  upsert(url: string, found: UrlEntry): void {
    const known = this.urls.find((each) => each.url === url);
    if (!known) return void this.urls.push({ ...found, url, seq: this.urls.length + 1 });
    const { state, listed } = known;
    if (state === UrlState.Known && found.listed === 1)
      Object.assign(known, { state: found.state, depth: found.depth });
    else if (found.listed === 1 && listed === 0 && state === UrlState.Done) known.state = found.state;
    else if (state === UrlState.Pending) known.depth = Math.min(known.depth, found.depth);
    if (found.listed === 1 && state !== UrlState.Skipped) known.listed = 1;
    if (found.inSitemap === 1) known.inSitemap = 1;
  }

  lease(limit: number): number[] {
    const of = (state: UrlState) => this.urls.filter((each) => each.state === state);
    const lowest = (each: UrlEntry[]) => Math.min(...each.map(({ depth }) => depth));
    const depth = lowest(of(UrlState.Pending));
    if (depth > lowest(of(UrlState.Leased))) return [];
    const taken = of(UrlState.Pending).filter((each) => each.depth === depth);
    return taken.slice(0, limit).map((each) => {
      each.state = UrlState.Leased;
      return each.seq;
    });
  }

  complete(done: ReadonlyArray<{ seq: number; listed: number }>): void {
    for (const { seq, listed } of done) {
      const known = this.urls[seq - 1];
      if (known?.state === UrlState.Leased) known.state = known.listed > listed ? UrlState.Pending : UrlState.Done;
    }
  }

  release(): void {
    for (const each of this.urls) if (each.state === UrlState.Leased) each.state = UrlState.Pending;
  }
}

const url = fc.nat(25).map((n) => `https://e.example/${n}`);
const found = fc.array(fc.record({ url, depth: fc.nat(4), listed: fc.constantFrom(0, 1) }), { maxLength: 6 });
const entries = fc.array(fc.record({ url, crawl: fc.boolean(), always: fc.boolean() }), { maxLength: 6 });
const done = fc.array(fc.record({ seq: fc.integer({ min: 0, max: 27 }), listed: fc.constantFrom(0, 1) }), {
  maxLength: 5,
});
const step = fc.oneof(
  fc.record({ add: found }),
  fc.record({ sitemap: entries }),
  fc.record({ lease: fc.nat(4) }),
  fc.record({ done }),
  fc.constant({ release: true as const }),
  fc.constant({ continued: true as const }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** What happens to an object besides its calls: it is killed before or after the call is stored. */
const fate = fc.constantFrom("lives", "lives", "restarts", "is killed");

function opened() {
  const object = new ObjectSql();
  createLogs(object.sql);
  const run = { id: "run-0" };
  const open = () => new Frontier(object.sql, () => run.id);
  return { object, run, open };
}

function apply(object: ObjectSql, frontier: Frontier, run: { id: string }, each: Step, sampling: boolean): unknown {
  if ("add" in each) frontier.add(each.add, sampling);
  if ("sitemap" in each) frontier.addFromSitemap(each.sitemap, sampling);
  if ("done" in each) frontier.complete(each.done);
  if ("release" in each) frontier.release();
  if ("continued" in each) {
    frontier.release();
    const before = run.id;
    run.id = `${before}+`;
    passLogs(object.sql, before, run.id);
    frontier.begin(true, ["https://e.example/0", "https://e.example/77"], sampling);
  }
  const leased = "lease" in each ? frontier.lease(each.lease) : null;
  frontier.save();
  return leased;
}

describe("the frontier", () => {
  it("is what a plain list of URLs is, whenever its object restarts or is killed in a call", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fate), { maxLength: 25 }), (steps) => {
        const { object, run, open } = opened();
        const plain = new PlainFrontier();
        let frontier = open();
        frontier.begin(false, ["https://e.example/0"], false);
        plain.begin(["https://e.example/0"]);
        for (const [each, fate] of steps) {
          if (fate === "is killed") {
            const before = run.id;
            const kill = () =>
              object.transaction(() => {
                apply(object, frontier, run, each, false);
                throw new Error("killed");
              });
            expect(kill).toThrow("killed");
            run.id = before;
          }
          if (fate !== "lives") frontier = open();
          const leased = object.transaction(() => apply(object, frontier, run, each, false));
          if ("add" in each)
            for (const one of each.add)
              plain.upsert(one.url, { ...one, state: UrlState.Pending, inSitemap: 0, pattern: null });
          if ("sitemap" in each)
            for (const one of each.sitemap) {
              const state = one.crawl ? UrlState.Pending : UrlState.Known;
              plain.upsert(one.url, { depth: 1, listed: one.crawl ? 1 : 0, inSitemap: 1, state, pattern: null });
            }
          if ("done" in each) plain.complete(each.done);
          if ("release" in each || "continued" in each) plain.release();
          if ("continued" in each)
            for (const text of ["https://e.example/0", "https://e.example/77"])
              plain.upsert(text, { depth: 0, state: UrlState.Pending, listed: 1, inSitemap: 0, pattern: null });
          if ("lease" in each) {
            const expected = plain.lease(each.lease).map((seq) => {
              const { url: text, depth, listed, inSitemap } = plain.urls[seq - 1]!;
              const rest = { pattern: null, template: "/:n", verdict: null };
              return Object.assign(rest, { seq, url: text, depth, listed, inSitemap });
            });
            expect(leased).toEqual(expected);
          }
          expect(frontier.discovered).toBe(plain.urls.length);
          expect(frontier.pending).toBe(plain.urls.filter(({ state }) => state === UrlState.Pending).length);
        }
        const inSitemap = plain.urls
          .filter((each) => each.inSitemap === 1)
          .map(({ seq, url: text }) => ({ seq, url: text }));
        expect(frontier.sitemapUrls(0, 100)).toEqual(inSitemap);
        expect(frontier.sitemapUrls(3, 2)).toEqual(inSitemap.filter(({ seq }) => seq > 3).slice(0, 2));
      }),
      SEED,
    );
  });

  it("samples the same, whether its object restarts between calls or not", () => {
    const many = fc.array(
      fc.record({
        url: fc.tuple(fc.nat(3), fc.nat(60)).map(([a, b]) => `https://e.example/s${a}/item-${b}`),
        depth: fc.constant(1),
        listed: fc.constant(1),
      }),
      { minLength: 20, maxLength: 80 },
    );
    const sampled = fc.oneof(
      fc.record({ add: many }),
      fc.record({ lease: fc.nat(30) }),
      fc.constant({ continued: true as const }),
    );
    fc.assert(
      fc.property(fc.array(sampled, { maxLength: 8 }), (steps) => {
        const results = [false, true].map((restarts) => {
          const { object, run, open } = opened();
          let frontier = open();
          frontier.begin(false, ["https://e.example/"], true);
          frontier.keepAlways(["/s1/item-1"]);
          return steps.map((each) => {
            if (restarts) frontier = open();
            const leased = apply(object, frontier, run, each, true);
            const cut = frontier.cutPatterns().sort((a, b) => a.id - b.id);
            return { leased, cut, pending: frontier.pending };
          });
        });
        expect(results[1]).toEqual(results[0]);
      }),
      { ...SEED, numRuns: 40 },
    );
  });

  it("takes a row per call that changes it, of less than 2 MB however long the URLs are", () => {
    const { object, open } = opened();
    const frontier = open();
    frontier.begin(false, ["https://e.example/"], true);
    const long = Array.from({ length: 1_500 }, (_, i) => ({
      url: `https://e.example/${`${i}-${"x".repeat(60)}/`.repeat(30)}`,
      depth: 1,
      listed: 1,
    }));
    object.writes = 0;
    for (const each of [long.slice(0, 100), []]) {
      frontier.add(each, false);
      frontier.save();
    }
    expect(object.writes).toBe(1);
    frontier.add(long, true);
    frontier.save();
    const rows = object.sql
      .exec<{ size: number; urls: number }>(
        "SELECT length(items) + length(changes) + length(notes) AS size, length(items) AS urls FROM run_log",
      )
      .toArray();
    expect(Math.max(...rows.map(({ size }) => size))).toBeLessThan(1_900_000);
    expect(rows.length).toBeLessThan(15);
    const again = open();
    again.complete(again.lease(1));
    const leased = again.lease(2_000);
    // Sampling leaves most of them out.
    expect(leased.length).toBeGreaterThan(100);
    expect(leased.every(({ seq, url: text }) => text === long[seq - 2]!.url)).toBe(true);
  });

  it("keeps the frontier that may be continued while another run works, and nothing else", () => {
    const { object, run, open } = opened();
    const frontier = open();
    frontier.begin(false, ["https://e.example/a", "https://e.example/b"], false);
    dropLogs(object.sql, "run-0");
    run.id = "other";
    frontier.begin(false, ["https://e.example/c"], false);
    expect(frontier.lease(9).map((each) => each.url)).toEqual(["https://e.example/c"]);
    dropLogs(object.sql, "run-0");
    run.id = "next";
    passLogs(object.sql, "run-0", "next");
    frontier.begin(true, [], false);
    expect(frontier.lease(9).map((each) => each.url)).toEqual(["https://e.example/a", "https://e.example/b"]);
    dropLogs(object.sql, null);
    expect(object.sql.exec("SELECT * FROM run_log").toArray()).toEqual([]);
  });
});

describe("a list of URLs", () => {
  it("takes at most 60 MB for a million, and hands them out in order", () => {
    const list = new UrlList();
    const before = process.memoryUsage();
    for (let i = 1; i <= MAX_URLS; i++) {
      const seq = list.append(i * 7_919);
      list.set(seq, { depth: i % 3, state: UrlState.Pending, listed: 1, inSitemap: 0, pattern: i });
      if (i % 10_000 === 0) list.takeChanged();
    }
    list.takeChanged();
    const { arrayBuffers } = process.memoryUsage();
    expect((arrayBuffers - before.arrayBuffers) / 2 ** 20).toBeLessThan(60);
    expect(list.next(3)).toEqual([3, 6, 9]);
    expect([list.pending, list.seqOf(7_919 * 5), list.seqOf(1)]).toEqual([MAX_URLS, 5, 0]);
  });

  it("packs changes without loss", () => {
    const change = fc.record({
      seq: fc.integer({ min: 1, max: 2 ** 32 - 1 }),
      depth: fc.nat(),
      state: fc.constantFrom(...Object.values(UrlState)),
      listed: fc.constantFrom(0, 1),
      inSitemap: fc.constantFrom(0, 1),
      pattern: fc.option(fc.nat(2 ** 24 - 2)),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        expect(unpackChanges(packChanges(changes))).toEqual(changes);
      }),
      SEED,
    );
    const texts = inTexts(["a", "bb", "cccc", "d"], 3);
    expect(texts).toEqual([
      { lines: 1, text: "a" },
      { lines: 1, text: "bb" },
      { lines: 1, text: "cccc" },
      { lines: 1, text: "d" },
    ]);
    expect(inTexts(["a", "bb"], 4)).toEqual([{ lines: 2, text: "a\nbb" }]);
  });
});

describe("a heap", () => {
  it("gives numbers in order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat()), (numbers) => {
        const heap = new MinHeap();
        for (const number of numbers) heap.push(number);
        const taken = numbers.map(() => heap.pop());
        expect(taken).toEqual(numbers.toSorted((a, b) => a - b));
        expect([heap.lowest, heap.pop()]).toEqual([undefined, undefined]);
      }),
      SEED,
    );
  });
});
