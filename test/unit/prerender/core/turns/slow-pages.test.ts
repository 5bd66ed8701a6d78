import { describe, expect, it } from "vitest";
import { isSlowRender, retrySlowAt } from "../../../../../src/prerender/core/turns/slow-pages";

describe("a page whose renders use up their time", () => {
  it("is tried again after growing pauses, at least once per day", () => {
    const minutes = [1, 2, 3, 4, 5, 6, 60].map((tries) => retrySlowAt(tries, 0) / 60_000);
    expect(minutes).toEqual([2, 10, 60, 360, 1_440, 1_440, 1_440]);
  });

  it.each([
    ["deadline", 100, true],
    ["quiet", 19_900, false],
    ["flag", 19_900, false],
    [null, 18_000, true],
    [null, 17_999, false],
  ])("ready by %s after %i ms: %s", (ready, durationMs, expected) => {
    expect(isSlowRender(ready, durationMs)).toBe(expected);
  });
});
