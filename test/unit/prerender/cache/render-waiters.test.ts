import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RENDER_LEASE_MS, waitForTabMs, waitingLeaseMs } from "../../../../src/prerender/core/turns/render-times";
import { RenderWaiters } from "../../../../src/prerender/cache/render-waiters";

describe("requests that wait for another request's render", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  /** A lease that ends after the given time. */
  const lease = (ms: number) => {
    const until = Date.now() + ms;
    return (now: number) => (until > now ? until : null);
  };

  it("are all notified of its result, but not those waiting for other pages", async () => {
    const waiters = new RenderWaiters();
    const two = Promise.all([waiters.wait("/a", lease(30_000), 10_000), waiters.wait("/a", lease(30_000), 10_000)]);
    const other = waiters.wait("/b", lease(30_000), 10_000);
    waiters.wake("/a", "look_again");
    await expect(two).resolves.toEqual(["look_again", "look_again"]);
    waiters.wake("/b", "failed");
    await expect(other).resolves.toBe("failed");
  });

  it("look again when the render's lease ends, and give up if their own time ends earlier", async () => {
    const waiters = new RenderWaiters();
    const ends: string[] = [];
    void waiters.wait("/a", lease(3_000), 5_000).then((end) => ends.push(end));
    void waiters.wait("/b", lease(30_000), 5_000).then((end) => ends.push(end));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(ends).toEqual(["look_again"]);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(ends).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(ends).toEqual(["look_again", "failed"]);
  });

  it("outlast a lease that was renewed when the tab was taken, and don't render in parallel", async () => {
    const waiters = new RenderWaiters();
    const waitMs = waitForTabMs("live");
    let until = Date.now() + waitingLeaseMs(waitMs);
    const ends: string[] = [];
    void waiters.wait("/a", (now) => (until > now ? until : null), 100_000).then((end) => ends.push(end));
    await vi.advanceTimersByTimeAsync(waitMs);
    until = Date.now() + RENDER_LEASE_MS;
    await vi.advanceTimersByTimeAsync(RENDER_LEASE_MS - 1);
    expect(ends).toEqual([]);
    waiters.wake("/a", "look_again");
    await vi.advanceTimersByTimeAsync(0);
    expect(ends).toEqual(["look_again"]);
  });
});
