import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { BrowserBudget, type BrowserTime } from "../../../src/prerender/browser/browser-budget.ts";
import { env } from "../support/api.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MIDNIGHT = Date.parse("2026-11-21T00:00:00Z");

/** A budget stored in a Durable Object's SQLite. */
function withBudget(
  name: string,
  seconds: number,
  use: (budget: BrowserBudget, again: () => BrowserBudget, sql: SqlStorage) => void,
) {
  const stub = env.RENDER_POOL.getByName(name);
  return runInDurableObject(stub, (_pool, state) => {
    BrowserBudget.create(state.storage.sql);
    const open = () => new BrowserBudget(state.storage.sql, seconds);
    use(open(), open, state.storage.sql);
  });
}

const begun = (time: BrowserTime | string): BrowserTime => {
  if (typeof time === "string") throw new Error(`refused by the ${time}'s time`);
  return time;
};

describe("the service's browser time a day", () => {
  it("is not one account's: what a busy one leaves is always enough for the next", () =>
    withBudget("share", 120, (budget, again) => {
      const spend = (accountId: string) => {
        for (let renders = 0; ; renders++) {
          const time = budget.begin(accountId, 10_000, NOON);
          if (typeof time === "string") return [renders, time];
          budget.end(time, NOON + 10_000);
        }
      };
      expect([spend("busy"), spend("second"), spend("third")]).toEqual([
        [6, "account"],
        [3, "account"],
        [2, "account"],
      ]);
      expect(again().begin("busy", 1_000, NOON)).toBe("account");
      expect(begun(budget.begin("busy", 10_000, MIDNIGHT)).day).toBe("2026-11-21");
    }));

  it("reserves whole deadlines, so that concurrent renders can't exceed the limit, and returns unused time", () =>
    withBudget("aside", 60, (budget) => {
      const times = ["a", "b", "c", "d", "e"].map((accountId) => budget.begin(accountId, 20_000, NOON));
      expect(times.map((time) => typeof time === "string")).toEqual([false, false, false, true, true]);
      budget.end(begun(times[0]!), NOON + 1_000);
      expect(budget.spentMs("2026-11-20")).toBe(41_000);
      expect(budget.begin("f", 20_000, NOON)).toBe("service");
      budget.end(begun(times[1]!), NOON + 2_000);
      expect(budget.begin("f", 20_000, NOON)).not.toBe("service");
    }));

  it("is remembered when the object is evicted during renders, and resets each day", () =>
    withBudget("anew", 60, (budget, again) => {
      const late = begun(budget.begin("a", 60_000, NOON));
      expect(again().spentMs("2026-11-20")).toBe(60_000);
      expect(again().begin("b", 1_000, NOON)).toBe("service");
      expect(begun(again().begin("b", 60_000, MIDNIGHT)).reservedMs).toBe(60_000);
      // A render's time counts for the day on which it began.
      budget.end(late, NOON + 70_000);
      expect(budget.spentMs("2026-11-20")).toBe(70_000);
      expect(budget.spentMs("2026-11-21")).toBe(60_000);
    }));

  it("costs an account one row per many renders, and is exact again once they have ended", () =>
    withBudget("rows", 10_000, (_, __, sql) => {
      let writes = 0;
      const exec = (query: string, ...values: SqlStorageValue[]) => {
        const cursor = sql.exec(query, ...values);
        writes += cursor.rowsWritten;
        return cursor;
      };
      const counted = { exec } as unknown as SqlStorage;
      const budget = new BrowserBudget(counted, 10_000, () => true);
      const render = () => {
        const at = NOON + writes;
        budget.end(begun(budget.begin("a", 20_000, at)), at + 2_000);
      };
      for (let i = 0; i < 100; i++) render();
      expect(writes).toBeLessThanOrEqual(12);
      const stored = () => new BrowserBudget(sql, 10_000).spentMs("2026-11-20");
      expect(stored()).toBeGreaterThanOrEqual(200_000);
      expect(stored(), "a crash counts what is set aside as spent, and no more").toBeLessThanOrEqual(240_000);
      expect([budget.settle(true), budget.settle(true), stored()]).toEqual([true, false, 200_000]);
      writes = 0;
      const asleep = new BrowserBudget(counted, 10_000);
      for (let i = 0; i < 10; i++) asleep.end(begun(asleep.begin("a", 20_000, NOON)), NOON + 2_000);
      expect([writes, stored()], "memory that may be lost at any time is written each time").toEqual([20, 220_000]);
    }));

  it("that is used up refuses a render with the reason, before starting a browser", async () => {
    const stub = env.RENDER_POOL.getByName("used-up");
    await runInDurableObject(stub, (_pool, state) => {
      const day = new Date().toISOString().slice(0, 10);
      state.storage.sql.exec("INSERT INTO browser_time VALUES (?, 'other', ?)", day, 172_800_000);
    });
    const answer = await stub.render(
      {
        accountId: "account",
        domainId: "domain",
        url: "http://127.0.0.1:9/",
        deadlineMs: 20_000,
        priority: "live",
        waitMs: 1_000,
      },
      null,
    );
    expect(answer).toEqual({ ok: false, reason: "the service's daily browser time is used up", passing: true });
  });

  it("is used up for all domains of an account together", async () => {
    const stub = env.RENDER_POOL.getByName("account-used-up");
    await runInDurableObject(stub, (_pool, state) => {
      const day = new Date().toISOString().slice(0, 10);
      state.storage.sql.exec("INSERT INTO browser_time VALUES (?, 'busy', ?)", day, 86_395_000);
    });
    const job = { url: "http://127.0.0.1:9/", deadlineMs: 20_000, priority: "live" as const, waitMs: 1_000 };
    const reasonFor = async (ids: { accountId: string; domainId: string }) => {
      const answer = await stub.render({ ...job, ...ids }, null);
      return answer.ok ? null : answer.reason;
    };
    const usedUp = "the account's daily browser time is used up";
    expect(await reasonFor({ accountId: "busy", domainId: "one" })).toBe(usedUp);
    expect(await reasonFor({ accountId: "busy", domainId: "two" })).toBe(usedUp);
  });

  it("holds over all pools, because the first one keeps it", async () => {
    const [ledger, second] = ["pool", "pool-1"].map((name) => env.RENDER_POOL.getByName(name));
    const day = new Date().toISOString().slice(0, 10);
    const setSpent = async (ms: number) => {
      await runInDurableObject(ledger!, (_pool, { storage: { sql } }) => {
        sql.exec("DELETE FROM browser_time");
        sql.exec("INSERT INTO browser_time VALUES (?, 'other', ?)", day, ms);
      });
      await evictDurableObject(ledger!);
    };
    const job = { url: "http://127.0.0.1:9/", deadlineMs: 20_000, priority: "live" as const, waitMs: 1_000 };
    await setSpent(172_800_000 - 19_000);
    const answer = await second!.render({ ...job, accountId: "account", domainId: "domain", ledger: "pool" }, null);
    expect(answer).toEqual({ ok: false, reason: "the service's daily browser time is used up", passing: true });
    // Of two pools that reserve the last of the day, one gets it.
    await setSpent(172_800_000 - 41_000);
    const times = await Promise.all(["a", "b", "c"].map((account) => ledger!.beginTime(account, 20_000)));
    expect(times.map((time) => typeof time === "string")).toEqual([false, false, true]);
    await setSpent(0);
    // A render without a browser returns what it reserved.
    await second!.render({ ...job, accountId: "account", domainId: "domain", ledger: "pool" }, null);
    expect(await ledger!.spentMs(day)).toBeLessThan(15_000);
  });
});
