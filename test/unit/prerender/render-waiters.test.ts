import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RenderWaiters } from "../../../src/prerender/snapshot-index/render-waiters";

describe("those who wait for another's render", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are all told how it ended, those of other pages are not", async () => {
    const waiters = new RenderWaiters();
    const two = Promise.all([waiters.wait("/a", 30_000, 10_000), waiters.wait("/a", 30_000, 10_000)]);
    const other = waiters.wait("/b", 30_000, 10_000);
    waiters.wake("/a", "look_again");
    await expect(two).resolves.toEqual(["look_again", "look_again"]);
    waiters.wake("/b", "failed");
    await expect(other).resolves.toBe("failed");
  });

  it("look again when the render has held the page for too long, and give up when their own time is over before", async () => {
    const waiters = new RenderWaiters();
    const ends: string[] = [];
    void waiters.wait("/a", 3_000, 5_000).then((end) => ends.push(end));
    void waiters.wait("/b", 30_000, 5_000).then((end) => ends.push(end));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ends).toEqual(["look_again"]);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(["look_again", "failed"]);
  });
});
