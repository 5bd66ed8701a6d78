import { createMessageBatch, getQueueResult, createExecutionContext } from "cloudflare:test";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { dropDeletedAccounts } from "../../../src/accounts";
import { CRONS } from "../../../src/jobs/crons";
import { pruneDeadLetters } from "../../../src/jobs/dead-letters";
import worker from "../../../src/index.ts";
import { resendPurges } from "../../../src/jobs/purge-domain";
import {
  audit,
  call,
  callRaw,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  PASSWORD,
  signIn,
  until,
  type TestAccount,
} from "../support/api.ts";

type Headers = Record<string, string>;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const GPTBOT = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const operator = (method: string, path: string, json?: unknown) =>
  call(method, `/api/admin${path}`, { headers: OPERATOR, json });
const first = <T>(query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .first<T>();

/** Reads the files of an uncompressed zip by its central directory (APPNOTE 4.3.12). */
function unzip(bytes: Uint8Array): Record<string, string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const text = (from: number, length: number) => new TextDecoder().decode(bytes.subarray(from, from + length));
  const end = bytes.byteLength - 22;
  expect(view.getUint32(end, true)).toBe(0x06054b50);
  const files: Record<string, string> = {};
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    expect(view.getUint32(at, true)).toBe(0x02014b50);
    const [size, name, extra, comment] = [
      view.getUint32(at + 20, true),
      view.getUint16(at + 28, true),
      view.getUint16(at + 30, true),
      view.getUint16(at + 32, true),
    ];
    const local = view.getUint32(at + 42, true);
    const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files[text(at + 46, name)] = text(begin, size);
    at += 46 + name + extra + comment;
  }
  return files;
}
const records = (ndjson: string) =>
  ndjson
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Record<string, any>);

/** Creates an account with an audit, an answered prompt and visits. */
async function usedAccount() {
  const site = await newSite({ "/": { body: html({ body: '<a href="/next">next</a>' }) }, "/next": { body: html() } });
  const account = await newAccount("pro", [site.host]);
  const { run } = await audit(account, site);
  const prompt = {
    action: "create",
    domain: site.host,
    promptText: "Which is best?",
    intent: "info",
    providers: ["claude"],
  };
  await call("POST", "/api/ai-mentions/prompts", { headers: account.auth, json: prompt });
  const at = new Date().toISOString();
  const event = { id: "visit-1", at, path: "/next", userAgent: GPTBOT, servedBy: "cache" };
  await call("POST", "/api/analytics/visits", { headers: account.auth, json: { domain: site.host, events: [event] } });
  await until(async () => {
    const bots = await call("GET", `/api/analytics/bots?path=/next&domain=${site.host}`, { headers: account.auth });
    const runs = await call("GET", `/api/ai-mentions/runs?domain=${site.host}`, { headers: account.auth });
    return bots.body.byProvider.length === 1 && runs.body.runs[0]?.status === "ok";
  });
  return { site, account, runId: run.id };
}

describe("an account's archive", () => {
  it("is one zip with all of its data and no one else's", async () => {
    const { site, account, runId } = await usedAccount();
    const other = await usedAccount();
    const session = await signIn(account.email);
    const json = { domain: site.host, switches: [{ action: "gone", kind: "search" }], gone: ["/gone"] };
    expect((await call("PUT", "/api/analytics/router", { headers: session, json })).status).toBe(200);
    const response = await callRaw("/api/account/export", session);
    expect(response.headers.get("content-type")).toBe("application/zip");
    const files = unzip(new Uint8Array(await response.arrayBuffer()));
    const name = site.host.replace(":", "_");
    expect(JSON.parse(files["account.json"]!)).toMatchObject({ id: account.accountId, plan: "pro" });
    expect(JSON.parse(files["members.json"]!)).toMatchObject([{ email: account.email, role: "owner" }]);
    expect(JSON.parse(files["domains.json"]!)).toMatchObject([
      { domain: site.host, crawlRouter: { gone: ["/gone"], switches: [{ action: "gone", kind: "search" }] } },
    ]);
    expect(JSON.parse(files["api-keys.json"]!)).toHaveLength(1);
    expect(records(files["audits.ndjson"]!)).toMatchObject([{ domain: site.host, id: runId, pages_crawled: 2 }]);
    expect(records(files[`audits/${name}/${runId}.ndjson`]!).map(({ path }) => path)).toEqual(["/", "/next"]);
    expect(records(files["prompts.ndjson"]!)).toMatchObject([{ prompt_text: "Which is best?" }]);
    const [answer] = records(files["prompt-runs.ndjson"]!);
    expect(answer).toMatchObject({ domain: site.host, status: "ok", raw_response: expect.stringMatching(/./) });
    expect(Object.keys(answer!)).not.toContain("claim");
    expect(records(files[`visits/${name}.ndjson`]!)).toMatchObject([{ path: "/next", token: "GPTBot", cache: 1 }]);
    expect(records(files["audit-log.ndjson"]!).map(({ action }) => action)).toContain("account.exported");
    const all = Object.values(files).join("\n");
    for (const secret of [account.key, PASSWORD, other.site.host, other.account.email])
      expect(all).not.toContain(secret);
  });

  it("pages through large tables of several domains without repeating a row", async () => {
    const hosts = [await newSite(), await newSite(), await newSite()].map(({ host }) => host).sort();
    const account = await newAccount("pro", hosts);
    for (const [i, host] of hosts.entries()) {
      await env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)
         SELECT domain || i, account_id, id, 'q' || i, 'info', '[]', 'weekly', i, i FROM n, domain WHERE domain = ?`,
      )
        .bind([700, 1_000, 3][i], host)
        .run();
    }
    const response = await callRaw("/api/account/export", await signIn(account.email));
    const rows = records(unzip(new Uint8Array(await response.arrayBuffer()))["prompts.ndjson"]!);
    expect(rows).toHaveLength(1_703);
    expect(new Set(rows.map(({ domain, prompt_text: text }) => `${domain} ${text}`)).size).toBe(1_703);
  });

  it("is only available to owners, and rate-limited", async () => {
    const account = await newAccount("pro");
    const session = await signIn(account.email);
    const statuses: number[] = [];
    for (let i = 0; i < 6; i++) {
      const response = await callRaw("/api/account/export", session);
      await response.arrayBuffer();
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

/** Tables that still reference an account or its domains, except the billing tables. */
async function traces(account: TestAccount, domainId: string): Promise<string[]> {
  const tables = (
    await env.DB.prepare(
      "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT IN ('audit_usage', 'provider_call')",
    ).all<{ name: string; sql: string }>()
  ).results;
  const found: string[] = [];
  for (const { name, sql } of tables) {
    const [column, value] = sql.includes("`account_id`")
      ? ["account_id", account.accountId]
      : sql.includes("`domain_id`")
        ? ["domain_id", domainId]
        : sql.includes("`user_id`")
          ? ["user_id", account.userId]
          : [];
    if (!column) continue;
    const row = await first<{ n: number }>(`SELECT count(*) AS n FROM "${name}" WHERE ${column} = ?`, value);
    if (row!.n > 0) found.push(name);
  }
  for (const [name, id] of [
    ["account", account.accountId],
    ["user", account.userId],
  ])
    if (await first(`SELECT 1 FROM ${name} WHERE id = ?`, id)) found.push(String(name));
  return found.sort();
}

describe("deleting an account", () => {
  const remove = (session: Headers, json: unknown) => call("DELETE", "/api/account", { headers: session, json });

  it("requires the owner's password and the confirmation; access ends immediately, the data follows", async () => {
    const { site, account } = await usedAccount();
    const neighbour = await usedAccount();
    const { id } = (await first<{ id: string }>("SELECT id FROM domain WHERE domain = ?", site.host))!;
    const session = await signIn(account.email);
    for (const [json, status] of [
      [{ password: PASSWORD }, 400],
      [{ password: PASSWORD, confirm: "no" }, 400],
      [{ password: "wrong password", confirm: "delete" }, 401],
    ] as const)
      expect((await remove(session, json)).status).toBe(status);
    expect(await traces(account, id)).toContain("audit_run");

    expect((await remove(session, { password: PASSWORD, confirm: "delete" })).status).toBe(204);
    for (const headers of [session, account.auth] as Headers[])
      expect((await call("GET", `/api/seo-spider/runs?domain=${site.host}`, { headers })).status).toBe(401);
    const signedIn = await call("POST", "/api/auth/sign-in/email", {
      json: { email: account.email, password: PASSWORD },
    });
    expect(signedIn.status).toBe(401);
    expect((await operator("GET", `/accounts/${account.accountId}`)).body.error).toBe("account_not_found");
    expect((await operator("POST", `/accounts/${account.accountId}/api-keys`, { name: "x" })).status).toBe(404);

    // One hour later, the last purge drops the domains and the next tick drops the account.
    await until(async () => !(await traces(account, id)).includes("audit_run"));
    await env.DB.prepare("UPDATE domain SET deleted_at = deleted_at - ? WHERE id = ?")
      .bind(2 * HOUR_MS, id)
      .run();
    expect(CRONS["*/15 * * * *"]).toContain("dropDeletedAccounts");
    await dropDeletedAccounts(env);
    expect(await traces(account, id)).toContain("account");
    await resendPurges(env, Date.now());
    await until(async () => !(await first("SELECT 1 FROM domain WHERE id = ?", id)));
    await dropDeletedAccounts(env);
    expect(await traces(account, id)).toEqual([]);
    const signUp = { email: account.email, password: PASSWORD };
    expect((await call("POST", "/api/auth/sign-up/email", { json: signUp })).status).toBe(200);
    const left = await call("GET", `/api/seo-spider/runs?domain=${neighbour.site.host}`, {
      headers: neighbour.account.auth,
    });
    expect(left.body.runs ?? left.body).toHaveLength(1);
  });

  it("by the operator recovers from lost messages and happens once", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { id } = (await first<{ id: string }>("SELECT id FROM domain WHERE domain = ?", site.host))!;
    const send = vi.spyOn(env.PURGE_QUEUE, "sendBatch").mockRejectedValue(new Error("down"));
    try {
      const path = `/accounts/${account.accountId}`;
      const answers = await Promise.all([operator("DELETE", path), operator("DELETE", path)]);
      expect(answers.map(({ status }) => status).sort((x, y) => x - y)).toEqual([204, 404]);
    } finally {
      send.mockRestore();
    }
    await env.DB.prepare("UPDATE domain SET deleted_at = 1 WHERE id = ?").bind(id).run();
    await resendPurges(env, Date.now());
    await until(async () => !(await first("SELECT 1 FROM domain WHERE id = ?", id)));
    await dropDeletedAccounts(env);
    expect(await traces(account, id)).toEqual([]);
  });
});

describe("the operator's lists", () => {
  it("show the domains and keys of one account or of all, in pages, but never a key itself", async () => {
    const [a, b] = [await newSite(), await newSite()];
    const account = await newAccount("pro", [a.host, b.host]);
    const page = await operator("GET", `/domains?accountId=${account.accountId}&limit=1`);
    expect(page.body.domains).toHaveLength(1);
    const next = await operator(
      "GET",
      `/domains?accountId=${account.accountId}&limit=1&cursor=${page.body.nextCursor}`,
    );
    const names = [...page.body.domains, ...next.body.domains].map(({ domain }: { domain: string }) => domain);
    expect(names.sort()).toEqual([a.host, b.host].sort());
    expect(page.body.domains[0]).toMatchObject({ verified: true, verificationMethod: "operator", proofLostAt: null });
    expect((await operator("GET", `/domains?limit=500`)).body.domains.length).toBeGreaterThan(2);
    const keys = await operator("GET", `/api-keys?accountId=${account.accountId}`);
    expect(keys.body.apiKeys).toMatchObject([{ name: "test", accountId: account.accountId, revokedAt: null }]);
    expect(JSON.stringify(keys.body)).not.toContain(account.key);
  });

  it("can release a domain, which another account may then claim", async () => {
    const site = await newSite({ "/": { body: html() } });
    const account = await newAccount("pro", [site.host]);
    const { id } = (await first<{ id: string }>("SELECT id FROM domain WHERE domain = ?", site.host))!;
    expect((await operator("POST", `/domains/${id}/release`)).status).toBe(204);
    expect((await operator("POST", `/domains/${id}/release`)).body.error).toBe("domain_not_found");
    const refused = await call("GET", `/api/ai-mentions/prompts?domain=${site.host}`, { headers: account.auth });
    expect(refused.body.error).toBe("domain_not_owned");
    await until(
      async () =>
        (await first<{ at: number | null }>("SELECT released_at AS at FROM domain WHERE id = ?", id))!.at === null,
    );
    await newAccount("pro", [site.host]);
    const session = await signIn(account.email);
    const { entries } = (await call("GET", "/api/account/audit-log", { headers: session })).body;
    expect(entries.map(({ action }: { action: string }) => action)).toContain("domain.released");
  });
});

describe("dead letters", () => {
  let letters: Array<{ id: string; body: unknown; queue: string }>;
  const visit = { id: "v", domainId: "d", path: "/", ip: "203.0.113.9", signature: { agent: "x" } };
  async function arrive(queue: string, body: unknown): Promise<string> {
    const id = crypto.randomUUID();
    const batch = createMessageBatch(queue, [{ id, timestamp: new Date(), attempts: 1, body }]);
    const ctx = createExecutionContext();
    await worker.queue(batch, env);
    expect((await getQueueResult(batch, ctx)).ackAll).toBe(true);
    return id;
  }
  beforeAll(async () => {
    letters = [];
    for (const [queue, body] of [
      ["crawlready-visits-dlq", [visit]],
      ["crawlready-purge-dlq", { domainId: "none", last: false }],
    ] as const)
      letters.push({ id: await arrive(queue, body), body, queue });
  });

  it("are stored once, without visitors' addresses, however often they arrive", async () => {
    const { body } = await operator("GET", "/dead-letters?queue=crawlready-visits-dlq");
    expect(body.deadLetters).toMatchObject([{ id: letters[0]!.id, queue: "crawlready-visits-dlq" }]);
    expect(JSON.parse(body.deadLetters[0].body)).toEqual([{ id: "v", domainId: "d", path: "/" }]);
    const { id } = letters[1]!;
    const twice = createMessageBatch(letters[1]!.queue, [
      { id, timestamp: new Date(), attempts: 1, body: letters[1]!.body },
    ]);
    await worker.queue(twice, env);
    expect((await operator("GET", "/dead-letters?queue=crawlready-purge-dlq")).body.deadLetters).toHaveLength(1);
  });

  it("are listed in pages of 8 MiB", async () => {
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
       INSERT INTO dead_letter (id, queue, body, arrived_at) SELECT printf('large-%03d', i), 'crawlready-analysis-dlq', hex(zeroblob(64000)), 1 FROM n`,
    ).run();
    const path = "/dead-letters?queue=crawlready-analysis-dlq";
    const page = (await operator("GET", path)).body;
    expect(page.deadLetters).toHaveLength(65);
    const rest = (await operator("GET", `${path}&cursor=${page.nextCursor}`)).body;
    expect([rest.deadLetters.length, rest.nextCursor]).toEqual([35, null]);
    await env.DB.prepare("DELETE FROM dead_letter WHERE id LIKE 'large-%'").run();
  });

  it("are resent to their original queue and then removed", async () => {
    const sent: unknown[] = [];
    const send = vi
      .spyOn(env.PURGE_QUEUE, "send")
      .mockImplementation(async (message) => void sent.push(message) as never);
    try {
      const ids = [letters[1]!.id, "unknown"];
      expect((await operator("POST", "/dead-letters/requeue", { ids })).body).toEqual({ requeued: [ids[0]], left: 0 });
      expect((await operator("POST", "/dead-letters/requeue", { ids })).body.error).toBe("dead_letter_not_found");
    } finally {
      send.mockRestore();
    }
    expect(sent).toEqual([letters[1]!.body]);
  });

  it("are deleted after 14 days, and new ones replace the oldest above the limit", async () => {
    expect(CRONS["10 0 * * *"]).toContain("pruneDeadLetters");
    await env.DB.exec(
      "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001) INSERT INTO dead_letter (id, queue, body, arrived_at) SELECT 'old-' || i, 'crawlready-crawl-dlq', '{}', i FROM n",
    );
    const id = await arrive("crawlready-crawl-dlq", { domainId: "x" });
    const count = async () => (await first<{ n: number }>("SELECT count(*) AS n FROM dead_letter"))!.n;
    expect(await count()).toBe(5_000);
    await pruneDeadLetters(env, Date.now() + 13 * DAY_MS);
    const { body } = await operator("GET", "/dead-letters?queue=crawlready-crawl-dlq");
    expect(body.deadLetters.map((letter: { id: string }) => letter.id)).toEqual([id]);
    await pruneDeadLetters(env, Date.now() + 15 * DAY_MS);
    expect(await count()).toBe(0);
  });
});

describe("a dead prompt run", () => {
  it("returns to its own provider's queue", async () => {
    const { account } = await usedAccount();
    const run = (await first<{ id: string }>("SELECT id FROM prompt_run WHERE account_id = ?", account.accountId))!;
    const id = crypto.randomUUID();
    const body = { runId: run.id };
    await worker.queue(
      createMessageBatch("crawlready-prompts-dlq", [{ id, timestamp: new Date(), attempts: 1, body }]),
      env,
    );
    const sent: unknown[] = [];
    const send = vi
      .spyOn(env.CLAUDE_QUEUE, "send")
      .mockImplementation(async (message) => void sent.push(message) as never);
    try {
      await operator("POST", "/dead-letters/requeue", { ids: [id] });
    } finally {
      send.mockRestore();
    }
    expect(sent).toEqual([body]);
  });
});
