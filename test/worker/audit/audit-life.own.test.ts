import { runInDurableObject } from "cloudflare:test";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { sweepSilentRuns } from "../../../src/audit";
import { closeRun, findRun } from "../../../src/audit/repo";
import { endAbandonedRun } from "../../../src/audit/runs/start/end-abandoned-run";
import { openDb } from "../../../src/db/client";
import {
  audit,
  call,
  callRaw,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  until,
  type TestAccount,
} from "../support/api.ts";
import { tickJob } from "../support/tick.ts";

const DAY_MS = 86_400_000;
const links = (count: number) => Array.from({ length: count }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");
const smallSite = (count = 12) => newSite({ "/": { body: html({ body: links(count) }) }, "*": { body: html() } });
const get = (account: TestAccount, path: string) => call("GET", path, { headers: account.auth });
const runsOf = async (account: TestAccount) => (await get(account, "/api/seo-spider/runs")).body.runs as any[];
const rowsOf = async (runId: string): Promise<number> => {
  const run = await env.DB.prepare("SELECT domain_id AS id FROM audit_run WHERE id = ?")
    .bind(runId)
    .first<string>("id");
  return env.DOMAIN_AUDIT.getByName(run!).countListed(runId);
};

describe("the archive", () => {
  it("takes over a run's pages after seven days, and every answer stays the same to the byte", async () => {
    const site = await smallSite();
    const account = await newAccount("pro", [site.host]);
    await audit(account, site);
    const { run } = await audit(account, site);
    const url = `/api/seo-spider/runs/${run.id}`;
    const text = async (path: string) => (await callRaw(path, account.auth)).text();
    const paths = [
      url,
      `${url}?limit=5`,
      `${url}?limit=5&cursor=p5`,
      `${url}/export?format=jsonl`,
      `${url}/export?format=csv`,
    ];
    const before = await Promise.all(paths.map(text));
    await tickJob("upkeepAllDomains", run.completedAt + 7 * DAY_MS - 1_000);
    expect(await rowsOf(run.id)).toBeGreaterThan(0);
    await Promise.all([1, 2, 3].map(() => tickJob("upkeepAllDomains", run.completedAt + 8 * DAY_MS)));
    await tickJob("upkeepAllDomains", run.completedAt + 8 * DAY_MS);
    expect(await rowsOf(run.id)).toBe(0);
    expect(await Promise.all(paths.map(text))).toEqual(before);
    const { objects } = await env.ARCHIVE.list({ prefix: "audits/" });
    expect(objects.filter((object) => object.key.includes(run.id))).toHaveLength(1);
    const insights = await get(account, `/api/analytics/page-insights?url=${encodeURIComponent(`${site.origin}/3`)}`);
    expect(insights.body.seoSpider.page).toMatchObject({ found: true, statusCode: 200 });
    const third = await audit(account, site);
    expect(third.run.crawlStats.comparable).toMatchObject({ pages: 13, deltaIssues: 0, newIssueIds: [] });
    expect(third.pages[0]!.trendPoints).toHaveLength(2);
  });

  it("keeps the rows if the object can't be read back unchanged", async () => {
    const site = await smallSite(3);
    const account = await newAccount("pro", [site.host]);
    const { run } = await audit(account, site);
    const broken = new Proxy(env.ARCHIVE, {
      get: (bucket, name) =>
        name === "get" ? () => Promise.resolve(null) : (bucket[name as keyof R2Bucket] as () => unknown).bind(bucket),
    });
    await tickJob("upkeepAllDomains", run.completedAt + 8 * DAY_MS, { ...env, ARCHIVE: broken });
    expect(await rowsOf(run.id)).toBe(4);
    expect((await get(account, `/api/seo-spider/runs/${run.id}`)).body.pages).toHaveLength(4);
  });
});

describe("an export", () => {
  it("has one row per issue in CSV and one page per line in JSON", async () => {
    const site = await newSite({ "/": { body: html({ title: "=cmd()", body: links(2) }) }, "*": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { run, pages } = await audit(account, site);
    const exported = (format: string) => get(account, `/api/seo-spider/runs/${run.id}/export?format=${format}`);
    const jsonl = await callRaw(`/api/seo-spider/runs/${run.id}/export?format=jsonl`, account.auth);
    const lines = (await jsonl.text()).trimEnd().split("\n");
    expect(lines.map((line: string) => JSON.parse(line))).toEqual(pages);
    const csv = await exported("csv");
    expect(csv.headers.get("content-disposition")).toContain(`audit-${run.id}.csv`);
    const rows = Papa.parse<Record<string, string>>(csv.body, { header: true, skipEmptyLines: true }).data;
    const issues = pages.flatMap((page: any) => page.issues.map((issue: any) => [page.path, issue.id]));
    expect(rows.filter((row) => row["issueId"] !== "").map((row) => [row["path"], row["issueId"]])).toEqual(issues);
    expect(new Set(rows.map((row) => row["path"]))).toEqual(new Set(["/", "/0", "/1"]));
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toMatch(/^[=+@]/);
    expect((await exported("xlsx")).body.error).toBe("invalid_request");
    const stranger = await newAccount("pro");
    expect((await get(stranger, `/api/seo-spider/runs/${run.id}/export?format=csv`)).status).toBe(404);
  });
});

describe("progress", () => {
  it("reports the counts while the run is active, then its end", async () => {
    const site = await newSite({ "/": { body: html({ body: links(30) }) }, "*": { body: html(), delayMs: 200 } });
    const account = await newAccount("pro", [site.host]);
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
    const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
    const { body, headers } = await get(account, `/api/seo-spider/runs/${runId}/progress`);
    expect(headers.get("content-type")).toContain("text/event-stream");
    const [retry, ...texts] = (body as string).trimEnd().split("\n\n");
    expect(retry).toMatch(/^retry: \d+$/);
    const events = texts
      .map((text) => /^id: \d+\nevent: (\w+)\ndata: (.*)$/.exec(text)!)
      .map(([, name, data]) => Object.assign(JSON.parse(data!), { name }));
    const progress = events.slice(0, -1);
    expect(progress.length).toBeGreaterThan(1);
    for (const each of progress)
      expect(each).toMatchObject({
        name: "progress",
        runId,
        discovered: expect.any(Number),
        queued: expect.any(Number),
      });
    expect(progress.map((each) => each.fetched)).toEqual(progress.map((each) => each.fetched).sort((a, b) => a - b));
    expect(progress.at(-1)!.issues).toBeGreaterThan(0);
    expect(events.at(-1)).toMatchObject({ name: "end", status: "success", pagesCrawled: 31 });
  });
});

describe("scheduled audits", () => {
  const schedule = async (auditFrequency: string) => {
    const site = await smallSite(2);
    const account = await newAccount("pro");
    const added = await call("POST", `/api/admin/accounts/${account.accountId}/domains`, {
      headers: OPERATOR,
      json: { domain: site.host, verified: true, auditFrequency },
    });
    expect(added.status).toBe(201);
    return { site, account };
  };
  const ended = (account: TestAccount, count: number) =>
    until(async () => {
      const runs = await runsOf(account);
      return runs.length === count && runs.every((run) => run.completedAt !== null) && runs;
    });

  it("start once per slot, however often the tick comes, and report their trigger", async () => {
    const { account } = await schedule("weekly");
    const monday = Date.parse("2031-03-03T00:15:00Z");
    await Promise.all([1, 2, 3].map(() => tickJob("startScheduledRuns", monday)));
    const [first] = await ended(account, 1);
    expect(first).toMatchObject({
      trigger: "schedule",
      frequency: "weekly",
      startedAt: monday,
      status: "success",
      pagesCrawled: 3,
    });
    expect(first.completedAt).toBeGreaterThan(monday);
    await tickJob("startScheduledRuns", monday + 6 * DAY_MS);
    expect(await runsOf(account)).toHaveLength(1);
    await tickJob("startScheduledRuns", monday + 7 * DAY_MS);
    const [second] = await ended(account, 2);
    expect(second.startedAt).toBe(monday + 7 * DAY_MS);
  });

  it("do not start without audits in the plan, and wait while another audit runs", async () => {
    const { account, site } = await schedule("daily");
    const patch = (json: unknown) =>
      call("PATCH", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR, json });
    await patch({ limits: { audits: false } });
    const now = Date.parse("2031-04-01T00:15:00Z");
    await tickJob("startScheduledRuns", now);
    expect(await runsOf(account)).toEqual([]);
    await patch({ limits: { audits: true } });
    await tickJob("startScheduledRuns", now);
    expect(await runsOf(account), "the refusal used up the day's slot").toEqual([]);
    await site.set({ "*": { body: html(), delayMs: 500 } });
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "selected" };
    await call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
    await tickJob("startScheduledRuns", now + DAY_MS);
    await ended(account, 1);
    await tickJob("startScheduledRuns", now + DAY_MS);
    const runs = await ended(account, 2);
    expect(new Set(runs.map((run) => run.trigger))).toEqual(new Set(["api", "schedule"]));
  });

  it("give the slot back if the start was interrupted between the row and the lock", async () => {
    const { account, site } = await schedule("monthly");
    const domain = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
      .bind(site.host)
      .first<{ id: string }>();
    const row = [crypto.randomUUID(), account.accountId, domain!.id, site.host, "monthly:2031-05"];
    await env.DB.prepare(
      `INSERT INTO audit_run (id, account_id, domain_id, domain, slot, status, "trigger", frequency, mode, scope_key, started_at, heartbeat_at)
       VALUES (?, ?, ?, ?, ?, 'queued', 'schedule', 'monthly', 'follow', 'x', 0, 0)`,
    )
      .bind(...row)
      .run();
    await tickJob("startScheduledRuns", Date.parse("2031-05-10T00:15:00Z"));
    expect((await runsOf(account)).map((run) => run.id)).toEqual([row[0]]);
    await sweepSilentRuns(env);
    await tickJob("startScheduledRuns", Date.parse("2031-05-10T00:30:00Z"));
    const [run] = await ended(account, 1);
    expect(run).toMatchObject({ trigger: "schedule", frequency: "monthly", status: "success" });
  });
});

describe("a domain's lock", () => {
  const start = (account: TestAccount, site: { host: string; origin: string }) => {
    const json = { domain: site.host, urls: [`${site.origin}/`], mode: "selected" };
    return call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
  };
  const running = async () => {
    const site = await newSite({ "*": { body: html(), delayMs: 400 } });
    const account = await newAccount("pro", [site.host]);
    const { runId } = (await start(account, site)).body;
    return { site, account, run: (await findRun(openDb(env.DB), runId))! };
  };

  it("is free for the next run once its run has ended in D1, even if the job died before it told the object", async () => {
    const { site, account, run } = await running();
    await closeRun(openDb(env.DB), run, { status: "error", pagesCrawled: 0, completedAt: Date.now() }, "2031-01");
    const stub = env.DOMAIN_AUDIT.getByName(run.domainId);
    await runInDurableObject(stub, (_, { storage }) => storage.deleteAlarm());
    expect(await stub.activeRun()).toBe(run.id);
    const second = await start(account, site);
    expect(second.status, JSON.stringify(second.body)).toBe(200);
    const ended = await until(async () => {
      const row = await findRun(openDb(env.DB), second.body.runId);
      return row?.completedAt != null && row;
    });
    expect(ended).toMatchObject({ status: "success", pagesCrawled: 1 });
    expect(await findRun(openDb(env.DB), run.id)).toMatchObject({ status: "error" });
  });

  it("is not taken from a run that begins while it is taken for abandoned", async () => {
    const { run } = await running();
    const seen = { ...run, status: "queued" as const, heartbeatAt: run.heartbeatAt - 60_000 };
    await endAbandonedRun(env, seen, Date.now());
    expect((await findRun(openDb(env.DB), run.id))!.completedAt).toBeNull();
  });
});
