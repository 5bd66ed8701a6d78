import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { GUARD_MUTANTS } from "../mutants/guards.ts";

describe("the guards that `npm run mutants` takes out", () => {
  it.each(GUARD_MUTANTS)("$guard: stands once in its file, and its tests exist", (mutant) => {
    const { file, find, replace, tests, named = "" } = mutant;
    expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
    expect(replace).not.toBe(find);
    expect(tests.filter((test) => !existsSync(test))).toEqual([]);
    const texts = tests.map((test) => readFileSync(test, "utf8"));
    expect(named.split("|").filter((name) => !texts.some((text) => text.includes(name)))).toEqual([]);
  });

  it("have names of their own", () => {
    expect(new Set(GUARD_MUTANTS.map(({ guard }) => guard)).size).toBe(GUARD_MUTANTS.length);
  });
});
