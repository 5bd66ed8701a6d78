import { describe, expect, it } from "vitest";
import { WORST_INPUTS, type WorstInput } from "./worst-inputs.ts";

/**
 * CPU time of one parse in ms on this thread: the minimum of three runs, because other work only adds time. Stops at
 * the first run below `enough`.
 */
function cpuMs({ parse }: WorstInput, text: string, enough = 0): number {
  let least = Infinity;
  for (let time = 0; time < 3 && least >= enough; time++) {
    const before = process.threadCpuUsage();
    parse(text);
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1_000);
  }
  return least;
}

/** Ten times the input should take ten times the work; quadratic growth would take a hundred times. */
const MOST = 40;
/** Below this many ms, measurements are too noisy. */
const FLOOR = 2;
/** The first length that takes twice the floor is measured, and ten times it. `npm run test:long` measures the last. */
const LENGTHS = process.env["TEST_LONG"] === "1" ? [10_000] : [1_000, 2_000, 5_000, 10_000];

function measured(input: WorstInput): { length: number; small: number } {
  for (const length of LENGTHS.slice(0, -1)) {
    const small = cpuMs(input, input.make(length), 2 * FLOOR);
    if (small >= 2 * FLOOR) return { length, small };
  }
  const length = LENGTHS.at(-1)!;
  return { length, small: cpuMs(input, input.make(length)) };
}

describe("parsing time of untrusted text grows linearly with its length", () => {
  it.each(WORST_INPUTS.map((input) => [`${input.parser}: ${input.input}`, input] as const))(
    "%s",
    (_name, input) => {
      const { length, small } = measured(input);
      const most = MOST * Math.max(FLOOR, small);
      expect(cpuMs(input, input.make(10 * length), most)).toBeLessThan(most);
    },
    30_000,
  );
});
