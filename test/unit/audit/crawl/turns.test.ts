import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turns } from "../../../../src/audit/crawl/turns";

describe("Turns", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Runs 12 pieces of work of 100 ms each; when each began, and the most that ran at once. */
  async function run(turns: Turns): Promise<{ began: number[]; most: number }> {
    const start = Date.now();
    const began: number[] = [];
    let running = 0;
    let most = 0;
    const work = async () => {
      began.push(Date.now() - start);
      most = Math.max(most, ++running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running--;
    };
    const all = Promise.all(Array.from({ length: 12 }, () => turns.take(work)));
    await vi.runAllTimersAsync();
    await all;
    return { began, most };
  }

  it("keeps at most so many under way", async () => {
    expect(await run(new Turns(5, 0))).toEqual({ began: [0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 200, 200], most: 5 });
  });

  it("goes one by one with a pause before each", async () => {
    const { began, most } = await run(new Turns(5, 1_000));
    expect([began.slice(0, 3), most]).toEqual([[1_000, 2_100, 3_200], 1]);
  });

  it("gives the turn on when work fails", async () => {
    const turns = new Turns(1, 0);
    await expect(turns.take(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns.take(() => Promise.resolve(1))).toBe(1);
  });
});
