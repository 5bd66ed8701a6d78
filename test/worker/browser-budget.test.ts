import { runInDurableObject } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { BrowserBudget } from "../../src/prerender/browser/browser-budget.ts";
import { env } from "./support/api.ts";

const NOON = Date.parse("2026-11-20T12:00:00Z");
const MIDNIGHT = Date.parse("2026-11-21T00:00:00Z");

/** A budget over a Durable Object's SQLite. */
function withBudget(name: string, seconds: number, use: (budget: BrowserBudget, again: () => BrowserBudget) => void) {
  const stub = env.RENDER_POOL.getByName(name);
  return runInDurableObject(stub, (_pool, state) => {
    BrowserBudget.create(state.storage.sql);
    const open = () => new BrowserBudget(state.storage.sql, seconds);
    use(open(), open);
  });
}

describe("the service's browser time a day", () => {
  it("sets whole deadlines aside, so that renders at once can't pass the ceiling, and gives back what they left", () =>
    withBudget("aside", 60, (budget) => {
      const begun = Array.from({ length: 5 }, () => budget.begin(20_000, NOON));
      expect(begun.map((time) => time !== null)).toEqual([true, true, true, false, false]);
      budget.end(begun[0]!, NOON + 1_000);
      expect(budget.spentMs("2026-11-20")).toBe(41_000);
      expect(budget.begin(20_000, NOON)).toBeNull();
      budget.end(begun[1]!, NOON + 2_000);
      expect(budget.begin(20_000, NOON)).not.toBeNull();
    }));

  it("is remembered when the object went with renders under way, and begins anew with the day", () =>
    withBudget("anew", 60, (budget, again) => {
      const late = budget.begin(60_000, NOON)!;
      expect(again().spentMs("2026-11-20")).toBe(60_000);
      expect(again().begin(1_000, NOON)).toBeNull();
      expect(again().begin(60_000, MIDNIGHT)).not.toBeNull();
      // A render's time belongs to the day on which it began.
      budget.end(late, NOON + 70_000);
      expect(budget.spentMs("2026-11-20")).toBe(70_000);
      expect(budget.spentMs("2026-11-21")).toBe(60_000);
    }));

  it("that is used up refuses a render before a browser is asked for, with the reason", async () => {
    const stub = env.RENDER_POOL.getByName("used-up");
    await runInDurableObject(stub, (_pool, state) => {
      const day = new Date().toISOString().slice(0, 10);
      state.storage.sql.exec("INSERT INTO browser_time VALUES (?, ?)", day, 172_800_000);
    });
    const answer = await stub.render(
      { domainId: "domain", url: "http://127.0.0.1:9/", deadlineMs: 20_000, priority: "live", waitMs: 1_000 },
      null,
    );
    expect(answer).toEqual({ ok: false, reason: "the service's browser time of the day is used up", passing: true });
  });
});
