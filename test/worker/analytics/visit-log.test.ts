import { describe, expect, it, vi } from "vitest";
import { addVisits } from "../../../src/analytics/count/add-visits";
import type { VisitEvent } from "../../../src/analytics/count/record-visits";
import { upkeepVisits } from "../../../src/analytics";
import { randomOf } from "../../support/visit-history.ts";
import { env } from "../support/api.ts";
import {
  countedVisits,
  knownVisits,
  newVisits,
  rowsWritten,
  visitOfBot,
  visitRows,
  withVisits,
} from "../support/visits.ts";

const DAY_MS = 86_400_000;
/** Of the queue of visits, in wrangler.toml. */
const BATCH_SECONDS = 6;

const count = async (events: readonly VisitEvent[]) => {
  const visits = events.map((event) => ({ event, verdict: "unknown" as const }));
  const failed = await addVisits(env, visits, Date.now());
  if (failed.size > 0) throw new Error("not counted");
};

/** Visits that come at random moments, in the batches that the queue makes of them. */
function batchesOf(events: readonly VisitEvent[], perSecond: number, random: () => number): VisitEvent[][] {
  const batches: VisitEvent[][] = [];
  let [at, closes] = [0, -1];
  for (const event of events) {
    at += -Math.log(1 - random()) / perSecond;
    if (at <= closes) batches.at(-1)!.push(event);
    else {
      batches.push([event]);
      closes = at + BATCH_SECONDS;
    }
  }
  return batches;
}

describe("the rows that an object writes per visit", () => {
  it("are at most half a row for 600,000 visits a month that come alone", async () => {
    const { id } = await newVisits("alone.example");
    const random = randomOf(5);
    const number = (below: number) => Math.floor(random() * below);
    const events = Array.from({ length: 3_000 }, (_, i) => {
      const at = Date.now() - DAY_MS + i * 10_000;
      const path = `/p${Math.floor(20_000 * random() ** 3)}`;
      const served = { servedBy: random() < 0.8 ? "cache" : "render", status: 200, renderMs: number(3_000) } as const;
      const origin = { servedBy: "origin", form: "page", status: 404, path: `/gone${number(3_000)}` } as const;
      return visitOfBot(id, { at, path, ...(random() < 0.1 ? origin : served) });
    });
    const batches = batchesOf(events, 600_000 / (30 * 86_400), random);
    const rows = await rowsWritten(id, async () => {
      for (const batch of batches) await count(batch);
    });
    console.log(`alone: ${(rows / events.length).toFixed(3)} rows per visit, ${batches.length} batches`);
    expect(rows / events.length).toBeLessThan(0.5);
  });

  it("are a fortieth of a row for imported logs, each with every path and day", async () => {
    const { id } = await newVisits("imported.example");
    const random = randomOf(6);
    const events = Array.from({ length: 40_000 }, () =>
      visitOfBot(id, {
        path: `/p${Math.floor(10_000 * random())}`,
        at: Date.now() - Math.floor(random() * 60) * DAY_MS,
        servedBy: "render",
        reported: true,
      }),
    );
    const rows = await rowsWritten(id, async () => {
      for (let i = 0; i < events.length; i += 2_000) await count(events.slice(i, i + 2_000));
    });
    console.log(`imported: ${(rows / events.length).toFixed(4)} rows per visit`);
    expect(rows / events.length).toBeLessThan(0.025);
    expect(await countedVisits(id)).toBe(events.length);
  });

  it("are one for a batch, and none for visits that were counted", async () => {
    const { id } = await newVisits("batch.example");
    const events = Array.from({ length: 100 }, (_, i) => visitOfBot(id, { path: `/${i % 7}`, status: 200 }));
    await count([visitOfBot(id)]);
    expect(await rowsWritten(id, () => count(events))).toBe(1);
    expect(await rowsWritten(id, () => count(events.toReversed()))).toBe(0);
    // A crawler that comes for the first time gets a number.
    const other = { ...visitOfBot(id), token: "ClaudeBot", provider: "anthropic" };
    expect(await rowsWritten(id, () => count([other]))).toBe(3);
  });

  it("are none for the upkeep of a domain that nobody visits, and few for a day's visits", async () => {
    const { id } = await newVisits("idle.example");
    const now = Date.now();
    const upkeep = (at: number) => rowsWritten(id, () => withVisits(id, (instance) => instance.upkeep(at)));
    await count([visitOfBot(id)]);
    expect(await upkeep(now)).toBeLessThan(10);
    expect(await upkeep(now)).toBe(0);
    expect(await upkeep(now + DAY_MS)).toBe(1);
    expect(await upkeep(now + 2 * DAY_MS)).toBe(0);
  });
});

describe("a visit's count", () => {
  it("is the same if writing ends anywhere, and the object wakes at any time", async () => {
    const { id } = await newVisits("aborted.example");
    const random = randomOf(9);
    const events: VisitEvent[] = [];
    const people: Array<{ key: string }> = [];
    let aborted = 0;
    for (let step = 0; step < 80; step++) {
      const fresh = Array.from({ length: 30 }, () =>
        visitOfBot(id, {
          path: `/${Math.floor(random() * 50)}`,
          at: Date.now() - Math.floor(random() * random() * 170) * DAY_MS,
          reported: true,
        }),
      );
      const again = events.filter(() => random() < 0.01);
      events.push(...fresh);
      const person = { key: `${step + 1}`, expiresDay: 30_000, day: 20_000, path: "/", assistant: "chatgpt" };
      people.push(person);
      const work = async () => {
        await count([...fresh, ...again]);
        await withVisits(id, async (instance) => {
          await instance.countReferrals([{ ...person, way: "edge" }]);
          if (step % 3 === 0) (instance as any).write((store: any) => store.merge(0));
        });
      };
      if (random() < 0.7 && step > 0) aborted += (await endsAt(id, Math.floor(random() * 40), work)) ? 1 : 0;
      if (random() < 0.3) await withVisits(id, (instance) => void Object.assign(instance, { opened: null }));
      await work();
    }
    expect(aborted).toBeGreaterThan(20);
    expect(await countedVisits(id)).toBe(events.length);
    expect((await knownVisits(id)).ids).toBe(events.length + people.length);
    expect(await visitRows(id, "referral", `count = ${people.length}`)).toBe(1);
    const { rows } = await withVisits(id, (instance) => instance.exportDays(0));
    expect(rows.reduce((sum, { cache }) => sum + cache, 0)).toBe(events.length);
    await upkeepVisits(env, id, Date.now() + 400 * DAY_MS);
    expect([await countedVisits(id), await knownVisits(id)]).toEqual([0, { paths: 0, ids: people.length }]);
  });
});

/** Runs `work`, whose statement after `statements` others fails. Returns whether it came so far. */
async function endsAt(domainId: string, statements: number, work: () => Promise<void>): Promise<boolean> {
  let left = statements;
  const exec = await withVisits(domainId, (instance) => {
    const sql = (instance as any).storage.sql as SqlStorage;
    const original = sql.exec.bind(sql);
    return vi.spyOn(sql, "exec").mockImplementation((...args: Parameters<SqlStorage["exec"]>) => {
      if (left-- === 0) throw new Error("the object was stopped");
      return original(...args) as never;
    });
  });
  const silent = vi.spyOn(console, "error").mockImplementation(() => {});
  const failed = await work().then(
    () => false,
    () => true,
  );
  exec.mockRestore();
  silent.mockRestore();
  return failed;
}
