import { exports } from "cloudflare:workers";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { pruneSessions } from "../../../src/accounts/sessions/prune-sessions";
import {
  ALLOW,
  allow,
  answer,
  consentPath,
  exchange,
  open,
  post,
  refresh,
  register,
  RESOURCE,
  RETURN,
  returned,
  tool,
  VERIFIER,
  type Session,
} from "./oauth-app.ts";
import { call, env, newAccount, newSite, OPERATOR, PASSWORD, signIn, type TestAccount } from "../support/api.ts";

let account: TestAccount;
let session: Session;
let own: string;
let second: string;
let foreign: string;
beforeAll(async () => {
  const sites = await Promise.all([newSite(), newSite(), newSite()]);
  [own, second, foreign] = sites.map(({ host }) => host) as [string, string, string];
  account = await newAccount("pro", [own, second]);
  await newAccount("pro", [foreign]);
  session = await signIn(account.email);
});

/** A connected app with its tokens. */
async function connected(fields = ALLOW, as = session) {
  const id = await register();
  const { status, body } = await exchange(id, await allow(as, id, fields));
  expect(status).toBe(200);
  return { id, access: body.access_token as string, refresh: body.refresh_token as string, body };
}
const works = async (token: string) => (await tool(token, "list_domains")).status === 200;
const only = (domains: string[], scopes = ["read", "audits", "cache"]): Array<[string, string]> => [
  ...scopes.map((scope): [string, string] => ["scopes", scope]),
  ["reach", "some"],
  ...domains.map((domain): [string, string] => ["domains", domain]),
  ["answer", "allow"],
];
const list = async (headers = session) =>
  (await call("GET", "/api/account/connections", { headers: { ...headers } })).body.connections;

describe("an app finds its way", () => {
  it("from a refusal of /mcp to the documents about it", async () => {
    const { status, challenge } = await tool("", "list_domains");
    if (status !== 401 || challenge === null) throw new Error(`${status}`);
    expect(challenge).toMatch(/^Bearer realm="Crawlready", scope="read audits cache", resource_metadata="[^"]+"$/);
    const path = new URL(/resource_metadata="([^"]+)"/.exec(challenge)![1]!).pathname;
    expect(path).toBe("/.well-known/oauth-protected-resource/mcp");
    for (const each of [path, "/.well-known/oauth-protected-resource"]) {
      const { body } = await call("GET", each, { headers: { accept: "text/html" } });
      expect(body).toMatchObject({ resource: RESOURCE, authorization_servers: ["http://api.test"] });
    }
    const { body } = await call("GET", "/.well-known/oauth-authorization-server");
    expect(body).toMatchObject({
      issuer: "http://api.test",
      authorization_endpoint: "http://api.test/app/authorize",
      code_challenge_methods_supported: ["S256"],
      token_endpoint_auth_methods_supported: ["none"],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    });
  });

  it("from a page of another origin, too", async () => {
    const headers = { origin: "https://inspector.example", "access-control-request-method": "POST" };
    const asked = { method: "OPTIONS", headers };
    const { status, headers: allowed } = await exports.default.fetch("http://api.test/oauth/token", asked);
    expect([status, allowed.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(allowed.get("access-control-allow-credentials")).toBeNull();
    const origin = { origin: "https://inspector.example" };
    const refused = await call("POST", "/oauth/register", { headers: origin, json: { redirect_uris: [] } });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([400, "*"]);
  });

  it("through consent, with state and issuer, to tools in its user's name", async () => {
    const id = await register();
    const path = await consentPath(id);
    const asked = await open(path, session);
    const html = await asked.text();
    expect(asked.status).toBe(200);
    for (const text of ["Assistant", "assistant.example", own, second, "Start audits"]) expect(html).toContain(text);
    expect(html).not.toContain(foreign);
    const policy = asked.headers.get("content-security-policy")!;
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self' https://assistant.example");
    expect(asked.headers.get("cache-control")).toBe("no-store");
    const done = await answer(path, session, ALLOW);
    expect(done.headers.get("location")).toMatch(/^https:\/\/assistant\.example\/callback\?of=us&code=crz_/);
    const back = returned(done);
    expect([back.get("state"), back.get("iss")]).toEqual(["a state & more", "http://api.test"]);
    const { body, headers } = await exchange(id, back.get("code")!);
    expect(headers.get("cache-control")).toBe("no-store");
    expect(body).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "read audits cache" });
    const answered = await tool(body.access_token, "list_domains");
    expect(answered.body.domains.map(({ domain }: { domain: string }) => domain).sort()).toEqual([own, second].sort());
    const [stored] = (await env.DB.prepare("SELECT * FROM connection WHERE client_id = ?").bind(id).all()).results;
    for (const secret of [back.get("code")!, body.access_token, body.refresh_token])
      expect(JSON.stringify(stored)).not.toContain(secret);
  });

  it("with a document about itself instead of a registration", async () => {
    const site = await newSite();
    const id = `${site.origin}/app.json`;
    const document = { client_id: id, client_name: "Documented", redirect_uris: [RETURN] };
    const serve = (body: unknown, rest: object = {}) =>
      site.set({
        "/app.json": { headers: { "content-type": "application/json" }, body: JSON.stringify(body), ...rest },
      });
    await serve(document);
    const { body } = await exchange(id, await allow(session, id));
    expect(await works(body.access_token)).toBe(true);
    const status = async () => {
      const response = await open(await consentPath(id), session);
      return [response.status, /<p class="lead">([^<]*)/.exec(await response.text())?.[1]];
    };
    await serve({ ...document, client_id: `${site.origin}/other.json` });
    expect(await status()).toEqual([400, "The app’s document names another client_id.".replace("’", "&#39;")]);
    await serve({ ...document, token_endpoint_auth_method: "private_key_jwt" });
    expect((await status())[0]).toBe(400);
    await serve({ ...document, padding: "x".repeat(20_000) });
    expect((await status())[0]).toBe(400);
    await site.set({ "/app.json": { status: 302, headers: { location: `${site.origin}/other.json` } } });
    expect((await status())[0]).toBe(400);
  });

  it("and signs its user in first", async () => {
    const path = await consentPath(await register());
    for (const response of [await open(path), await answer(path, { origin: "http://api.test" }, ALLOW)]) {
      expect(response.status).toBe(303);
      const to = new URL(response.headers.get("location")!, "http://api.test");
      expect([to.pathname, to.searchParams.get("next")]).toEqual(["/app/sign-in", path]);
    }
  });
});

describe("a registration", () => {
  it.each([
    ["no address", { redirect_uris: [] }, "invalid_redirect_uri"],
    ["plain http", { redirect_uris: ["http://assistant.example/"] }, "invalid_redirect_uri"],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }, "invalid_redirect_uri"],
    ["a fragment", { redirect_uris: [`${RETURN}#x`] }, "invalid_redirect_uri"],
    ["another grant", { redirect_uris: [RETURN], grant_types: ["client_credentials"] }, "invalid_client_metadata"],
  ])("with %s is refused", async (_, json, code) => {
    const { status, body } = await call("POST", "/oauth/register", { json });
    expect([status, body.error]).toEqual([400, code]);
    expect(body.error_description).toBe(body.message);
  });

  it("that nobody uses ends after a day, and a used one stays", async () => {
    const [unused, used] = [await register(), (await connected()).id];
    const inTwoDays = Date.now() + 2 * 86_400_000;
    expect(await pruneSessions(env, inTwoDays)).toBeNull();
    const { results } = await env.DB.prepare("SELECT id FROM oauth_client").all<{ id: string }>();
    const ids = new Set(results.map(({ id }) => id));
    expect([ids.has(unused), ids.has(used)]).toEqual([false, true]);
    // Other tests go on with the session that this has ended.
    session = await signIn(account.email);
  });

  it("pushes out the oldest of its own address when there are too many", async () => {
    const insert = (address: string, amount: number) =>
      env.DB.prepare(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1)
         INSERT INTO oauth_client SELECT ?2 || i, 'x', '[]', ?2, i, 4102444800000 FROM n`,
      )
        .bind(amount, address)
        .run();
    const left = async (address: string) =>
      env.DB.prepare("SELECT count(*) AS n, min(created_at) AS first FROM oauth_client WHERE address = ?")
        .bind(address)
        .first();
    await insert("flood-", 9_990);
    await insert("quiet-", 10);
    await register();
    expect(await left("flood-")).toEqual({ n: 9_989, first: 2 });
    expect(await left("quiet-")).toEqual({ n: 10, first: 1 });
    await env.DB.prepare("DELETE FROM oauth_client WHERE address IN ('flood-', 'quiet-')").run();
  });
});

describe("a person is asked only for what can be granted", () => {
  it.each([
    ["another redirect", { redirect_uri: "https://evil.example/callback" }, false],
    ["a longer redirect", { redirect_uri: `${RETURN}/../evil` }, false],
    ["an unknown app", { client_id: "crc_unknown" }, false],
    ["an app at this service's neighbour", { client_id: "http://169.254.169.254/latest" }, false],
    ["another server", { resource: "https://other.example/mcp" }, true],
    ["no PKCE", { code_challenge: null, code_challenge_method: null }, true],
    ["plain PKCE", { code_challenge_method: "plain" }, true],
    ["a token at once", { response_type: "token" }, true],
    ["nothing", { scope: "admin" }, true],
  ] as Array<[string, Record<string, string | null>, boolean]>)("not for %s", async (_, change, mayReturn) => {
    const path = await consentPath(await register(), change);
    for (const response of [await open(path, session), await answer(path, session, ALLOW)]) {
      // Never a redirect: the address is a stranger's.
      expect([response.status, response.headers.get("location")]).toEqual([400, null]);
      expect((await response.text()).includes("error=")).toBe(mayReturn);
    }
  });

  it("and may say no", async () => {
    const id = await register();
    const back = returned(await answer(await consentPath(id), session, [["answer", "deny"]]));
    expect([back.get("error"), back.get("state"), back.get("code")]).toEqual(["access_denied", "a state & more", null]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM connection WHERE client_id = ?").bind(id).first("n")).toBe(
      0,
    );
  });

  it("by this service's own page alone", async () => {
    const path = await consentPath(await register());
    const { cookie } = session;
    for (const origin of ["https://evil.example", "null"])
      expect((await answer(path, { cookie, origin }, ALLOW)).status).toBe(403);
    const own = await answer(path, session, ALLOW);
    expect(own.status).toBe(303);
  });

  it.each([
    ["another account's domain", () => only([foreign])],
    ["no domain", () => only([])],
    ["more than the app asked for", () => only([own], ["read", "audits"]), { scope: "read" }],
    ["nothing", () => only([own], [])],
    ["some domains and all", () => [...ALLOW, ["domains", own]]],
    ["neither some domains nor all", () => ALLOW.filter(([name]) => name !== "reach")],
  ] as Array<[string, () => Array<[string, string]>, Record<string, string>?]>)(
    "and can't allow %s",
    async (_, fields, change) => {
      const response = await answer(await consentPath(await register(), change), session, fields());
      expect([400, 403]).toContain(response.status);
      expect(response.headers.get("location")).toBeNull();
    },
  );

  it("with the name of the app as text", async () => {
    const id = await register(RETURN, '<script>alert("x")</script>\u202e');
    const html = await (await open(await consentPath(id), session)).text();
    expect(html).not.toContain("<script>alert");
    expect(html).not.toContain("\u202e");
  });

  it("on a port of the person's own machine that the program chose", async () => {
    const id = await register("http://127.0.0.1/done");
    const code = await allow(session, id, ALLOW, { redirect_uri: "http://127.0.0.1:43210/done" });
    expect((await exchange(id, code, { redirect_uri: "http://127.0.0.1:43210/done" })).status).toBe(200);
  });
});

describe("a code", () => {
  it.each([
    ["another verifier", { code_verifier: VERIFIER.toUpperCase() }, "invalid_grant"],
    ["no verifier", { code_verifier: "" }, "invalid_request"],
    ["another address", { redirect_uri: "https://evil.example/callback" }, "invalid_grant"],
    ["another app", { client_id: "crc_other" }, "invalid_grant"],
    ["no app", { client_id: "" }, "invalid_client"],
    ["another server", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["another grant", { grant_type: "password" }, "unsupported_grant_type"],
  ])("is worth nothing with %s", async (_, change, error) => {
    const id = await register();
    const code = await allow(session, id);
    const { status, body } = await exchange(id, code, change);
    const refused = error === "invalid_client" ? 401 : 400;
    expect([status, body.error, typeof body.error_description]).toEqual([refused, error, "string"]);
    expect((await exchange(id, code)).status).toBe(200);
  });

  it("ends the connection when it comes twice", async () => {
    const id = await register();
    const code = await allow(session, id);
    const { body } = await exchange(id, code);
    expect(await works(body.access_token)).toBe(true);
    // Whatever else comes with it.
    expect((await exchange(id, code, { redirect_uri: "https://evil.example/" })).body.error).toBe("invalid_grant");
    expect(await works(body.access_token)).toBe(false);
    expect((await refresh(id, body.refresh_token)).body.error).toBe("invalid_grant");
    const { entries } = (await call("GET", "/api/account/audit-log?action=connection", { headers: { ...session } }))
      .body;
    expect(entries[0]).toMatchObject({ action: "connection.replayed", actor: { kind: "system" } });
  });

  it("has one winner, whose tokens work, when the app sends it five times at once", async () => {
    const id = await register();
    const code = await allow(session, id);
    const all = await Promise.all(Array.from({ length: 5 }, () => exchange(id, code)));
    const won = all.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    for (const { body } of all) if (!body.access_token) expect(body.error).toBe("invalid_grant");
    expect(await works(won[0]!.body.access_token)).toBe(true);
    await env.DB.prepare("UPDATE connection SET code_used_at = code_used_at - 10000 WHERE client_id = ?")
      .bind(id)
      .run();
    expect((await exchange(id, code)).body.error).toBe("invalid_grant");
    expect(await works(won[0]!.body.access_token)).toBe(false);
  });

  it("works for a minute", async () => {
    const id = await register();
    const code = await allow(session, id);
    const before = await list();
    await env.DB.prepare("UPDATE connection SET code_expires_at = ? WHERE client_id = ?").bind(Date.now(), id).run();
    expect((await exchange(id, code)).body).toMatchObject({ error: "invalid_grant" });
    expect(await list()).toEqual(before);
  });

  it("is not taken from a form with a field twice, or another type", async () => {
    const twice = await call("POST", "/oauth/token", {
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "grant_type=authorization_code&grant_type=refresh_token",
    });
    expect([twice.status, twice.body.error]).toEqual([400, "invalid_request"]);
    expect((await call("POST", "/oauth/token", { json: {} })).status).toBe(415);
  });
});

describe("tokens", () => {
  afterEach(() => void vi.restoreAllMocks());

  it("are replaced together, and a lost answer can be fetched again", async () => {
    const app = await connected();
    const first = await refresh(app.id, app.refresh);
    expect(first.body).toMatchObject({ expires_in: 3600, scope: "read audits cache" });
    expect(await works(app.access)).toBe(false);
    expect(await works(first.body.access_token)).toBe(true);
    const again = await refresh(app.id, app.refresh);
    expect([again.body.access_token, again.body.refresh_token]).toEqual([
      first.body.access_token,
      first.body.refresh_token,
    ]);
    expect((await refresh(app.id, first.body.refresh_token)).status).toBe(200);
  });

  it("are the same for two refreshes at once", async () => {
    const app = await connected();
    const [one, other] = await Promise.all([refresh(app.id, app.refresh), refresh(app.id, app.refresh)]);
    expect(one.body.refresh_token).toBe(other.body.refresh_token);
    expect(await works(other.body.access_token)).toBe(true);
  });

  it("end with the connection when a replaced one comes back, however old", async () => {
    const app = await connected();
    const { body: next } = await refresh(app.id, app.refresh);
    const { body: last } = await refresh(app.id, next.refresh_token);
    expect(await works(last.access_token)).toBe(true);
    expect((await refresh(app.id, app.refresh)).body.error).toBe("invalid_grant");
    expect(await works(last.access_token)).toBe(false);
    expect((await refresh(app.id, last.refresh_token)).body.error).toBe("invalid_grant");
  });

  it("are no one else's, and never allow more", async () => {
    const app = await connected(only([own], ["read"]));
    expect((await refresh("crc_other", app.refresh)).body.error).toBe("invalid_grant");
    expect((await refresh(app.id, app.refresh, { scope: "read audits" })).body.error).toBe("invalid_scope");
    expect((await refresh(app.id, app.refresh, { resource: "https://other.example/" })).body.error).toBe(
      "invalid_target",
    );
    expect((await refresh(app.id, `${app.refresh}x`)).body.error).toBe("invalid_grant");
    expect((await refresh(app.id, "crr_x")).body.error).toBe("invalid_grant");
  });

  it("end after an hour, and after 60 days without use", async () => {
    const app = await connected();
    const change = (column: string) =>
      env.DB.prepare(`UPDATE connection SET ${column} = ? WHERE client_id = ?`).bind(Date.now(), app.id).run();
    await change("access_expires_at");
    const { status, challenge } = await tool(app.access, "list_domains");
    expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
    const { body } = await refresh(app.id, app.refresh);
    await change("expires_at");
    expect((await refresh(app.id, body.refresh_token)).body.error).toBe("invalid_grant");
    await pruneSessions(env, Date.now() + 1);
    expect(await env.DB.prepare("SELECT id FROM connection WHERE client_id = ?").bind(app.id).first()).toBeNull();
  });

  it("end by the clock, and go on after a refresh", async () => {
    const app = await connected();
    const start = Date.now();
    const at = (seconds: number) => vi.spyOn(Date, "now").mockReturnValue(start + 1_000 * seconds);
    at(3_590);
    expect(await works(app.access)).toBe(true);
    at(3_601);
    for (let i = 0; i < 2; i++) {
      const { status, challenge } = await tool(app.access, "list_domains");
      expect([status, challenge]).toEqual([401, expect.stringContaining('error="invalid_token"')]);
      expect(challenge).toContain('resource_metadata="http://api.test/.well-known/oauth-protected-resource/mcp"');
    }
    const { status, body } = await refresh(app.id, app.refresh);
    expect([status, body.expires_in]).toEqual([200, 3_600]);
    expect([await works(body.access_token), await works(app.access)]).toEqual([true, false]);
    at(3_601 + 3_590);
    expect(await works(body.access_token)).toBe(true);
  });

  it("work at /mcp alone, and API keys go on working there", async () => {
    const app = await connected();
    const sent: Array<Record<string, string>> = [
      { "x-service-api-key": app.access },
      { authorization: `Bearer ${app.access}` },
    ];
    for (const headers of sent) expect((await call("GET", "/api/domains", { headers })).status).toBe(401);
    // A token that was sent to the wrong place still works in the right one, and the other way round.
    expect(await works(app.access)).toBe(true);
    const unknown = { headers: { "x-service-api-key": account.key } };
    expect((await call("GET", `/api/analytics/bots?token=${account.key}`)).status).toBe(401);
    expect((await call("GET", "/api/domains", unknown)).status).toBe(200);
    expect(await works(account.key)).toBe(true);
  });

  it("are for the host that issued them", async () => {
    const app = await connected();
    await env.DB.prepare("UPDATE connection SET resource = 'http://other.test/mcp' WHERE client_id = ?")
      .bind(app.id)
      .run();
    expect(await works(app.access)).toBe(false);
    expect((await refresh(app.id, app.refresh)).body.error).toBe("invalid_grant");
  });

  it("are given back by the app", async () => {
    for (const kind of ["access", "refresh"] as const) {
      const app = await connected();
      const revoke = (client_id: string, token: string) => post("/oauth/revoke", { client_id, token });
      expect((await revoke("crc_other", app[kind])).status).toBe(200);
      expect((await revoke(app.id, "crr_unknown")).status).toBe(200);
      expect(await works(app.access)).toBe(true);
      expect((await revoke(app.id, app[kind])).status).toBe(200);
      expect(await works(app.access)).toBe(false);
      expect((await refresh(app.id, app.refresh)).status).toBe(400);
    }
  });
});

describe("a connected app", () => {
  it("reaches only the domains that were allowed", async () => {
    const app = await connected(only([second]));
    const { body } = await tool(app.access, "list_domains");
    expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual([second]);
    expect((await tool(app.access, "who_crawls", { domain: own })).body.error).toBe("api_key_domain_scope_mismatch");
    expect((await tool(app.access, "who_crawls", { domain: foreign })).body.error).toBe(
      "api_key_domain_scope_mismatch",
    );
    expect((await tool(app.access, "who_crawls", { domain: second })).body.error).toBeUndefined();
  });

  it("does only what was allowed, and learns what to ask for", async () => {
    const app = await connected(only([own], ["read"]));
    const start = await tool(app.access, "start_audit", { domain: own, urls: [`http://${own}/`], confirm: true });
    expect(start.status).toBe(403);
    expect(start.challenge).toContain('error="insufficient_scope", scope="read audits", resource_metadata="');
    expect(start.body).toMatchObject({ error: "insufficient_scope", requiredScope: "audits" });
    const purge = await tool(app.access, "remove_from_cache", { domain: own, pattern: "/*", confirm: true });
    expect([purge.status, purge.body.requiredScope]).toEqual([403, "cache"]);
    const cache = await connected(only([own], ["read", "cache"]));
    const removed = await tool(cache.access, "remove_from_cache", { domain: own, pattern: "/*", confirm: true });
    expect(removed.status).toBe(200);
    const { entries } = (await call("GET", "/api/account/audit-log?action=cache", { headers: { ...session } })).body;
    expect(entries[0].actor.kind).toBe("connection");
  });

  it("can do no more than its user at that moment", async () => {
    const email = `member-${crypto.randomUUID()}@example.com`;
    const json = { email, password: PASSWORD, role: "member", domains: [own] };
    await call("POST", "/api/account/members", { headers: { ...session }, json });
    const member = await signIn(email);
    expect((await answer(await consentPath(await register()), member, only([second]))).status).toBe(403);
    const app = await connected(ALLOW, member);
    const { body } = await tool(app.access, "list_domains");
    expect(body.domains.map(({ domain }: { domain: string }) => domain)).toEqual([own]);
    const mine = await list(member);
    expect(mine).toHaveLength(1);
    // An owner sees it too; a member does not see others'.
    expect((await list()).map(({ id }: { id: string }) => id)).toContain(mine[0].id);
    const other = (await list()).find(({ user }: { user: { email: string } }) => user.email !== email);
    const end = (id: string, headers: Session) =>
      call("DELETE", `/api/account/connections/${id}`, { headers: { ...headers } });
    expect((await end(other.id, member)).body.error).toBe("connection_not_found");
    const members = (await call("GET", "/api/account/members", { headers: { ...session } })).body.members;
    const { userId } = members.find((each: { email: string }) => each.email === email);
    await call("DELETE", `/api/account/members/${userId}`, { headers: { ...session } });
    expect(await works(app.access)).toBe(false);
  });

  it("is listed, and disconnected by its user", async () => {
    const app = await connected(only([own], ["read"]));
    await works(app.access);
    const [first] = await list();
    expect(first).toMatchObject({ name: "Assistant", returnsTo: RETURN, scopes: ["read"], domains: [own] });
    const html = await (await open("/app/account/apps", session)).text();
    expect(html).toContain("assistant.example");
    const done = await answer("/app/account/apps/disconnect", session, [["id", first.id]]);
    expect(done.status).toBe(303);
    expect(await works(app.access)).toBe(false);
    expect((await list()).map(({ id }: { id: string }) => id)).not.toContain(first.id);
  });

  it("ends with the password, and with the account", async () => {
    const other = await newAccount("pro");
    const as = await signIn(other.email);
    const app = await connected(ALLOW, as);
    const newPassword = "another long password";
    const changed = await call("POST", "/api/auth/change-password", {
      headers: { ...as },
      json: { currentPassword: PASSWORD, newPassword },
    });
    expect(changed.status).toBe(200);
    expect(await works(app.access)).toBe(false);
    const again = await connected(ALLOW, await signIn(other.email, newPassword));
    expect(await works(again.access)).toBe(true);
    await call("DELETE", `/api/admin/accounts/${other.accountId}`, { headers: OPERATOR });
    expect(await works(again.access)).toBe(false);
    expect((await refresh(again.id, again.refresh)).body.error).toBe("invalid_grant");
  });

  it("waits while its account is suspended, and obeys the plan", async () => {
    const other = await newAccount("free");
    const app = await connected(ALLOW, await signIn(other.email));
    expect((await tool(app.access, "list_domains")).body.error).toBe("plan_required");
    await call("POST", `/api/admin/accounts/${other.accountId}/suspend`, { headers: OPERATOR, json: {} });
    expect((await tool(app.access, "list_domains")).status).toBe(403);
  });

  it("ends the one that was unused for longest beyond 50", async () => {
    const other = await newAccount("pro");
    const as = await signIn(other.email);
    const id = await register();
    for (let i = 0; i < 51; i++) await exchange(id, await allow(as, id));
    expect(await list(as)).toHaveLength(50);
  });
});
