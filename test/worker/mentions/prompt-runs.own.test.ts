import {
  createExecutionContext,
  createMessageBatch,
  getQueueResult,
  runInDurableObject,
  waitOnExecutionContext,
} from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import worker from "../../../src/index.ts";
import { openDb } from "../../../src/db/client.ts";
import { answerPrompt } from "../../../src/mentions/ask/answer-prompt.ts";
import { acceptAnalysis, acceptAnswer, claimAnalysis, claimRun, renewLease } from "../../../src/mentions/repo/runs.ts";
import { sweepRuns } from "../../../src/mentions/ask/sweep-runs.ts";
import { call, env, newAccount, until, type TestAccount } from "../support/api.ts";
import { seedText } from "../support/seed-answers.ts";
import { storedRun } from "../support/stored-run.ts";
import { callsOf, script } from "../support/stand-in.ts";
import { tickCron } from "../support/tick.ts";

const db = openDb(env.DB);
const DAY = 86_400_000;
let domains = 0;

/** A run without queue messages: only the test advances it. */
async function quietRun(options: { provider?: string; question?: string; account?: TestAccount } = {}) {
  const domain = `quiet-${++domains}.example`;
  const account = options.account ?? (await newAccount("pro"));
  const question = options.question ?? `Question ${crypto.randomUUID()}`;
  const ids = { domain: crypto.randomUUID(), prompt: crypto.randomUUID(), run: crypto.randomUUID() };
  const now = Date.now();
  const provider = options.provider ?? "claude";
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO domain (id, account_id, domain, verification_token, verified_at, created_at, brand_name) VALUES (?, ?, ?, 'x', 1, 1, 'Saltmarsh Bikes')",
    ).bind(ids.domain, account.accountId, domain),
    env.DB.prepare(
      "INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at) VALUES (?, ?, ?, ?, 'info', ?, 'dynamic', 1, 1)",
    ).bind(ids.prompt, account.accountId, ids.domain, question, JSON.stringify([provider])),
    env.DB.prepare("INSERT INTO prompt_schedule (prompt_id, provider, next_run_at) VALUES (?, ?, ?)").bind(
      ids.prompt,
      provider,
      now + DAY,
    ),
    env.DB.prepare(
      "INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at) VALUES (?, ?, ?, ?, ?, 'create', '2026-11-20', 'queued', ?, ?)",
    ).bind(ids.run, account.accountId, ids.domain, ids.prompt, provider, now, now + DAY),
  ]);
  return { ...ids, account, question, provider };
}

function runRow(id: string): Promise<any> {
  return env.DB.prepare("SELECT * FROM prompt_run WHERE id = ?").bind(id).first();
}

async function ledger(runId: string): Promise<any[]> {
  return (await env.DB.prepare("SELECT * FROM provider_call WHERE run_id = ? ORDER BY attempt, turn").bind(runId).all())
    .results;
}

beforeEach(async () => {
  await env.DB.exec("DELETE FROM provider_breaker");
});

describe("a run", () => {
  it("calls the provider once, even if many workers get its message at once", async () => {
    const { run, question } = await quietRun();
    const progress = await Promise.all(Array.from({ length: 8 }, () => answerPrompt(env, run, Date.now)));
    expect(progress.filter((each) => "done" in each).length).toBeGreaterThan(0);
    expect(await callsOf(question)).toHaveLength(1);
    expect(await runRow(run)).toMatchObject({ status: "ok", attempts: 1, claim: null });
    expect(await ledger(run)).toMatchObject([
      { attempt: 1, turn: 1, outcome: "ok", provider: "claude", day: "2026-11-20" },
    ]);
    await answerPrompt(env, run, Date.now);
    expect(await callsOf(question)).toHaveLength(1);
  });

  it("continues after its worker dies and the lease expires, and ignores the dead worker's late answer", async () => {
    const { run, question, domain, prompt } = await quietRun();
    const now = Date.now();
    const claim = { token: "dead", now, leaseUntil: now + 60_000, maxAttempts: 5 };
    expect(await claimRun(db, run, claim)).toMatchObject({ attempts: 1 });
    expect(await claimRun(db, run, { ...claim, token: "other" })).toBeUndefined();
    expect(await answerPrompt(env, run, Date.now)).toEqual({ againAt: now + 60_000 });
    expect(await answerPrompt(env, run, () => now + 60_001)).toEqual({ done: true });
    const { createdAt, dateUtc: day } = await storedRun(run);
    await seedText(domain, { runId: run, day, createdAt, promptId: prompt }, "late");
    const usage = { inputTokens: 1, outputTokens: 1, searches: 1 };
    expect(await acceptAnswer(db, { id: run, attempts: 1, job: null }, "dead", usage, now)).toBe(false);
    const kept = await storedRun(run);
    expect(kept).toMatchObject({ status: "ok", attempts: 2, analysis: { method: "rules" } });
    expect(kept.rawResponse).toMatch(/./);
    expect(kept.rawResponse).not.toBe("late");
    expect(await callsOf(question)).toHaveLength(1);
  });

  it("is held for seconds only, renewed while its worker is alive", async () => {
    const { run, question } = await quietRun();
    await script(question, [{ kind: "complete", delayMs: 600 }], "claude");
    const startedAt = Date.now();
    const asked = answerPrompt(env, run, Date.now);
    const { claim, lease_until: leaseUntil } = await until(async () => {
      const row = await runRow(run);
      return row.status === "running" ? row : undefined;
    });
    expect(leaseUntil).toBeGreaterThan(startedAt + 20_000);
    expect(leaseUntil).toBeLessThan(startedAt + 35_000);
    await renewLease(db, run, claim, leaseUntil + 5);
    await renewLease(db, run, "another", leaseUntil + 9);
    expect((await runRow(run)).lease_until).toBe(leaseUntil + 5);
    await asked;
    await renewLease(db, run, claim, leaseUntil + 9);
    expect(await runRow(run)).toMatchObject({ status: "ok", lease_until: 0 });
  });

  it("ends after all of its five workers died", async () => {
    const { run, question } = await quietRun();
    let now = Date.now();
    for (let i = 0; i < 5; i++, now += 2) {
      expect(await claimRun(db, run, { token: `${i}`, now, leaseUntil: now + 1, maxAttempts: 5 })).toBeDefined();
    }
    expect(await answerPrompt(env, run, () => now + 10)).toEqual({ done: true });
    expect(await runRow(run)).toMatchObject({ status: "error", error_code: "interrupted", attempts: 5 });
    expect(await callsOf(question)).toHaveLength(0);
  });

  it("stores its answer before the analysis, which calls no provider", async () => {
    const { run, question, domain } = await quietRun();
    await answerPrompt(env, run, Date.now);
    const before = await storedRun(run);
    await env.DB.prepare("UPDATE prompt_run SET status = 'answered' WHERE id = ?").bind(run).run();
    await runInDurableObject(env.DOMAIN_ANSWERS.getByName(domain), (_, { storage }) => {
      storage.sql.exec("UPDATE answer SET analysis = NULL, position = 99");
    });
    await Promise.all([answerPrompt(env, run, Date.now), answerPrompt(env, run, Date.now)]);
    const { finishedAt: _then, analysisAttempts: _first, ...kept } = before;
    expect(kept.analysis).not.toBe(null);
    expect(await storedRun(run)).toMatchObject(kept);
    expect(await callsOf(question)).toHaveLength(1);
  });

  it("is answered and analysed by the worker that holds it, and no other's result counts", async () => {
    const { run } = await quietRun();
    const now = Date.now();
    const usage = { inputTokens: 1, outputTokens: 1, searches: 1 };
    const claim = (token: string, at = now) => ({ token, now: at, leaseUntil: at + 1_000 });
    await claimRun(db, run, { ...claim("dead"), maxAttempts: 5 });
    await claimRun(db, run, { ...claim("present", now + 1_000), maxAttempts: 5 });
    expect(await acceptAnswer(db, { id: run, attempts: 1, job: null }, "dead", usage, now)).toBe(false);
    expect(await acceptAnswer(db, { id: run, attempts: 2, job: null }, "present", usage, now)).toBe(true);
    expect(await claimAnalysis(db, run, claim("slow"))).toMatchObject({ claim: "slow", analysisAttempts: 1 });
    expect(await claimAnalysis(db, run, claim("early", now + 999))).toBeUndefined();
    expect(await claimAnalysis(db, run, claim("next", now + 1_000))).toMatchObject({ analysisAttempts: 2 });
    const made = { rulesKey: "k", now };
    expect(await acceptAnalysis(db, run, "slow", made)).toBe(false);
    expect(await acceptAnalysis(db, run, "next", made)).toBe(true);
    expect(await runRow(run)).toMatchObject({ status: "ok", claim: null });
  });

  it("waits as long as the provider asks, then retries, with at most five attempts", async () => {
    const { run, question } = await quietRun();
    await script(question, [{ kind: "rate_limited", retryAfterSeconds: 30 }]);
    const first = Date.now();
    const progress = (await answerPrompt(env, run, Date.now)) as { againAt: number };
    expect(progress.againAt).toBeGreaterThanOrEqual(first + 30_000);
    expect(await runRow(run)).toMatchObject({ status: "queued", attempts: 1, next_at: progress.againAt });
    expect(await answerPrompt(env, run, Date.now)).toEqual(progress);
    await script(question, [{ kind: "overloaded" }], "claude");
    let now = progress.againAt;
    for (let tries = 0; tries < 20; tries++) {
      const next = await answerPrompt(env, run, () => now);
      if ("done" in next) break;
      now = Math.max(now + 1, next.againAt);
      await script(question, [{ kind: "overloaded" }], "claude");
    }
    expect(await runRow(run)).toMatchObject({ status: "error", error_code: "overloaded", attempts: 5 });
    expect(await callsOf(question)).toHaveLength(5);
    expect((await ledger(run)).map(({ outcome }) => outcome)).toEqual([
      "rate_limited",
      ...Array.from({ length: 4 }, () => "overloaded"),
    ]);
    const schedule = await env.DB.prepare(
      "SELECT * FROM prompt_schedule WHERE prompt_id = (SELECT prompt_id FROM prompt_run WHERE id = ?)",
    )
      .bind(run)
      .first<any>();
    const { created_at } = await runRow(run);
    expect(schedule).toMatchObject({ fail_streak: 1, next_run_at: created_at + 15 * 60_000 });
  });

  it("of an unconfigured provider ends at once and names the variable", async () => {
    const { run, question } = await quietRun({ provider: "gemini" });
    expect(await answerPrompt({ ...env, GEMINI_API_KEY: "" }, run, Date.now)).toEqual({ done: true });
    expect(await runRow(run)).toMatchObject({ status: "error", error_code: "not_configured", attempts: 0 });
    expect((await runRow(run)).error_text).toContain("GEMINI_API_KEY");
    expect(await callsOf(question)).toHaveLength(0);
    expect(await ledger(run)).toEqual([]);
  });

  it("past its deadline is ended by the sweep, and a lost one is sent again", async () => {
    const late = await quietRun();
    const lost = await quietRun();
    await env.DB.prepare("UPDATE prompt_run SET deadline_at = 1 WHERE id = ?").bind(late.run).run();
    await sweepRuns(env);
    expect(await runRow(late.run)).toMatchObject({ status: "error", error_code: "expired" });
    await until(async () => (await runRow(lost.run)).status === "ok");
    expect(await callsOf(late.question)).toHaveLength(0);
    expect(await callsOf(lost.question)).toHaveLength(1);
  });
});

describe("cost", () => {
  it("is paid once for an answer that is too large to be kept whole, or to be read", async () => {
    const kept = await quietRun();
    const refused = await quietRun();
    const behaviour = (length: number) => ({
      kind: "complete" as const,
      answer: { parts: [{ text: "Saltmarsh Bikes. ".repeat(length / 17), cites: [] }] },
    });
    await script(kept.question, [behaviour(850_000)]);
    await script(refused.question, [behaviour(3_000_000)]);
    for (const { run } of [kept, refused]) expect(await answerPrompt(env, run, Date.now)).toEqual({ done: true });
    expect(await storedRun(kept.run)).toMatchObject({ status: "ok", attempts: 1, stop: "truncated" });
    expect((await storedRun(kept.run)).rawResponse).toHaveLength(100_000);
    expect(await runRow(refused.run)).toMatchObject({ status: "error", error_code: "too_large", attempts: 1 });
    expect((await ledger(refused.run)).map(({ outcome }) => outcome)).toEqual(["too_large"]);
    for (const { question } of [kept, refused]) expect(await callsOf(question)).toHaveLength(1);
  });

  it("books each call in advance, and makes no calls beyond the account's daily budget", async () => {
    const account = await newAccount("pro", [], { answersPerDay: 3 });
    const made = await Promise.all(Array.from({ length: 6 }, () => quietRun({ account })));
    await Promise.all(made.map(({ run }) => answerPrompt(env, run, Date.now)));
    const rows = await Promise.all(made.map(({ run }) => runRow(run)));
    expect(rows.filter(({ status }) => status === "ok")).toHaveLength(3);
    const refused = rows.filter(({ status }) => status === "error");
    expect(refused.map((row) => row.error_code)).toEqual(["budget_exhausted", "budget_exhausted", "budget_exhausted"]);
    expect(refused[0].error_text).toContain("3 calls");
    const calls = await Promise.all(made.map(({ question }) => callsOf(question)));
    expect(calls.flat()).toHaveLength(3);
    const other = await quietRun();
    await answerPrompt(env, other.run, Date.now);
    expect(await runRow(other.run)).toMatchObject({ status: "ok" });
  });

  it("counts every turn of a paused answer", async () => {
    const { run, question } = await quietRun();
    await script(question, [{ kind: "paused" }, { kind: "paused" }, { kind: "complete" }], "claude");
    await answerPrompt(env, run, Date.now);
    expect((await ledger(run)).map(({ turn, outcome }) => [turn, outcome])).toEqual([
      [1, "ok"],
      [2, "ok"],
      [3, "ok"],
    ]);
  });
});

describe("a provider in trouble", () => {
  it("is paused after five consecutive failures, probed by one run after a minute, and available again after a success", async () => {
    const broken = await Promise.all(Array.from({ length: 7 }, () => quietRun({ provider: "perplexity" })));
    await Promise.all(broken.map(({ question }) => script(question, [{ kind: "server_error" }])));
    for (const { run } of broken.slice(0, 5)) await answerPrompt(env, run, Date.now);
    const parked = broken[5]!;
    const { againAt } = (await answerPrompt(env, parked.run, Date.now)) as { againAt: number };
    expect(againAt).toBeGreaterThan(Date.now() + 50_000);
    expect(await callsOf(parked.question)).toHaveLength(0);
    expect(await runRow(parked.run)).toMatchObject({ status: "queued", attempts: 0 });

    const others = await quietRun({ provider: "claude" });
    await answerPrompt(env, others.run, Date.now);
    expect(await runRow(others.run), "other providers go on").toMatchObject({ status: "ok" });

    const later = () => againAt + 10_000;
    await Promise.all(broken.map(({ question }) => script(question, [{ kind: "complete", delayMs: 300 }])));
    await Promise.all(broken.slice(5).map(({ run }) => answerPrompt(env, run, later)));
    const tried = await Promise.all(broken.slice(5).map(({ question }) => callsOf(question)));
    expect(tried.flat(), "one tries it").toHaveLength(1);
    expect(await env.DB.prepare("SELECT failures, open_until FROM provider_breaker").first()).toEqual({
      failures: 0,
      open_until: 0,
    });
  });

  it("that hangs does not delay the others", async () => {
    const domain = `hang-${++domains}.example`;
    const account = await newAccount("pro", [domain]);
    for (let i = 0; i < 4; i++) {
      const question = `Hanging ${i} ${crypto.randomUUID()}`;
      await script(question, [{ kind: "complete", delayMs: 30_000 }], "chatgpt");
      await call("POST", "/api/ai-mentions/prompts", {
        headers: account.auth,
        json: { action: "create", domain, promptText: question, intent: "info" },
      });
    }
    await until(async () => {
      const { body } = await call("GET", `/api/ai-mentions/runs?domain=${domain}`, { headers: account.auth });
      return body.runs.filter((run: any) => run.status === "ok" && run.provider !== "chatgpt").length === 12;
    });
    expect(
      await env.DB.prepare(
        "SELECT count(*) AS n FROM prompt_run WHERE provider = 'chatgpt' AND status = 'ok' AND domain_id = (SELECT id FROM domain WHERE domain = ?)",
      )
        .bind(domain)
        .first("n"),
    ).toBe(0);
  });
});

describe("messages", () => {
  it("of an unknown kind or for a waiting run are retried later; a message without a run is dropped", async () => {
    const { run } = await quietRun();
    const now = Date.now();
    await env.DB.prepare("UPDATE prompt_run SET next_at = ? WHERE id = ?")
      .bind(now + 60_000, run)
      .run();
    const bodies = [null, { runId: 5 }, { runId: "unknown" }, { runId: run }];
    const batch = createMessageBatch(
      "crawlready-prompts-claude",
      bodies.map((body, i) => ({ id: `${i}`, timestamp: new Date(), attempts: 1, body })),
    );
    const ctx = createExecutionContext();
    await worker.queue(batch, env);
    const result = await getQueueResult(batch, ctx);
    expect(result.explicitAcks).toEqual(["2"]);
    expect(result.retryMessages.map(({ msgId }) => msgId).toSorted()).toEqual(["0", "1", "3"]);
    await waitOnExecutionContext(ctx);
  });
});

describe("the cron", () => {
  it("queues a due run once, with the tick's time, even if ticks repeat or come late", async () => {
    const { prompt, run, question } = await quietRun();
    // Responses scripted by other tests, above all a Retry-After, would delay this run.
    await env.DB.prepare("UPDATE prompt SET active = 0 WHERE id <> ?").bind(prompt).run();
    await answerPrompt(env, run, Date.now);
    const { next_run_at: due } = (await env.DB.prepare("SELECT next_run_at FROM prompt_schedule WHERE prompt_id = ?")
      .bind(prompt)
      .first<any>())!;
    const tick = (scheduledTime: number) => tickCron("*/15 * * * *", scheduledTime);
    const count = () =>
      env.DB.prepare("SELECT count(*) AS n FROM prompt_run WHERE prompt_id = ?").bind(prompt).first("n");
    await tick(due - 1);
    expect(await count()).toBe(1);
    await Promise.all([tick(due + 900_000), tick(due + 900_000), tick(due)]);
    expect(await count()).toBe(2);
    const scheduled = await env.DB.prepare("SELECT * FROM prompt_run WHERE prompt_id = ? AND slot <> 'create'")
      .bind(prompt)
      .first<any>();
    expect(scheduled.slot).toBe(new Date(due).toISOString());
    expect([due, due + 900_000]).toContain(scheduled.created_at);
    expect(scheduled.date_utc).toBe(new Date(scheduled.created_at).toISOString().slice(0, 10));
    await until(async () => (await runRow(scheduled.id)).status === "ok");
    expect(await callsOf(question)).toHaveLength(2);
    await env.DB.prepare("UPDATE prompt SET active = 0 WHERE id = ?").bind(prompt).run();
    await tick(due + 30 * DAY);
    expect(await count(), "inactive prompts rest").toBe(2);
  });
});
