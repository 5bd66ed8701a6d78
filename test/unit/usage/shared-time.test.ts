import { expect, it } from "vitest";
import { SharedTime } from "../../../src/usage/shared-time";

it("divides the time of a browser among those who render, and leaves waiting to nobody", () => {
  const spent: Record<string, number> = {};
  const time = new SharedTime((user, ms) => (spent[user] = (spent[user] ?? 0) + ms));
  time.begin("a", 1_000);
  time.begin("b", 2_000);
  time.end("a", 4_000);
  time.end("b", 5_000);
  expect(spent).toEqual({ a: 2_000, b: 2_000 });
  time.tick(8_000, true);
  time.tick(9_000, false);
  expect(spent[""]).toBe(4_000);
  // No browser, so no time passes.
  time.tick(60_000, false);
  time.begin("a", 100_000);
  time.begin("a", 101_000);
  time.end("a", 102_000);
  time.end("a", 103_000);
  expect(spent).toEqual({ a: 5_000, b: 2_000, "": 4_000 });
});
