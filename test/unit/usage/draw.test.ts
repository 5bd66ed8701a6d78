import { describe, expect, it } from "vitest";
import { Draw, SMALLEST_STEP } from "../../../src/usage/draw";
import { addUnits, dollarsOf, type Units } from "../../../src/usage/units";

/** A generator of numbers that is the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const MINUTE = 60_000;
const row: Units = { objectRowsWritten: 1, objectRowsRead: 10 };

describe("what is written down of usage", () => {
  it.each([50, 5_000])("is right on average in every unit, with a piece of work every %d ms", (everyMs) => {
    const random = seeded(1);
    const [used, written]: [Units, Units] = [{}, {}];
    for (let round = 0; round < 100; round++) {
      const draw = new Draw();
      for (let i = 0; i < 20_000; i++) {
        const piece: Units = { ...row, kvReads: i % 3, objectCalls: 1 + (i % 7) };
        addUnits(used, piece);
        const drawn = draw.take(piece, random(), i * everyMs);
        if (drawn) addUnits(written, drawn);
      }
    }
    const ratios = Object.keys(used).map((unit) => written[unit as keyof Units]! / used[unit as keyof Units]!);
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.07);
  });

  it("costs at most about one percent of what is counted", () => {
    const [random, draw] = [seeded(2), new Draw()];
    let writes = 0;
    // Ten minutes apart, so that the step is always the smallest.
    for (let i = 0; i < 200_000; i++) if (draw.take(row, random(), i * 10 * MINUTE)) writes++;
    expect((writes * 1e-6) / dollarsOf({ objectRowsWritten: 200_000, objectRowsRead: 2_000_000 })).toBeLessThan(0.012);
  });

  it("is written about once per minute by a busy isolate", () => {
    const [random, draw] = [seeded(3), new Draw()];
    let writes = 0;
    // A thousand rows per second for an hour.
    const rows = { objectRowsWritten: 50 };
    for (let ms = 0; ms < 60 * MINUTE; ms += 50) if (draw.take(rows, random(), ms)) writes++;
    expect(writes).toBeGreaterThan(30);
    expect(writes).toBeLessThan(180);
  });

  it("is all of a piece of work that is worth a step", () => {
    const large = { kvWrites: (SMALLEST_STEP / 5e-6) * 2 };
    expect(new Draw().take(large, 0.999_999, 0)).toBe(large);
    expect(new Draw().take({}, 0, 0)).toBeNull();
  });
});
