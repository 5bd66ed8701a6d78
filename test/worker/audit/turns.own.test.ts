import { beforeEach, describe, expect, it, vi } from "vitest";
import { startScheduledRuns } from "../../../src/audit";
import type { Bindings } from "../../../src/env";
import { resendPurges } from "../../../src/jobs/purge-domain";
import { env, html, newSite, until } from "../support/api.ts";
import { deliver, recorder, tickJob } from "../support/tick.ts";
import { deliverVisits, inVisits, visitOfBot } from "../support/visits.ts";

const NOW = Date.parse("2031-06-10T00:15:00Z");
const DAY_MS = 86_400_000;

beforeEach(async () => {
  // Each test starts without due work of other tests.
  await env.DB.batch(["domain", "account"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

/** Inserts rows by SQL; `i` counts from 1. */
async function rows(into: string, select: string, count: number, ...values: unknown[]): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) INSERT INTO ${into} SELECT ${select} FROM n`,
  )
    .bind(count, ...values)
    .run();
}

const NO_AUDITS = { audits: false };

async function account(limits: object | null = null): Promise<string> {
  const id = crypto.randomUUID();
  await env.DB.prepare("INSERT INTO account (id, plan, limit_overrides, created_at) VALUES (?, 'pro', ?, 0)")
    .bind(id, limits && JSON.stringify(limits))
    .run();
  // The operator creates it, so its email needs no proof.
  await env.DB.prepare(
    "INSERT INTO action_log (id, account_id, actor_kind, action, target, at) VALUES (?1, ?1, 'operator', 'account.created', ?1, 0)",
  )
    .bind(id)
    .run();
  return id;
}

/**
 * Creates verified domains `{prefix}00001.example` and so on for one account. Each name is used once in this file,
 * because its Durable Object outlives the test.
 */
async function domains(accountId: string, prefix: string, count: number, origin: string | null = null): Promise<void> {
  const name = "?3 || printf('%05d', i)";
  await rows(
    "domain (id, account_id, domain, origin, verification_token, verified_at, created_at, audit_frequency)",
    `${name}, ?2, ${name} || '.example', ?4, 'token', 1, 1, 'daily'`,
    count,
    accountId,
    prefix,
    origin,
  );
}

const runOf = (domainId: string) =>
  env.DB.prepare("SELECT trigger FROM audit_run WHERE domain_id = ?").bind(domainId).first();

describe("500 due rows that fail do not block a row that would succeed", () => {
  it("scheduled audits: 500 domains, of one account and of many, may have no audits", async () => {
    await domains(await account(NO_AUDITS), "a", 400);
    for (let each = 0; each < 100; each++)
      await domains(await account(NO_AUDITS), `b${String(each).padStart(2, "0")}`, 1);
    const site = await newSite({ "*": { body: html() } });
    await domains(await account(), "z", 1, site.origin);
    await tickJob("startScheduledRuns", NOW);
    expect(await runOf("z00001")).toEqual({ trigger: "schedule" });
    expect(await env.DB.prepare("SELECT count(*) AS n FROM audit_run").first("n")).toBe(1);
    const turns = env.DB.prepare("SELECT DISTINCT audit_not_before AS at FROM domain WHERE id < 'z'");
    expect((await turns.all()).results, "their turn is used up").toEqual([{ at: Date.parse("2031-06-11T00:00:00Z") }]);
  });

  it("scheduled audits: the many domains of one account do not delay another account's", async () => {
    await domains(await account(), "m", 300, "http://127.0.0.1:9");
    await domains(await account(), "y", 1, "http://127.0.0.1:9");
    // Only the first shard, as if the tick ended there.
    const sent = recorder<unknown>();
    await startScheduledRuns({ ...env, HOUSEKEEPING_QUEUE: sent.queue } as unknown as Bindings, NOW);
    expect(sent.bodies).toHaveLength(7);
    await deliver(sent.bodies[0]);
    expect(await runOf("y00001")).toEqual({ trigger: "schedule" });
  });

  it("silent runs: the objects still hold 500 of them", async () => {
    const accountId = await account();
    await domains(accountId, "a", 501);
    await rows(
      `audit_run (id, account_id, domain_id, domain, status, "trigger", frequency, mode, scope_key, started_at, heartbeat_at)`,
      `'run' || printf('%05d', i), ?2, 'a' || printf('%05d', i), 'x', 'running', 'manual', 'on_demand', 'follow', '', 1, i`,
      501,
      accountId,
    );
    const held = (id: string) => (id === "a00501" ? null : `run${id.slice(1)}`);
    const audits = {
      getByName: (id: string) => ({ activeRun: () => Promise.resolve(held(id)), countPages: () => Promise.resolve(0) }),
    };
    await tickJob("sweepSilentRuns", NOW, { ...env, DOMAIN_AUDIT: audits });
    const ended = env.DB.prepare("SELECT id FROM audit_run WHERE completed_at IS NOT NULL");
    expect((await ended.all()).results).toEqual([{ id: "run00501" }]);
  });

  it("archives: 100 can't be written", async () => {
    const accountId = await account();
    await domains(accountId, "a", 101);
    await rows(
      `audit_run (id, account_id, domain_id, domain, status, "trigger", frequency, mode, scope_key, started_at, heartbeat_at, completed_at)`,
      `'run' || i, ?2, 'a' || printf('%05d', i), 'x', 'success', 'manual', 'on_demand', 'follow', '', 1, 1, i`,
      101,
      accountId,
    );
    const lost = (key: string) => !key.includes("/a00101/");
    const archive = new Proxy(env.ARCHIVE, {
      get:
        (bucket, name) =>
        (key: string, ...rest: never[]) =>
          name === "get" && lost(key) ? Promise.resolve(null) : (bucket as any)[name](key, ...rest),
    });
    const silent = vi.spyOn(console, "error").mockImplementation(() => {});
    await tickJob("upkeepAllDomains", NOW, { ...env, ARCHIVE: archive });
    silent.mockRestore();
    const archived = env.DB.prepare("SELECT id FROM audit_run WHERE archive_key IS NOT NULL");
    expect((await archived.all()).results).toEqual([{ id: "run101" }]);
  });

  it("robots.txt: a failing lookup delays no one, and one tick checks everything that is due", async () => {
    const site = await newSite({ "/robots.txt": { body: "User-agent: *\nDisallow: /x" } });
    const accountId = await account();
    await domains(accountId, "m", 2, "no address");
    await domains(accountId, "n", 118, site.origin);
    const watched = (await env.DB.prepare("SELECT id FROM domain").all<{ id: string }>()).results.map(({ id }) => id);
    await deliverVisits(watched.map((id) => [visitOfBot(id)]));
    for (const id of watched)
      await inVisits(id, ({ sql }) =>
        sql.exec("INSERT INTO visit_day VALUES (?, ?)", Math.floor(NOW / DAY_MS) * 1_024, "t4\t1,0,0,0\n"),
      );
    const silent = vi.spyOn(console, "warn").mockImplementation(() => {});
    await tickJob("upkeepAllDomains", NOW);
    silent.mockRestore();
    expect((await site.log()).filter((line) => line === "GET /robots.txt")).toHaveLength(118);
    const checked = watched.map((id) => inVisits(id, ({ kv }) => kv.get("robotsCheckedAt")));
    expect(await Promise.all(checked)).toEqual(Array.from({ length: 120 }, () => NOW));
  });

  async function promptRuns(count: number): Promise<void> {
    const accountId = await account();
    await domains(accountId, "a", 1);
    await rows(
      "prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)",
      `'p', ?2, 'a00001', 'q', 'info', '["chatgpt"]', 'weekly', 1, 1`,
      1,
      accountId,
    );
    await rows(
      "prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at, next_at)",
      `'run' || printf('%05d', i), ?2, 'a00001', 'p', 'chatgpt', i, '2031-06-10', 'queued', 1, ?3, i`,
      count,
      accountId,
      Date.now() + DAY_MS,
    );
  }

  it("prompt runs: 2,500 whose messages have no effect", async () => {
    await promptRuns(2_501);
    const sent = recorder<{ runId: string }>();
    await tickJob("sweepRuns", NOW, { ...env, CHATGPT_QUEUE: sent.queue });
    expect(sent.bodies.map(({ runId }) => runId)).toContain("run02501");
    expect(new Set(sent.bodies.map(({ runId }) => runId)).size).toBe(2_501);
  });

  it("prompt schedules: one tick queues everything that is due", async () => {
    await promptRuns(1);
    const accountId = (await env.DB.prepare("SELECT id FROM account").first<string>("id"))!;
    await rows(
      "prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)",
      `'due' || i, ?2, 'a00001', 'q', 'info', '["chatgpt"]', 'weekly', 1, 1`,
      4_500,
      accountId,
    );
    await rows("prompt_schedule (prompt_id, provider, next_run_at)", "'due' || i, 'chatgpt', i", 4_500);
    const sent = recorder<{ runId: string }>();
    await tickJob("scheduleDuePrompts", NOW, { ...env, CHATGPT_QUEUE: sent.queue });
    expect(sent.bodies).toHaveLength(4_500);
  });

  it("reports: 5,000 whose messages have no effect", async () => {
    await domains(await account(), "a", 5_001);
    await rows("report_due (domain_id, mark, forced)", "'a' || printf('%05d', 5002 - i), 'm', 1", 5_001);
    const sent = recorder<{ domainId: string }>();
    await tickJob("sendDueReports", NOW, { ...env, ANALYSIS_QUEUE: sent.queue });
    expect(new Set(sent.bodies.map(({ domainId }) => domainId)).size).toBe(5_001);
  });

  it("purges: 600 are stuck and come last from then on", async () => {
    await domains(await account(), "a", 600);
    const removed = "UPDATE domain SET verified_at = NULL, deleted_at = ?1 WHERE deleted_at IS NULL";
    await env.DB.prepare(removed)
      .bind(NOW - 2 * DAY_MS)
      .run();
    await domains(await account(), "z", 1);
    await env.DB.prepare(removed)
      .bind(NOW - 1_000)
      .run();
    const sent = recorder<{ domainId: string; last: boolean }>();
    const bindings = { ...env, PURGE_QUEUE: sent.queue };
    expect(await resendPurges(bindings as unknown as Bindings, NOW)).toBe("more");
    expect(await resendPurges(bindings as unknown as Bindings, NOW)).toBeNull();
    expect(sent.bodies).toHaveLength(601);
    expect(sent.bodies.at(-1)).toEqual({ domainId: "z00001", last: false });
    // 15 minutes later, only the recent one is due again.
    sent.bodies.length = 0;
    await resendPurges(bindings as unknown as Bindings, NOW + 900_000);
    expect(sent.bodies).toEqual([{ domainId: "z00001", last: false }]);
  });
});

describe("a tick continues through the queue", () => {
  it("until the last of 1,200 rejected domains has had its turn", async () => {
    const { default: worker } = await import("../../../src/index");
    await domains(await account(NO_AUDITS), "a", 1_200);
    await domains(await account(), "x", 1, "http://127.0.0.1:9");
    const time = NOW + 30 * DAY_MS;
    await worker.scheduled({ cron: "*/15 * * * *", scheduledTime: time, noRetry: () => {} }, env);
    const open = env.DB.prepare("SELECT count(*) AS n FROM domain WHERE id < 'x' AND audit_not_before <> ?");
    const tomorrow = Date.parse("2031-07-11T00:00:00Z");
    await until(async () => (await open.bind(tomorrow).first<number>("n")) === 0);
    await until(() => runOf("x00001"));
    expect(await runOf("x00001")).toEqual({ trigger: "schedule" });
  });
});
