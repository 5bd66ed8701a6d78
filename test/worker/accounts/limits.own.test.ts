import { describe, expect, it, vi } from "vitest";
import {
  call,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  PASSWORD,
  signIn,
  until,
  type Answer,
} from "../support/api.ts";
import { cache } from "../support/cache.ts";

const outcomes = (answers: Answer[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = status < 400 ? String(status) : `${status} ${body.error}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};
const times = <T>(n: number, work: (i: number) => Promise<T>) =>
  Promise.all(Array.from({ length: n }, (_, i) => work(i)));
const runs = (headers: Record<string, string>) => call("GET", "/api/seo-spider/runs", { headers });

describe("requests per minute", () => {
  it("are counted exactly in parallel, and the error says when to retry", async () => {
    const account = await newAccount("pro", [], { requestsPerMinute: 10 });
    const answers = await times(40, () => runs(account.auth));
    expect(outcomes(answers)).toEqual({ "200": 10, "429 rate_limited": 30 });
    const wait = Number(answers.find((answer) => answer.status === 429)!.headers.get("retry-after"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
  });

  it("are counted separately for each key and session", async () => {
    const account = await newAccount("pro", [], { requestsPerMinute: 3 });
    const path = `/api/admin/accounts/${account.accountId}/api-keys`;
    const { key } = (await call("POST", path, { headers: OPERATOR, json: { name: "second" } })).body;
    const [one, two] = [await signIn(account.email), await signIn(account.email)];
    for (const headers of [account.auth, { "x-service-api-key": key }, one, two])
      expect(outcomes(await times(5, () => runs(headers)))).toEqual({ "200": 3, "429 rate_limited": 2 });
  });

  it("are counted for the account as well: ten callers at their limit use up its minute", async () => {
    const account = await newAccount("pro", [], { requestsPerMinute: 2 });
    const path = `/api/admin/accounts/${account.accountId}/api-keys`;
    const keys = await times(11, async (i) => {
      const { key } = (await call("POST", path, { headers: OPERATOR, json: { name: `key ${i}` } })).body;
      return { "x-service-api-key": key as string };
    });
    // What a caller's own limit refuses takes nothing from the others.
    expect(outcomes(await times(30, () => runs(keys[0]!)))).toEqual({ "200": 2, "429 rate_limited": 28 });
    for (const key of keys.slice(1, 10)) expect(outcomes(await times(2, () => runs(key)))).toEqual({ "200": 2 });
    const refused = await runs(keys[10]!);
    expect([refused.status, refused.body.message]).toEqual([429, expect.stringContaining("20 requests per minute")]);
    const stranger = await newAccount("pro", [], { requestsPerMinute: 2 });
    expect((await runs(stranger.auth)).status).toBe(200);
  });

  it("are counted for each address that uses a public token, and five times as many for the token", async () => {
    const account = await newAccount("pro", ["public-token.example"], { requestsPerMinute: 2 });
    const path = `/api/admin/accounts/${account.accountId}/stats-tokens`;
    const { token } = (await call("POST", path, { headers: OPERATOR, json: { domain: "public-token.example" } })).body;
    const ask = (address: string) =>
      call("GET", `/api/analytics/bots/summary?token=${token}`, { headers: { "cf-connecting-ip": address } });
    const asks = async (...addresses: string[]) => outcomes(await times(addresses.length, (i) => ask(addresses[i]!)));
    const flood = Array.from({ length: 20 }, (_, i) => `2001:db8:0:1::${i}`);
    expect(await asks(...flood)).toEqual({ "200": 2, "429 rate_limited": 18 });
    for (const address of ["198.51.100.1", "198.51.100.2", "198.51.100.3", "2001:db8:0:2::1"])
      expect(await asks(address, address), address).toEqual({ "200": 2 });
    expect((await ask("198.51.100.5")).body.message).toContain("10 requests per minute");
  });

  it("are counted for a user's sessions together, and no key or member uses up an owner's", async () => {
    const account = await newAccount("pro", [], { requestsPerMinute: 2 });
    const owner = await times(4, () => signIn(account.email));
    const email = `${crypto.randomUUID()}@example.com`;
    const json = { email, password: PASSWORD, role: "member" };
    expect((await call("POST", "/api/account/members", { headers: owner[0]!, json })).status).toBe(201);
    const member = await times(4, () => signIn(email));
    const ofMember = await times(8, (i) => runs(member[i % 4]!));
    expect(outcomes(ofMember)).toEqual({ "200": 6, "429 rate_limited": 2 });
    const ofAccount = env.RATE_LIMITER.getByName(`account:${account.accountId}`);
    while ((await ofAccount.take(20)).allowed);
    expect((await runs(account.auth)).body.message).toContain("20 requests per minute");
    expect(outcomes(await times(8, (i) => runs(owner[i % 4]!)))).toEqual({ "200": 5, "429 rate_limited": 3 });
  });

  it("depend on the plan", async () => {
    const { limits } = (
      await call("GET", `/api/admin/accounts/${(await newAccount("free")).accountId}`, {
        headers: OPERATOR,
      })
    ).body;
    expect(limits.requestsPerMinute).toBe(1_000_000);
    const free = await call("POST", "/api/auth/sign-up/email", {
      json: { email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery" },
    });
    const cookie = free.headers.getSetCookie()[0]!.split(";")[0]!;
    expect(outcomes(await times(70, () => call("GET", "/api/account", { headers: { cookie } })))).toEqual({
      "200": 60,
      "429 rate_limited": 10,
    });
  });

  it("count only pages that must be rendered or fetched; snapshots are served even above the limit", async () => {
    const site = await newSite({ "*": { body: html() } });
    const account = await newAccount("pro", [site.host], { requestsPerMinute: 3 });
    const render = (path: string) => call("GET", `/render/${site.origin}${path}`, { headers: account.auth });
    await cache(site.host, "/cached", html());
    expect(outcomes(await times(5, () => render("/cached")))).toEqual({ "200": 5 });
    expect(outcomes(await times(5, (i) => render(`/miss${i}`)))).toEqual({ "200": 3, "429 rate_limited": 2 });
    expect((await render("/file.png")).status).toBe(429);
    expect(outcomes(await times(2, () => runs(account.auth)))).toEqual({ "429 rate_limited": 2 });
    expect((await render("/cached")).status).toBe(200);
  });

  it("count rejected requests too", async () => {
    const account = await newAccount("free", [], { requestsPerMinute: 4 });
    expect(outcomes(await times(6, () => runs(account.auth)))).toEqual({
      "403 plan_required": 4,
      "429 rate_limited": 2,
    });
  });
});

describe("audits per month", () => {
  const start = (auth: Record<string, string>, host: string) =>
    call("POST", "/api/seo-spider/runs", {
      headers: auth,
      json: { domain: host, urls: [`http://${host}/`], mode: "follow" },
    });

  async function sites(n: number) {
    return times(n, () => newSite({ "/": { body: html() } }));
  }

  it("20 parallel starts at a limit of 1 start one audit", async () => {
    const hosts = (await sites(20)).map((site) => site.host);
    const account = await newAccount("business", hosts, { onDemandAuditsPerMonth: 1 });
    expect(outcomes(await Promise.all(hosts.map((host) => start(account.auth, host))))).toEqual({
      "200": 1,
      "403 on_demand_limit_reached": 19,
    });
    expect(outcomes([await start(account.auth, hosts[0]!)])).toEqual({ "403 on_demand_limit_reached": 1 });
    await call("PATCH", `/api/admin/accounts/${account.accountId}`, {
      headers: OPERATOR,
      json: { limits: { onDemandAuditsPerMonth: 3 } },
    });
    const more = await Promise.all(hosts.slice(1).map((host) => start(account.auth, host)));
    expect(outcomes(more)["200"]).toBe(2);
  });

  it("audited pages never exceed the monthly limit, however many audits run in parallel", async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 12 }, (_, i) => [`/p${i}`, { body: html({ title: `Page number ${i} of the site` }) }]),
    );
    const links = Object.keys(pages).map((path) => `<a href="${path}">${path}</a>`);
    const all = await times(4, () => newSite({ "/": { body: html({ body: links.join(" ") }) }, ...pages }));
    const hosts = all.map((site) => site.host);
    const account = await newAccount("pro", hosts, { pagesPerMonth: 20, pagesPerRun: 8 });
    const started = await Promise.all(hosts.map((host) => start(account.auth, host)));
    expect(outcomes(started)).toEqual({ "200": 3, "403 max_pages_per_month_limit_reached": 1 });
    const ended = await until(async () => {
      const { body } = await runs(account.auth);
      return body.runs.every((run: { status: string }) => !["queued", "running"].includes(run.status)) && body.runs;
    });
    expect(ended.reduce((sum: number, run: { pagesCrawled: number }) => sum + run.pagesCrawled, 0)).toBe(20);
    expect(outcomes([await start(account.auth, hosts[0]!)])).toEqual({ "403 max_pages_per_month_limit_reached": 1 });
  });
});

describe("prompts", () => {
  it("20 parallel creations at a limit of 3 create three", async () => {
    const { host } = await newSite();
    const account = await newAccount("pro", [host], { prompts: 3 });
    const json = { action: "create", domain: host, promptText: "Which?", intent: "info", providers: ["claude"] };
    const answers = await times(20, () => call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json }));
    expect(outcomes(answers)).toEqual({ "200": 3, "403 prompt_limit_reached": 17 });
  });
});

describe("looking up a key", () => {
  /** Records statements about keys. Audits may run at the same time. */
  async function lookUpsOf(work: () => Promise<unknown>): Promise<string[]> {
    const prepare = vi.spyOn(env.DB, "prepare");
    await work();
    const seen = prepare.mock.calls.map(([query]) => query);
    prepare.mockRestore();
    return seen.filter((query) => /^\s*select/i.test(query) && query.includes("api_key"));
  }

  it("takes the same queries for unknown, almost correct, revoked and malformed keys", async () => {
    const account = await newAccount("pro");
    const path = `/api/admin/accounts/${account.accountId}/api-keys`;
    const revoked = (await call("POST", path, { headers: OPERATOR, json: { name: "revoked" } })).body;
    await call("DELETE", `/api/account/api-keys/${revoked.id}`, { headers: await signIn(account.email) });
    const nearly = account.key.slice(0, -1) + (account.key.endsWith("a") ? "b" : "a");
    const keys = [nearly, revoked.key, `crk_${"0".repeat(43)}`, "x", "é".repeat(500)];
    const statements: string[][] = [];
    for (const key of keys)
      statements.push(await lookUpsOf(() => runs({ "x-service-api-key": encodeURIComponent(key) })));
    expect(statements[0]!.length).toBe(1);
    expect(new Set(statements.map((list) => list.join("\n"))).size).toBe(1);
  });

  it("counts unknown keys per /64, because one subscriber has all of its addresses", async () => {
    const ask = (i: number) =>
      runs({ "x-service-api-key": `crk_${crypto.randomUUID()}`, "cf-connecting-ip": `2001:db8:64::${i.toString(16)}` });
    const answers = await Promise.all(Array.from({ length: 110 }, (_, i) => ask(i + 1)));
    expect(answers.filter(({ status }) => status === 429).length).toBe(10);
  });

  it("happens for a hundred unknown keys per address and minute; valid keys from there still work", async () => {
    const account = await newAccount("pro");
    const from = { "cf-connecting-ip": "203.0.113.200" };
    const keys = Array.from({ length: 130 }, () => `crk_${crypto.randomUUID().replaceAll("-", "").padEnd(43, "0")}`);
    let answers: Answer[] = [];
    const statements = await lookUpsOf(async () => {
      answers = await times(130, (i) => runs({ "x-service-api-key": keys[i]!, ...from }));
    });
    expect(outcomes(answers)).toEqual({ "401 invalid_api_key": 100, "429 rate_limited": 30 });
    expect(statements).toHaveLength(100);
    expect((await runs({ "x-service-api-key": keys[0]!, "cf-connecting-ip": "203.0.113.201" })).status).toBe(401);
    expect((await runs({ ...account.auth, "cf-connecting-ip": "203.0.113.201" })).status).toBe(200);
    expect((await runs({ ...account.auth, ...from })).status).toBe(200);
  });
});
