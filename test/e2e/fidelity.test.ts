import { describe, expect, it } from "vitest";
import { measurePatterns } from "../../bench/fidelity/measure";

const isLong = process.env["TEST_LONG"] === "1" || process.env["FIDELITY"] === "1";
const only = process.env["PATTERN"];

/** One page for each habit of real applications that has once yielded a half page, a refusal or 20 s. */
describe("snapshots of what applications do", () => {
  it("are whole, or refused for a reason, in time", { timeout: 600_000 }, async () => {
    const rows = await measurePatterns(({ name, short }) => (only ? name.includes(only) : isLong || short === true));
    if (isLong || only)
      for (const { pattern, outcome, fault } of rows)
        console.log(
          `${fault ? "FAULT" : "ok   "} ${String(outcome.ms).padStart(6)} ms  ${pattern.name}: ${fault ?? (outcome.reason || outcome.page?.pending || "")}`,
        );
    const times = rows.map(({ outcome }) => outcome.ms).toSorted((a, b) => a - b);
    console.log(
      `${rows.length} patterns, median ${times[times.length >> 1]} ms, 95 % ${times[Math.floor(times.length * 0.95)]} ms`,
    );
    expect(rows.filter(({ fault }) => fault).map(({ pattern, fault }) => `${pattern.name}: ${fault}`)).toEqual([]);
  });
});
