import { describe, expect, it } from "vitest";
import { call, cookieOf, env, newAccount, PASSWORD, SAME_ORIGIN, signIn, type Answer } from "../support/api.ts";

const signUp = (json: unknown, headers: Record<string, string> = {}) =>
  call("POST", "/api/auth/sign-up/email", { json, headers });
const newEmail = () => `person-${crypto.randomUUID()}@example.com`;
const outcome = (answer: Answer) => [answer.status, answer.body.error];
const count = async (query: string, ...values: unknown[]) =>
  (await env.DB.prepare(query)
    .bind(...values)
    .first<number>("n"))!;

describe("signing up", () => {
  it("creates a free account with the user as its owner, and a session", async () => {
    const email = newEmail();
    const answer = await signUp({ email: email.toUpperCase(), password: PASSWORD, name: "Ada" });
    expect([answer.status, answer.body.user.email, answer.body.user.name]).toEqual([200, email, "Ada"]);
    const session = await call("GET", "/api/auth/get-session", { headers: { cookie: cookieOf(answer) } });
    expect(session.body.user).toEqual(answer.body.user);
    const row = await env.DB.prepare(
      "SELECT role, plan FROM membership JOIN account ON account.id = account_id WHERE user_id = ?",
    )
      .bind(answer.body.user.id)
      .first();
    expect(row).toEqual({ role: "owner", plan: "free" });
  });

  it("leaves nothing behind if it fails halfway", async () => {
    const email = newEmail();
    await env.DB.exec(
      `CREATE TRIGGER no_members BEFORE INSERT ON membership BEGIN SELECT RAISE(ABORT, 'no members'); END`,
    );
    try {
      expect(outcome(await signUp({ email, password: PASSWORD }))).toEqual([500, "internal_error"]);
    } finally {
      await env.DB.exec("DROP TRIGGER no_members");
    }
    expect(await count("SELECT count(*) AS n FROM user WHERE email = ?", email)).toBe(0);
    expect((await signUp({ email, password: PASSWORD })).status).toBe(200);
  });

  it("accepts an email once, even with twenty parallel requests", async () => {
    const email = newEmail();
    const answers = await Promise.all(Array.from({ length: 20 }, () => signUp({ email, password: PASSWORD })));
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200));
    expect(await count("SELECT count(*) AS n FROM user WHERE email = ?", email)).toBe(1);
  });

  it("is limited to thirty per minute and address", async () => {
    const from = (address: string) =>
      signUp({ email: newEmail(), password: PASSWORD }, { "cf-connecting-ip": address });
    // Each sign-up hashes a password, so 29 of them only count against the limit.
    const limiter = env.RATE_LIMITER.getByName("sign-up:203.0.113.30");
    for (let i = 0; i < 29; i++) expect(await limiter.take(30)).toMatchObject({ allowed: true });
    expect((await from("203.0.113.30")).status).toBe(200);
    expect(outcome(await from("203.0.113.30"))).toEqual([429, "rate_limited"]);
    expect((await from("203.0.113.31")).status).toBe(200);
  });

  it("rejects short passwords and invalid addresses", async () => {
    expect(outcome(await signUp({ email: newEmail(), password: "short" }))).toEqual([400, "invalid_request"]);
    expect(outcome(await signUp({ email: "nobody", password: PASSWORD }))).toEqual([400, "invalid_request"]);
  });
});

describe("a session", () => {
  it("is stored in a cookie that scripts and other sites can't access", async () => {
    const { email } = await newAccount("free");
    const answer = await call("POST", "/api/auth/sign-in/email", { json: { email, password: PASSWORD } });
    const [cookie] = answer.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-crawlready\.session_token=/);
    for (const attribute of ["HttpOnly", "Secure", "SameSite=Lax", "Path=/"]) expect(cookie).toContain(attribute);
    expect(JSON.stringify(answer.body)).not.toContain(/=([^.]+)/.exec(cookie!)![1]);
  });

  it("gives access to audits and ends immediately with sign-out", async () => {
    const { email } = await newAccount("pro");
    const headers = await signIn(email);
    expect((await call("GET", "/api/seo-spider/runs", { headers })).status).toBe(200);
    expect((await call("POST", "/api/auth/sign-out", { headers })).body).toEqual({ success: true });
    expect(outcome(await call("GET", "/api/seo-spider/runs", { headers }))).toEqual([401, "invalid_api_key"]);
    expect((await call("GET", "/api/auth/get-session", { headers })).body).toBeNull();
  });

  it("rejects a cookie that was tampered with", async () => {
    const { email } = await newAccount("pro");
    const { cookie } = await signIn(email);
    for (const forged of [cookie.replace(/.$/, "x"), cookie.split(".").slice(0, 2).join("."), `${cookie}AAAA`]) {
      expect((await call("GET", "/api/seo-spider/runs", { headers: { cookie: forged } })).status).toBe(401);
    }
  });

  it("accepts JSON writes from a program or from a page of the service", async () => {
    const { email } = await newAccount("pro");
    const { cookie } = await signIn(email);
    const write = (headers: Record<string, string>, body = "{}") =>
      call("POST", "/api/seo-spider/runs", { headers: { cookie, ...headers }, body });
    const json = { "content-type": "application/json" };
    expect(outcome(await write(json))).toEqual([400, "invalid_request"]);
    expect(outcome(await write({ ...json, "sec-fetch-site": "cross-site" }))).toEqual([403, "cross_origin_request"]);
    for (const origin of ["http://evil.example", "https://api.test", "http://api.test:81", "null"])
      expect(outcome(await write({ ...json, origin }))).toEqual([403, "cross_origin_request"]);
    expect(outcome(await write({ ...SAME_ORIGIN, "content-type": "text/plain" }))).toEqual([
      415,
      "unsupported_media_type",
    ]);
    expect(outcome(await write({ ...SAME_ORIGIN, ...json }))).toEqual([400, "invalid_request"]);
    const empty = { headers: { cookie, ...SAME_ORIGIN }, body: new Uint8Array() };
    expect(outcome(await call("POST", "/api/account/domains/no.example/verify", empty))).toEqual([
      403,
      "domain_not_owned",
    ]);
    const foreign = { cookie, origin: "http://evil.example" };
    expect(outcome(await call("POST", "/api/auth/sign-out", { headers: foreign }))).toEqual([
      403,
      "cross_origin_request",
    ]);
    expect((await call("POST", "/api/auth/sign-out", { headers: { cookie } })).status).toBe(200);
    expect((await call("GET", "/api/seo-spider/runs", { headers: { cookie } })).status).toBe(401);
  });

  it("can't be opened from another site's page", async () => {
    const { email } = await newAccount("pro");
    const json = { email, password: PASSWORD };
    const headers = { origin: "https://evil.example" };
    expect(outcome(await call("POST", "/api/auth/sign-in/email", { headers, json }))).toEqual([
      403,
      "cross_origin_request",
    ]);
    expect(outcome(await signUp({ email: newEmail(), password: PASSWORD }, headers))).toEqual([
      403,
      "cross_origin_request",
    ]);
  });

  it("requires AUTH_SECRET and says so", async () => {
    const secret = env.AUTH_SECRET;
    const { email } = await newAccount("pro");
    const { cookie } = await signIn(email);
    try {
      env.AUTH_SECRET = undefined;
      const json = { email: newEmail(), password: PASSWORD };
      expect(outcome(await signUp(json))).toEqual([503, "sessions_unavailable"]);
      expect(await count("SELECT count(*) AS n FROM user WHERE email = ?", json.email)).toBe(0);
      expect(outcome(await call("POST", "/api/auth/sign-in/email", { json }))).toEqual([503, "sessions_unavailable"]);
      expect((await call("GET", "/api/seo-spider/runs", { headers: { cookie } })).status).toBe(401);
    } finally {
      env.AUTH_SECRET = secret;
    }
  });
});

describe("changing the password", () => {
  const change = (headers: Record<string, string>, currentPassword: string, newPassword: string) =>
    call("POST", "/api/auth/change-password", { headers, json: { currentPassword, newPassword } });

  it("ends the user's other sessions and invalidates the old password", async () => {
    const { email } = await newAccount("pro");
    const [here, elsewhere] = [await signIn(email), await signIn(email)];
    const changed = await change(here, PASSWORD, "another good password");
    expect([changed.status, changed.body.user.email]).toEqual([200, email]);
    const runs = (headers: Record<string, string>) => call("GET", "/api/seo-spider/runs", { headers });
    expect((await runs({ cookie: cookieOf(changed) })).status).toBe(200);
    expect((await runs(elsewhere)).status).toBe(401);
    const old = await call("POST", "/api/auth/sign-in/email", { json: { email, password: PASSWORD } });
    expect(outcome(old)).toEqual([401, "invalid_credentials"]);
    await signIn(email, "another good password");
  });

  it("requires the current one, with limited attempts", async () => {
    const session = await signIn((await newAccount("pro")).email);
    const answers = await Promise.all(Array.from({ length: 15 }, (_, i) => change(session, `guess ${i}`, PASSWORD)));
    const codes = answers.map((answer) => answer.body.error);
    expect(codes.filter((code) => code === "invalid_credentials").length).toBe(11);
    expect(codes.filter((code) => code === "rate_limited").length).toBe(4);
  });

  it("guesses at the password for deleting the account count as those for changing it", async () => {
    const session = await signIn((await newAccount("pro")).email);
    const guess = (i: number) =>
      call("DELETE", "/api/account", { headers: session, json: { password: `guess ${i}`, confirm: "delete" } });
    const codes = (await Promise.all(Array.from({ length: 15 }, (_, i) => guess(i)))).map(({ body }) => body.error);
    expect(codes.filter((code) => code === "invalid_credentials").length).toBe(11);
    expect((await change(session, PASSWORD, "another good password")).body.error).toBe("rate_limited");
  });
});

describe("guessing passwords", () => {
  const attempt = (email: string, password: string, address: string) =>
    call("POST", "/api/auth/sign-in/email", {
      json: { email, password },
      headers: { "cf-connecting-ip": address },
    });

  it("is blocked after eleven failures from one address, even in parallel; successes don't count", async () => {
    const { email } = await newAccount("free");
    for (let i = 0; i < 12; i++) expect((await attempt(email, PASSWORD, "192.0.2.1")).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 16 }, () => attempt(email, "wrong password", "192.0.2.1")));
    expect(answers.filter((answer) => answer.status === 401).length).toBe(11);
    const refused = answers.filter((answer) => answer.status === 429);
    expect(refused.length).toBe(5);
    expect(refused[0]!.body.error).toBe("rate_limited");
    expect(Number(refused[0]!.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("reveals no difference between an unknown email and a wrong password", async () => {
    const { email } = await newAccount("free");
    const [wrong, unknown] = [
      await attempt(email, "wrong password", "192.0.2.200"),
      await attempt(newEmail(), "wrong password", "192.0.2.200"),
    ];
    expect(outcome(wrong)).toEqual([401, "invalid_credentials"]);
    expect({ ...unknown.body, requestId: "" }).toEqual({ ...wrong.body, requestId: "" });
  });
});

it("an endpoint for signed-in users says so to a caller with a valid key", async () => {
  const { auth } = await newAccount("pro");
  const refused = await call("GET", "/api/account", { headers: auth });
  expect(outcome(refused)).toEqual([401, "invalid_api_key"]);
  expect(refused.body.message).toContain("not an API key");
});
