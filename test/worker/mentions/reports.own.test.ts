import { runInDurableObject } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { saveReport } from "../../../src/mentions/answers/reports.ts";
import { replayAnalysis } from "../../../src/mentions/index.ts";
import { replayOutdated } from "../../../src/mentions/analyse/replay-analysis.ts";
import { ReportV3 } from "../../../src/mentions/core/report/figures/schema.ts";
import { generatedFacts } from "../../support/answer-history.ts";
import { call, env, newAccount, signIn, until, type TestAccount } from "../support/api.ts";
import { addBrand, seedAnswers, seedOutdated, seedPrompts, seedText } from "../support/seed-answers.ts";
import { storedRun } from "../support/stored-run.ts";
import { recorder, tickCron } from "../support/tick.ts";

const DAY_MS = 86_400_000;
const day = (at: number) => new Date(at).toISOString().slice(0, 10);

const quarterHour = (now = Date.now()) => tickCron("*/15 * * * *", now);
const daily = (now = Date.now()) => tickCron("10 0 * * *", now);

const reports = (account: TestAccount, domain: string, query = "") =>
  call("GET", `/api/ai-mentions/reports?domain=${domain}${query}`, { headers: account.auth });
const ask = (account: TestAccount, domain: string) =>
  call("POST", "/api/ai-mentions/prompts", {
    headers: account.auth,
    json: { action: "create", domain, promptText: "Which bike is best?", intent: "info" },
  });
const complete = (account: TestAccount, domain: string) =>
  until(async () => {
    const { summary } = (await call("GET", `/api/ai-mentions/runs?domain=${domain}`, { headers: account.auth })).body;
    return summary.byStatus.queued + summary.byStatus.running + summary.byStatus.answered === 0 && summary.total > 0;
  });
const made = (account: TestAccount, domain: string, count = 1) =>
  until(async () => {
    const { body } = await reports(account, domain);
    return body.reports.length >= count && body;
  });
const isDue = async (domain: string) =>
  (await env.DB.prepare("SELECT 1 FROM report_due JOIN domain d ON d.id = domain_id WHERE d.domain = ?")
    .bind(domain)
    .first()) !== null;

let serial = 0;
async function newBrand(): Promise<{ account: TestAccount; domain: string; domainId: string }> {
  const account = await newAccount("pro");
  const domain = `brand-${++serial}.example`;
  const competitors = [{ name: "Alpha", siteUrl: "https://alpha.com" }, { name: "Beta" }];
  return { account, domain, domainId: await addBrand(account, { domain, brandName: "Own", competitors }) };
}

/** A run that never ends, on the given day. */
async function openRun(accountId: string, domainId: string, promptId: string, at: number): Promise<void> {
  await env.DB.prepare(
    `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at, lease_until)
     VALUES (?1, ?2, ?3, ?4, 'chatgpt', ?1, ?5, 'running', ?6, ?7, ?7)`,
  )
    .bind(crypto.randomUUID(), accountId, domainId, promptId, day(at), at, at + 100 * DAY_MS)
    .run();
}

describe("a report", () => {
  it("is made when the window's last run ends, and replaced under the same id when another one ends", async () => {
    const { account, domain } = await newBrand();
    expect((await reports(account, domain)).body).toEqual({
      reports: [],
      todayStatus: { hasReport: false, runsComplete: true, reportId: null },
    });
    await ask(account, domain);
    await complete(account, domain);
    await quarterHour();
    const first = await made(account, domain);
    const [report] = first.reports;
    expect(report).toMatchObject({
      dateUtc: day(Date.now()),
      reportType: "auto",
      weekStartUtc: day(Date.now() - 6 * DAY_MS),
      reportMarkdown: "",
    });
    expect(first.todayStatus).toEqual({ hasReport: true, runsComplete: true, reportId: report.id });
    const payload = ReportV3.parse(JSON.parse(report.reportJson));
    expect(payload.stats).toMatchObject({ prompts: 1, responses: 4, errors: 0 });
    expect(payload.providerCount).toBe(4);
    expect(payload.method.surfaces.every(({ model }) => model !== null)).toBe(true);

    const exported = (path: string) => call("GET", `/api/ai-mentions/${path}`, { headers: account.auth });
    const markdown = await exported(`reports/${report.id}?domain=${domain}`);
    expect(markdown.headers.get("content-type")).toContain("text/markdown");
    expect(markdown.body).toMatch(/^# AI visibility of Own\n/);
    const html = await exported(`reports/${report.id}?domain=${domain}&format=html`);
    expect(html.headers.get("content-type")).toContain("text/html");
    expect(html.headers.get("content-security-policy")).toMatch(
      /^default-src 'none'; style-src .* frame-ancestors 'none'$/,
    );
    expect(html.headers.get("referrer-policy")).toBe("no-referrer");
    expect(html.body).toContain("<h1>AI visibility of Own</h1>");
    expect((await exported(`reports/${crypto.randomUUID()}?domain=${domain}`)).body.error).toBe("report_not_found");
    const runs = (await exported(`runs?domain=${domain}&format=csv`)).body.split("\r\n");
    expect(runs[0]).toMatch(/^id,promptId,dateUtc,/);
    expect(runs.filter((line: string) => /^[0-9a-f-]{36},/.test(line))).toHaveLength(4);
    const stats = (await exported(`prompt-stats?domain=${domain}&format=csv`)).body.trim().split("\r\n");
    expect(stats).toHaveLength(2);
    expect(stats[0]).toMatch(/^promptId,promptText,intent,.*,from,to$/);
    expect(stats[1]).toContain("Which bike is best?");

    await until(async () => !(await isDue(domain)));
    await quarterHour();
    await ask(account, domain);
    await complete(account, domain);
    await Promise.all([quarterHour(), quarterHour()]);
    const second = await until(async () => {
      const { body } = await reports(account, domain);
      return JSON.parse(body.reports[0].reportJson).stats.responses === 8 && body;
    });
    expect(second.reports).toHaveLength(1);
    expect(second.reports[0].id).toBe(report.id);
  });

  it("waits for open runs in the quarter-hourly cron, but not in the daily one", async () => {
    const { account, domain, domainId } = await newBrand();
    await ask(account, domain);
    await complete(account, domain);
    const { id: promptId } = (await env.DB.prepare("SELECT id FROM prompt WHERE domain_id = ?")
      .bind(domainId)
      .first())!;
    await openRun(account.accountId, domainId, promptId as string, Date.now());
    await quarterHour();
    expect((await reports(account, domain)).body).toMatchObject({
      reports: [],
      todayStatus: { hasReport: false, runsComplete: false, reportId: null },
    });
    await daily();
    const body = await made(account, domain);
    expect(body.todayStatus).toEqual({ hasReport: true, runsComplete: false, reportId: body.reports[0].id });
    expect(JSON.parse(body.reports[0].reportJson).method.caveats.join()).toContain(
      "Runs still in progress when this report was made: 1.",
    );
  });

  it("is made each day of a history, refers to the previous one, and is the same when made again", async () => {
    const { account, domain, domainId } = await newBrand();
    const now = Math.floor(Date.now() / DAY_MS) * DAY_MS + 600_000;
    const ids = [`${domain}-0`, `${domain}-1`];
    await seedPrompts(account.accountId, domainId, ids);
    const facts = generatedFacts(2_000, 2, 40, now).map((fact) =>
      Object.assign(fact, { runId: `${domain}-${fact.runId}`, promptId: ids[Number(fact.promptId.slice(-1))]! }),
    );
    await seedAnswers(account.accountId, domainId, facts);
    await daily(now - DAY_MS);
    await made(account, domain);
    await daily(now);
    const { reports: both } = await made(account, domain, 2);
    expect(both.map((report: any) => report.dateUtc)).toEqual([day(now), day(now - DAY_MS)]);
    const [today, yesterday] = both.map((report: any) => ReportV3.parse(JSON.parse(report.reportJson)));
    const from = day(now - 6 * DAY_MS);
    expect(today!.stats.responses).toBe(facts.filter(({ dateUtc }) => dateUtc >= from && dateUtc <= day(now)).length);
    const continuing = today!.actionItems.filter(({ status }: any) => status === "continuing");
    expect(continuing.length).toBeGreaterThan(0);
    for (const item of continuing) expect(item.firstSeen).toBe(yesterday!.window.to);

    await daily(now);
    await until(async () => !(await isDue(domain)));
    const again = (await reports(account, domain)).body.reports;
    const content = ({ id, dateUtc, reportJson }: any) => ({ id, dateUtc, reportJson });
    expect(again.map(content)).toEqual(both.map(content));
  });

  it("is not made once its prompt's answers are deleted", async () => {
    const { account, domain, domainId } = await newBrand();
    const { id } = (await ask(account, domain)).body;
    await complete(account, domain);
    await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json: { action: "delete", domain, id } });
    const left = await runInDurableObject(env.DOMAIN_ANSWERS.getByName(domainId), (_, { storage }) =>
      storage.sql.exec("SELECT count(*) AS n FROM answer").one(),
    );
    expect(left).toEqual({ n: 0 });
    await daily();
    await until(async () => !(await isDue(domain)));
    expect((await reports(account, domain)).body.reports).toEqual([]);
  });
});

describe("the list of reports", () => {
  let account: TestAccount;
  const domain = "archive.example";

  beforeAll(async () => {
    account = await newAccount("pro");
    const id = await addBrand(account, { domain });
    const rows: Array<[string, string, "daily" | "weekly", string | null, string, string]> = [
      ["w", "2024-03-04", "weekly", "2024-02-26", "", "# Week 9\n\nTwo mentions."],
      ["d", "2024-05-01", "daily", null, JSON.stringify({ version: "v2", providerCount: 3, stats: {} }), ""],
      ["e", "2024-05-02", "daily", "2024-05-02", "", "Plain text"],
    ];
    for (const [reportId, dateUtc, reportType, weekStartUtc, reportJson, reportMarkdown] of rows)
      await saveReport(env, id, {
        id: reportId,
        dateUtc,
        reportType,
        weekStartUtc,
        reportJson,
        reportMarkdown,
        createdAt: 1,
      });
  });

  it("shows old reports unchanged, newest first", async () => {
    const { body } = await reports(account, domain);
    expect(body.reports.map(({ id }: any) => id)).toEqual(["e", "d", "w"]);
    expect(body.reports[2]).toEqual({
      id: "w",
      dateUtc: "2024-03-04",
      reportType: "weekly",
      weekStartUtc: "2024-02-26",
      reportJson: "",
      reportMarkdown: "# Week 9\n\nTwo mentions.",
      createdAt: "1970-01-01T00:00:00.001Z",
    });
    expect(body.todayStatus).toEqual({ hasReport: false, runsComplete: true, reportId: null });
    expect((await reports(account, domain, "&limit=1")).body.reports).toHaveLength(1);
  });

  it("ends at 8 MiB, like a page of answers", async () => {
    const large = "large.example";
    const id = await addBrand(account, { domain: large });
    const twelve = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12)";
    await env.DB.batch(
      [
        `INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)
         SELECT 'large', account_id, id, 'q', 'info', '[]', 'weekly', 1, 1 FROM domain WHERE id = ?1`,
        `${twelve} INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at, attempts, answered_at)
         SELECT printf('00000000-0000-4000-8000-%012d', i), '', ?1, 'large', 'claude', i, '2024-01-01', 'error', i, 1, 1, i FROM n`,
      ].map((sql) => env.DB.prepare(sql).bind(id)),
    );
    const million = "00".repeat(500_000);
    for (let i = 1; i <= 12; i++) {
      const dateUtc = `2024-01-${`${i}`.padStart(2, "0")}`;
      const texts = { weekStartUtc: null, reportJson: `"${million}"`, reportMarkdown: "" };
      await saveReport(env, id, { id: `large${i}`, dateUtc, reportType: "auto", ...texts, createdAt: i });
      const runId = `00000000-0000-4000-8000-${`${i}`.padStart(12, "0")}`;
      await seedText(id, { runId, day: "2024-01-01", createdAt: i, promptId: "large" }, million);
    }
    const list = (await reports(account, large)).body.reports as Array<{ id: string }>;
    expect(list.map((each) => each.id)).toEqual([
      "large12",
      "large11",
      "large10",
      "large9",
      "large8",
      "large7",
      "large6",
      "large5",
    ]);
    expect((await reports(account, large, "&date=2024-01-01")).body.reports).toMatchObject([{ id: "large1" }]);
    const runs = async (cursor: string) =>
      (await call("GET", `/api/ai-mentions/runs?domain=${large}${cursor}`, { headers: account.auth })).body;
    const first = await runs("");
    const rest = await runs(`&cursor=${first.nextCursor}`);
    expect([first.runs.length, rest.runs.length, rest.nextCursor, rest.summary.total]).toEqual([8, 4, null, 12]);
  });

  it.each(["0", "101", "1.5", "x", "-1"])("refuses limit %s", async (limit) => {
    expect(await reports(account, domain, `&limit=${limit}`)).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
  });

  it("refuses strangers", async () => {
    const other = await newAccount("pro");
    expect((await reports(other, domain)).body.error).toBe("domain_not_owned");
    expect((await call("GET", `/api/ai-mentions/reports?domain=${domain}`)).body.error).toBe("invalid_api_key");
    expect((await call("GET", "/api/ai-mentions/reports", { headers: account.auth })).status).toBe(400);
  });
});

describe("other names", () => {
  const nameOf = (domainId: string, brandName: string, competitors: unknown[]) =>
    env.DB.prepare("UPDATE domain SET brand_name = ?2, competitors = ?3 WHERE id = ?1")
      .bind(domainId, brandName, JSON.stringify(competitors))
      .run();

  it("repeat the analysis of the whole history, without calling a provider", async () => {
    const { account, domain, domainId } = await newBrand();
    await ask(account, domain);
    await complete(account, domain);
    const prompt = (await env.DB.prepare("SELECT id FROM prompt WHERE domain_id = ?").bind(domainId).first())!;
    const calls = () => env.DB.prepare("SELECT count(*) AS n FROM provider_call").first<{ n: number }>();
    const before = await calls();
    // 450 stored answers: three messages with at most 200 each.
    const old = Array.from({ length: 450 }, (_, i) => ({ runId: `old-${i + 1}`, createdAt: i + 1 }));
    await env.DB.prepare(
      `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at, attempts, answered_at)
       SELECT value ->> 'runId', ?1, ?2, ?3, 'claude', value ->> 'runId', ?4, 'ok', value ->> 'createdAt', 0, 1, 1 FROM json_each(?5)`,
    )
      .bind(account.accountId, domainId, prompt.id, day(Date.now()), JSON.stringify(old))
      .run();
    const promptId = prompt.id as string;
    await seedOutdated(
      domainId,
      old.map(({ runId, createdAt }) => ({ runId, createdAt, promptId, day: day(Date.now()) })),
      "Alpha is fine. Velotix is excellent.",
    );
    await nameOf(domainId, "Velotix", [{ name: "Alpha" }]);
    await replayAnalysis(env, domainId);
    const body = await until(async () => {
      const url = `/api/ai-mentions/prompt-stats?domain=${domain}`;
      const { body } = await call("GET", url, { headers: account.auth });
      return body.summary.totalMentions === 450 && body;
    });
    expect(body.summary).toMatchObject({ avgPosition: 2, topCompetitor: { name: "Alpha", mentions: 450 } });
    expect(body.summary.avgSentiment).toBeGreaterThan(0);
    expect(await storedRun("old-7")).toMatchObject({
      status: "ok",
      mentionPosition: 2,
      competitorMentions: '[{"name":"Alpha","count":1}]',
    });
    expect(await calls()).toEqual(before);
    await until(() => isDue(domain));
  });

  it("take effect when the owner changes them", async () => {
    const { account, domain, domainId } = await newBrand();
    await ask(account, domain);
    await complete(account, domain);
    const headers = await signIn(account.email);
    // Each answer names at least two of four shops.
    const json = {
      brandName: "Saltmarsh Bikes",
      brandAliases: ["Fenland Cycles", "Breckland Wheelworks"],
      competitors: [],
    };
    expect((await call("PATCH", `/api/account/domains/${domain}`, { headers, json })).status).toBe(200);
    await until(async () => {
      const { body } = await call("GET", `/api/ai-mentions/prompt-stats?domain=${domain}`, { headers: account.auth });
      return body.summary.totalMentions === 4;
    });
    await until(() => isDue(domain));
    const keys = await runInDurableObject(env.DOMAIN_ANSWERS.getByName(domainId), (_, { storage }) =>
      storage.sql.exec("SELECT count(DISTINCT rules_key) AS n FROM answer").one(),
    );
    expect(keys).toEqual({ n: 1 });
  });

  it("are looked for in steps of 4 MiB, however many names the domains have", async () => {
    const { accountId } = await newAccount("pro");
    const names = JSON.stringify(Array.from({ length: 500 }, (_, i) => ({ name: `${i}`.padEnd(100, "n") })));
    await env.DB.batch(
      [
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
         INSERT INTO domain (id, account_id, domain, verification_token, created_at, competitors)
         SELECT printf('~%03d', i), ?1, 'many-' || i || '.example', 't', 1, ?2 FROM n`,
        `INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)
         SELECT id, ?1, id, 'q', 'info', '[]', 'weekly', 1, 1 FROM domain WHERE account_id = ?1 AND ?2 <> ''`,
        `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at)
         SELECT id, ?1, id, id, 'claude', 's', '2024-01-01', 'ok', 1, 1 FROM domain WHERE account_id = ?1 AND ?2 <> ''`,
        `INSERT INTO domain_answers (domain_id, rules_key) SELECT id, 'old' FROM domain WHERE account_id = ?1 AND ?2 <> ''`,
      ].map((sql) => env.DB.prepare(sql).bind(accountId, names)),
    );
    const sent = recorder<{ domainId: string }>();
    const steps: Array<string | null> = [];
    for (let after: string | null = "~"; after !== null; steps.push(after))
      after = await replayOutdated({ ...env, ANALYSIS_QUEUE: sent.queue } as never, 0, after);
    expect(sent.bodies).toHaveLength(100);
    expect(steps).toHaveLength(2);
    await env.DB.prepare("DELETE FROM domain WHERE account_id = ?").bind(accountId).run();
  });

  it("whose message was lost are found by the daily cron", async () => {
    const { account, domain, domainId } = await newBrand();
    await ask(account, domain);
    await complete(account, domain);
    await nameOf(domainId, "example", []);
    await daily();
    await until(async () => {
      const { body } = await call("GET", `/api/ai-mentions/runs?domain=${domain}`, { headers: account.auth });
      return body.runs.every((run: any) => run.analysisText.startsWith("example "));
    });
  });
});
