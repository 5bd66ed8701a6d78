import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BodyCopies } from "../../../../src/prerender/core/body-copies";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.UTC(2031, 5, 10, 12);

describe("copies of bodies", () => {
  it("are ordered at the second read, once", () => {
    const copies = new BodyCopies();
    expect([copies.read("a", 0, NOON), copies.read("b", 0, NOON), copies.read("a", 0, NOON)]).toEqual([
      false,
      false,
      true,
    ]);
    expect(copies.read("a", NOON, NOON + 1), "ordered").toBe(false);
  });

  it("are looked for once they are written, or a minute after the order", () => {
    const copies = new BodyCopies();
    expect(copies.isReady("a", 0, NOON)).toBe(false);
    for (let i = 0; i < 2; i++) copies.read("a", 0, NOON);
    expect([copies.isReady("a", NOON, NOON + 1), copies.isReady("a", NOON, NOON + MINUTE)]).toEqual([false, true]);
    copies.written("a");
    expect(copies.isReady("a", NOON, NOON + 1)).toBe(true);
    expect(new BodyCopies().isReady("a", NOON, NOON + 1), "memory was lost").toBe(true);
  });

  it("that a reader does not find are ordered again, at most once per hour", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 30 * MINUTE }), { maxLength: 100 }), (pauses) => {
        const copies = new BodyCopies();
        const orders: number[] = [];
        let now = NOON;
        for (const pause of pauses) {
          now += pause;
          if (copies.read("a", orders.at(-1) ?? 0, now)) orders.push(now);
        }
        for (const [i, at] of orders.entries()) if (i > 0) expect(at - orders[i - 1]!).toBeGreaterThanOrEqual(HOUR);
      }),
    );
  });

  it("remember a bounded number of bodies", () => {
    const copies = new BodyCopies();
    copies.read("first", 0, NOON);
    for (let i = 0; i < 5_000; i++) copies.read(`s${i}`, 0, NOON);
    expect(copies.read("first", 0, NOON), "forgotten").toBe(false);
    expect(copies.read("s4999", 0, NOON)).toBe(true);
  });
});
