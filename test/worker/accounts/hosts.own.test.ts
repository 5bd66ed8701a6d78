import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { authenticateKeyOrRecall } from "../../../src/accounts/callers/authentication";
import { removeDomain } from "../../../src/accounts/domains/own-domain";
import type { SessionCaller } from "../../../src/accounts/core/caller";
import { findDomain } from "../../../src/accounts/repo/domains";
import { openDb } from "../../../src/db/client";
import worker from "../../../src/index";
import { domainOfHost, heldDomain } from "../../../src/prerender/serve/host-lookup";
import { call, env, newAccount, newSite, OPERATOR, signIn } from "../support/api.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const BROWSER = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const get = (url: string, headers: Record<string, string> = {}) => exports.default.fetch(url, { headers });

const broken = {
  prepare: () => {
    throw new Error("down");
  },
};
const never = () => new Promise(() => {});
const silent = { prepare: () => ({ bind: () => ({ raw: never, all: never, first: never, run: never }) }) };
const withDb = (DB: unknown) => ({ ...env, DB }) as typeof env;

/** The Worker's response while D1 is down. */
async function getWithoutD1(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const context = createExecutionContext();
  const request = new Request<unknown, IncomingRequestCfProperties>(url, { headers });
  const answer = await worker.fetch(request, withDb(broken), context);
  // Read the body first, because deferred work may wait for it.
  const read = new Response(await answer.text(), answer);
  await waitOnExecutionContext(context);
  return read;
}

/** Creates an account with a domain whose pages come from a site on loopback. */
async function newDomain(domain: string) {
  const site = await newSite({ "*": { body: "origin" } });
  const account = await newAccount("pro");
  const json = { domain, origin: site.origin, verified: true };
  const added = await call("POST", `/api/admin/accounts/${account.accountId}/domains`, { headers: OPERATOR, json });
  expect(added.status).toBe(201);
  return { site, account };
}

/** D1 with its statements counted. */
function counted() {
  const seen = { statements: 0 };
  const DB = new Proxy(env.DB, {
    get: (db, name) => {
      if (name === "prepare") seen.statements++;
      const value = (db as unknown as Record<PropertyKey, unknown>)[name];
      return typeof value === "function" ? value.bind(db) : value;
    },
  });
  return { seen, bindings: withDb(DB) };
}

/** Waits for deferred work, which may defer more. */
async function settle(deferred: Promise<unknown>[]): Promise<void> {
  for (let count = -1; count !== deferred.length;) {
    count = deferred.length;
    await Promise.all(deferred);
  }
}

describe("a known host", () => {
  it("is served from the copy in KV without a statement, by any number of isolates", async () => {
    await newDomain("known.example");
    const { seen, bindings } = counted();
    const now = Date.now();
    // Each step is a read after this isolate's memory has ended.
    for (let step = 0; step < 40; step++)
      expect(await domainOfHost(bindings, "known.example", now + step * 6_000)).toMatchObject({ markdown: false });
    expect(seen.statements).toBe(0);
  });

  it("is read again after the clock was set back", async () => {
    await newDomain("set-back.example");
    const now = Date.now();
    await domainOfHost(env, "set-back.example", now);
    expect(heldDomain("set-back.example", now + 1_000)).not.toBeNull();
    expect(heldDomain("set-back.example", now - HOUR_MS)).toBeNull();
  });

  it("has no copy once a removal is repeated, if the first one died in between", async () => {
    const { account } = await newDomain("removed-twice.example");
    const copy = await env.KV.get("host:removed-twice.example");
    const remove = () => call("DELETE", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR });
    expect((await remove()).status).toBe(204);
    await env.KV.put("host:removed-twice.example", copy!);
    expect((await remove()).status).toBe(404);
    expect(await env.KV.get("host:removed-twice.example")).toBeNull();
  });

  it("loses its copy before its row, so that a removal that dies in between leaves none", async () => {
    const { account } = await newDomain("half-removed.example");
    const { accountId } = account;
    const row = await findDomain(openDb(env.DB), accountId, "half-removed.example");
    const caller = { kind: "session", accountId, userId: "u", email: "u@example.com" } as unknown as SessionCaller;
    await expect(removeDomain(env, openDb(withDb(broken).DB), caller, row!, Date.now())).rejects.toThrow("down");
    expect(await env.KV.get("host:half-removed.example")).toBeNull();
  });

  it("is compared with D1 every five minutes, which makes up for a copy that was not written", async () => {
    await newDomain("compared.example");
    const { seen, bindings } = counted();
    const now = Date.now();
    const deferred: Promise<unknown>[] = [];
    const read = (at: number) => domainOfHost(bindings, "compared.example", at, (work) => deferred.push(work));
    await env.DB.prepare("UPDATE domain SET markdown = 1 WHERE domain = 'compared.example'").run();
    expect(await read(now)).toMatchObject({ markdown: false });
    for (let step = 0; step < 3; step++) await read(now + 6 * MINUTE_MS);
    for (let count = -1; count !== deferred.length;) {
      count = deferred.length;
      await Promise.all(deferred);
    }
    expect(seen.statements).toBe(1);
    expect(await read(now + 6 * MINUTE_MS + 6_000)).toMatchObject({ markdown: true });
    expect(await env.KV.get("host:compared.example")).toContain('"markdown":true');
  });

  it("that changed hands works for its new owner at once, though the copy names the one before", async () => {
    const { account } = await newDomain("moved.example");
    const url = "http://api.test/render/https://moved.example/";
    expect((await get(url, account.auth)).status).toBe(200);
    const next = await newAccount("pro");
    expect((await get(url, next.auth)).status).toBe(403);
    await env.DB.prepare("UPDATE domain SET account_id = ? WHERE domain = 'moved.example'").bind(next.accountId).run();
    await new Promise((resolve) => setTimeout(resolve, 5_100));
    expect((await get(url, next.auth)).status).toBe(200);
    expect((await get(url, account.auth)).status).toBe(403);
  });

  it("comes from D1 while KV is down or silent", async () => {
    await newDomain("kv-down.example");
    for (const KV of [
      { get: () => Promise.reject(new Error("down")), put: never },
      { get: never, put: never },
    ])
      expect(await domainOfHost({ ...env, KV } as never, "kv-down.example", Date.now() + HOUR_MS)).toMatchObject({
        domain: "kv-down.example",
      });
  });

  it("is unknown as soon as its account is deleted", async () => {
    const { account } = await newDomain("gone.example");
    await call("DELETE", `/api/admin/accounts/${account.accountId}`, { headers: OPERATOR });
    expect(await env.KV.get("host:gone.example")).toBeNull();
    expect((await get("http://gone.example/")).status).toBe(404);
  });
});

describe("a host that is neither a domain nor an API host", () => {
  it.each(["/", "/healthz", "/api/bots", "/docs", "/openapi.json", "/render/https://x.example/"])(
    "returns 404 for %s instead of the API",
    async (path) => {
      const answer = await get(`http://nobody.example${path}`);
      expect([answer.status, answer.headers.get("cache-control")]).toEqual([404, "no-store"]);
      expect(await answer.json()).toMatchObject({ error: "not_found", message: expect.stringContaining("API_HOSTS") });
    },
  );

  it("gets a plain text error in a browser", async () => {
    const answer = await get("http://nobody.example/", BROWSER);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
    expect(await answer.text()).toMatch(/^No site is served at nobody\.example\./);
  });
});

describe("a malformed host", () => {
  it.each(["http://%00/", "http://127.0.0.1:8912./", "http://a b/", "http://[::1/", "http://api.test:99999/", "//"])(
    "answers 400, and nothing is thrown out of the Worker: %s",
    async (url) => {
      // The platform builds the URL from the Host header; a Request made here refuses such a one.
      const request = { url, method: "GET", headers: new Headers() };
      const context = createExecutionContext();
      const answer = await worker.fetch(request as unknown as Parameters<typeof worker.fetch>[0], env, context);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: "invalid_request" });
    },
  );
});

describe("a host with a trailing dot or capitals", () => {
  it.each(["http://api.test./healthz", "http://API.TEST/healthz", "http://Api.Test./healthz"])(
    "is the same API host: %s",
    async (url) => expect((await get(url)).status).toBe(200),
  );

  it("is the same customer's domain, on both routes", async () => {
    const { account } = await newDomain("www.dotted.example");
    for (const host of ["www.dotted.example.", "WWW.Dotted.Example.", "www.dotted.example"]) {
      expect(await (await get(`http://${host}/`)).text(), host).toBe("origin");
      expect(await (await get(`http://api.test/render/https://${host}/p`, account.auth)).text(), host).toBe("origin");
    }
  });
});

describe("with D1 down", () => {
  it("serves a host that this isolate does not know from the copy in KV, also to people", async () => {
    const { site } = await newDomain("copied.example");
    const answer = await getWithoutD1("http://copied.example/page", BROWSER);
    expect([answer.status, await answer.text()]).toEqual([200, "origin"]);
    expect(await site.log()).toContain("GET /page");
  });

  it("an unknown host is told to retry, and never gets 500 or 404", async () => {
    const answer = await getWithoutD1("http://unknown-now.example/", BROWSER);
    expect(answer.status).toBe(503);
    expect(answer.headers.get("retry-after")).toBe("10");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    expect(await answer.text()).toContain("try again");
    expect((await get("http://unknown-now.example/")).status).toBe(404);
  });

  it("the API's own hosts need no lookup", async () => {
    expect((await getWithoutD1("http://api.test/healthz")).status).toBe(200);
  });

  it("a database that hangs counts as down", async () => {
    await newDomain("hanging.example");
    expect(await domainOfHost(withDb(silent), "hanging.example", Date.now())).toMatchObject({
      domain: "hanging.example",
    });
  });

  it("a copy is valid for one day after it was read", async () => {
    await newDomain("aged.example");
    const now = Date.now();
    expect(await domainOfHost(withDb(broken), "aged.example", now + 23 * HOUR_MS)).toMatchObject({ llmsTxt: false });
    await expect(domainOfHost(withDb(broken), "aged.example", now + 25 * HOUR_MS)).rejects.toMatchObject({
      code: "temporarily_unavailable",
    });
  });

  it("a read renews the copy, and deletes it if D1 no longer has the domain", async () => {
    await newDomain("renewed.example");
    await env.KV.delete("host:renewed.example");
    const deferred: Promise<unknown>[] = [];
    const now = Date.now();
    await domainOfHost(env, "renewed.example", now, (work) => deferred.push(work));
    await Promise.all(deferred);
    const copy = await env.KV.get("host:renewed.example");
    expect(copy).not.toBeNull();
    expect(copy).not.toContain("crawlready-");
    await env.DB.prepare("UPDATE domain SET verified_at = NULL WHERE domain = 'renewed.example'").run();
    await domainOfHost(env, "renewed.example", now + 6 * MINUTE_MS, (work) => deferred.push(work));
    await settle(deferred);
    expect(await env.KV.get("host:renewed.example")).toBeNull();
  });

  it("a change updates the copy at once, and removing the domain deletes it", async () => {
    const { account } = await newDomain("changed.example");
    const headers = await signIn(account.email);
    const path = "/api/account/domains/changed.example";
    expect((await call("PATCH", path, { headers, json: { markdown: true } })).status).toBe(200);
    expect(await domainOfHost(withDb(broken), "changed.example", Date.now())).toMatchObject({ markdown: true });
    expect((await call("DELETE", path, { headers })).status).toBe(204);
    expect(await env.KV.get("host:changed.example")).toBeNull();
  });

  it("/render works for ten minutes for keys that this isolate knows", async () => {
    const { account } = await newDomain("keyed.example");
    const url = "http://api.test/render/https://keyed.example/";
    const stranger = await getWithoutD1(url, account.auth);
    expect([stranger.status, stranger.headers.get("retry-after")]).toEqual([503, "10"]);
    await get(url, account.auth);
    expect((await getWithoutD1(url, account.auth)).status).toBe(200);
    const recall = (at: number) =>
      authenticateKeyOrRecall(openDb(withDb(broken).DB), account.key, { address: "192.0.2.1", now: at }, () => {});
    expect(await recall(Date.now() + 9 * 60_000)).toMatchObject({ accountId: account.accountId });
    await expect(recall(Date.now() + 11 * 60_000)).rejects.toMatchObject({ code: "temporarily_unavailable" });
  });
});
