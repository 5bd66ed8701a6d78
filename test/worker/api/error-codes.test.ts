import { beforeAll, describe, expect, it } from "vitest";
import { audit, call, html, newAccount, newSite, OPERATOR, PASSWORD, signIn, type Answer } from "../support/api.ts";

/** One line of docs/errors.md: the status and the code, with a request that causes them. */
type Line = [status: number, code: string, send: () => Promise<Answer>, extras?: Record<string, unknown>];

type Headers = Record<string, string>;
const start = (headers: Headers, host: string, change: Record<string, unknown> = {}) =>
  call("POST", "/api/seo-spider/runs", {
    headers,
    json: { domain: host, urls: [`http://${host}/`], mode: "follow", ...change },
  });
const site = (extra: Parameters<typeof newSite>[0] = {}) =>
  newSite({ "/": { body: html() }, "/robots.txt": { status: 404 }, ...extra });

async function accountWith(plan: string, limits?: Record<string, unknown>) {
  const { host } = await site();
  return { host, account: await newAccount(plan, [host], limits) };
}

async function scopedKey(accountId: string, domain: string): Promise<Headers> {
  const path = `/api/admin/accounts/${accountId}/api-keys`;
  const { key } = (await call("POST", path, { headers: OPERATOR, json: { name: "scoped", domain } })).body;
  return { "x-service-api-key": key };
}

const LINES: Line[] = [
  [
    400,
    "invalid_urls",
    async () => {
      const { host, account } = await accountWith("pro");
      return start(account.auth, host, { urls: ["https://elsewhere.example/"] });
    },
  ],
  [
    400,
    "no_sitemap",
    async () => {
      const { host, account } = await accountWith("pro");
      return start(account.auth, host, { mode: "sitemap" });
    },
  ],
  [
    400,
    "invalid_request",
    async () => {
      const { host, account } = await accountWith("pro");
      return start(account.auth, host, { mode: "everything" });
    },
    { issues: [{ path: "mode", message: expect.any(String) }] },
  ],
  [401, "invalid_api_key", () => start({}, "a.example")],
  [401, "invalid_api_key", () => start({ "x-service-api-key": "crk_unknown" }, "a.example")],
  [401, "invalid_api_key", () => start({ cookie: "__Secure-crawlready.session_token=x.y" }, "a.example")],
  [
    403,
    "plan_required",
    async () => {
      const { host, account } = await accountWith("starter");
      return start(account.auth, host);
    },
    { requiredPlan: "pro" },
  ],
  [
    403,
    "domain_not_owned",
    async () => {
      const { host } = await accountWith("pro");
      return start((await newAccount("pro")).auth, host);
    },
  ],
  [
    403,
    "no_seo_spider_access",
    async () => {
      const { host, account } = await accountWith("free", { audits: false });
      return start(await signIn(account.email), host);
    },
  ],
  [
    403,
    "on_demand_limit_reached",
    async () => {
      const { host, account } = await accountWith("pro", { onDemandAuditsPerMonth: 0 });
      return start(account.auth, host);
    },
  ],
  [
    403,
    "max_pages_per_month_limit_reached",
    async () => {
      const one = await site();
      const account = await newAccount("pro", [one.host], { pagesPerMonth: 1 });
      await audit(account, one);
      return start(account.auth, one.host);
    },
  ],
  [
    403,
    "api_key_domain_scope_mismatch",
    async () => {
      const { host, account } = await accountWith("pro");
      await call("POST", `/api/admin/accounts/${account.accountId}/domains`, {
        headers: OPERATOR,
        json: { domain: "second.example", verified: true },
      });
      return start(await scopedKey(account.accountId, "second.example"), host);
    },
  ],
  [
    403,
    "domain_access_forbidden",
    async () => {
      const one = await site();
      const account = await newAccount("pro", [one.host]);
      const { run } = await audit(account, one);
      const email = `${crypto.randomUUID()}@example.com`;
      const json = { email, password: PASSWORD, role: "member", domains: [] };
      await call("POST", "/api/account/members", { headers: await signIn(account.email), json });
      return call("GET", `/api/seo-spider/runs/${run.id}`, { headers: await signIn(email) });
    },
  ],
  [
    403,
    "prompt_limit_reached",
    async () => {
      const { host, account } = await accountWith("pro", { prompts: 0 });
      const json = { action: "create", domain: host, promptText: "Which?", intent: "info" };
      return call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json });
    },
  ],
  [
    404,
    "run_not_found",
    async () => {
      const one = await site();
      const { run } = await audit(await newAccount("pro", [one.host]), one);
      return call("GET", `/api/seo-spider/runs/${run.id}`, { headers: (await newAccount("pro")).auth });
    },
  ],
  [
    409,
    "run_already_active",
    async () => {
      const slow = await site({ "/": { body: html(), delayMs: 800 } });
      const account = await newAccount("pro", [slow.host]);
      const first = await start(account.auth, slow.host);
      const second = await start(account.auth, slow.host);
      expect(second.body.runId).toBe(first.body.runId);
      return second;
    },
    { runId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
  ],
  [
    422,
    "no_new_pages",
    async () => {
      const one = await site();
      const entry = `<url><loc>${one.origin}/</loc><lastmod>2020-01-01</lastmod></url>`;
      const body = `<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entry}</urlset>`;
      await one.set({ "/": { body: html() }, "/sitemap.xml": { headers: { "content-type": "text/xml" }, body } });
      const account = await newAccount("pro", [one.host]);
      await audit(account, one, { mode: "sitemap" });
      return start(account.auth, one.host, { mode: "sitemap", newPagesOnly: true });
    },
  ],
];

describe("every error of chapter 7", () => {
  it.each(LINES)("%i %s", async (status, code, send, extras = {}) => {
    const answer = await send();
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(answer.body).toMatchObject({ ...extras, message: expect.stringMatching(/^.{10,}\.$/) });
    expect(answer.body.requestId).toBe(answer.headers.get("x-request-id"));
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });
});

describe("the general errors", () => {
  let pro: Awaited<ReturnType<typeof accountWith>>;
  beforeAll(async () => {
    pro = await accountWith("pro");
  });

  it.each<[number, string, () => Promise<Answer>]>([
    [404, "not_found", () => call("GET", "/api/nothing/here")],
    [405, "method_not_allowed", () => call("PUT", "/api/seo-spider/runs")],
    [
      413,
      "payload_too_large",
      () => call("POST", "/api/seo-spider/runs", { headers: pro.account.auth, body: `"${"x".repeat(1024 * 1024)}"` }),
    ],
    [400, "invalid_json", () => call("POST", "/api/seo-spider/runs", { headers: pro.account.auth, body: "{" })],
    [
      429,
      "rate_limited",
      async () => {
        const { auth } = await newAccount("pro", [], { requestsPerMinute: 0 });
        return call("GET", "/api/seo-spider/runs", { headers: auth });
      },
    ],
    [
      404,
      "prompt_not_found",
      () =>
        call("POST", "/api/ai-mentions/prompts", {
          headers: pro.account.auth,
          json: { action: "delete", domain: pro.host, id: crypto.randomUUID() },
        }),
    ],
  ])("%i %s", async (status, code, send) => {
    const answer = await send();
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    if (status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  });
});
