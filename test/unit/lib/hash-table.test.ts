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
