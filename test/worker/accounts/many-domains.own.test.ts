import { beforeAll, describe, expect, it } from "vitest";
import { addUsage } from "../../../src/usage/usage-repo";
import { call, env, newAccount, newSite, OPERATOR, signIn, type TestAccount } from "../support/api.ts";

beforeAll(async () => {
  const resolver = await newSite({ "*": { body: JSON.stringify({ Status: 3 }) } });
  env.DNS_RESOLVER_URL = `${resolver.origin}/dns-query`;
});

const bulk = ({ auth }: TestAccount, domains: unknown) =>
  call("POST", "/api/domains/bulk", { headers: auth, json: { domains } });
const list = ({ auth }: TestAccount, query = "") => call("GET", `/api/domains${query}`, { headers: auth });
const named = (count: number, prefix = "shop") =>
  Array.from({ length: count }, (_, i) => ({
    domain: `${prefix}-${String(i).padStart(3, "0")}.dev`,
    externalId: `${prefix}:${i}`,
  }));

describe("adding many domains", () => {
  it("adds each once, however often it is asked", async () => {
    const account = await newAccount("pro", [], { domains: 300 });
    const domains = named(100);
    const first = await bulk(account, domains);
    expect(first.status).toBe(200);
    expect(first.body.results.map(({ result }: { result: string }) => result)).toEqual(domains.map(() => "added"));
    expect(first.body.results[3]).toMatchObject({
      domain: "shop-003.dev",
      externalId: "shop:3",
      verified: false,
      verification: { dnsTxt: { name: "_crawlready.shop-003.dev" } },
    });
    const again = await bulk(account, domains);
    expect(again.body.results[3]).toEqual({ ...first.body.results[3], result: "exists" });
    expect((await list(account)).body.domains).toHaveLength(100);
  });

  it("refuses one without holding back the others", async () => {
    const account = await newAccount("pro", [], { domains: 4 });
    await bulk(account, [{ domain: "held.dev", externalId: "held" }]);
    const { body } = await bulk(account, [
      { domain: "one.dev" },
      { domain: "ONE.dev" },
      { domain: "not a host" },
      { domain: "two.dev", externalId: "held" },
      { domain: "three.dev", externalId: "3" },
      { domain: "four.dev" },
      { domain: "five.dev" },
    ]);
    expect(body.results.map(({ result, error }: { result: string; error?: string }) => error ?? result)).toEqual([
      "added",
      "invalid_request",
      "invalid_request",
      "external_id_taken",
      "added",
      "added",
      "domain_limit_reached",
    ]);
  });

  it("judges each entry by itself, whatever it is", async () => {
    const account = await newAccount("pro", [], { domains: 30 });
    const wrong: unknown[] = [
      { domain: "com" },
      { domain: "co.uk" },
      { domain: "%61.example" },
      { domain: "" },
      { domain: `${"x".repeat(64)}.dev` },
      { domain: "y".repeat(5_000) },
      { domain: "id.dev", externalId: "" },
      { domain: "id.dev", externalId: "a\u0000b" },
      { domain: "id.dev", externalId: "z".repeat(201) },
      { domain: "id.dev", externalId: 7 },
      { domain: "id.dev", origin: "ftp://x.dev" },
      { domain: 7 },
      { externalId: "only" },
      {},
      null,
      7,
      "text.dev",
      ["list.dev"],
    ];
    const { status, body } = await bulk(account, [{ domain: "good.dev" }, ...wrong, { domain: "fine.dev" }]);
    expect(status).toBe(200);
    const [good, ...others] = body.results;
    const fine = others.pop();
    expect([good.result, fine.result, others.length]).toEqual(["added", "added", wrong.length]);
    for (const each of others) expect(each).toMatchObject({ result: "refused", error: "invalid_request" });
    expect(others[0]).toMatchObject({ domain: "com", message: expect.stringContaining("public suffix") });
    expect(others[6]).toMatchObject({ domain: "id.dev", message: expect.stringContaining("at externalId") });
    expect((await list(account)).body.domains).toHaveLength(2);
    const json = { domain: "com" };
    for (const domain of ["com", "%61.example"])
      expect(
        (
          await call("POST", "/api/account/domains", {
            headers: await signIn(account.email),
            json: { ...json, domain },
          })
        ).status,
      ).toBe(400);
    for (const none of [[], named(101), {}, null, "a.dev"]) expect((await bulk(account, none)).status).toBe(400);
  });

  it("is for owners and keys of the whole account", async () => {
    const account = await newAccount("pro", ["own.dev"]);
    const path = `/api/admin/accounts/${account.accountId}/api-keys`;
    const { key } = (await call("POST", path, { headers: OPERATOR, json: { name: "one", domain: "own.dev" } })).body;
    const scoped = await bulk({ ...account, auth: { "x-service-api-key": key } }, named(1));
    expect(scoped).toMatchObject({ status: 403, body: { error: "api_key_domain_scope_mismatch" } });
    expect((await bulk(await newAccount("free"), named(1))).body.error).toBe("plan_required");
  });
});

describe("lists of many domains", () => {
  it("come in parts, and by external id", async () => {
    const account = await newAccount("pro", ["verified.dev"], { domains: 300 });
    await bulk(account, named(25));
    const seen: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body }: { body: any } = await list(account, `?limit=10&cursor=${cursor}`);
      seen.push(...body.domains.map(({ domain }: { domain: string }) => domain));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual([...named(25).map(({ domain }) => domain), "verified.dev"]);
    const { body } = await list(account, "?externalId=shop:7");
    expect(body.domains).toEqual([
      { domain: "shop-007.dev", externalId: "shop:7", verified: false, brandName: null, hostname: null },
    ]);
    expect((await list(account, "?verified=true")).body.domains).toMatchObject([{ domain: "verified.dev" }]);
    const session = await signIn(account.email);
    const full = await call("GET", "/api/account/domains?externalId=shop:7", { headers: session });
    expect(full.body).toMatchObject({ domains: [{ domain: "shop-007.dev", externalId: "shop:7" }], nextCursor: null });
  });

  it("say what each domain has used", async () => {
    const account = await newAccount("pro", ["used.dev"], { domains: 10 });
    await bulk(account, named(3, "idle"));
    const id = await env.DB.prepare("SELECT id FROM domain WHERE domain = 'used.dev'").first<string>("id");
    await addUsage(env.DB, id!, { requests: 40, d1RowsRead: 10 }, Date.now());
    await addUsage(env.DB, id!, { requests: 2 }, Date.now());
    const future = await call("GET", "/api/domains/usage?month=9999-12", { headers: account.auth });
    expect([future.status, future.body.error]).toEqual([400, "invalid_request"]);
    expect(future.body.message).toMatch(/at month: must not be after \d{4}-\d\d, the present month/);
    for (const wrong of [
      "externalId=",
      "externalId=%20",
      "month=0000-01",
      "month=2026-13",
      "month=",
      "cursor=7",
      "cursor=%25",
    ])
      expect([wrong, (await call("GET", `/api/domains/usage?${wrong}`, { headers: account.auth })).status]).toEqual([
        wrong,
        400,
      ]);
    for (const wrong of ["cursor=7", "externalId="]) expect((await list(account, `?${wrong}`)).status).toBe(400);
    const early = await call("GET", "/api/domains/usage?month=2001-01&cursor=idle-002.dev", { headers: account.auth });
    expect(early.body).toMatchObject({ month: "2001-01", domains: [{ domain: "used.dev", units: {}, dollars: 0 }] });
    const { body } = await call("GET", "/api/domains/usage?limit=3", { headers: account.auth });
    expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual(
      named(3, "idle").map(({ domain }) => domain),
    );
    const rest = await call("GET", `/api/domains/usage?cursor=${body.nextCursor}`, { headers: account.auth });
    expect(rest.body).toMatchObject({
      domains: [
        { domain: "used.dev", onDemandAudits: 0, pages: 0, prompts: 0, units: { requests: 42, d1RowsRead: 10 } },
      ],
      nextCursor: null,
    });
  });
});

describe("external ids", () => {
  it("are unique in an account and can be changed", async () => {
    const account = await newAccount("pro");
    const session = await signIn(account.email);
    const add = (json: object) => call("POST", "/api/account/domains", { headers: session, json });
    const change = (json: object) => call("PATCH", "/api/account/domains/a.dev", { headers: session, json });
    expect((await add({ domain: "a.dev", externalId: " 1 " })).body.externalId).toBe("1");
    expect((await add({ domain: "b.dev", externalId: "1" })).body.error).toBe("external_id_taken");
    await add({ domain: "c.dev", externalId: "2" });
    expect((await change({ externalId: "2" })).body.error).toBe("external_id_taken");
    expect((await change({ externalId: null })).body.externalId).toBeNull();
    expect((await add({ domain: "b.dev", externalId: "1" })).status).toBe(201);
  });
});

describe("verifying many domains", () => {
  it("verifies those that can be proven, and says why others can't", async () => {
    const account = await newAccount("pro");
    const [proven, unproven] = [await newSite(), await newSite()];
    const { body } = await bulk(account, [{ domain: proven.host }, { domain: unproven.host }]);
    const { path, content } = body.results[0].verification.file;
    await proven.set({ [path]: { body: content } });
    const json = { domains: [proven.host, unproven.host, "unknown.dev", proven.host.toUpperCase()] };
    const answer = await call("POST", "/api/domains/verify", { headers: account.auth, json });
    expect(answer.body.results).toMatchObject([
      { domain: proven.host, verified: true, method: "file" },
      { domain: unproven.host, verified: false, error: "verification_failed" },
      { domain: "unknown.dev", verified: false, error: "domain_not_owned" },
      { domain: proven.host, verified: true, method: "file" },
    ]);
    expect(answer.body.results).toHaveLength(4);
    const wrong = ["", "%61.dev", "x".repeat(400), unproven.host];
    const judged = await call("POST", "/api/domains/verify", { headers: account.auth, json: { domains: wrong } });
    expect(judged.body.results.map(({ error }: { error: string }) => error)).toEqual([
      ...wrong.slice(1).map(() => "domain_not_owned"),
      "verification_failed",
    ]);
  });
});
