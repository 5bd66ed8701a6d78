import { expect, it } from "vitest";
import { judgePrewarming, PREWARMED_PER_HOUR } from "../../../../../src/prerender/core/turns/prewarm-window";

const NOON = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;

it("a domain queues no more pages per hour than its share, however often it asks", () => {
  let window = null as Parameters<typeof judgePrewarming>[0];
  let queued = 0;
  for (let i = 0; i < 60; i++) {
    const judged = judgePrewarming(window, 30_000, NOON + i * 1_000);
    window = judged.window;
    queued += judged.allowed;
  }
  expect(queued).toBe(PREWARMED_PER_HOUR);
  expect(judgePrewarming(window, 30_000, NOON + HOUR - 1).allowed).toBe(0);
  expect(judgePrewarming(window, 30_000, NOON + HOUR).allowed).toBe(30_000);
});
