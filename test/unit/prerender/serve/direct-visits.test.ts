import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { VisitEvent } from "../../../../src/analytics";
import type { RepeatedVisit } from "../../../../src/analytics/count/record-visits";
import { DirectVisits } from "../../../../src/prerender/serve/direct-visits";

type Sent = VisitEvent | RepeatedVisit;

const STARTED = 1_000_000;
let visits: DirectVisits;
/** What the queue got, and when. */
let messages: Array<{ at: number; events: Sent[] }>;
/** What the index got instead. */
let handed: VisitEvent[];
/** What requests wait for after their responses. */
let deferred: Promise<unknown>[];
let ids = 0;

beforeEach(() => {
  vi.useFakeTimers({ now: STARTED });
  visits = new DirectVisits();
  [messages, handed, deferred] = [[], [], []];
});
afterEach(() => void vi.useRealTimers());

const take = async (batch: Array<{ body: Sent[] }>) => {
  for (const { body } of batch) messages.push({ at: Date.now() - STARTED, events: body });
};

/** One hit of a leased page. */
function hit(path: string, sendBatch: (batch: Array<{ body: Sent[] }>) => Promise<void> = take, domainId = "d") {
  const countVisits = async (given: VisitEvent[]) => void handed.push(...given);
  const env = { VISIT_QUEUE: { sendBatch }, SNAPSHOT_INDEX: { getByName: () => ({ countVisits }) } };
  const crawler = { token: "GPTBot", provider: "openai", kind: "llm-training" as const };
  const visit: VisitEvent = { id: `${++ids}`, domainId, at: Date.now(), path, servedBy: "cache", ...crawler };
  visits.addEqual(env as never, visit, (work) => void deferred.push(work));
}

const visitIn = (each: Sent) => ("visit" in each ? each.visit : each);
const timesIn = (each: Sent) => ("visit" in each ? each.times : 1);
const all = () => messages.flatMap(({ events }) => events);
const sum = (events: readonly Sent[]) => events.reduce((total, each) => total + timesIn(each), 0);

describe("the visits of an isolate", () => {
  it("leave after a second, carried by the first request alone", async () => {
    for (let i = 0; i < 500; i++) hit(`/${i % 7}`, take, i % 2 ? "d" : "e");
    expect(deferred).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(messages).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all(deferred);
    expect(messages.map(({ at, events }) => [at, events.length, sum(events)])).toEqual([
      [1_000, 7, 250],
      [1_000, 7, 250],
    ]);
  });

  it("leave in one message per second under a flood of pages, each within ten seconds", async () => {
    const until = 40;
    for (let tick = 0; tick < until * 10; tick++) {
      for (let i = 0; i < 60; i++) hit(`/${(tick * 60 + i) % 1_500}`);
      await vi.advanceTimersByTimeAsync(100);
    }
    await vi.advanceTimersByTimeAsync(12_000);
    await Promise.all(deferred);
    expect(sum(all())).toBe(until * 600);
    const gaps = messages.slice(1).map(({ at }, i) => at - messages[i]!.at);
    const stillFlooding = gaps.slice(0, until - 2);
    expect(Math.min(...stillFlooding)).toBeGreaterThanOrEqual(1_000);
    for (const { at, events } of messages)
      for (const each of events) expect(STARTED + at - visitIn(each).at).toBeLessThanOrEqual(10_000);
    expect(deferred.length, "requests that carried it").toBeLessThan(6);
  });

  it("leave by the request that carries them, even if no other comes", async () => {
    for (let i = 0; i < 1_600; i++) hit(`/${i}`);
    await vi.advanceTimersByTimeAsync(8_000);
    await Promise.all(deferred);
    expect(messages.map(({ at }) => at)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((second) => second * 1_000));
    expect([sum(all()), deferred.length]).toEqual([1_600, 1]);
  });

  it("of one domain's flood do not hold up another's", async () => {
    hit("/", take, "small");
    for (let i = 0; i < 10_000; i++) {
      hit(`/${i}`, take, "flood");
      if (i % 200 === 0) await vi.advanceTimersByTimeAsync(0);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    const small = messages.filter(({ events }) => events.some((each) => visitIn(each).domainId === "small"));
    expect(small.map(({ at, events }) => [at, events.length])).toEqual([[1_000, 1]]);
    expect(sum(all()), "none is lost").toBe(10_001);
  });

  it("go to the index if the queue refuses them", async () => {
    for (let i = 0; i < 3; i++) hit("/p", () => Promise.reject(new Error("down")));
    await vi.advanceTimersByTimeAsync(1_000);
    await Promise.all(deferred);
    expect([messages, handed.map(({ times }) => times)]).toEqual([[], [3]]);
  });

  it("are carried by a later request if the first one was cancelled", async () => {
    hit("/p", () => new Promise(() => {}));
    await vi.advanceTimersByTimeAsync(1_000);
    hit("/q");
    await vi.advanceTimersByTimeAsync(5_000);
    expect(messages, "the first may still be at it").toEqual([]);
    hit("/q");
    await vi.advanceTimersByTimeAsync(1_000);
    expect(all().map((each) => [visitIn(each).path, timesIn(each)])).toEqual([["/q", 2]]);
  });
});
