import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bindings } from "../../../src/env.ts";
import { JOB_LIMIT_MS } from "../../../src/mentions/core/job.ts";
import { answerPrompt } from "../../../src/mentions/ask/answer-prompt.ts";
import { call, env, newAccount } from "../support/api.ts";
import { storedRun } from "../support/stored-run.ts";

const DAY = 86_400_000;
const ORIGIN = "https://scraper.example";
const bindings = { ...env, SURFACES_BASE_URL: ORIGIN, SURFACES_API_KEY: "key-of-the-service" } as Bindings;

/** What the service answers, in order, and what it was asked. */
let replies: Array<{ json: unknown; status?: number }> = [];
let asked: string[] = [];

beforeEach(async () => {
  [replies, asked] = [[], []];
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const url = input instanceof Request ? input.url : String(input);
    if (!url.startsWith(ORIGIN)) return real(input, init);
    asked.push(`${init?.method ?? "GET"} ${url.slice(ORIGIN.length)}`);
    const { json, status = 200 } = replies.shift() ?? { json: {}, status: 500 };
    return Response.json(json, { status });
  });
  await env.DB.exec("DELETE FROM provider_breaker");
});
afterEach(() => vi.unstubAllGlobals());

let domains = 0;
async function surfaceRun() {
  const account = await newAccount("pro");
  const [domain, prompt, run] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  const now = Date.now();
  const name = `surface-${++domains}.example`;
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO domain (id, account_id, domain, verification_token, verified_at, created_at, brand_name) VALUES (?, ?, ?, 'x', 1, 1, 'Saltmarsh Bikes')",
    ).bind(domain, account.accountId, name),
    env.DB.prepare(
      "INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at) VALUES (?, ?, ?, 'Which bikes?', 'info', '[\"copilot\"]', 'weekly', 1, 1)",
    ).bind(prompt, account.accountId, domain),
    env.DB.prepare("INSERT INTO prompt_schedule (prompt_id, provider, next_run_at) VALUES (?, 'copilot', ?)").bind(
      prompt,
      now + DAY,
    ),
    env.DB.prepare(
      "INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at) VALUES (?, ?, ?, ?, 'copilot', 'create', ?, 'queued', ?, ?)",
    ).bind(run, account.accountId, domain, prompt, new Date(now).toISOString().slice(0, 10), now, now + DAY),
  ]);
  return { run, prompt, name, account, now };
}
const rowOf = (id: string): Promise<any> => env.DB.prepare("SELECT * FROM prompt_run WHERE id = ?").bind(id).first();
const callsOf = async (id: string): Promise<any[]> =>
  (await env.DB.prepare("SELECT attempt, turn, outcome FROM provider_call WHERE run_id = ?").bind(id).all()).results;

const queued = { json: { id: "job-1", status: "queued" } };
const done = { json: { status: "done", answer: { text: "Saltmarsh Bikes is good.", citations: [] } } };

it("a job is started once, looked at until it ends, and booked as one call", async () => {
  const { run, name, account, now } = await surfaceRun();
  replies = [queued, { json: { status: "running" } }, { json: {}, status: 503 }, done];
  const first: any = await answerPrompt(bindings, run, () => now);
  expect(first.againAt).toBe(now + 5_000);
  expect(await rowOf(run)).toMatchObject({ status: "queued", attempts: 0, claim: null });
  // Messages come twice and early.
  expect(await answerPrompt(bindings, run, () => now + 1)).toEqual({ againAt: now + 5_000 });
  const second: any = await answerPrompt(bindings, run, () => now + 5_000);
  expect(second.againAt).toBe(now + 15_000);
  // A look that fails keeps the job.
  const third: any = await answerPrompt(bindings, run, () => second.againAt);
  expect((await rowOf(run)).job).toContain("job-1");
  expect(await callsOf(run)).toMatchObject([{ attempt: 1, outcome: "overloaded" }]);
  expect(await answerPrompt(bindings, run, () => third.againAt)).toEqual({ done: true });
  expect(asked).toEqual(["POST /jobs", "GET /jobs/job-1", "GET /jobs/job-1", "GET /jobs/job-1"]);
  expect(await storedRun(run)).toMatchObject({ status: "ok", rawResponse: "Saltmarsh Bikes is good." });
  // The last outcome is that of the call.
  expect(await callsOf(run)).toEqual([{ attempt: 1, turn: 1, outcome: "ok" }]);
  const stats: any = await call("GET", `/api/ai-mentions/prompt-stats?domain=${name}`, { headers: account.auth });
  expect(stats.body.summary).toMatchObject({ surface: "consumer", totalResponses: 1 });
  expect(stats.body.byProvider).toMatchObject([{ provider: "copilot", surface: "consumer", responses: 1 }]);
});

it("a job that fails or never ends is given up, and another one is started", async () => {
  const { run, now } = await surfaceRun();
  replies = [
    queued,
    { json: { status: "failed" } },
    { json: { id: "job-2", status: "queued" } },
    { json: { status: "running" } },
  ];
  const first: any = await answerPrompt(bindings, run, () => now);
  const failed: any = await answerPrompt(bindings, run, () => first.againAt);
  expect(await rowOf(run)).toMatchObject({ status: "queued", attempts: 1, job: null });
  const again: any = await answerPrompt(bindings, run, () => failed.againAt);
  expect((await rowOf(run)).job).toContain("job-2");
  const late = again.againAt + JOB_LIMIT_MS;
  await answerPrompt(bindings, run, () => late);
  expect(await rowOf(run)).toMatchObject({ status: "queued", attempts: 2, job: null });
  expect(asked).toEqual(["POST /jobs", "GET /jobs/job-1", "POST /jobs", "GET /jobs/job-2"]);
  expect((await callsOf(run)).map(({ attempt, outcome }) => [attempt, outcome])).toEqual([
    [1, "server_error"],
    [2, "timeout"],
  ]);
});

it("a job that is given up after looks that failed is booked as that", async () => {
  const { run, now } = await surfaceRun();
  replies = [queued, { json: {}, status: 503 }, { json: { status: "running" } }];
  const first: any = await answerPrompt(bindings, run, () => now);
  const failed: any = await answerPrompt(bindings, run, () => first.againAt);
  expect(failed.againAt).toBeGreaterThan(first.againAt);
  await answerPrompt(bindings, run, () => now + JOB_LIMIT_MS + 1);
  expect(await rowOf(run)).toMatchObject({ status: "queued", job: null });
  expect(await callsOf(run)).toEqual([{ attempt: 1, turn: 1, outcome: "timeout" }]);
});

it("without a service, a run says which setting is missing, and asks nobody", async () => {
  const { run } = await surfaceRun();
  await answerPrompt(env, run, Date.now);
  expect(await rowOf(run)).toMatchObject({ status: "error", error_code: "not_configured" });
  expect(asked).toEqual([]);
});
