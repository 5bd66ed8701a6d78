import { describe, expect, it } from "vitest";
import { Pace } from "../../../../src/audit/crawl/fetch/pace";
import { retryAfterMs } from "../../../../src/lib/time/backoff";
import { crawlDelayMs } from "../../../../src/audit/crawl/fetch/pace";
import { parseRobots, rulesFor } from "../../../../src/web/site/robots";

const NOW = Date.parse("2026-11-21T12:00:00Z");
function page(status: number, retryAfter?: string): { status: number; headers: Record<string, string> } {
  return { status, headers: retryAfter === undefined ? {} : { "retry-after": retryAfter } };
}

describe("retryAfterMs", () => {
  it.each([
    ["3", 3_000],
    ["0", 0],
    ["-5", 0],
    ["1000000000", 1e12],
    ["Sat, 21 Nov 2026 12:00:10 GMT", 10_000],
    ["Sat, 01 Jan 2000 00:00:00 GMT", 0],
    ["soon", null],
    ["", null],
  ])("%j", (header, expected) => expect(retryAfterMs(header, NOW)).toBe(expected));
});

describe("crawlDelayMs", () => {
  it.each([
    ["", 0],
    ["Crawl-delay: 2.5", 2_500],
    ["Crawl-delay: 30", 30_000],
    ["Crawl-delay: 999999", 30_000],
  ])("of a robots.txt with %j is at most half a minute", (line, expected) =>
    expect(crawlDelayMs(rulesFor(parseRobots(`User-agent: *\n${line}\n`), "crawlready"))).toBe(expected),
  );
});

describe("Pace", () => {
  it("halves the concurrency at each refusal and honours Retry-After up to five seconds", () => {
    const pace = new Pace(5, 0);
    expect([pace.limit, pace.nextStartAt <= NOW]).toEqual([5, true]);
    pace.answered(page(429, "3"), NOW);
    expect([pace.limit, pace.nextStartAt]).toEqual([2, NOW + 3_000]);
    pace.answered(page(503, "1000000000"), NOW);
    expect([pace.limit, pace.nextStartAt]).toEqual([1, NOW + 5_000]);
  });

  it("waits longer with each refusal without Retry-After", () => {
    const pace = new Pace(5, 0);
    const waits = [1, 2, 3, 4, 5].map(() => {
      pace.answered(page(503), NOW);
      return pace.nextStartAt - NOW;
    });
    expect(waits).toEqual([1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it("speeds up again after successful responses", () => {
    const pace = new Pace(5, 0);
    pace.answered(page(429), NOW);
    for (let i = 0; i < 30; i++) pace.answered(page(200), NOW);
    expect(pace.limit).toBe(5);
  });

  it("stops waiting for a site that is down", () => {
    const pace = new Pace(5, 0);
    for (let i = 0; i < 19; i++) pace.answered(page(503), NOW);
    expect(pace.isDown).toBe(false);
    pace.answered(page(503), NOW + 60_000);
    expect([pace.isDown, pace.nextStartAt <= NOW + 60_000]).toEqual([true, true]);
    pace.answered(page(200), NOW);
    expect(pace.isDown).toBe(false);
  });

  it("keeps a Crawl-delay, one request at a time", () => {
    const pace = new Pace(5, 30_000);
    expect([pace.limit, pace.nextStartAt]).toEqual([1, 0]);
    pace.started(NOW);
    expect(pace.nextStartAt).toBe(NOW + 30_000);
    for (let i = 0; i < 30; i++) pace.answered(page(200), NOW);
    expect(pace.limit).toBe(1);
  });

  it("does not wait after a page that needed no request", () => {
    const pace = new Pace(5, 30_000);
    pace.started(NOW);
    pace.started(NOW + 30_000);
    pace.notAsked();
    expect(pace.nextStartAt).toBe(NOW + 30_000);
  });
});
