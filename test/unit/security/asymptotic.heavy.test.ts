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

describe("parsing time of untrusted text grows linearly with its length", () => {
  it.each(WORST_INPUTS.map((input) => [`${input.parser}: ${input.input}`, input] as const))(
    "%s",
    (_name, input) => {
      const small = cpuMs(input, input.make(10_000));
      const most = MOST * Math.max(FLOOR, small);
      expect(cpuMs(input, input.make(100_000), most)).toBeLessThan(most);
    },
    30_000,
  );
});
