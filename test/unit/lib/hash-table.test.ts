import { expect, it } from "vitest";
import { HashTable } from "../../../src/lib/numbers/hash-table";

it("keeps, counts and forgets many keys, however alike they are", () => {
  const table = new HashTable();
  const keys = Array.from({ length: 20_000 }, (_, i) => 1 + 2 ** 20 * i);
  for (const [i, key] of keys.entries()) table.set(key, i);
  expect(table.size).toBe(20_000);
  expect(keys.every((key, i) => table.get(key) === i)).toBe(true);
  expect(table.get(2)).toBe(-1);
  table.add(keys[7]!);
  table.add(2);
  expect([table.get(keys[7]!), table.get(2)]).toEqual([8, 1]);
  table.clear();
  expect([table.size, table.get(2), table.get(keys[19_999]!)]).toEqual([0, -1, -1]);
  table.set(2, 5);
  expect([table.size, table.get(2)]).toEqual([1, 5]);
});

it("holds the same as a Map", () => {
  const table = new HashTable();
  const map = new Map<number, number>();
  for (let i = 0; i < 20_000; i++) {
    const key = (i * 2_654_435_761) % 9_007_199_254_740_881;
    table.set(key, i % 7);
    map.set(key, i % 7);
  }
  table.set(0, 5);
  expect(table.get(0)).toBe(5);
  expect(table.size).toBe(map.size + (map.has(0) ? 0 : 1));
  for (const [key, value] of map) if (key !== 0) expect(table.get(key)).toBe(value);
  expect(table.get(123)).toBe(-1);
});
