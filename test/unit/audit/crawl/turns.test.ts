import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Turns } from "../../../../src/audit/crawl/fetch/turns";

describe("Turns", () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  /** Runs 12 tasks of 100 ms each. Returns when each began, and the most that ran at once. */
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

  it("runs at most the given number of tasks at once", async () => {
    expect(await run(new Turns(5, 0))).toEqual({ began: [0, 0, 0, 0, 0, 100, 100, 100, 100, 100, 200, 200], most: 5 });
  });

  it("runs tasks one at a time with a pause before each", async () => {
    const { began, most } = await run(new Turns(5, 1_000));
    expect([began.slice(0, 3), most]).toEqual([[1_000, 2_100, 3_200], 1]);
  });

  it("passes the turn on if a task fails", async () => {
    const turns = new Turns(1, 0);
    await expect(turns.take(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await turns.take(() => Promise.resolve(1))).toBe(1);
  });
});
