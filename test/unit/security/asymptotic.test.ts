import { describe, expect, it } from "vitest";
import { WORST_INPUTS, type WorstInput } from "./worst-inputs.ts";

/** CPU of one reading in ms on this thread: the least of three, since other work only adds; the first that is below `enough`. */
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

/** Ten times the input takes ten times the work; the square would be a hundred. */
const MOST = 40;
/** Below this, in ms, a clock says little. */
const FLOOR = 2;

describe("what strangers write is read in time that grows with its length", () => {
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
