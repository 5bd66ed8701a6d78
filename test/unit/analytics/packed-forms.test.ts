import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ByteWriter } from "../../../src/analytics/core/packed/byte-writer";
import { BlockReader, BlockWriter } from "../../../src/analytics/core/packed/cell-block";
import { cellKey, lowOfKey, NAMES, pathOfKey } from "../../../src/analytics/core/packed/cell-keys";
import { addCounter, addPacked, packCounters, type Counters } from "../../../src/analytics/core/packed/counters";
import { blockNumber, blockOf, lastDayOf, numberedBlock } from "../../../src/analytics/core/packed/day-blocks";
import { mergeCells } from "../../../src/analytics/core/packed/merge-cells";
import { hasId, IdSet, mergeIds, packIds, sortedIds, unpackIds } from "../../../src/analytics/core/packed/packed-ids";
import { PathSums } from "../../../src/analytics/core/packed/path-sums";
import { mergeIdRows, pruneIds, readRing, unknownIds } from "../../../src/analytics/domain-visits/id-rows";
import { NEW_HEAD, type LogHead } from "../../../src/analytics/domain-visits/log-rows";
import { VISIT_STEPS } from "../../../src/analytics/domain-visits/tables";
import { upgradeObject } from "../../../src/db/object-schema";
import { objectStorage } from "../../support/object-storage.ts";
import { randomOf } from "../../support/visit-history.ts";

const SEED = { seed: 20_261_123, numRuns: 200 };
const FIRST = 20_736;

/** path → `day << 11 | name` → cache and render. */
type Cells = Map<number, Map<number, [number, number]>>;
const count = fc.oneof(fc.nat(3), fc.nat(300), fc.integer({ min: 1, max: 2 ** 40 }));
const cellsOf = (days: number) =>
  fc
    .array(fc.tuple(fc.nat(90_000), fc.nat(days - 1), fc.nat(NAMES - 1), count, count), { maxLength: 60 })
    .map((list) => {
      const cells: Cells = new Map();
      for (const [path, day, name, cache, render] of list) {
        const own = cells.get(path) ?? new Map<number, [number, number]>();
        cells.set(path, own.set((FIRST + day) * NAMES + name, [cache + 1, render]));
      }
      return cells;
    });
const sorted = <T>(map: Map<number, T>) => [...map].sort(([a], [b]) => a - b);
const flat = (own: Map<number, [number, number]>, first = 0) =>
  sorted(own).flatMap(([low, [cache, render]]) => [low - first * NAMES, cache, render]);

function packed(cells: Cells, hasDays: boolean): BlockReader {
  const writer = new BlockWriter(hasDays);
  for (const [path, own] of sorted(cells)) writer.path(path, flat(own, FIRST));
  return new BlockReader(writer.finish(), FIRST, hasDays);
}

function read(reader: BlockReader): Array<[number, number[]]> {
  const found: Array<[number, number[]]> = [];
  for (; reader.path < Infinity; reader.step()) found.push([reader.path, reader.cells()]);
  return found;
}

describe("packed cells", () => {
  it("are read as they were written, in any window", () => {
    const property = fc.property(cellsOf(64), fc.integer({ min: -3, max: 66 }), fc.nat(70), (cells, from, length) => {
      expect(read(packed(cells, true))).toEqual(sorted(cells).map(([path, own]) => [path, flat(own)]));
      const [first, last] = [FIRST + from, FIRST + from + length];
      const reader = packed(cells, true);
      for (const [path, own] of sorted(cells)) {
        const sums = new PathSums();
        reader.seek(path);
        reader.addTo(sums, first, last, first <= FIRST && last >= FIRST + 63);
        const expected = new Map<number, [number, number]>();
        for (const [low, [cache, render]] of own) {
          const day = Math.floor(low / NAMES);
          if (day < first || day > last) continue;
          const sum = expected.get(low % NAMES) ?? [0, 0];
          expected.set(low % NAMES, [sum[0] + cache, sum[1] + render]);
        }
        const numbers: number[] = [];
        sums.drain(numbers);
        expect(numbers).toEqual(flat(expected));
      }
    });
    fc.assert(property, SEED);
  });

  it("add up when they are merged, in parts that follow each other, without days that are no longer kept", () => {
    const property = fc.property(
      fc.array(cellsOf(8), { minLength: 1, maxLength: 4 }),
      fc.nat(9),
      fc.constantFrom(1, 200, Infinity),
      (all, dropped, partBytes) => {
        const since = FIRST + dropped;
        const expected: Cells = new Map();
        for (const [path, own] of all.flatMap((cells) => [...cells]))
          for (const [low, [cache, render]] of own) {
            if (low < since * NAMES) continue;
            const of = expected.get(path) ?? new Map<number, [number, number]>();
            const sum = of.get(low) ?? [0, 0];
            expected.set(path, of.set(low, [sum[0] + cache, sum[1] + render]));
          }
        const parts = mergeCells(
          all.map((cells) => packed(cells, true)),
          { firstDay: FIRST, hasDays: true, since },
          { firstPath: 0, endPath: 1 << 20, partBytes },
        );
        expect(parts[0]!.first).toBe(0);
        const found = parts.flatMap(({ first, bytes }, i) => {
          const own = read(new BlockReader(bytes, FIRST, true));
          for (const [path] of own) expect(path >= first && path < (parts[i + 1]?.first ?? Infinity)).toBe(true);
          return own;
        });
        expect(found).toEqual(sorted(expected).map(([path, own]) => [path, flat(own)]));
      },
    );
    fc.assert(property, SEED);
  });

  it("have keys that tell path, day and name", () => {
    const property = fc.property(fc.nat(100_000), fc.nat(32_767), fc.nat(NAMES - 1), (path, day, name) => {
      const key = cellKey(path, day, name);
      expect([pathOfKey(key), lowOfKey(key)]).toEqual([path, day * NAMES + name]);
    });
    fc.assert(property, SEED);
  });
});

describe("the numbers of bytes", () => {
  it("are short for small numbers, and exact for large ones", () => {
    const writer = new ByteWriter();
    writer.number(127);
    expect(writer.length).toBe(1);
    fc.assert(
      fc.property(fc.maxSafeNat(), (value) => {
        const block = new BlockWriter(false);
        block.path(1, [0, value, 0]);
        expect(new BlockReader(block.finish(), 0, false).cells()).toEqual([0, value, 0]);
      }),
      SEED,
    );
  });
});

describe("the block of a day", () => {
  it("contains it, never shrinks, and is one of its blocks only when it is over", () => {
    const property = fc.property(
      fc.integer({ min: 10_000, max: 32_000 }),
      fc.nat(200),
      fc.nat(100),
      (day, age, later) => {
        const block = blockOf(day, day + age);
        expect(block.first <= day && day <= lastDayOf(block)).toBe(true);
        expect(block.shift === 0 || lastDayOf(block) < day + age).toBe(true);
        expect(numberedBlock(blockNumber(block))).toEqual(block);
        const larger = blockOf(day, day + age + later);
        expect(larger.shift).toBeGreaterThanOrEqual(block.shift);
        for (let each = block.first; each <= lastDayOf(block); each++) expect(blockOf(each, day + age)).toEqual(block);
      },
    );
    fc.assert(property, SEED);
  });
});

describe("packed counters", () => {
  it("add up to what was counted, in parts of any length", () => {
    const list = fc.array(fc.tuple(fc.constantFrom("t1", "t2", 'p["/a",1]', "r10"), fc.nat(), fc.nat()));
    const property = fc.property(list, fc.constantFrom(1, 20, Infinity), (counted, length) => {
      const counters: Counters = new Map();
      for (const [key, a, b] of counted) addCounter(counters, key, [a, b]);
      const again: Counters = new Map();
      for (const text of packCounters(counters, length)) addPacked(again, text);
      expect(again).toEqual(counters);
      const some: Counters = new Map();
      for (const text of packCounters(counters, length)) addPacked(some, text, "t");
      expect(some).toEqual(new Map([...counters].filter(([key]) => key.startsWith("t"))));
    });
    fc.assert(property, SEED);
  });
});

const key = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
const ids = fc.array(fc.tuple(key, fc.integer({ min: 1, max: 60_000 })), { maxLength: 80 });

describe("packed ids", () => {
  it("are those of both lists, each once, without expired ones", () => {
    const property = fc.property(ids, ids, fc.nat(60_000), (a, b, today) => {
      const [one, other] = [new Map(a), new Map([...b, ...a.slice(0, 5)])];
      const pack = (map: Map<bigint, number>) => unpackIds(packIds(sortedIds(map)).buffer);
      const both = mergeIds(pack(one), pack(other), today);
      const expected = new Map([...other, ...one].filter(([, day]) => day >= today));
      expect([...both.keys]).toEqual([...expected.keys()].sort((x, y) => (x < y ? -1 : 1)));
      for (const each of expected.keys()) expect(hasId(both, each)).toBe(true);
    });
    fc.assert(property, SEED);
  });

  it("form a set", () => {
    const property = fc.property(fc.array(key, { maxLength: 2_000 }), key, (keys, other) => {
      const set = new IdSet();
      for (const each of [...keys, ...keys]) set.add(each);
      expect(set.size).toBe(new Set(keys).size);
      expect(keys.every((each) => set.has(each))).toBe(true);
      expect(set.has(other)).toBe(keys.includes(other));
    });
    fc.assert(property, { ...SEED, numRuns: 30 });
  });

  it("are all found after many merges, in small rows, of which each merge writes few", () => {
    const storage: DurableObjectStorage = objectStorage(new DatabaseSync(":memory:"));
    upgradeObject(storage, VISIT_STEPS);
    const { sql } = storage;
    const random = randomOf(3);
    const newKey = () => (BigInt(Math.floor(random() * 2 ** 32)) << 32n) | BigInt(Math.floor(random() * 2 ** 32));
    const head: LogHead = { ...NEW_HEAD };
    const all = new Map<bigint, number>();
    const rows = () =>
      sql.exec<{ n: number; size: number }>("SELECT count(*) AS n, max(length(ids)) AS size FROM visit_id").one();
    for (let merge = 0; merge < 100; merge++) {
      const own = new Map(Array.from({ length: 5_000 }, () => [newKey(), 100 + (merge % 7)] as const));
      for (const [each, day] of own) all.set(each, day);
      head.halvings = mergeIdRows(sql, own, head, 50);
      head.merges++;
      if (merge % 33 > 0) continue;
      const ring = readRing(sql);
      const unknown = unknownIds(
        sql,
        [...all.keys()].filter((each) => !ring.has(each)),
        head,
      );
      expect(unknown).toEqual([]);
      expect(unknownIds(sql, [1n, 2n ** 63n, 2n ** 64n - 1n], head)).toHaveLength(3);
    }
    expect(rows().size).toBeLessThan(66_000);
    expect(rows().n).toBeLessThan(200);
    // Those that expired are forgotten, though no merge comes.
    pruneIds(sql, 120);
    expect(rows().n).toBe(0);
  });
});
