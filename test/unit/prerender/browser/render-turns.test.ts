import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RenderTurns, type Turn } from "../../../../src/prerender/browser/render-turns";
import {
  nextWaitEnd,
  NO_TURNS,
  stepTurns,
  type RenderPriority,
  type TurnAsk,
  type TurnEffect,
  type TurnsState,
} from "../../../../src/prerender/core/turns/render-turns";

const LIMITS = { tabs: 8, queue: 50 };

/** Turns by names such as `a1` or `ax1`: render 1 of account a, of its domain a or ax. */
function court(limits = LIMITS) {
  let state: TurnsState = NO_TURNS;
  let now = 0;
  const ids: string[] = [];
  const named = (effects: TurnEffect[]) =>
    effects.map((each) => `${each.type === "start" ? "" : `${each.reason} `}${ids[each.id]}`);
  const step = (event: Parameters<typeof stepTurns>[1]) => {
    const result = stepTurns(state, event, limits, now);
    state = result.state;
    return named(result.effects);
  };
  return {
    ask: (name: string, priority: RenderPriority = "live", waitMs = 10_000) => {
      ids.push(name);
      const domainId = name.replace(/\d+$/, "");
      const ask = { id: ids.length - 1, accountId: name[0]!, domainId, priority, waitUntil: now + waitMs };
      return step({ type: "ask", ask });
    },
    end: (name: string) => step({ type: "end", id: ids.indexOf(name) }),
    at: (time: number) => {
      now = time;
      return step({ type: "tick" });
    },
    held: () => state.held.map(({ id }) => ids[id]!),
  };
}

const asks = (turns: ReturnType<typeof court>, names: string, priority?: RenderPriority) =>
  names.split(" ").flatMap((name) => turns.ask(name, priority));

describe("turns to render", () => {
  it("one domain never takes every tab: others render at once (14 slow pages used to block another domain for 61 s)", () => {
    const turns = court();
    const slow = Array.from({ length: 14 }, (_, i) => `a${i}`).join(" ");
    expect(asks(turns, slow)).toEqual(["a0", "a1", "a2", "a3"]);
    expect(asks(turns, "b0")).toEqual(["b0"]);
    expect(asks(turns, "c0 d0 b1")).toEqual(["c0", "d0"]);
    expect(asks(turns, "e0")).toEqual(["e0"]);
  });

  it("go to the account with the fewest tabs, of equal ones to that served longest ago", () => {
    const turns = court({ tabs: 2, queue: 50 });
    expect(asks(turns, "a0 b0 a1 a2 b1 c0 c1")).toEqual(["a0", "b0"]);
    expect(turns.end("a0")).toEqual(["c0"]);
    expect(turns.end("b0")).toEqual(["a1"]);
    expect(turns.end("c0")).toEqual(["b1"]);
    expect(turns.end("a1")).toEqual(["c1"]);
    expect(turns.end("b1")).toEqual(["a2"]);
  });

  it("go to the account with fewer tabs even if another was served longer ago, and so among an account's domains", () => {
    const accounts = court({ tabs: 3, queue: 50 });
    expect(asks(accounts, "b0 a0 b1 a1")).toEqual(["b0", "a0"]);
    expect(accounts.end("a0")).toEqual(["a1"]);
    const domains = court({ tabs: 4, queue: 50 });
    expect(asks(domains, "ax0 ay0 ax1 ay1")).toEqual(["ax0", "ay0"]);
    expect(domains.end("ay0")).toEqual(["ay1"]);
  });

  it("one account's many domains share its half of the tabs: another account's page renders at once", () => {
    const turns = court();
    expect(asks(turns, "au0 av0 aw0 ax0 ay0 az0 au1")).toEqual(["au0", "av0", "aw0", "ax0"]);
    expect(asks(turns, "b0 c0 d0 e0")).toEqual(["b0", "c0", "d0", "e0"]);
  });

  it("alternate between accounts, however many domains one of them has", () => {
    const turns = court({ tabs: 1, queue: 50 });
    asks(turns, "x0 au0 av0 aw0 ax0 b0 b1 b2");
    const order: string[] = [];
    for (let name = "x0"; name; name = order.at(-1)!) {
      const [next] = turns.end(name);
      if (!next) break;
      order.push(next);
    }
    expect(order).toEqual(["au0", "b0", "av0", "b1", "aw0", "b2", "ax0"]);
  });

  it("go to an account's domain with the fewest tabs, then to the one served longest ago", () => {
    const turns = court({ tabs: 2, queue: 50 });
    expect(asks(turns, "ax0 b0 ax1 ax2 ay0 ay1")).toEqual(["ax0", "b0"]);
    expect(turns.end("ax0")).toEqual(["ay0"]);
    expect(turns.end("ay0")).toEqual(["ax1"]);
    expect(turns.end("ax1")).toEqual(["ay1"]);
    expect(turns.end("ay1")).toEqual(["ax2"]);
  });

  it("leave room in an account's queue for its other domains, and take none from other accounts", () => {
    const turns = court({ tabs: 1, queue: 4 });
    expect(asks(turns, "x0 au0 au1 au2")).toEqual(["x0", "too_many_waiting au2"]);
    expect(asks(turns, "av0 av1 aw0 ax0")).toEqual(["too_many_waiting av1", "too_many_waiting ax0"]);
    expect(asks(turns, "b0 b1 b2")).toEqual(["too_many_waiting b2"]);
  });

  it("go to a domain's verified crawlers first, and to background renders last", () => {
    const turns = court({ tabs: 1, queue: 50 });
    turns.ask("x0");
    turns.ask("a0", "background");
    turns.ask("b0", "live");
    turns.ask("b1", "verified");
    expect([turns.end("x0"), turns.end("b1"), turns.end("b0")]).toEqual([["b1"], ["b0"], ["a0"]]);
  });

  it("reserve three tabs in ten for crawlers while they come, and one if none has come for ten seconds", () => {
    const background = "a0 a1 a2 a3 a4 a5 b0 b1 b2 b3 c0 c1 d0 e0 f0";
    const turns = court({ tabs: 10, queue: 50 });
    for (const name of background.split(" ")) turns.ask(name, "background", 30_000);
    expect(turns.held()).toHaveLength(9);
    expect(asks(turns, "g0 h0")).toEqual(["g0"]);
    // While crawlers come, tabs that become free stay free for them.
    expect(["a0", "a1", "a2", "a3"].flatMap((name) => turns.end(name))).toEqual(["h0"]);
    expect(turns.at(10_000)).toEqual([]);
    expect(turns.at(10_001)).toEqual(["c0", "d0"]);
    const crawled = court({ tabs: 10, queue: 50 });
    asks(crawled, "x0");
    asks(crawled, background, "background");
    expect(crawled.held()).toHaveLength(7);
  });

  it("give half of the tabs to the background renders of one account, however many are free", () => {
    const turns = court();
    expect(asks(turns, "au0 av0 aw0 ax0 ay0 az0", "background")).toHaveLength(4);
    expect(asks(turns, "b0 c0 d0 e0", "background")).toEqual(["b0", "c0", "d0"]);
  });

  it("end a wait that has lasted too long, and refuse what is too much of one account, not of another", () => {
    const turns = court({ tabs: 1, queue: 1 });
    expect(asks(turns, "a0 a1 a2 b0")).toEqual(["a0", "too_many_waiting a2"]);
    expect(turns.at(9_999)).toEqual([]);
    expect(turns.at(10_000)).toEqual(["waited_too_long a1", "waited_too_long b0"]);
    expect(turns.end("a0")).toEqual([]);
  });
});

/** Applies random events, one per second. Ends all renders that hold a tab for too long. */
const steps = fc.array(
  fc.record({
    account: fc.integer({ min: 0, max: 3 }),
    domain: fc.integer({ min: 0, max: 2 }),
    priority: fc.constantFrom<RenderPriority>("verified", "live", "background"),
    ends: fc.boolean(),
    pick: fc.nat(),
    afterMs: fc.integer({ min: 0, max: 3_000 }),
  }),
  { minLength: 1, maxLength: 120 },
);

describe("turns to render, whatever the requests", () => {
  it("hold the share, lose nobody, end every wait, and keep no tab from an account that has none", () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 12 }), (events, tabs) => {
        const limits = { tabs, queue: 10 };
        const asked = new Map<number, TurnAsk>();
        const answered = new Set<number>();
        let state: TurnsState = NO_TURNS;
        let now = 0;
        const held = (accountId: string) => state.held.filter((each) => each.accountId === accountId).length;
        const apply = (event: Parameters<typeof stepTurns>[1]) => {
          const result = stepTurns(state, event, limits, now);
          state = result.state;
          for (const { id } of result.effects) {
            expect(answered.has(id), "answered once").toBe(false);
            answered.add(id);
          }
          expect(state.held.length).toBeLessThanOrEqual(tabs);
          for (const { accountId } of state.held) expect(held(accountId)).toBeLessThanOrEqual(Math.ceil(tabs / 2));
          // No starvation: while a tab is free, no crawler of an account without one waits.
          if (state.held.length < tabs)
            for (const { accountId, priority } of state.waiting)
              expect(priority !== "background" && held(accountId) === 0).toBe(false);
          for (const accountId of new Set(state.waiting.map((each) => each.accountId)))
            for (const lane of ["verified", "live", "background"]) {
              const queued = state.waiting.filter((each) => each.accountId === accountId && each.priority === lane);
              expect(queued.length).toBeLessThanOrEqual(limits.queue);
            }
          expect(state.served.size).toBeLessThanOrEqual(2 * (state.held.length + state.waiting.length));
          for (const { waitUntil } of state.waiting) expect(waitUntil).toBeGreaterThan(now);
        };
        for (const [id, { account, domain, priority, ends, pick, afterMs }] of events.entries()) {
          now = Math.min(now + afterMs, nextWaitEnd(state) ?? Infinity);
          if (ends && state.held.length > 0) apply({ type: "end", id: state.held[pick % state.held.length]!.id });
          else {
            const domainId = `${account}.${domain}`;
            const ask = { id, accountId: String(account), domainId, priority, waitUntil: now + 10_000 };
            asked.set(id, ask);
            apply({ type: "ask", ask });
          }
        }
        for (let end = nextWaitEnd(state); end !== null; end = nextWaitEnd(state)) {
          now = end;
          apply({ type: "tick" });
        }
        expect(answered).toEqual(new Set(asked.keys()));
      }),
      { numRuns: 500 },
    );
  });

  it("pass an account over at most once for each other one that waits, whatever domains they have", () => {
    const sizes = { accounts: fc.integer({ min: 2, max: 9 }), tabs: fc.integer({ min: 1, max: 6 }) };
    fc.assert(
      fc.property(fc.record({ ...sizes, domains: fc.integer({ min: 1, max: 30 }) }), ({ accounts, tabs, domains }) => {
        const turns = court({ tabs, queue: 500 });
        for (let i = 0; i < 30; i++) turns.ask(`a${"x".repeat(i % domains)}${i}`);
        for (let d = 1; d < accounts; d++) for (let i = 0; i < 5; i++) turns.ask(`${String.fromCharCode(97 + d)}${i}`);
        const order: string[] = [];
        const seen = new Set(turns.held().map((name) => name[0]));
        while (seen.size < accounts)
          for (const name of turns.end(turns.held()[0]!)) {
            order.push(name);
            seen.add(name[0]);
          }
        expect(order.length).toBeLessThanOrEqual(accounts + tabs);
      }),
    );
  });

  it("pass a domain of an account over at most once for each other one, until its turn comes", () => {
    const sizes = { domains: fc.integer({ min: 2, max: 9 }), tabs: fc.integer({ min: 1, max: 6 }) };
    fc.assert(
      fc.property(fc.record(sizes), ({ domains, tabs }) => {
        const turns = court({ tabs, queue: 500 });
        const domainOf = (name: string) => name.replace(/\d+$/, "");
        for (let i = 0; i < 30; i++) turns.ask(`a${i}`);
        for (let d = 1; d < domains; d++) for (let i = 0; i < 5; i++) turns.ask(`a${"x".repeat(d)}${i}`);
        const order: string[] = [];
        const seen = new Set(turns.held().map(domainOf));
        while (seen.size < domains)
          for (const name of turns.end(turns.held()[0]!)) {
            order.push(name);
            seen.add(domainOf(name));
          }
        expect(order.length).toBeLessThanOrEqual(domains + tabs);
      }),
    );
  });
});

describe("turns by the clock", () => {
  const live = (id: string) => ({ accountId: id, domainId: id, priority: "live" as const });
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("are refused when the wait is over, even without another event", async () => {
    const turns = new RenderTurns({ tabs: 1, queue: 5 });
    const first = (await turns.take(live("a"), 10_000)) as { end: () => void };
    const got: Turn[] = [];
    void turns.take(live("b"), 10_000).then((turn) => got.push(turn));
    void turns.take(live("c"), 60_000).then((turn) => got.push(turn));
    await vi.advanceTimersByTimeAsync(9_900);
    expect(got).toEqual([]);
    await vi.advanceTimersByTimeAsync(200);
    expect(got).toEqual([{ refused: "waited_too_long" }]);
    first.end();
    await vi.advanceTimersByTimeAsync(0);
    expect(got[1]).toHaveProperty("end");
  });
});
