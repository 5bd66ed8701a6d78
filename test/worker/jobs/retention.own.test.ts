import { runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { deleteAccount } from "../../../src/accounts/account/delete-account";
import { pruneSignUps } from "../../../src/accounts/account/prune-sign-ups";
import { pruneRecords } from "../../../src/jobs/prune-records";
import { env } from "../support/api.ts";
import { tickCron } from "../support/tick.ts";

const DAY_MS = 86_400_000;
const NOW = Date.parse("2031-06-10T00:10:00Z");
const day = (at: number) => new Date(at).toISOString().slice(0, 10);
const count = (table: string, where = "1") =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).first<number>("n");

/** Inserts rows by SQL; `i` counts from 1. */
async function rows(into: string, select: string, amount: number, ...values: unknown[]): Promise<void> {
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1) INSERT INTO ${into} SELECT ${select} FROM n`,
  )
    .bind(amount, ...values)
    .run();
}

beforeEach(async () => {
  const tables = ["domain", "account", "action_log", "provider_call", "audit_usage", "service_usage"];
  await env.DB.batch(tables.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

/** An account with one domain that has an ended run, its fact and a report on each of the last 800 days. */
async function history(id: string, plan: string, overrides: string | null = null): Promise<void> {
  await env.DB.batch(
    [
      "INSERT INTO account (id, plan, limit_overrides, created_at) VALUES (?1, ?2, ?3, 0)",
      "INSERT INTO domain (id, account_id, domain, verification_token, created_at) SELECT ?1, ?1, ?1 || '.example', ?2, 0 WHERE ?3 IS ?3",
      `INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)
       SELECT ?1, ?1, ?1, ?2, 'info', '["chatgpt"]', 'weekly', 1, 1 WHERE ?3 IS ?3`,
    ].map((sql) => env.DB.prepare(sql).bind(id, plan, overrides)),
  );
  const at = "(?3 - (i - 1) * 86400000)";
  const date = `date(${at} / 1000, 'unixepoch')`;
  await rows(
    "prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at)",
    `?2 || i, ?2, ?2, ?2, 'chatgpt', i, ${date}, CASE i WHEN 799 THEN 'queued' WHEN 798 THEN 'error' ELSE 'ok' END, ${at}, 0`,
    800,
    id,
    NOW,
  );
  const stub = env.DOMAIN_ANSWERS.getByName(id);
  await stub.settle("", []);
  await runInDurableObject(stub, (_, { storage }) => {
    for (let i = 0; i < 800; i++) {
      const at = NOW - i * DAY_MS;
      const answer =
        "INSERT INTO answer (day, created_at, run_id, prompt_id, provider, attempt) VALUES (?, ?, ?, ?, 'chatgpt', 1)";
      storage.sql.exec(answer, day(at), at, `${id}${i + 1}`, id);
      const report = "INSERT INTO report (day, type, id, created_at, size, body) VALUES (?, 'auto', ?, ?, 1, x'00')";
      storage.sql.exec(report, day(at), `${id}${i}`, at);
    }
  });
}

const stored = (id: string, table: string, where = "1") =>
  runInDurableObject(env.DOMAIN_ANSWERS.getByName(id), (_, { storage }) => {
    const { n } = storage.sql.exec<{ n: number }>(`SELECT count(*) AS n FROM ${table} WHERE ${where}`).one();
    return n;
  });

describe("the daily tick keeps answers as long as the plan says", () => {
  it.each([
    ["free", null, 30],
    ["starter", null, 90],
    ["pro", null, 365],
    ["business", null, 730],
    ["free", '{"historyDays":400}', 400],
  ])("%s %s: %i days", async (plan, overrides, days) => {
    // A domain of its own: work that the tick of another test began may still be going on.
    const id = `d${days}-`;
    await history(id, plan, overrides);
    await tickCron("10 0 * * *", NOW);
    const firstDay = day(NOW - days * DAY_MS);
    expect(await count("prompt_run", `date_utc >= '${firstDay}'`), "no run too early").toBe(days + 1);
    // An open run is left to the sweep that ends it.
    expect(await count("prompt_run", `date_utc < '${firstDay}'`), "no run too late").toBe(1);
    for (const table of ["answer", "report"]) {
      expect(await stored(id, table, `day >= '${firstDay}'`), `${table}: nothing too early`).toBe(days + 1);
      expect(await stored(id, table, `day < '${firstDay}'`), `${table}: nothing too late`).toBe(0);
    }
  });

  it("and the quarter-hourly ticks delete nothing", async () => {
    await history("quarter-", "free");
    await tickCron("*/15 * * * *", NOW);
    expect(await stored("quarter-", "report")).toBe(800);
  });
});

describe("records", () => {
  it("are deleted after 25 months, in pages, except who created an account", async () => {
    const first = Date.parse("2029-05-01T00:00:00Z");
    await env.DB.prepare("INSERT INTO account (id, plan, created_at) VALUES ('a', 'pro', 0)").run();
    // Many accounts, because one keeps no more than 5,000 entries of an action.
    await rows("account (id, plan, created_at)", "'a' || (i - 1), 'pro', 0", 20);
    // More than a page of entries that stay, before those that go.
    const action = (amount: number, name: string, at: number) =>
      rows(
        "action_log (id, account_id, actor_kind, action, at)",
        "?2 || ?3 || i, 'a' || (i % 20), 'operator', ?2, ?3",
        amount,
        name,
        at,
      );
    await action(6_000, "account.created", 1);
    await action(60_000, "domain.added", first - 1);
    await action(3, "domain.added", first);
    const call = (amount: number, at: number) =>
      rows(
        "provider_call (run_id, attempt, account_id, provider, day, started_at)",
        "?2 || '-' || i, 1, 'a', 'claude', date(?2 / 1000, 'unixepoch'), ?2",
        amount,
        at,
      );
    await call(6_000, first - 1);
    await call(4_000, NOW - 11 * DAY_MS);
    await call(2, NOW - 9 * DAY_MS);
    await env.DB.prepare("UPDATE provider_call SET outcome = 'ok', input_tokens = 3 WHERE attempt = 1").run();
    await rows("audit_usage", "?2 || i, 'a', ?2, 1, 1", 5, "2029-04");
    await rows("audit_usage", "?2 || i, 'a', ?2, 1, 1", 4, "2029-05");
    await rows("service_usage", "date(?2 / 1000, 'unixepoch', i || ' days'), 'ai_calls', 1", 40, first - 31 * DAY_MS);
    for (const revoked of [first - 1, first, null])
      await env.DB.prepare(
        "INSERT INTO api_key (id, account_id, name, prefix, hash, created_at, revoked_at) VALUES (?1, 'a', 'n', 'p', ?1, 0, ?2)",
      )
        .bind(`key${revoked}`, revoked)
        .run();

    let steps = 0;
    for (let after: string | null = null; steps === 0 || after !== null; steps++)
      after = await pruneRecords(env, NOW, after);
    expect(steps, "bounded steps").toBeGreaterThan(1);
    expect([await count("action_log", "action = 'account.created'"), await count("action_log")]).toEqual([
      6_000, 6_003,
    ]);
    expect(await count("provider_call"), "calls go after ten days").toBe(2);
    // Repeating it adds nothing.
    await pruneRecords(env, NOW);
    const { results: sums } = await env.DB.prepare("SELECT * FROM call_month").all();
    const summed = { account_id: "a", ledger: "answers", provider: "claude", output_tokens: 0, searches: 0 };
    expect(sums, "and stay as sums").toEqual([
      { ...summed, month: "2031-05", calls: 4_000, answered: 4_000, input_tokens: 12_000 },
    ]);
    expect(await count("audit_usage")).toBe(4);
    expect(await count("service_usage")).toBe(10);
    expect(await count("api_key")).toBe(2);
  });
});

describe("sign-ups that nobody made use of", () => {
  const OLD = NOW - 31 * DAY_MS;

  /** A sign-up of that age; `also` makes it one that stays. */
  async function signUp(id: string, also: readonly string[] = [], at = OLD, plan = "free"): Promise<void> {
    const user =
      "(id, name, email, email_verified, created_at, updated_at) VALUES (?1, 'n', ?1 || '@example.com', 0, 0, 0)";
    const first = [
      `INSERT INTO account (id, plan, created_at) VALUES (?1, '${plan}', ${at})`,
      `INSERT INTO user ${user}`,
      `INSERT INTO membership (account_id, user_id, role, created_at) VALUES (?1, ?1, 'owner', ${at})`,
      `INSERT INTO action_log (id, account_id, actor_kind, actor_id, action, at) VALUES (?1, ?1, 'user', ?1, 'account.created', ${at})`,
      `INSERT INTO domain (id, account_id, domain, verification_token, created_at) VALUES (?1, ?1, ?1 || '.example', 't', ${at})`,
    ];
    await env.DB.batch([...first, ...also].map((sql) => env.DB.prepare(sql).bind(id)));
  }
  const kept = async (): Promise<string[]> => {
    const { results } = await env.DB.prepare("SELECT id FROM account WHERE deleted_at IS NULL ORDER BY id").all<{
      id: string;
    }>();
    return results.map(({ id }) => id);
  };

  it("end after 30 days, in bounded steps; whatever was proven, used or made by the operator stays", async () => {
    const used = {
      proven: "UPDATE user SET email_verified = 1 WHERE id = ?1",
      operator: "UPDATE action_log SET actor_kind = 'operator' WHERE account_id = ?1",
      verified: "UPDATE domain SET verified_at = 1 WHERE id = ?1",
      onceVerified:
        "INSERT INTO action_log (id, account_id, actor_kind, action, at) VALUES (?1 || 'v', ?1, 'user', 'domain.verified', 1e13)",
      member:
        "INSERT INTO membership (account_id, user_id, role, created_at) SELECT ?1, id, 'member', 0 FROM user WHERE id = 'proven'",
      invited:
        "INSERT INTO invitation (id, account_id, email, name, password_hash, role, created_at, expires_at) VALUES (?1, ?1, 'x', 'x', 'x', 'member', 0, 0)",
      keyUsed:
        "INSERT INTO api_key (id, account_id, name, prefix, hash, created_at, last_used_at) VALUES (?1, ?1, 'n', 'p', ?1, 0, 1)",
      signedIn: `INSERT INTO session (id, user_id, token, expires_at, created_at, updated_at) VALUES (?1, ?1, ?1, ${NOW + 1}, 0, 0)`,
      suspended: "UPDATE account SET suspended_at = 1 WHERE id = ?1",
      overridden: "UPDATE account SET limit_overrides = '{}' WHERE id = ?1",
      audited: `INSERT INTO audit_run (account_id, domain_id, id, domain, status, "trigger", frequency, mode, scope_key, started_at, heartbeat_at)
        VALUES (?1, ?1, ?1, 'x', 'success', 'api', 'on_demand', 'follow', '', 1, 1)`,
    };
    await signUp("proven", [used.proven]);
    for (const [name, also] of Object.entries(used).slice(1)) await signUp(name, [also]);
    await signUp("paying", [], OLD, "pro");
    await signUp("young", [], NOW - 29 * DAY_MS);
    const staying = [...Object.keys(used), "paying", "young"].toSorted();
    for (let i = 0; i < 31; i++) await signUp(`gone-${i}`);
    const steps: Array<string | null> = [];
    for (let after: string | null = null; steps.length === 0 || after !== null; steps.push(after))
      after = await pruneSignUps(env, NOW, after);
    expect(steps).toHaveLength(3);
    expect(await kept()).toEqual(staying);
    expect(await count("user", "id LIKE 'gone-%'")).toBe(0);
    expect(await count("domain", "id LIKE 'gone-%' AND deleted_at IS NULL")).toBe(0);
  });

  it("stay if they are proven between the look and the deletion", async () => {
    await signUp("late", ["UPDATE user SET email_verified = 1 WHERE id = ?1"]);
    expect(await deleteAccount(env, "late", { kind: "system", id: null }, NOW, NOW - 30 * DAY_MS)).toBe(false);
    expect([await kept(), await count("user", "id = 'late'")]).toEqual([["late"], 1]);
  });
});
