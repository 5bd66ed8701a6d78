import { exports } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDb } from "../../../src/db/client.ts";
import { spendCall } from "../../../src/mentions/calls/spend-call.ts";
import { bookCall } from "../../../src/mentions/repo/ledger.ts";
import {
  call,
  cookieOf,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  PASSWORD,
  signIn,
  SAME_ORIGIN,
  until,
} from "../support/api.ts";
import { callsOf } from "../support/stand-in.ts";
import { tickCron } from "../support/tick.ts";

type Headers = Record<string, string>;
const MINUTES_15 = "*/15 * * * *";
const db = openDb(env.DB);
const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";

const today = () => new Date().toISOString().slice(0, 10);
const operator = (method: string, path: string, json?: unknown) =>
  call(method, `/api/admin${path}`, { headers: OPERATOR, json });
const tick = (now: number) => tickCron(MINUTES_15, now);

/** A stranger who signed up and owns a domain. */
async function stranger() {
  const email = `stranger-${crypto.randomUUID()}@example.com`;
  const signedUp = await call("POST", "/api/auth/sign-up/email", {
    json: { email, password: PASSWORD },
    headers: SAME_ORIGIN,
  });
  const session: Headers = { cookie: cookieOf(signedUp), ...SAME_ORIGIN };
  const { accountId } = (await env.DB.prepare("SELECT account_id AS accountId FROM membership WHERE user_id = ?")
    .bind(signedUp.body.user.id)
    .first<{ accountId: string }>())!;
  const site = await newSite({ "/": { body: html() } });
  const domain = await operator("POST", `/accounts/${accountId}/domains`, { domain: site.host, verified: true });
  expect(domain.status).toBe(201);
  return { session, accountId, userId: signedUp.body.user.id as string, host: site.host };
}

async function create(headers: Headers, domain: string, promptText: string, providers = ["claude"]) {
  const json = { action: "create", domain, promptText, intent: "info", providers };
  return call("POST", "/api/ai-mentions/prompts", { headers, json });
}
const runs = async (headers: Headers, domain: string) =>
  (await call("GET", `/api/ai-mentions/runs?domain=${domain}`, { headers })).body.runs as Array<Record<string, any>>;
const settled = (headers: Headers, domain: string, count: number) =>
  until(async () => {
    const found = await runs(headers, domain);
    return found.length === count && found.every((run) => ["ok", "error"].includes(run["status"])) && found;
  });

beforeEach(() => env.DB.exec("DELETE FROM service_usage"));
afterEach(() => {
  env.AI_CALLS_PER_DAY = undefined;
  env.BROWSER_SECONDS_PER_DAY = undefined;
});

describe("sign-ups without a proven email", () => {
  it("query no provider until an owner's email is proven, then run at the next tick", async () => {
    const { session, userId, host } = await stranger();
    const question = `Unproven ${crypto.randomUUID()}`;
    expect((await create(session, host, question)).body).toMatchObject({ queued: 1 });
    const [run] = await settled(session, host, 1);
    expect(run).toMatchObject({ status: "error" });
    expect(run!["analysisText"]).toContain("An owner must confirm their email");
    expect(await callsOf(question)).toHaveLength(0);
    // The cron skips the account: it creates no run that could only fail.
    const later = Date.now() + 3_600_000;
    await tick(later);
    expect(await runs(session, host)).toHaveLength(1);
    await env.DB.prepare("UPDATE user SET email_verified = 1 WHERE id = ?").bind(userId).run();
    await tick(later + 900_000);
    const found = await settled(session, host, 2);
    expect(new Set(found.map((each) => each["status"]))).toEqual(new Set(["error", "ok"]));
    expect(await callsOf(question)).toHaveLength(1);
  });

  it("query no provider about a domain that is no longer verified", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const question = `Unverified ${crypto.randomUUID()}`;
    await create(account.auth, site.host, question);
    await settled(account.auth, site.host, 1);
    expect(await callsOf(question)).toHaveLength(1);
    await env.DB.prepare("UPDATE domain SET verified_at = NULL WHERE domain = ?").bind(site.host).run();
    await tick(Date.now() + 40 * 86_400_000);
    const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM prompt_run WHERE account_id = ?")
      .bind(account.accountId)
      .first<{ n: number }>())!;
    expect(n).toBe(1);
  });
});

describe("the service's daily calls to AI providers", () => {
  it("stop exactly at the ceiling, however many are reserved in parallel", async () => {
    const { accountId } = await newAccount("pro");
    const book = (i: number) =>
      bookCall(
        db,
        {
          ledger: "answers",
          runId: `ceiling-${i}`,
          attempt: 1,
          turn: 1,
          accountId,
          provider: "claude",
          day: today(),
          startedAt: Date.now(),
        },
        { account: 1_000, service: 7 },
      );
    const outcomes = await Promise.all(Array.from({ length: 40 }, (_, i) => book(i)));
    expect(outcomes.filter((outcome) => outcome === "booked")).toHaveLength(7);
    expect(outcomes.filter((outcome) => outcome === "service")).toHaveLength(33);
    const { n } = (await env.DB.prepare("SELECT count(*) AS n FROM provider_call WHERE account_id = ?")
      .bind(accountId)
      .first<{ n: number }>())!;
    expect(n).toBe(7);
  });

  it("are told for calls that judge answers in words of their own", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { id: domainId } = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
      .bind(site.host)
      .first<{ id: string }>())!;
    const spend = (ledger: "answers" | "analysis", attempt: number, limit: string) =>
      spendCall(
        { ...env, AI_CALLS_PER_DAY: limit, ANALYSIS_CALLS_PER_DAY: limit },
        {
          ledger,
          attempt,
          domainId,
          runId: `words-${domainId}`,
          turn: 1,
          accountId: account.accountId,
          provider: "claude",
          day: today(),
          startedAt: Date.now(),
        },
      );
    await expect(spend("answers", 1, "0")).rejects.toThrow("calls to AI providers. The run will be repeated later.");
    await expect(spend("analysis", 1, "0")).rejects.toThrow("calls that judge answers. Rules alone do the work.");
    const used = async () => (await operator("GET", "/usage")).body.analysisCalls.used;
    const before = await used();
    await spend("analysis", 2, "1000000");
    expect(await used()).toBe(before + 1);
  });

  it("are not made for an account or a domain that was removed", async () => {
    const site = await newSite();
    const { accountId } = await newAccount("pro", [site.host]);
    const domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
      .bind(site.host)
      .first<string>("id"))!;
    const spend = () =>
      spendCall(env, {
        ledger: "answers",
        attempt: 1,
        domainId,
        runId: `removed-${domainId}`,
        turn: 1,
        accountId,
        provider: "claude",
        day: today(),
        startedAt: Date.now(),
      });
    // The domain stays verified, so that nothing else refuses the call.
    for (const [table, id] of [
      ["account", accountId],
      ["domain", domainId],
    ] as const) {
      const mark = (at: number | null) =>
        env.DB.prepare(`UPDATE ${table} SET deleted_at = ? WHERE id = ?`).bind(at, id).run();
      await mark(1);
      await expect(spend(), table).rejects.toThrow("was removed");
      await mark(null);
    }
    await spend();
  });

  it("tell the account which ceiling is reached, and the operator how much is used", async () => {
    env.AI_CALLS_PER_DAY = "1";
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    await create(account.auth, site.host, `First ${crypto.randomUUID()}`);
    await settled(account.auth, site.host, 1);
    const question = `Second ${crypto.randomUUID()}`;
    await create(account.auth, site.host, question);
    const found = await settled(account.auth, site.host, 2);
    const failed = found.find((run) => run["status"] === "error")!;
    expect(failed["analysisText"]).toContain("The service has reached today's limit of calls");
    expect(await callsOf(question)).toHaveLength(0);
    const usage = await operator("GET", "/usage");
    expect(usage.body).toMatchObject({ day: today(), aiCalls: { used: 1, limit: 1 } });
    expect(usage.body.analysisCalls).toEqual({ used: expect.any(Number), limit: 20_000 });
    expect(usage.body.browserSeconds).toEqual({ used: expect.any(Number), limit: 172_800 });
  });
});

describe("a suspended account", () => {
  it("has its credentials rejected, is skipped by crons and has its sites served from their origins, until it is unsuspended", async () => {
    const site = await newSite({ "/": { body: html({ title: "From the origin" }) } });
    const account = await newAccount("pro", [site.host]);
    const session = await signIn(account.email);
    await call("PATCH", `/api/account/domains/${site.host}`, {
      headers: session,
      json: { auditFrequency: "daily", llmsTxt: true },
    });
    const suspended = await operator("POST", `/accounts/${account.accountId}/suspend`, { reason: "unpaid" });
    expect(suspended.body).toMatchObject({ suspendedAt: expect.any(Number), suspendedReason: "unpaid" });

    for (const headers of [account.auth, session] as Headers[]) {
      const refused = await call("GET", `/api/seo-spider/runs?domain=${site.host}`, { headers });
      expect([refused.status, refused.body.error]).toEqual([403, "account_suspended"]);
      expect(refused.body.message).toContain("unpaid");
    }
    const crawler = { "user-agent": GPTBOT };
    const edge = await exports.default.fetch(`${site.origin}/`, { headers: crawler });
    expect(edge.headers.get("x-crawlready-cache")).toBe("bypass");
    expect(await edge.text()).toContain("From the origin");
    const rendered = await call("GET", `/render/${site.origin}/`, { headers: { ...crawler, ...account.auth } });
    expect([rendered.status, rendered.headers.get("x-crawlready-cache")]).toEqual([200, "bypass"]);
    const made = await exports.default.fetch(`${site.origin}/llms.txt`);
    expect([made.status, made.headers.get("x-crawlready-cache")]).toEqual([404, "bypass"]);
    await tick(Date.now());
    const count = () =>
      env.DB.prepare("SELECT count(*) AS n FROM audit_run WHERE account_id = ?")
        .bind(account.accountId)
        .first<number>("n");
    expect(await count()).toBe(0);
    // A domain added during the suspension is suspended too.
    const other = await newSite();
    await operator("POST", `/accounts/${account.accountId}/domains`, { domain: other.host, verified: true });
    const listed = await operator("GET", `/domains?domain=${other.host}`);
    expect(listed.body.domains).toMatchObject([{ accountId: account.accountId, suspendedAt: expect.any(Number) }]);

    const free = await operator("POST", `/accounts/${account.accountId}/unsuspend`);
    expect(free.body).toMatchObject({ suspendedAt: null, suspendedReason: null });
    expect((await call("GET", "/api/account", { headers: session })).status).toBe(200);
    await tick(Date.now());
    expect(await count()).toBe(1);
    const log = (await call("GET", "/api/account/audit-log", { headers: session })).body.entries;
    const actions = log.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["account.suspended", "account.unsuspended"]));
  });
});
