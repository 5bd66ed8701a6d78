import "../../../src/jobs/queues.ts"; // Loaded before the queues deliver: modules that a request loads can hang another request.
import { beforeEach, describe, expect, it } from "vitest";
import { API_PROVIDERS } from "../../../src/lib/ai-providers.ts";
import { call, env, newAccount, until, type Answer, type TestAccount } from "../support/api.ts";
import { callsOf, script } from "../support/stand-in.ts";
import { tickCron } from "../support/tick.ts";

let domains = 0;
const newDomain = () => `shop-${++domains}.example`;

function post(account: TestAccount, json: Record<string, unknown>): Promise<Answer> {
  return call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json });
}

function create(account: TestAccount, domain: string, more: Record<string, unknown> = {}): Promise<Answer> {
  return post(account, { action: "create", domain, promptText: "Where do I buy a bike?", intent: "info", ...more });
}

async function prompts(account: TestAccount, domain: string, query = ""): Promise<any[]> {
  return (await call("GET", `/api/ai-mentions/prompts?domain=${domain}${query}`, { headers: account.auth })).body;
}

function runs(account: TestAccount, domain: string, query = ""): Promise<Answer> {
  return call("GET", `/api/ai-mentions/runs?domain=${domain}${query}`, { headers: account.auth });
}

/** Waits until all runs of the domain have ended. */
function settled(account: TestAccount, domain: string): Promise<any> {
  return until(async () => {
    const { body } = await runs(account, domain);
    const { queued, running, answered } = body.summary.byStatus;
    return body.summary.total > 0 && queued + running + answered === 0 && body;
  });
}

// A provider paused by one test is paused for all.
beforeEach(async () => {
  await env.DB.exec("DELETE FROM provider_breaker");
});

describe("a prompt", () => {
  it("is created active with one run per provider, and its answers are analysed", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const created = await create(account, domain, {
      active: "no",
      tags: "bikes,touring",
      personaLocation: { country: "de" },
    });
    expect(created).toMatchObject({ status: 200, body: { queued: 4, id: expect.any(String) } });
    expect(await prompts(account, domain)).toEqual([
      {
        id: created.body.id,
        promptText: "Where do I buy a bike?",
        intent: "info",
        active: 1,
        aiProviders: API_PROVIDERS,
        tags: "bikes,touring",
        personaLocation: '{"country":"DE"}',
        monitorInterval: "dynamic",
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    const { runs: made, summary } = await settled(account, domain);
    expect(summary).toEqual({ total: 4, byStatus: { queued: 0, running: 0, answered: 0, ok: 4, error: 0 } });
    expect(made.map((run: any) => run.provider).sort()).toEqual(API_PROVIDERS.toSorted());
    for (const run of made) {
      expect(run).toMatchObject({ promptId: created.body.id, status: "ok", citationCount: 2, attempts: 1 });
      expect(run.rawResponse).toMatch(/sample answer from the stand-in/);
      expect(JSON.parse(run.citationDomains).join()).toMatch(/^example\.(org|net|com)/);
      expect(run.analysisText.length).toBeGreaterThan(10);
    }
  });

  it("changes only in the given fields, does not run while inactive, and is deleted with its runs", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const { id } = (await create(account, domain, { providers: ["gemini", "chatgpt", "gemini"], tags: "a" })).body;
    await settled(account, domain);
    const [before] = await prompts(account, domain);
    expect(before.aiProviders).toEqual(["chatgpt", "gemini"]);
    const update = (json: Record<string, unknown>) => post(account, { action: "update", domain, id, ...json });
    expect((await update({ active: 2 })).status).toBe(400);
    expect(await update({ active: 0, monitorInterval: "weekly" })).toMatchObject({ status: 204, body: "" });
    expect(await prompts(account, domain)).toEqual([{ ...before, active: 0, monitorInterval: "weekly" }]);
    expect((await update({ tags: "", providers: ["claude"], personaLocation: '{"city":"Ulm"}' })).status).toBe(204);
    const [after] = await prompts(account, domain);
    expect(after).toMatchObject({ tags: "", aiProviders: ["claude"], personaLocation: '{"city":"Ulm"}', active: 0 });
    expect((await post(account, { action: "delete", domain, id })).status).toBe(204);
    expect(await prompts(account, domain)).toEqual([]);
    expect((await runs(account, domain)).body.summary.total).toBe(0);
    for (const action of ["update", "delete"]) {
      expect(await post(account, { action, domain, id })).toMatchObject({
        status: 404,
        body: { error: "prompt_not_found" },
      });
    }
  });

  it.each<[string, Record<string, unknown>]>([
    ["unknown action", { action: "archive" }],
    ["no action", { action: undefined }],
    ["no text", { promptText: undefined }],
    ["blank text", { promptText: "  " }],
    ["too long a text", { promptText: "x".repeat(4_001) }],
    ["unknown intent", { intent: "buy" }],
    ["no provider", { providers: [] }],
    ["unknown provider", { providers: ["bing"] }],
    ["providers as text", { providers: "chatgpt" }],
    ["unknown interval", { monitorInterval: "daily" }],
    ["upper-case tag", { tags: "Upper" }],
    ["underscore in a tag", { tags: "under_score" }],
    ["empty tag", { tags: "a,,b" }],
    ["too long a tag", { tags: "x".repeat(65) }],
    ["too many tags", { tags: Array.from({ length: 11 }, (_, i) => `t${i}`).join(",") }],
    ["tags as an array", { tags: ["a"] }],
    ["a place that is no JSON", { personaLocation: "Berlin" }],
    ["a place that is an array", { personaLocation: '["DE"]' }],
    ["a country's name", { personaLocation: { country: "Germany" } }],
    ["an unknown part of a place", { personaLocation: { planet: "Mars" } }],
    ["no domain", { domain: undefined }],
  ])("is refused with %s", async (_label, wrong) => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const answer = await create(account, domain, wrong);
    expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request", issues: expect.any(Array) } });
    expect(await prompts(account, domain)).toEqual([]);
  });

  it("accepts only valid tags, and is found by a whole tag", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const most = Array.from({ length: 10 }, (_, i) => `${i}`.padStart(64, "a")).join(",");
    expect((await create(account, domain, { tags: most, providers: ["claude"] })).status).toBe(200);
    expect((await create(account, domain, { tags: "shop, online-shop,shop", providers: ["claude"] })).status).toBe(200);
    expect((await prompts(account, domain)).map((prompt) => prompt.tags)).toEqual([most, "shop,online-shop"]);
    expect(await prompts(account, domain, "&tag=online-shop")).toHaveLength(1);
    expect(await prompts(account, domain, "&tag=online")).toHaveLength(0);
  });

  it("is available only to the domain's owner", async () => {
    const domain = newDomain();
    const other = newDomain();
    const owner = await newAccount("pro", [domain]);
    const stranger = await newAccount("pro", [other]);
    const free = await newAccount("free");
    const { id } = (await create(owner, domain, { providers: ["claude"] })).body;
    expect(await create(stranger, domain)).toMatchObject({ status: 403, body: { error: "domain_not_owned" } });
    expect((await runs(stranger, domain)).body.error).toBe("domain_not_owned");
    expect((await call("GET", `/api/ai-mentions/prompts?domain=${domain}`)).body.error).toBe("invalid_api_key");
    expect((await create(free, domain)).body).toMatchObject({ error: "plan_required", requiredPlan: "pro" });
    expect(await post(stranger, { action: "delete", domain: other, id })).toMatchObject({ status: 404 });
    expect(await post(stranger, { action: "update", domain: other, id, active: 0 })).toMatchObject({ status: 404 });
    expect(await prompts(owner, domain)).toHaveLength(1);
  });

  it("counts exactly towards the plan's limit when many are created at once", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain], { prompts: 7 });
    const one = () => create(account, domain, { providers: ["claude"] });
    const answers = await Promise.all(Array.from({ length: 20 }, one));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(7);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const answer of refused) {
      expect(answer).toMatchObject({ status: 403, body: { error: "prompt_limit_reached" } });
    }
    const listed = await prompts(account, domain);
    expect(listed).toHaveLength(7);
    await post(account, { action: "update", domain, id: listed[0].id, active: 0 });
    expect((await one()).status, "inactive ones count").toBe(403);
    await post(account, { action: "delete", domain, id: listed[0].id });
    expect((await one()).status).toBe(200);
  });
});

describe("the schedule of a changed prompt", () => {
  const DAY = 86_400_000;
  const schedule = async (id: string) =>
    (await env.DB.prepare("SELECT * FROM prompt_schedule WHERE prompt_id = ? ORDER BY provider").bind(id).all<any>())
      .results;

  it("restarts with a new question, interval or provider, and on reactivation", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const { id } = (await create(account, domain, { providers: ["claude"] })).body;
    const { runs: made } = await settled(account, domain);
    const createdAt = Date.parse(made[0].createdAt);
    const update = (json: Record<string, unknown>) => post(account, { action: "update", domain, id, ...json });
    expect(await schedule(id)).toMatchObject([{ next_run_at: createdAt + DAY, level: 2 }]);

    await update({ tags: "other", intent: "comm" });
    expect(await schedule(id), "what does not concern it").toMatchObject([{ next_run_at: createdAt + DAY }]);
    await update({ monitorInterval: "weekly" });
    expect(await schedule(id)).toMatchObject([{ next_run_at: createdAt + 7 * DAY }]);
    await update({ monitorInterval: "monthly", promptText: "Something else?" });
    expect(await schedule(id), "a success counts for 30 days").toMatchObject([{ next_run_at: createdAt + 30 * DAY }]);
    await update({ monitorInterval: "dynamic", providers: ["claude", "gemini"] });
    const [claude, gemini] = await schedule(id);
    expect(claude).toMatchObject({ provider: "claude", next_run_at: createdAt + DAY });
    expect(gemini.next_run_at).toBeGreaterThan(Date.now());
    const { runs } = await settled(account, domain);
    expect(runs.map(({ provider }: any) => provider).sort(), "a new provider is asked at once").toEqual([
      "claude",
      "gemini",
    ]);
    await update({ promptText: "Another one?", providers: ["claude"] });
    const [anew] = await schedule(id);
    expect(anew.next_run_at, "a new question is due at once").toBeLessThanOrEqual(Date.now());
    expect(anew.baseline_from).toBeGreaterThan(createdAt);
    await update({ active: 0 });
    await env.DB.prepare("UPDATE prompt_schedule SET level = 4, next_run_at = 1").run();
    await update({ active: 1 });
    expect(await schedule(id)).toMatchObject([{ next_run_at: createdAt + DAY, level: 2 }]);
  });

  it("asks a failed weekly or monthly prompt again daily until it succeeds, whatever the failure", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    await env.DB.prepare("UPDATE prompt SET active = 0").run();
    for (const monitorInterval of ["weekly", "monthly"]) {
      const question = `Declined ${crypto.randomUUID()}`;
      const refused = { kind: "unauthorized" as const };
      const answered = {
        kind: "complete" as const,
        answer: { parts: [{ text: "Any shop.", cites: [{ url: "https://www.example.org/", title: "" }] }] },
      };
      await script(question, [refused, refused, refused, answered], "claude");
      const json = { providers: ["claude"], monitorInterval, promptText: question };
      const { id } = (await create(account, domain, json)).body;
      const { runs } = await settled(account, domain);
      const createdAt = Date.parse(runs.find(({ promptId }: any) => promptId === id).createdAt);
      const statuses = async () => {
        await settled(account, domain);
        const rows = await env.DB.prepare("SELECT status FROM prompt_run WHERE prompt_id = ? ORDER BY created_at")
          .bind(id)
          .all<any>();
        return rows.results.map(({ status }) => status);
      };
      expect(await statuses()).toEqual(["error"]);
      await tickCron("*/15 * * * *", createdAt + DAY);
      expect(await statuses()).toEqual(["error", "error"]);
      await tickCron("*/15 * * * *", createdAt + 2 * DAY - 60_000);
      expect(await statuses()).toHaveLength(2);
      await tickCron("*/15 * * * *", createdAt + 2 * DAY);
      await tickCron("*/15 * * * *", createdAt + 3 * DAY);
      expect(await statuses()).toEqual(["error", "error", "error", "ok"]);
      await tickCron("*/15 * * * *", createdAt + 9 * DAY);
      expect(await statuses(), "a success lasts for the interval").toHaveLength(4);
      await tickCron("*/15 * * * *", createdAt + 10 * DAY);
      expect(await statuses()).toHaveLength(monitorInterval === "weekly" ? 5 : 4);
      await post(account, { action: "update", domain, id, active: 0 });
    }
  });

  it("queues only the runs that the day's calls allow, says how many, and asks the rest the next day", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain], { answersPerDay: 5 });
    expect((await create(account, domain)).body).toMatchObject({ queued: 4, postponed: 0, postponedUntil: null });
    const second = (await create(account, domain)).body;
    const tomorrow = new Date(Math.floor(Date.now() / DAY) * DAY + DAY);
    expect(second).toMatchObject({ queued: 1, postponed: 3, postponedUntil: tomorrow.toISOString() });
    expect((await create(account, domain)).body).toMatchObject({ queued: 0, postponed: 4 });
    const { runs } = await settled(account, domain);
    expect(runs).toHaveLength(5);
    expect(runs.every(({ status }: any) => status === "ok")).toBe(true);
    const due = (await schedule(second.id)).map(({ next_run_at }: any) => next_run_at);
    expect(due.filter((at: number) => at === tomorrow.getTime())).toHaveLength(3);
  });

  it("cancels the queued runs of a prompt that becomes inactive", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const question = `Waiting ${crypto.randomUUID()}`;
    await script(question, [{ kind: "rate_limited", retryAfterSeconds: 300 }]);
    const { id } = (await create(account, domain, { providers: ["perplexity"], promptText: question })).body;
    await until(
      async () =>
        (await callsOf(question)).length === 1 && (await runs(account, domain)).body.summary.byStatus.queued === 1,
    );
    await post(account, { action: "update", domain, id, active: 0 });
    const { runs: made } = (await runs(account, domain)).body;
    expect(made).toMatchObject([{ status: "error", errorCode: "cancelled" }]);
  });
});

describe("a provider's search queries", () => {
  it("are stored with the run unchanged, and summed up in the statistics", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    await create(account, domain);
    const { runs: made } = await settled(account, domain);
    for (const run of made) expect(run.searchQueries, run.provider).toEqual(["sample"]);
    const { body } = await call("GET", `/api/ai-mentions/prompt-stats?domain=${domain}`, { headers: account.auth });
    expect(body.searchQueries).toEqual([
      { query: "sample", runs: 4, prompts: 1, providers: expect.any(Array), cited: expect.any(Number) },
    ]);
    expect(body.searchQueries[0].providers.toSorted()).toEqual(API_PROVIDERS.toSorted());
    expect(body.matrix).toHaveLength(4);
  });
});

describe("the list of runs", () => {
  it("is filtered by prompt, provider, day and range, including its summary", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const first = (await create(account, domain, { providers: ["claude", "gemini"] })).body.id;
    await create(account, domain, { providers: ["claude"], promptText: "Another?" });
    await settled(account, domain);
    const today = new Date().toISOString().slice(0, 10);
    const total = async (query: string) => {
      const { body } = await runs(account, domain, query);
      expect(body.runs).toHaveLength(body.summary.total);
      return body.summary.total;
    };
    expect(await total("")).toBe(3);
    expect(await total(`&promptId=${first}`)).toBe(2);
    expect(await total("&provider=claude")).toBe(2);
    expect(await total(`&promptId=${first}&provider=claude&date=${today}`)).toBe(1);
    expect(await total(`&from=${today}&to=${today}`)).toBe(3);
    expect(await total("&to=2020-01-01")).toBe(0);
    expect(await total("&date=2020-01-01")).toBe(0);
    const parts: string[] = [];
    let cursor = "";
    for (let page = 0; page < 3; page++) {
      const { body } = await runs(account, domain, `&limit=1${cursor}`);
      expect(body.summary.total).toBe(3);
      parts.push(...body.runs.map((run: any) => run.id));
      cursor = `&cursor=${body.nextCursor}`;
    }
    expect(parts).toEqual((await runs(account, domain)).body.runs.map((run: any) => run.id));
    expect((await runs(account, domain, `&limit=1${cursor}`)).body).toMatchObject({ runs: [], nextCursor: null });
    const reversed = "&from=2026-02-02&to=2026-02-01";
    for (const wrong of ["&limit=0", "&cursor=x", "&provider=bing", "&date=2026-02-30", "&from=yesterday", reversed]) {
      expect((await runs(account, domain, wrong)).status, wrong).toBe(400);
    }
  });
});

describe("a run whose provider does not answer", () => {
  it("ends as an error with the reason, is retried only where that helps, and does not count as an unmentioned answer", async () => {
    const domain = newDomain();
    const account = await newAccount("pro", [domain]);
    const question = `Trouble ${crypto.randomUUID()}`;
    const said = "Incorrect key sk-proj-abcdef123456 of org-8Fq2, says gw.internal.corp";
    await script(question, [{ kind: "unauthorized", message: said }], "chatgpt");
    await script(question, [{ kind: "refused" }], "claude");
    await script(question, [{ kind: "server_error" }, { kind: "rate_limited", retryAfterSeconds: 1 }], "perplexity");
    await script(question, [{ kind: "malformed" }, { kind: "empty" }], "gemini");
    await create(account, domain, { promptText: question, providers: ["chatgpt", "claude", "perplexity", "gemini"] });
    const { runs: made } = await settled(account, domain);
    const of = (provider: string) => made.find((run: any) => run.provider === provider);
    expect(of("chatgpt")).toMatchObject({ status: "error", errorCode: "auth", attempts: 1 });
    expect(of("claude")).toMatchObject({ status: "error", errorCode: "refused", attempts: 1 });
    expect(of("perplexity")).toMatchObject({ status: "ok", attempts: 3 });
    expect(of("gemini")).toMatchObject({ status: "error", errorCode: "empty", attempts: 2 });
    expect(of("chatgpt")).toMatchObject({ rawResponse: "", mentionPosition: 0, citationCount: 0 });
    expect(of("chatgpt").analysisText).toContain("the operator of the service must renew the key");
    expect(JSON.stringify(made)).not.toMatch(/org-8Fq2|internal\.corp|sk-proj|A sample error/);
    const calls = (await callsOf(question)).map(({ provider }) => provider).sort();
    expect(calls).toEqual(["chatgpt", "claude", "gemini", "gemini", "perplexity", "perplexity", "perplexity"]);
  });
});
