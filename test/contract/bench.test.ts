import { globSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { BENCHMARKS } from "../../bench/benchmarks/index.ts";

it("every file of bench/benchmarks is a benchmark in its list, with the name of the file", () => {
  const files = globSync("bench/benchmarks/*.ts").map((file) => path.basename(file, ".ts"));
  expect(BENCHMARKS.map(({ name }) => name).toSorted()).toEqual(files.filter((name) => name !== "index").toSorted());
});

it.each(BENCHMARKS.map((benchmark) => [benchmark.name, benchmark] as const))(
  "%s says what it measures, with what it compares, and has a short and a long form",
  (_, { measures, peers, sizes, run }) => {
    expect(measures).toMatch(/^[A-Z].*\.$/s);
    expect(peers.length).toBeGreaterThan(0);
    expect(Object.keys(sizes.short)).toEqual(Object.keys(sizes.long));
    expect(Object.keys(sizes.short)).toContain("rounds");
    expect(sizes.short).not.toEqual(sizes.long);
    expect(run).toBeTypeOf("function");
  },
);
