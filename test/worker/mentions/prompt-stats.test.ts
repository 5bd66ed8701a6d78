import { beforeAll, describe, expect, it } from "vitest";
import { generatedFacts } from "../../support/answer-history.ts";
import { plainStatistics } from "../../support/plain-statistics.ts";
import type { Caller } from "../../../src/accounts/index.ts";
import { promptStats } from "../../../src/mentions/prompts/prompt-stats.ts";
import { call, env, newAccount, until, type TestAccount } from "../support/api.ts";
import { spiedDatabase } from "../support/spied-database.ts";
import { addBrand, seedAnswers, seedPrompts } from "../support/seed-answers.ts";

const RUNS = 20_000;
const promptIds = Array.from({ length: 50 }, (_, i) => `prompt-${i}`);
const tracked = ["Alpha", "Beta", "Gamma"];
// Midday, so that a test running at midnight does not cross days.
const now = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 43_200_000;
const facts = generatedFacts(RUNS, promptIds.length, 90, now);
const day = (daysAgo: number) => new Date(now - daysAgo * 86_400_000).toISOString().slice(0, 10);

let pro: TestAccount;
let other: TestAccount;
const stats = (query: string, account = pro) =>
  call("GET", `/api/ai-mentions/prompt-stats?${query}`, { headers: account.auth });

beforeAll(async () => {
  pro = await newAccount("pro");
  other = await newAccount("pro", ["elsewhere.example"]);
  const competitors = tracked.map((name) => ({ name, siteUrl: `https://${name.toLowerCase()}.com` }));
  const id = await addBrand(pro, { domain: "own.example.com", brandName: "Own", competitors });
  await seedPrompts(pro.accountId, id, promptIds);
  await seedAnswers(pro.accountId, id, facts);
});

describe("prompt-stats on a history of 20,000 runs", () => {
  it.each<[string, Record<string, string>]>([
    ["the last 30 days", {}],
    ["an end alone: still from 30 days ago", { to: day(10) }],
    ["one provider", { provider: "gemini" }],
    ["a range of the past", { from: day(80), to: day(40) }],
    ["all of it", { from: day(95), to: day(0) }],
    ["a day without a run", { from: day(200), to: day(200) }],
  ])("equals an independent computation: %s", async (_, query) => {
    const { status, body } = await stats(`domain=own.example.com&${new URLSearchParams(query).toString()}`);
    expect(status).toBe(200);
    const [from, to] = [query.from ?? day(30), query.to ?? day(0)];
    const expected = plainStatistics(facts, {
      promptIds,
      from,
      to,
      provider: query.provider,
      ownDomain: "example.com",
      tracked,
      now,
    });
    expect(body.summary).toMatchObject({ ...expected.summary, range: { from, to } });
    expect(body.prompts).toMatchObject(expected.prompts);
    expect(body.prompts).toHaveLength(promptIds.length);
  });

  it("takes a dozen statements, however many answers there are", async () => {
    const { statements, database } = spiedDatabase(env.DB);
    const caller = { kind: "key", accountId: pro.accountId, scope: null } as unknown as Caller;
    const { summary } = await promptStats(
      { ...env, DB: database },
      caller,
      { domain: "own.example.com", from: day(95), format: "json" },
      now,
    );
    expect(summary.range.from).toBe(day(95));
    expect(statements.length).toBeLessThanOrEqual(12);
  });

  it("shows when each prompt last ran in the range", async () => {
    const { body } = await stats(`domain=own.example.com&provider=claude`);
    for (const { promptId, lastRunAt } of body.prompts) {
      const times = facts
        .filter((fact) => fact.promptId === promptId && fact.provider === "claude" && fact.dateUtc >= day(30))
        .map(({ createdAt }) => createdAt);
      expect(lastRunAt).toBe(times.length === 0 ? "" : new Date(Math.max(...times)).toISOString());
    }
  });
});

describe("prompt-stats as CSV", () => {
  it("names its columns, also without prompts", async () => {
    const header = (
      await call("GET", "/api/ai-mentions/prompt-stats?domain=elsewhere.example&format=csv", { headers: other.auth })
    ).body;
    const all = (await stats("domain=own.example.com&format=csv")).body.split("\r\n");
    expect(header).toBe(`${all[0]}\r\n`);
    expect(all).toHaveLength(promptIds.length + 2);
  });
});

describe("prompt-stats refuses", () => {
  it.each<[string, string, number, string]>([
    ["no domain", "", 400, "invalid_request"],
    ["a date that is none", "domain=own.example.com&from=2026-02-30", 400, "invalid_request"],
    ["another spelling of a date", "domain=own.example.com&to=20261101", 400, "invalid_request"],
    [
      "a range that ends before it begins",
      "domain=own.example.com&from=2026-11-02&to=2026-11-01",
      400,
      "invalid_request",
    ],
    ["an unknown provider", "domain=own.example.com&provider=bing", 400, "invalid_request"],
    ["somebody else's domain", "domain=elsewhere.example", 403, "domain_not_owned"],
  ])("%s", async (_, query, status, error) => {
    expect(await stats(query)).toMatchObject({ status, body: { error } });
  });

  it("no credential, and a key of another domain", async () => {
    expect((await call("GET", "/api/ai-mentions/prompt-stats?domain=own.example.com")).status).toBe(401);
    expect((await stats("domain=own.example.com", other)).body.error).toBe("domain_not_owned");
  });
});

describe("a new answer", () => {
  it("is in the statistics as soon as its run is ok", async () => {
    const json = {
      action: "create",
      domain: "elsewhere.example",
      promptText: "Which?",
      intent: "info",
      providers: ["claude"],
    };
    await call("POST", "/api/ai-mentions/prompts", { headers: other.auth, json });
    const body = await until(async () => {
      const answer = await stats("domain=elsewhere.example", other);
      return answer.body.summary.totalResponses === 1 && answer.body;
    });
    expect(body.prompts[0]).toMatchObject({ responses: 1, difficulty: -1, confidence: "too_thin", active: 1 });
    expect(body.prompts[0].lastRunAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});
