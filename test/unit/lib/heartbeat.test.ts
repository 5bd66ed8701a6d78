import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withHeartbeat } from "../../../src/lib/time/heartbeat";

describe("a heartbeat", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("beats while the work runs, even after a failed beat, and stops with it", async () => {
    const beat = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error("no database")).mockResolvedValue();
    const work = Promise.withResolvers<string>();
    const answer = withHeartbeat(work.promise, beat, 1_000);
    await vi.advanceTimersByTimeAsync(3_500);
    expect(beat).toHaveBeenCalledTimes(3);
    work.resolve("done");
    expect(await answer).toBe("done");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(beat).toHaveBeenCalledTimes(3);
  });

  it("also stops when the work fails", async () => {
    const beat = vi.fn<() => Promise<void>>().mockResolvedValue();
    await expect(withHeartbeat(Promise.reject(new Error("broken")), beat, 1_000)).rejects.toThrow("broken");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(beat).not.toHaveBeenCalled();
  });
});
