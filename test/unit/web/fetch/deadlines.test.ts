import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Deadlines } from "../../../../src/web/fetch/deadlines";

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

it("aborts what is late, and nothing that has ended, with one timer", () => {
  const deadlines = new Deadlines();
  const [ended, slow, quick, later] = Array.from({ length: 4 }, () => new AbortController());
  const aborted = () => [ended, slow, quick, later].map((each) => each!.signal.aborted);
  deadlines.watch(ended!, 1_000)();
  deadlines.watch(slow!, 1_000);
  deadlines.watch(quick!, 500);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(600);
  expect(aborted()).toEqual([false, false, true, false]);
  deadlines.watch(later!, 1_000);
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(400);
  expect(aborted()).toEqual([false, true, true, false]);
  vi.advanceTimersByTime(600);
  expect(aborted()).toEqual([false, true, true, true]);
  expect(vi.getTimerCount()).toBe(0);
});
