import { describe, expect, it } from "vitest";
import type { VisitEvent } from "../../../../src/analytics";
import { packVisits } from "../../../../src/analytics/count/record-visits";
import {
  likenessOf,
  MAX_ALL_BYTES,
  MAX_LEAVING,
  MAX_WAITING_VISITS,
  SEND_EVERY_MS,
  WaitingVisits,
  type LeavingVisits,
} from "../../../../src/prerender/core/waiting-visits";
import { randomOf } from "../../../support/visit-history.ts";

let ids = 0;
const visitOf = (change: Partial<VisitEvent> = {}): VisitEvent => ({
  id: `i-${++ids}`,
  domainId: "d",
  at: 1_000,
  path: "/",
  token: "GPTBot",
  provider: "openai",
  kind: "llm-training",
  servedBy: "cache",
  ...change,
});

/** Holds a visit as one with its equals. */
const add = (waiting: WaitingVisits, change: Partial<VisitEvent>, now = 1_000) => {
  const visit = visitOf(change);
  return waiting.add(likenessOf(visit), visit, now);
};
/** Holds visits to as many pages. */
const fill = (waiting: WaitingVisits, pages: number, change: Partial<VisitEvent> = {}, now = 1_000) =>
  Array.from({ length: pages }, (_, i) => add(waiting, { path: `/${i}`, ...change }, now)).flat();
const countOf = (messages: readonly LeavingVisits[]) =>
  messages.flatMap(({ visits }) => visits).reduce((sum, { times = 1 }) => sum + times, 0);

describe("what an isolate has to send", () => {
  it("is one message per domain, with an entry per page and crawler and the number of its visits", () => {
    const waiting = new WaitingVisits();
    for (let i = 0; i < 30; i++) add(waiting, { path: `/${i % 3}`, at: 1_000 + i });
    add(waiting, { path: "/0", token: "Googlebot" });
    add(waiting, { path: "/0", domainId: "e" });
    const messages = waiting.take(2_000);
    expect(
      messages.map(({ domainId, visits }) => [domainId, visits.map(({ path, times }) => `${path} ${times ?? 1}`)]),
    ).toEqual([
      ["d", ["/0 10", "/1 10", "/2 10", "/0 1"]],
      ["e", ["/0 1"]],
    ]);
    expect(waiting.isEmpty).toBe(true);
  });

  it("keeps signed visits and days apart, and counts a visit that comes twice once", () => {
    const waiting = new WaitingVisits();
    const signature = { authority: "a", method: "GET", agent: "b", input: "c", signature: "d" };
    for (const at of [1_000, 1_000, 86_400_000]) add(waiting, { at });
    for (let i = 0; i < 2; i++) add(waiting, { signature });
    const twice = visitOf({ path: "/twice" });
    for (let i = 0; i < 2; i++) waiting.add(twice.id, twice, 1_000);
    const [message] = waiting.take(2_000);
    expect(message!.visits.map(({ times }) => times ?? 1)).toEqual([2, 1, 1, 1, 1]);
  });

  it("leaves at most once per second and domain, the oldest first, and what waits still joins its equals", () => {
    const waiting = new WaitingVisits();
    fill(waiting, 450);
    const [first] = waiting.take(2_000);
    expect(first!.visits.map(({ path }) => path)).toEqual(Array.from({ length: 200 }, (_, i) => `/${i}`));
    expect(waiting.take(2_000 + SEND_EVERY_MS - 1), "too soon").toEqual([]);
    add(waiting, { path: "/449" });
    add(waiting, { path: "/0" });
    expect(waiting.take(3_000)[0]!.visits).toHaveLength(200);
    expect(
      waiting
        .take(4_000)[0]!
        .visits.map(({ path, times = 1 }) => `${path} ${times}`)
        .slice(-2),
    ).toEqual(["/449 2", "/0 1"]);
    expect([waiting.take(5_000), waiting.isEmpty]).toEqual([[], true]);
  });

  it("does not wait for a clock that was set back", () => {
    const waiting = new WaitingVisits();
    fill(waiting, 300, {}, 1_000_000);
    expect(waiting.take(1_000_000)).toHaveLength(1);
    expect(waiting.take(5_000)).toHaveLength(1);
  });

  it("fits the queue's limits, whatever the paths and numbers", () => {
    const waiting = new WaitingVisits();
    const change = { path: `/${"ü".repeat(500)}`, times: 1_000_000 };
    for (let i = 0; i < 150; i++) waiting.add(`${i}`, visitOf(change), 1_000);
    const messages = waiting.takeAll(2_000);
    expect(messages.length).toBeGreaterThan(1);
    for (const { visits, bytes } of messages) {
      expect(packVisits(visits), "one message").toHaveLength(1);
      expect(new TextEncoder().encode(JSON.stringify(packVisits(visits)[0])).length).toBeLessThanOrEqual(bytes);
      expect(bytes).toBeLessThanOrEqual(64_000);
    }
  });
});

describe("a domain with more than eight messages to send", () => {
  it("sends the oldest earlier, and delays no other domain", () => {
    const waiting = new WaitingVisits();
    expect(fill(waiting, MAX_WAITING_VISITS)).toEqual([]);
    add(waiting, { domainId: "e" });
    const [early, ...more] = add(waiting, { path: "/one-more" });
    expect([early!.domainId, early!.visits.length, more]).toEqual(["d", 200, []]);
    expect(early!.visits[0]!.path).toBe("/0");
    expect(waiting.take(1_001).map(({ domainId }) => domainId)).toEqual(["e"]);
    expect(waiting.take(2_000).map(({ domainId }) => domainId)).toEqual(["d"]);
  });

  it("loses visits only while the queue takes none, and those of no other domain", () => {
    const waiting = new WaitingVisits();
    const early = fill(waiting, MAX_WAITING_VISITS + MAX_LEAVING * 200);
    expect(early).toHaveLength(MAX_LEAVING);
    expect(add(waiting, { path: "/lost", times: 3 })).toEqual([]);
    expect(add(waiting, { path: `/${MAX_WAITING_VISITS}` }), "one that has an equal is not lost").toEqual([]);
    expect([waiting.takeLost(), waiting.takeLost()]).toEqual([3, 0]);
    expect(add(waiting, { domainId: "e" })).toEqual([]);
    expect(waiting.take(2_000).map(({ domainId }) => domainId)).toContain("e");
    waiting.settle(early[0]!);
    waiting.settle(early[1]!);
    fill(waiting, 200, { token: "Googlebot" }, 2_000);
    expect(add(waiting, { path: "/held" }, 2_000)).toHaveLength(1);
    expect(waiting.takeLost()).toBe(0);
  });

  it("is not held up for good by messages that were cancelled", () => {
    const waiting = new WaitingVisits();
    fill(waiting, MAX_WAITING_VISITS + MAX_LEAVING * 200);
    add(waiting, { path: "/a" }, 30_999);
    expect(waiting.takeLost()).toBe(1);
    expect(add(waiting, { path: "/a" }, 31_000)).toHaveLength(1);
    expect(waiting.takeLost()).toBe(0);
  });
});

describe("the visits of all domains", () => {
  it("take a bounded amount of memory: when there are too many, all leave", () => {
    const waiting = new WaitingVisits();
    let held = 0;
    for (let i = 0; ; i++) {
      const path = `/${"x".repeat(1_000)}${i}`;
      const early = add(waiting, { domainId: `d${i % 100}`, path });
      held += JSON.stringify(visitOf({ path })).length;
      if (early.length === 0) continue;
      expect([countOf(early), early.length >= 100]).toEqual([i, true]);
      break;
    }
    expect(held).toBeLessThan(MAX_ALL_BYTES + 10_000);
    expect(countOf(waiting.take(2_500)), "the visit that made them leave").toBe(1);
  });

  it.each([1, 2, 3, 4])("are each sent once, in random order and at random times (seed %i)", (seed) => {
    const random = randomOf(seed);
    const waiting = new WaitingVisits();
    const sent: LeavingVisits[] = [];
    const last = new Map<string, number>();
    let [now, held] = [1_000, 0];
    for (let i = 0; i < 20_000; i++) {
      const domainId = random() < 0.8 ? "flood" : `d${Math.floor(random() * 20)}`;
      const change = { domainId, path: `/${Math.floor(random() ** 2 * 3_000)}` };
      sent.push(...add(waiting, change, now));
      held++;
      if (random() > 0.02) continue;
      now += Math.floor(random() * 600);
      for (const message of waiting.take(now)) {
        expect(now - (last.get(message.domainId) ?? 0)).toBeGreaterThanOrEqual(SEND_EVERY_MS);
        last.set(message.domainId, now);
        sent.push(message);
      }
      for (const message of sent) waiting.settle(message);
    }
    const rest = waiting.takeAll(now);
    expect([countOf([...sent, ...rest]), waiting.takeLost(), waiting.isEmpty]).toEqual([held, 0, true]);
    const all = [...sent, ...rest].flatMap(({ visits }) => visits.map(({ id }) => id));
    expect(new Set(all).size).toBe(all.length);
    for (const { domainId, visits } of sent) expect(visits.every((each) => each.domainId === domainId)).toBe(true);
  });
});
