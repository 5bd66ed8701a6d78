import { version } from "../../../package.json";
import { beforeAll, describe, expect, it } from "vitest";
import {
  audit,
  call,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  signIn,
  type TestAccount,
  type TestSite,
  type Answer,
} from "../support/api.ts";

let site: TestSite;
let other: TestSite;
let pro: TestAccount;
let free: TestAccount;

beforeAll(async () => {
  site = await newSite({ "/": { body: html() }, "/robots.txt": { status: 404 } });
  other = await newSite({ "/": { body: html() } });
  pro = await newAccount("pro", [site.host]);
  free = await newAccount("free", [other.host]);
});

const start = (json: unknown, headers: Record<string, string> = pro.auth) =>
  call("POST", "/api/seo-spider/runs", { headers, json });
const body = (change: Record<string, unknown> = {}) => ({
  domain: site.host,
  urls: [`${site.origin}/`],
  mode: "follow",
  ...change,
});

const asText = (headers: Record<string, string>) => start(body(), { ...headers, "content-type": "text/plain" });
const read = (path: string) => call("GET", path, { headers: pro.auth });

async function runs(): Promise<number> {
  return (await call("GET", "/api/seo-spider/runs", { headers: pro.auth })).body.runs.length;
}

describe("invalid input returns the right error and changes nothing", () => {
  it.each<[string, () => Promise<Answer>, number, string]>([
    ["no credential", () => start(body(), {}), 401, "invalid_api_key"],
    ["a wrong key", () => start(body(), { "x-service-api-key": "crk_nope" }), 401, "invalid_api_key"],
    ["a key of a free plan", () => start(body({ domain: other.host }), free.auth), 403, "plan_required"],
    ["no JSON", () => call("POST", "/api/seo-spider/runs", { headers: pro.auth, body: "{nope" }), 400, "invalid_json"],
    ["an empty body", () => call("POST", "/api/seo-spider/runs", { headers: pro.auth, body: "" }), 400, "invalid_json"],
    [
      "a body of 2 MB",
      () => call("POST", "/api/seo-spider/runs", { headers: pro.auth, body: `"${"x".repeat(2_000_000)}"` }),
      413,
      "payload_too_large",
    ],
    ["text", () => asText(pro.auth), 415, "unsupported_media_type"],
    ["text, from a session", async () => asText(await signIn(pro.email)), 415, "unsupported_media_type"],
    ["a run with a long id", () => read(`/api/seo-spider/runs/${"x".repeat(3_000)}`), 404, "run_not_found"],
    [
      "a deploy with a long id",
      () => read(`/api/deploys/${"x".repeat(3_000)}?domain=${site.host}`),
      404,
      "deploy_not_found",
    ],
    ["wrong types", () => start({ domain: 1, urls: "x", mode: 5 }), 400, "invalid_request"],
    ["an unknown mode", () => start(body({ mode: "everything" })), 400, "invalid_request"],
    ["empty urls", () => start(body({ urls: [] })), 400, "invalid_request"],
    ["null", () => start(null), 400, "invalid_request"],
    ["a URL of another domain", () => start(body({ urls: ["https://elsewhere.example/"] })), 400, "invalid_urls"],
    ["a URL that is none", () => start(body({ urls: ["nonsense"] })), 400, "invalid_urls"],
    ["an empty URL", () => start(body({ urls: [""] })), 400, "invalid_urls"],
    [
      "somebody else's domain",
      () => start(body({ domain: other.host, urls: [`${other.origin}/`] })),
      403,
      "domain_not_owned",
    ],
    [
      "a domain nobody has",
      () => start(body({ domain: "unknown.example", urls: ["https://unknown.example/"] })),
      403,
      "domain_not_owned",
    ],
    [
      "an unknown run",
      () => call("GET", "/api/seo-spider/runs/00000000-0000-0000-0000-000000000000", { headers: pro.auth }),
      404,
      "run_not_found",
    ],
    ["an unknown path", () => call("GET", "/api/seo-spider/nothing"), 404, "not_found"],
    [
      "a path with an empty parameter",
      () => call("GET", "/api/seo-spider/runs/", { headers: pro.auth }),
      404,
      "not_found",
    ],
    ["a wrong method", () => call("DELETE", "/api/seo-spider/runs"), 405, "method_not_allowed"],
    [
      "a cache path without its slash",
      () =>
        call("POST", "/api/prerender/cache/invalidate-page-cache", {
          headers: pro.auth,
          json: { domain: site.host, path: "x" },
        }),
      400,
      "invalid_request",
    ],
    [
      "days beyond the window",
      () => call("GET", `/api/analytics/bots/daily?domain=${site.host}&days=181`, { headers: pro.auth }),
      400,
      "invalid_request",
    ],
    [
      "analytics without a domain",
      () => call("GET", "/api/analytics/bots/daily", { headers: pro.auth }),
      400,
      "invalid_request",
    ],
    ["a render of no URL", () => call("GET", "/render/nonsense", { headers: pro.auth }), 400, "invalid_request"],
    ["a render of nothing", () => call("GET", "/render/", { headers: pro.auth }), 404, "not_found"],
    [
      "a render of an escaped URL",
      () => call("GET", "/render/https%3A%2F%2Funknown.example%2Fa%3Fb%3D1", { headers: pro.auth }),
      403,
      "domain_not_owned",
    ],
    [
      "a render of a badly escaped URL",
      () => call("GET", "/render/https%3A%2F%2Funknown.example%2F%E0%A4", { headers: pro.auth }),
      400,
      "invalid_request",
    ],
    ["no operator token", () => call("GET", "/api/admin/accounts"), 401, "invalid_api_key"],
    ["a sitemap audit without a sitemap", () => start(body({ mode: "sitemap" })), 400, "no_sitemap"],
  ])("%s", async (_name, send, status, code) => {
    const before = await runs();
    const answer = await send();
    expect([answer.status, answer.body.error]).toEqual([status, code]);
    expect(answer.headers.get("content-type")).toContain("application/json");
    expect(answer.body.message.length).toBeGreaterThan(10);
    expect(answer.body.requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(await runs()).toBe(before);
  });

  it("refuses URLs with a user name or a password, wherever a customer gives one", async () => {
    const { host } = site;
    const url = `http://me:secret@${host}/`;
    const send = (path: string, json: object) =>
      call("POST", path, { headers: pro.auth, json: { domain: host, ...json } });
    const answers = await Promise.all([
      start(body({ urls: [url] })),
      start(body({ mode: "sitemap", sitemapUrl: url })),
      send("/api/prerender/cache/invalidate-site-cache", { sitemapUrl: url }),
      send("/api/prerender/cache/invalidate-updated-paths", { sitemapUrl: url }),
      send("/api/deploys", { urls: [url] }),
      call("GET", `/render/${url}`, { headers: pro.auth }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 400));
    const reasons = answers.map((answer) => JSON.stringify([answer.body.issues, answer.body.invalidUrls]));
    for (const reason of reasons) expect(reason).toMatch(/contains? credentials/);
  });

  it("lists every invalid field and every unusable URL", async () => {
    const schema = await start({ urls: [], mode: "x" });
    expect(schema.body.issues.map((issue: { path: string }) => issue.path).sort()).toEqual(["domain", "mode", "urls"]);
    const urls = await start(body({ urls: [`${site.origin}/`, "https://elsewhere.example/"] }));
    expect(urls.body.invalidUrls).toEqual([
      { url: "https://elsewhere.example/", reason: `is on elsewhere.example, not on ${site.host}` },
    ]);
  });

  it("names twenty fields at most, each shortly, whatever was sent", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 40_000 }, (_, i) => [`unknown-field-${i}`, 1]));
    const session = await signIn(pro.email);
    const strict = await call("DELETE", "/api/account", { headers: session, json: unknown });
    const many = await start(body({ urls: Array.from({ length: 1_000 }, () => 1) }));
    const long = await call("PATCH", `/api/admin/accounts/${pro.accountId}`, {
      headers: OPERATOR,
      json: { limits: { ["x".repeat(500_000)]: 1 } },
    });
    for (const answer of [strict, many, long]) {
      expect([answer.status, answer.body.error]).toEqual([400, "invalid_request"]);
      expect(answer.body.issues.length).toBeLessThanOrEqual(20);
      expect(JSON.stringify(answer.body).length).toBeLessThan(10_000);
    }
    expect(JSON.stringify(strict.body.issues)).toContain("unknown-field-0");
  });

  it("says which plan API keys need", async () => {
    expect((await start(body({ domain: other.host }), free.auth)).body).toMatchObject({
      error: "plan_required",
      requiredPlan: "pro",
    });
  });
});

describe("the operator", () => {
  it("can't reuse an email in different case or a domain that another account has verified", async () => {
    const again = await call("POST", "/api/admin/accounts", {
      headers: OPERATOR,
      json: { email: pro.email.toUpperCase(), password: "another password", plan: "pro" },
    });
    expect([again.status, again.body.error]).toEqual([409, "email_taken"]);
    const taken = await call("POST", `/api/admin/accounts/${free.accountId}/domains`, {
      headers: OPERATOR,
      json: { domain: site.host, verified: true },
    });
    expect([taken.status, taken.body.error]).toEqual([409, "domain_taken"]);
  });

  it("changes plans and overrides single limits", async () => {
    const account = await newAccount("free");
    const path = `/api/admin/accounts/${account.accountId}`;
    await call("PATCH", path, { headers: OPERATOR, json: { limits: { prompts: 7 } } });
    await call("PATCH", path, { headers: OPERATOR, json: { limits: { audits: true }, plan: "starter" } });
    const { body: shown } = await call("GET", path, { headers: OPERATOR });
    expect(shown).toMatchObject({
      plan: "starter",
      overrides: { prompts: 7, audits: true },
      limits: { prompts: 7, pagesPerRun: 500 },
    });
    expect((await call("PATCH", path, { headers: OPERATOR, json: { limits: { bogus: 1 } } })).status).toBe(400);
  });

  it("is not there without a token", async () => {
    const token = env.ADMIN_TOKEN;
    try {
      env.ADMIN_TOKEN = undefined;
      expect((await call("GET", "/api/admin/accounts", { headers: OPERATOR })).status).toBe(404);
    } finally {
      env.ADMIN_TOKEN = token;
    }
  });

  it("is not there with a token of fewer than 24 characters, unless the service is local", async () => {
    const { ADMIN_TOKEN, ALLOW_PRIVATE_HOSTS } = env;
    const ask = (token: string, scheme = "Bearer") =>
      call("GET", "/api/admin/usage", { headers: { authorization: `${scheme} ${token}` } });
    try {
      Object.assign(env, { ADMIN_TOKEN: "x", ALLOW_PRIVATE_HOSTS: undefined });
      expect([(await ask("x")).status, (await ask("y")).status]).toEqual([404, 404]);
      env.ADMIN_TOKEN = "x".repeat(24);
      expect([(await ask("x".repeat(24))).status, (await ask("x")).status]).toEqual([200, 401]);
      Object.assign(env, { ADMIN_TOKEN: "x", ALLOW_PRIVATE_HOSTS });
      expect([(await ask("x")).status, (await ask("x", "bearer ")).status]).toEqual([200, 200]);
    } finally {
      Object.assign(env, { ADMIN_TOKEN, ALLOW_PRIVATE_HOSTS });
    }
  });

  it("limits wrong tokens by address, and never the right one", async () => {
    const ask = (token: string, address: string) =>
      call("GET", "/api/admin/usage", { headers: { authorization: `Bearer ${token}`, "cf-connecting-ip": address } });
    const wrong = await Promise.all(Array.from({ length: 25 }, (_, i) => ask(`wrong ${i}`, "198.51.100.20")));
    expect(wrong.filter(({ status }) => status === 401).length).toBe(20);
    const refused = wrong.filter(({ status }) => status === 429);
    expect([refused.length, Number(refused[0]!.headers.get("retry-after")) > 0]).toEqual([5, true]);
    const token = OPERATOR.authorization.slice("Bearer ".length);
    expect((await ask(token, "198.51.100.20")).status).toBe(200);
    expect((await ask("wrong", "198.51.100.21")).status).toBe(401);
  });

  it("tells the version of the service to the operator alone", async () => {
    const ask = async (headers: Record<string, string>) => (await call("GET", "/healthz", { headers })).body;
    expect(await ask({})).toEqual({ ok: true });
    expect(await ask({ authorization: "Bearer wrong" })).toEqual({ ok: true });
    expect(await ask(OPERATOR)).toEqual({ ok: true, version });
  });

  it("issues keys without storing the secret", async () => {
    const rows = await env.DB.prepare("SELECT * FROM api_key").all();
    expect(JSON.stringify(rows.results)).not.toContain(pro.key);
    expect(pro.key).toMatch(/^crk_/);
  });
});

describe("keys limited to one domain", () => {
  it("see and start only what belongs to it", async () => {
    const second = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [second.host]);
    await call("POST", `/api/admin/accounts/${account.accountId}/domains`, {
      headers: OPERATOR,
      json: { domain: "b.example", verified: true },
    });
    const { key } = (
      await call("POST", `/api/admin/accounts/${account.accountId}/api-keys`, {
        headers: OPERATOR,
        json: { name: "b only", domain: "b.example" },
      })
    ).body;
    const scoped = { "x-service-api-key": key };
    const done = await audit(account, second);
    expect((await start(body({ domain: second.host, urls: [`${second.origin}/`] }), scoped)).body.error).toBe(
      "api_key_domain_scope_mismatch",
    );
    expect((await call("GET", `/api/seo-spider/runs/${done.run.id}`, { headers: scoped })).body.error).toBe(
      "api_key_domain_scope_mismatch",
    );
    expect((await call("GET", `/api/seo-spider/runs?domain=${second.host}`, { headers: scoped })).body.runs).toEqual(
      [],
    );
  });
});

describe("stats tokens", () => {
  it("read one domain's analytics and nothing else", async () => {
    const { token } = (
      await call("POST", `/api/admin/accounts/${pro.accountId}/stats-tokens`, {
        headers: OPERATOR,
        json: { domain: site.host },
      })
    ).body;
    expect(token).toMatch(/^crs_/);
    const own = await call("GET", `/api/analytics/bots/daily?days=7&token=${token}`);
    expect([own.status, own.body.daily.length]).toEqual([200, 7]);
    expect((await call("GET", `/api/analytics/bots/daily?domain=${other.host}&token=${token}`)).body.error).toBe(
      "api_key_domain_scope_mismatch",
    );
    expect((await call("GET", `/api/seo-spider/runs?token=${token}`)).status).toBe(401);
    expect((await call("GET", "/api/analytics/bots/daily?token=crs_wrong")).status).toBe(401);
  });
});
