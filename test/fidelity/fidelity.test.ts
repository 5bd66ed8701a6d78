import { describe, expect, it } from "vitest";
import { measurePatterns, type Row } from "./measure";

/** `npm run fidelity`: every pattern, each compared with a patient browser. */
const isReport = process.env["FIDELITY"] === "1";
const isLong = isReport || process.env["TEST_LONG"] === "1";
const only = process.env["PATTERN"];

/** Beside other tests, a render takes longer. Still less than the deadline of 20 s. */
const BUSY_MACHINE_MS = 15_000;

function report(rows: readonly Row[]): void {
  for (const { pattern, outcome, fault, like } of rows) {
    const likeness = like ? `${percent(like.recall)} ${percent(like.precision)} ${like.differs.join(",")}` : "";
    const end = fault ?? (outcome.reason || outcome.page?.pending || "");
    console.log(
      `${fault ? "FAULT" : "ok   "} ${String(outcome.ms).padStart(6)} ms ${likeness} ${pattern.name}: ${end}`,
    );
  }
  const likes = rows.flatMap(({ like }) => like ?? []);
  const whole = likes.filter(({ recall, precision }) => recall >= 0.98 && precision >= 0.98);
  const times = rows.map(({ outcome }) => outcome.ms).toSorted((a, b) => a - b);
  const [median, late] = [times[times.length >> 1], times[Math.floor(times.length * 0.95)]];
  console.log(
    `${rows.length} patterns, median ${median} ms, 95 % ${late} ms; whole and true: ${whole.length} of ${likes.length}`,
  );
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0).padStart(3)} %`;
}

/** One page for each habit of real applications that has once yielded a half page, a refusal or 20 s. */
describe("snapshots of what applications do", () => {
  it("are whole, or refused for a reason, in time", { timeout: 600_000 }, async () => {
    const wanted = ({ name, short }: Row["pattern"]) => (only ? new RegExp(only).test(name) : isLong || short === true);
    const rows = await measurePatterns(wanted, { truth: isReport, leastMs: isReport ? 0 : BUSY_MACHINE_MS });
    if (isLong || only) report(rows);
    expect(rows.filter(({ fault }) => fault).map(({ pattern, fault }) => `${pattern.name}: ${fault}`)).toEqual([]);
  });
});
