import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GUARD_MUTANTS } from "../mutants/guards.ts";

describe("the guards that `npm run mutants` takes out", () => {
  it.each(GUARD_MUTANTS)("$guard: stands once in its file, and its tests exist", ({ file, find, replace, tests }) => {
    expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.filter((test) => !existsSync(test))).toEqual([]);
  });
});
