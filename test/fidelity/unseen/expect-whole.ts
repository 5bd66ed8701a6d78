import { expect } from "vitest";
import type { Verdict } from "./measure.ts";

/** No half page, and every one in time. Refusing is allowed, so the counts are printed. */
export function expectWholeOrRefused(verdicts: readonly Verdict[]): void {
  for (const kind of ["whole", "refused", "half"] as const)
    console.log(`${kind}: ${verdicts.filter(({ verdict }) => verdict === kind).length}`);
  expect(verdicts.filter(({ verdict }) => verdict === "half").map(({ name, wrong }) => [name, wrong])).toEqual([]);
  expect(verdicts.filter(({ ms }) => ms > 20_000).map(({ name }) => name)).toEqual([]);
}
