import { beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { CRONS } from "../../../src/jobs/crons";
import type { Bindings } from "../../../src/env";
import worker from "../../../src/index";
import { upkeepDomains, type DomainUpkeep, type UpkeepMessage } from "../../../src/jobs/upkeep-domains";
import { env } from "../support/api.ts";
import { deliver, recorder } from "../support/tick.ts";

const NOW = Date.parse("2031-06-10T00:15:00Z");
const HOUR_MS = 3_600_000;
/** `npm run test:long` takes 10,000. */
const DOMAINS = env.TEST_LONG === "1" ? 10_000 : 500;
/** The most subrequests of one invocation, and the most statements of one job step. */
const SUBREQUESTS = 1_000;
const STATEMENTS_A_STEP = 200;
const STEPS = 3;

/** Inserts rows by SQL; `i` counts from 1. */
async function rows(into: string, select: string, count: number, ...values: unknown[]): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) INSERT INTO ${into} SELECT ${select} FROM n`,
  )
    .bind(count, ...values)
    .run();
}

async function domains(plan: string, prefix: string, count: number): Promise<void> {
  // Few pages per run, so that the month's limit allows every start.
  await env.DB.prepare("INSERT INTO account (id, plan, limit_overrides, created_at) VALUES (?1, ?2, ?3, 0)")
    .bind(prefix, plan, '{"pagesPerRun":10}')
    .run();
  await rows(
    "domain (id, account_id, domain, verification_token, verified_at, created_at, audit_frequency)",
    "?2 || printf('%05d', i), ?2, ?2 || i || '.example', 'token', 1, 1, 'daily'",
    count,
    prefix,
  );
}

/** Bindings that count D1 statements, calls of objects and calls of the housekeeping and analysis queues. */
function counted() {
  const count = { statements: 0, objects: 0 };
  const sent = recorder<unknown>();
  const other = recorder<unknown>();
  const DB = new Proxy(env.DB, {
    get(target, name) {
      if (name === "prepare") count.statements++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
  // Objects with nothing to do. What is not listed returns null.
  const answers: Record<string, unknown> = {
    start: { started: true },
    move: true,
    storedRuns: [],
    upkeep: { more: false, robotsDue: false },
    takeRenewals: [],
  };
  const object = new Proxy({}, { get: (_, name) => () => Promise.resolve(answers[String(name)] ?? null) });
  const getByName = () => {
    count.objects++;
    return object;
  };
  const bindings = {
    ...env,
    DB,
    DOMAIN_AUDIT: { getByName },
    DOMAIN_VISITS: { getByName },
    SNAPSHOT_INDEX: { getByName },
    HOUSEKEEPING_QUEUE: sent.queue,
    ANALYSIS_QUEUE: other.queue,
    OWNERSHIP_QUEUE: other.queue,
  } as unknown as Bindings;
  const reset = () => {
    count.statements = count.objects = sent.calls = other.calls = 0;
  };
  const subrequests = () => count.statements + count.objects + sent.calls + other.calls;
  return { bindings, count, sent, other, reset, subrequests };
}

const due = (at: number) =>
  env.DB.prepare("SELECT count(*) AS n FROM domain WHERE upkeep_not_before <= ?").bind(at).first<number>("n");

describe(`ticks with ${DOMAINS} domains`, () => {
  beforeAll(async () => {
    await domains("free", "a", DOMAINS - 50);
    await domains("business", "b", 50);
    await rows("report_due (domain_id, mark, forced)", "'a' || printf('%05d', i), 'm', 1", DOMAINS - 50);
  });

  const TOMORROW = Date.parse("2031-06-11T00:10:00Z");
  const ticks: Array<[string, number]> = [
    ["*/15 * * * *", NOW],
    ["10 0 * * *", TOMORROW],
  ];

  it.each(ticks)(
    "%s only queues its jobs, and no message exceeds an invocation",
    async (cron, at) => {
      const { bindings, count, sent, other, reset, subrequests } = counted();
      await worker.scheduled({ cron, scheduledTime: at, noRetry: () => {} }, bindings);
      expect(sent.bodies).toHaveLength(CRONS[cron]!.length);
      // The statement records the tick.
      expect([count.statements, count.objects, sent.calls]).toEqual([1, 0, 1]);

      const most = { statements: 0, subrequests: 0 };
      const total = { messages: 0, statements: 0, objects: 0 };
      for (let next = 0; next < sent.bodies.length; next++) {
        expect(next, "the tick ends").toBeLessThan(1_000);
        reset();
        expect(await deliver(sent.bodies[next], bindings), JSON.stringify(sent.bodies[next])).toBe(true);
        total.messages++;
        total.statements += count.statements;
        total.objects += count.objects;
        most.statements = Math.max(most.statements, count.statements);
        most.subrequests = Math.max(most.subrequests, subrequests());
      }
      console.log(`${cron} with ${DOMAINS} domains:`, JSON.stringify({ total, most, sentOn: other.bodies.length }));
      expect(most.statements).toBeLessThanOrEqual(STEPS * STATEMENTS_A_STEP);
      expect(most.subrequests).toBeLessThan(SUBREQUESTS);
      // About 100 domains per message: 100 shards of upkeep, 200 of audits, and some steps of other jobs.
      expect(total.messages).toBeLessThan(350);
      // The daily upkeep of a domain takes four statements: its plan and its runs.
      expect(total.statements).toBeLessThan(1_000 + (cron === "10 0 * * *" ? 4 * DOMAINS : DOMAINS));
      expect(await due(at), "every domain had its upkeep").toBe(0);
    },
    300_000,
  );

  it("every due audit was started or refused, in shards", async () => {
    const started = env.DB.prepare("SELECT count(*) AS n FROM audit_run WHERE slot = 'daily:2031-06-10'");
    // The free plan's month has 300 pages, and a run has at most 10 here.
    expect(await started.first("n")).toBe(50 + 300 / 10);
    const open = env.DB.prepare(
      `SELECT count(*) AS n FROM domain WHERE account_id = 'a' AND audit_not_before <> ?
       AND id NOT IN (SELECT domain_id FROM audit_run)`,
    );
    expect(await open.bind(Date.parse("2031-06-11T00:00:00Z")).first("n")).toBe(0);
  });

  it("the next tick has nothing to do until a domain is due again", async () => {
    const shards = async (cron: string, at: number) => {
      const { bindings, sent } = counted();
      const job = cron === "10 0 * * *" ? "upkeepAllDomains" : "upkeepDueDomains";
      await deliver({ job, at, after: null }, bindings);
      return sent.bodies.length;
    };
    expect(await shards("*/15 * * * *", TOMORROW + HOUR_MS)).toBe(0);
    expect(await shards("10 0 * * *", TOMORROW), "the same daily tick again").toBe(0);
    expect(await shards("*/15 * * * *", TOMORROW + 6 * HOUR_MS)).toBe(DOMAINS / 100);
    expect(await shards("10 0 * * *", TOMORROW + 24 * HOUR_MS)).toBe(DOMAINS / 100);
    // A clock that was ahead once must not stop the upkeep until then.
    expect(await shards("*/15 * * * *", NOW)).toBe(DOMAINS / 100);
  });
});

describe("a shard of upkeep", () => {
  const message: UpkeepMessage = { kind: "upkeep", after: "c", upTo: "c99999", at: NOW, daily: false };
  const dueIn = (id: string) =>
    env.DB.prepare("SELECT upkeep_not_before - ? AS n FROM domain WHERE id = ?").bind(NOW, id).first<number>("n");

  beforeEach(async () => {
    await env.DB.batch(["domain", "account"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
    await domains("pro", "c", 30);
  });

  /** An upkeep that records its calls. */
  function recording(fails: (id: string) => boolean = () => false) {
    const calls: string[] = [];
    const upkeep: DomainUpkeep = (_env, id) => {
      calls.push(id);
      return fails(id) ? Promise.reject(new Error("broken")) : Promise.resolve();
    };
    return { calls, upkeep };
  }

  it("is held back by no failing domain, which gets a message of its own", async () => {
    const silent = vi.spyOn(console, "warn").mockImplementation(() => {});
    const { bindings, sent } = counted();
    const first = recording((id) => id === "c00007");
    const second = recording();
    await upkeepDomains(bindings, message, [first.upkeep, second.upkeep]);
    expect([first.calls.length, second.calls.length], "one upkeep does not stop the next").toEqual([30, 30]);
    const own = { kind: "upkeepAgain", domainId: "c00007", at: NOW };
    expect(sent.bodies).toEqual([own]);
    expect([await dueIn("c00007"), await dueIn("c00008")]).toEqual([HOUR_MS, 6 * HOUR_MS]);
    // The queue retries its message until it works.
    await expect(upkeepDomains(bindings, own as UpkeepMessage, [first.upkeep])).rejects.toThrow("broken");
    const works = recording();
    await upkeepDomains(bindings, own as UpkeepMessage, [works.upkeep]);
    expect(works.calls).toEqual(["c00007"]);
    silent.mockRestore();
  });

  it("does nothing when it is delivered again, and skips domains that were removed", async () => {
    await env.DB.prepare("UPDATE domain SET deleted_at = 1 WHERE id = 'c00003'").run();
    const { bindings } = counted();
    const { calls, upkeep } = recording();
    await upkeepDomains(bindings, message, [upkeep]);
    await upkeepDomains(bindings, message, [upkeep]);
    await upkeepDomains(bindings, { kind: "upkeepAgain", domainId: "c00003", at: NOW }, [upkeep]);
    expect(calls).toHaveLength(29);
    expect(calls).not.toContain("c00003");
  });

  it("stops after a minute and leaves the rest to another message", async () => {
    const { bindings, sent } = counted();
    const startedAt = Date.now();
    let made = 0;
    const slow: DomainUpkeep = () => {
      made++;
      clock.mockReturnValue(startedAt + made * 10_000);
      return Promise.resolve();
    };
    const clock = vi.spyOn(Date, "now").mockReturnValue(startedAt);
    await upkeepDomains(bindings, message, [slow]);
    clock.mockRestore();
    expect(made).toBeLessThan(15);
    expect(sent.bodies).toEqual([message]);
    const { calls, upkeep } = recording();
    await upkeepDomains(bindings, message, [upkeep]);
    expect(calls, "only the rest").toHaveLength(30 - made);
  });
});
