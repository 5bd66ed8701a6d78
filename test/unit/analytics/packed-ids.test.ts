import { describe, expect, it } from "vitest";
import {
  hasId,
  IdSet,
  mergeIds,
  packIds,
  sortedIds,
  startOf,
  unpackIds,
  type PackedIds,
} from "../../../src/analytics/core/packed/packed-ids";

describe("packed ids", () => {
  const pack = (ids: Array<[number, number]>): PackedIds =>
    sortedIds(new Map(ids.map(([key, day]) => [BigInt(key), day])));
  const shown = ({ keys, days }: PackedIds) => Array.from(keys, (key, i) => [Number(key), days[i]]);

  it("are all keys, then all days", () => {
    const packed = packIds(
      pack([
        [258, 4],
        [1, 259],
      ]),
    );
    expect([...packed]).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 3, 1, 4, 0]);
    expect(shown(unpackIds(packed.buffer))).toEqual([
      [1, 259],
      [258, 4],
    ]);
  });

  it("are found, also the first and the last", () => {
    const ids = pack([
      [2, 1],
      [4, 1],
      [9, 1],
    ]);
    const keys = [1n, 2n, 3n, 4n, 8n, 9n, 10n];
    expect(keys.map((key) => startOf(ids.keys, key))).toEqual([0, 0, 1, 1, 2, 2, 3]);
    expect(keys.filter((key) => hasId(ids, key))).toEqual([2n, 4n, 9n]);
  });

  it("are merged with the day of the first list where both have one, without those that are over", () => {
    const a = pack([
      [1, 10],
      [3, 9],
      [5, 11],
    ]);
    const b = pack([
      [1, 50],
      [2, 10],
      [3, 50],
      [7, 9],
      [9, 12],
    ]);
    expect(shown(mergeIds(a, b, 10))).toEqual([
      [1, 10],
      [2, 10],
      [5, 11],
      [9, 12],
    ]);
    expect(shown(mergeIds(b, a, 10))).toEqual([
      [1, 50],
      [2, 10],
      [3, 50],
      [5, 11],
      [9, 12],
    ]);
    expect([shown(mergeIds(a, pack([]), 11)), shown(mergeIds(pack([]), a, 11))]).toEqual([[[5, 11]], [[5, 11]]]);
  });

  it("form a set of any size, also those that share a half", () => {
    const set = new IdSet();
    const keys = Array.from({ length: 3_000 }, (_, i) => (BigInt(i % 50) << 32n) + BigInt(Math.floor(i / 50)) + 1n);
    set.addAll({ keys: BigUint64Array.from(keys.slice(0, 1_000)) });
    for (const key of keys.slice(500)) set.add(key);
    expect([set.size, keys.filter((key) => !set.has(key))]).toEqual([3_000, []]);
    expect([set.has((50n << 32n) + 1n), set.has(61n), set.has(1n << 40n)]).toEqual([false, false, false]);
    const high = new IdSet();
    high.add(7n << 32n);
    high.add(7n << 32n);
    expect([high.size, high.has(7n << 32n), high.has(7n)]).toEqual([1, true, false]);
  });
});
