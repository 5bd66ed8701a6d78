import { describe, expect, it } from "vitest";
import { WORST_INPUTS, type WorstInput } from "./worst-inputs.ts";

/** CPU of one reading in ms on this thread: the least of three, since other work only adds. */
function cpuMs({ parse }: WorstInput, text: string): number {
  const once = () => {
    const before = process.threadCpuUsage();
    parse(text);
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1_000;
  };
  return Math.min(once(), once(), once());
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
      const large = cpuMs(input, input.make(100_000));
      expect(large).toBeLessThan(MOST * Math.max(FLOOR, small));
    },
    30_000,
  );
});
