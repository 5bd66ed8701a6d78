import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pruneSessions } from "../../../src/accounts/sessions/prune-sessions";
import { passwordChangedMail, type Mail } from "../../../src/mail";
import { findUserByEmail, insertMailToken, useReset } from "../../../src/accounts/repo/mail-tokens";
import { actionRow } from "../../../src/accounts/repo/record-action";
import { openDb } from "../../../src/db/client";
import { mailLink, sendNotice } from "../../../src/accounts/mail-links/mail-link";
import { mailProof } from "../../../src/accounts/sign-in/mail-proof";
import type { RateLimiter } from "../../../src/accounts/throttle/rate-limiter.do";
import { mayMail } from "../../../src/accounts/throttle/throttle-sign-in";
import { pruneMails } from "../../../src/mail/prune-mails";
import { sha256Hex } from "../../../src/lib/crypto/hash";
import { call, cookieOf, env, newAccount, PASSWORD, SAME_ORIGIN, signIn, until, type Answer } from "../support/api.ts";
import { mailsTo, tokenIn, tokenMailed } from "../support/mails.ts";

const NEW_PASSWORD = "another good password";
const outcome = (answer: Answer) => [answer.status, answer.body.error ?? answer.body.status];
let posts = 0;
/** From another address each time, because what one address may ask for is limited. */
const post = (name: string, json: unknown, headers: Record<string, string> = {}) =>
  call("POST", `/api/auth/${name}`, { json, headers: { "cf-connecting-ip": `198.51.${++posts}.1`, ...headers } });
const newEmail = () => `person-${crypto.randomUUID()}@example.com`;
const sessionOf = async (cookie: string) => (await call("GET", "/api/auth/get-session", { headers: { cookie } })).body;
const userId = async (email: string) =>
  (await env.DB.prepare("SELECT id FROM user WHERE email = ?").bind(email).first<string>("id"))!;
const isProven = (email: string) =>
  env.DB.prepare("SELECT email_verified AS n FROM user WHERE email = ?").bind(email).first<number>("n");

async function signUp(password = PASSWORD) {
  const email = newEmail();
  const answer = await post("sign-up/email", { email, password });
  return { email, answer, cookie: cookieOf(answer) };
}

describe("a password reset by mail", () => {
  it("works once with the link, and ends all sessions and all other links", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    expect(outcome(await post("request-password-reset", { email: email.toUpperCase() }))).toEqual([200, "check_mail"]);
    const first = await tokenMailed(email, "Set a new password");
    await post("request-password-reset", { email });
    const second = await tokenMailed(email, "Set a new password", 2);
    expect(second).not.toBe(first);
    const reset = (token: string) => post("reset-password", { token, newPassword: NEW_PASSWORD });
    expect(outcome(await reset(second))).toEqual([200, "password_changed"]);
    expect(await sessionOf(session.cookie)).toBeNull();
    for (const token of [second, first, "crm_unknown"])
      expect(outcome(await reset(token))).toEqual([400, "invalid_token"]);
    expect((await post("sign-in/email", { email, password: PASSWORD })).status).toBe(401);
    await signIn(email, NEW_PASSWORD);
    await tokenMailed(email, "Your password was changed");
  });

  it("works for one of two parallel uses of the link", async () => {
    const { email } = await newAccount("pro");
    await post("request-password-reset", { email });
    const token = await tokenMailed(email, "Set a new password");
    const both = await Promise.all(
      ["first password", "second password"].map((newPassword) => post("reset-password", { token, newPassword })),
    );
    expect(both.map((answer) => String(answer.status)).sort()).toEqual(["200", "400"]);
  });

  it("returns the same response for an unknown email, but sends nothing", async () => {
    const { email } = await newAccount("pro");
    const stranger = newEmail();
    const [known, unknown] = [
      await post("request-password-reset", { email }),
      await post("request-password-reset", { email: stranger }),
    ];
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    await tokenMailed(email, "Set a new password");
    expect(await mailsTo(stranger)).toEqual([]);
  });

  it("is mailed at most five times, whoever requests it", async () => {
    const { email } = await newAccount("pro");
    for (let i = 0; i < 9; i++) await post("request-password-reset", { email });
    await tokenMailed(email, "Set a new password", 5);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await mailsTo(email)).length).toBe(5);
  });

  it("is mailed to an address that strangers used up, once it has no working link", async () => {
    const { email } = await newAccount("pro");
    for (let i = 0; i < 6; i++) await post("request-password-reset", { email });
    await tokenMailed(email, "Set a new password", 5);
    await env.DB.prepare("UPDATE mail_token SET expires_at = ? WHERE email = ?").bind(Date.now(), email).run();
    await post("request-password-reset", { email });
    const token = await tokenMailed(email, "Set a new password", 6);
    expect((await post("reset-password", { token, newPassword: NEW_PASSWORD })).status).toBe(200);
  });

  it("is mailed a few times more to an address that uses each link, not without end", async () => {
    const { email } = await newAccount("pro");
    for (let i = 0; i < 5; i++) await mayMail(env, "reset", email);
    const useLink = () => env.DB.prepare("DELETE FROM mail_token WHERE email = ?").bind(email).run();
    for (let nth = 1; nth <= 3; nth++) {
      await post("request-password-reset", { email });
      await tokenMailed(email, "Set a new password", nth);
      await useLink();
    }
    await post("request-password-reset", { email });
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await mailsTo(email)).length).toBe(3);
  });

  it("is not prevented by mails of other kinds: sign-ups, invitations and email changes with the address", async () => {
    const { email } = await newAccount("pro");
    const stranger = await signIn((await newAccount("pro")).email);
    for (let i = 0; i < 7; i++) {
      await post("sign-up/email", { email, password: "a stranger's" });
      await post("change-email", { newEmail: email, password: PASSWORD }, stranger);
    }
    await tokenMailed(email, "You already have an account", 5);
    await post("request-password-reset", { email });
    await tokenMailed(email, "Set a new password");
    const kinds = ["proof", "change_email", "invitation", "reset"] as const;
    expect(await Promise.all(kinds.map((kind) => mayMail(env, kind, email)))).toEqual([true, true, true, true]);
  });

  it("fails after an hour or with another kind of token; tokens are stored as hashes", async () => {
    const { email } = await signUp();
    const proof = await tokenMailed(email, "Confirm your email");
    await post("request-password-reset", { email });
    const token = await tokenMailed(email, "Set a new password");
    const stored = await env.DB.prepare("SELECT group_concat(hash) AS hashes FROM mail_token").first<string>("hashes");
    expect(stored).toContain(await sha256Hex(token));
    expect(stored).not.toContain(token);
    expect(outcome(await post("reset-password", { token: proof, newPassword: NEW_PASSWORD }))).toEqual([
      400,
      "invalid_token",
    ]);
    expect(outcome(await post("verify-email", { token }))).toEqual([400, "invalid_token"]);
    await env.DB.prepare("UPDATE mail_token SET expires_at = ? WHERE purpose = 'reset'").bind(Date.now()).run();
    expect(outcome(await post("reset-password", { token, newPassword: NEW_PASSWORD }))).toEqual([400, "invalid_token"]);
  });

  it("does not happen if the link ended, or was for something else, while its password was hashed", async () => {
    const { email } = await signUp();
    const db = openDb(env.DB);
    const { userId } = (await findUserByEmail(db, email))!;
    const own = env.DB.prepare("SELECT account_id FROM membership WHERE user_id = ?").bind(userId);
    const accountId = (await own.first<string>("account_id"))!;
    const row = (hash: string, purpose: "prove" | "reset", expiresAt: number) =>
      insertMailToken(db, { hash, userId, purpose, email, createdAt: 1, expiresAt });
    await row("ended", "reset", 5);
    await row("proof", "prove", 9);
    await row("live", "reset", 6);
    const action = actionRow(
      { accountId, actor: { kind: "user", id: userId }, action: "member.password_reset", target: userId },
      5,
    );
    const used = (hash: string) => useReset(db, hash, "hash", 5, action);
    expect([await used("ended"), await used("proof"), await used("live"), await used("live")]).toEqual([
      false,
      false,
      true,
      false,
    ]);
  });
});

it("what happened to a user's own account is mailed five times at once, then less often", async () => {
  const email = newEmail();
  for (let i = 0; i < 7; i++) await sendNotice(env, passwordChangedMail(email));
  expect((await mailsTo(email)).length).toBe(5);
});

describe("the proof of an email", () => {
  it("is mailed at sign-up and takes effect when the link is used; sessions continue", async () => {
    const { email, cookie } = await signUp();
    expect((await sessionOf(cookie)).emailVerified).toBe(false);
    const token = await tokenMailed(email, "Confirm your email");
    expect(outcome(await post("verify-email", { token }))).toEqual([200, "email_proven"]);
    expect((await sessionOf(cookie)).emailVerified).toBe(true);
    expect(outcome(await post("verify-email", { token }))).toEqual([400, "invalid_token"]);
  });

  it("is not required of users whom the operator creates", async () => {
    const { email } = await newAccount("pro");
    expect(await isProven(email)).toBe(1);
    const { email: other } = await signUp();
    expect(await isProven(other)).toBe(0);
  });

  it("also comes with a password reset, and is only mailed again to users who need it", async () => {
    const { email } = await signUp();
    await tokenMailed(email, "Confirm your email");
    expect(outcome(await post("send-verification-email", { email }))).toEqual([200, "check_mail"]);
    await tokenMailed(email, "Confirm your email", 2);
    await post("request-password-reset", { email });
    const token = await tokenMailed(email, "Set a new password");
    await post("reset-password", { token, newPassword: NEW_PASSWORD });
    expect(await isProven(email)).toBe(1);
    const before = (await mailsTo(email)).length;
    expect(outcome(await post("send-verification-email", { email }))).toEqual([200, "check_mail"]);
    expect(outcome(await post("send-verification-email", { email: newEmail() }))).toEqual([200, "check_mail"]);
    await tokenMailed(email, "Your password was changed");
    expect((await mailsTo(email)).filter((mail) => mail.subject === "Confirm your email").length).toBe(2);
    expect(before).toBeGreaterThan(2);
  });
});

it("the last sign-up with an address does not set the password of a user who is signed in", async () => {
  const { email, cookie } = await signUp("password of the owner");
  await tokenMailed(email, "Confirm your email");
  await post("sign-up/email", { email, password: "password of a stranger" });
  await tokenMailed(email, "Choose your password");
  for (const mail of await mailsTo(email)) await post("verify-email", { token: tokenIn(mail.text) });
  expect((await post("sign-in/email", { email, password: "password of a stranger" })).status).toBe(401);
  expect((await sessionOf(cookie)).user.email).toBe(email);
  await signIn(email, "password of the owner");
});

describe("the pages behind mailed links", () => {
  const form = (path: string, fields: Record<string, string>) =>
    call<string>("POST", path, {
      headers: { "content-type": "application/x-www-form-urlencoded", ...SAME_ORIGIN },
      body: new URLSearchParams(fields).toString(),
    });

  it("change nothing until the button is pressed", async () => {
    const { email } = await signUp();
    const token = await tokenMailed(email, "Confirm your email");
    const opened = await call<string>("GET", `/verify-email?token=${token}`);
    expect([opened.status, opened.headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(opened.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(opened.headers.get("referrer-policy")).toBe("strict-origin");
    expect(await isProven(email)).toBe(0);
    const pressed = await form("/verify-email", { token });
    expect([pressed.status, pressed.body]).toEqual([200, expect.stringContaining("Your email is confirmed")]);
    expect(await isProven(email)).toBe(1);
    expect((await form("/verify-email", { token })).status).toBe(400);
  });

  it("tell whose email it was to somebody else who is signed in", async () => {
    const { email } = await signUp();
    const other = await newAccount("pro");
    const token = await tokenMailed(email, "Confirm your email");
    const { cookie } = await signIn(other.email);
    const opened = await call<string>("GET", `/verify-email?token=${token}`, { headers: { cookie } });
    expect(opened.body).toContain(`signed in as <bdi>${other.email}</bdi>`);
    const pressed = await call<string>("POST", "/verify-email", {
      headers: { "content-type": "application/x-www-form-urlencoded", ...SAME_ORIGIN, cookie },
      body: `token=${token}`,
    });
    expect(pressed.body).toContain(`${email} is confirmed.`);
    expect(pressed.body).toMatch(/signed in as somebody else.*action="\/app\/sign-out"/s);
  });

  it("set a new password if it is long enough and the link works", async () => {
    const { email } = await newAccount("pro");
    await post("request-password-reset", { email });
    const token = await tokenMailed(email, "Set a new password");
    expect((await form("/reset-password", { token, newPassword: "short" })).body).toContain("8 to 128 characters");
    expect((await form("/reset-password", { token, newPassword: NEW_PASSWORD })).body).toContain(
      "Your password is set",
    );
    await signIn(email, NEW_PASSWORD);
    expect((await form("/reset-password", { token, newPassword: NEW_PASSWORD })).status).toBe(400);
  });

  it("escape the token from the URL", async () => {
    const evil = encodeURIComponent(`"><script>alert(1)</script>`);
    for (const path of ["/verify-email", "/reset-password"])
      expect((await call<string>("GET", `${path}?token=${evil}`)).body).not.toContain("<script>");
  });
});

describe("changing the email", () => {
  it("requires the password and a link mailed to the new address, and notifies the old one", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    const next = newEmail();
    const wrong = await post("change-email", { newEmail: next, password: "wrong password" }, session);
    expect(outcome(wrong)).toEqual([401, "invalid_credentials"]);
    const asked = await post("change-email", { newEmail: next, password: PASSWORD }, session);
    expect(outcome(asked)).toEqual([200, "check_mail"]);
    const token = await tokenMailed(next, "Confirm your new email");
    expect((await sessionOf(session.cookie)).user.email).toBe(email);
    expect(outcome(await post("verify-email", { token }, session))).toEqual([200, "email_proven"]);
    expect((await sessionOf(session.cookie)).user.email).toBe(next);
    await signIn(next);
    expect((await post("sign-in/email", { email, password: PASSWORD })).status).toBe(401);
    await tokenMailed(email, "Your email was changed");
  });

  it("ends the link of an earlier request, whose address may have been mistyped", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    const [mistyped, meant, other] = [newEmail(), newEmail(), await newAccount("pro")];
    const ask = (address: string) => post("change-email", { newEmail: address, password: PASSWORD }, session);
    const works = async (token: string) => (await post("verify-email", { token }, session)).status === 200;
    await ask(mistyped);
    const first = await tokenMailed(mistyped, "Confirm your new email");
    await ask(meant);
    const second = await tokenMailed(meant, "Confirm your new email");
    expect(await works(first)).toBe(false);
    await ask(other.email);
    expect(await works(second)).toBe(false);
    await ask(meant);
    expect(await works(await tokenMailed(meant, "Confirm your new email", 2))).toBe(true);
  });

  it("works only in the session of the user who asked, and says so", async () => {
    const { email } = await newAccount("pro");
    const [session, stranger] = [await signIn(email), await signIn((await newAccount("pro")).email)];
    const next = newEmail();
    await post("change-email", { newEmail: next, password: PASSWORD }, session);
    const token = await tokenMailed(next, "Confirm your new email");
    for (const headers of [{}, stranger])
      expect(outcome(await post("verify-email", { token }, headers))).toEqual([401, "sign_in_required"]);
    const form = { "content-type": "application/x-www-form-urlencoded", ...SAME_ORIGIN };
    const press = (headers: Record<string, string>) =>
      call<string>("POST", "/verify-email", { headers: { ...form, ...headers }, body: `token=${token}` });
    const refused = await press({});
    expect([refused.status, refused.body]).toEqual([401, expect.stringContaining("Sign in with your current email")]);
    expect((await press(session)).status).toBe(200);
    await signIn(next);
  });

  it("to an address that has an account returns the same response and notifies only its owner", async () => {
    const [{ email }, other] = [await newAccount("pro"), await newAccount("pro")];
    const asked = await post("change-email", { newEmail: other.email, password: PASSWORD }, await signIn(email));
    expect(outcome(asked)).toEqual([200, "check_mail"]);
    expect(await tokenMailed(other.email, "You already have an account")).toBe("");
  });
});

describe("with real mail delivery", () => {
  const sent: Mail[] = [];
  const subjects = (email: string) => sent.filter((mail) => mail.to === email).map((mail) => mail.subject);
  const mailed = (email: string, subject: string) =>
    until(async () => sent.findLast((mail) => mail.to === email && mail.subject === subject));

  beforeEach(() => {
    env.EMAIL_FROM = "Crawlready <mail@crawlready.example>";
    env.EMAIL = { send: async (mail: Mail) => void sent.push(mail) } as unknown as SendEmail;
  });
  afterEach(() => {
    env.EMAIL_FROM = undefined;
    env.EMAIL = undefined;
  });

  it("known and new emails are indistinguishable by response, cookie and sign-in", async () => {
    const { email: known } = await newAccount("pro");
    const unknown = newEmail();
    const answers = [];
    for (const email of [known, unknown]) {
      const up = await post("sign-up/email", { email, password: NEW_PASSWORD });
      const into = await post("sign-in/email", { email, password: NEW_PASSWORD });
      answers.push([up.status, up.body, cookieOf(up), into.status, { ...into.body, requestId: "" }, cookieOf(into)]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[1]!.slice(0, 4)).toEqual([200, { status: "check_mail" }, "", 401]);
    await mailed(unknown, "Confirm your email");
    await mailed(known, "You already have an account");
    expect(await mailsTo(unknown)).toEqual([]);
  });

  it("the user can sign in once the email is proven", async () => {
    const { email } = await signUp();
    const token = tokenIn((await mailed(email, "Confirm your email")).text);
    expect((await post("verify-email", { token })).status).toBe(200);
    await signIn(email);
  });

  const signUpAs = (email: string, password: string) => post("sign-up/email", { email, password });
  const signsIn = async (email: string, password: string) =>
    (await post("sign-in/email", { email, password })).status === 200;
  const tokensTo = (email: string) => sent.filter((mail) => mail.to === email).map((mail) => tokenIn(mail.text));

  it.each([
    ["first", ["password of a stranger", "password of the owner"]],
    ["last", ["password of the owner", "password of a stranger"]],
  ])(
    "someone who signs up %s with another person's address does not set the password that the owner proves",
    async (_, both) => {
      const email = newEmail();
      await signUpAs(email, both[0]!);
      await mailed(email, "Confirm your email");
      await signUpAs(email, both[1]!);
      await until(async () => subjects(email).length === 2);
      // The owner tries to sign in, asks for the mail again, and uses whatever came, the newest first.
      await post("sign-in/email", { email, password: "password of the owner" });
      await post("send-verification-email", { email });
      await until(async () => subjects(email).length >= 3);
      for (const token of tokensTo(email).toReversed()) await post("verify-email", { token });
      expect(await signsIn(email, "password of a stranger")).toBe(false);
      const token = tokenIn((await mailed(email, "Choose your password")).text);
      expect(outcome(await post("reset-password", { token, newPassword: NEW_PASSWORD }))[0]).toBe(200);
      expect([await isProven(email), await signsIn(email, NEW_PASSWORD)]).toEqual([1, true]);
      expect(await signsIn(email, "password of a stranger")).toBe(false);
    },
  );

  it("signing up twice with one password is one sign-up", async () => {
    const email = newEmail();
    await signUpAs(email, PASSWORD);
    await signUpAs(email, PASSWORD);
    await until(async () => subjects(email).length === 2);
    expect(new Set(subjects(email))).toEqual(new Set(["Confirm your email"]));
    await post("verify-email", { token: tokensTo(email)[0]! });
    await signIn(email);
  });

  const newHour = () =>
    runInDurableObject(env.RATE_LIMITER.getByName("mails-of-the-service"), async (limiter: RateLimiter, state) => {
      await state.storage.deleteAll();
      Object.assign(limiter, { window: null });
    });

  it("has a ceiling for the whole service, which keeps a reserve for resets", async () => {
    await newHour();
    const { email: owner } = await newAccount("pro");
    const [strangers, users] = [Array.from({ length: 9 }, newEmail), Array.from({ length: 3 }, newEmail)];
    const toStrangers = () => sent.filter((mail) => strangers.includes(mail.to)).length;
    try {
      env.MAILS_PER_HOUR = "10";
      for (const email of strangers) await signUpAs(email, PASSWORD);
      await until(async () => toStrangers() === 8);
      for (const email of users) await sendNotice(env, passwordChangedMail(email));
      await post("request-password-reset", { email: owner });
      const token = tokenIn((await mailed(owner, "Set a new password")).text);
      expect((await post("reset-password", { token, newPassword: NEW_PASSWORD })).status).toBe(200);
      expect([toStrangers(), users.flatMap(subjects).length]).toEqual([8, 1]);
    } finally {
      env.MAILS_PER_HOUR = undefined;
    }
  });

  it.each(["the ceiling refuses", "the mail API refuses"])("a reset that %s leaves no link behind", async (why) => {
    const { email } = await newAccount("pro");
    for (let i = 0; i < 5; i++) await mayMail(env, "reset", email);
    const linked = () =>
      env.DB.prepare("SELECT count(*) AS n FROM mail_token WHERE email = ?").bind(email).first<number>("n");
    const works = env.EMAIL;
    try {
      if (why === "the ceiling refuses") env.MAILS_PER_HOUR = "0";
      else env.EMAIL = { send: () => Promise.reject(new Error("down")) } as unknown as SendEmail;
      const link = { userId: await userId(email), purpose: "reset", email } as const;
      await mailLink(env, new Request("https://api.example/"), link, Date.now());
      expect(await linked()).toBe(0);
    } finally {
      env.MAILS_PER_HOUR = undefined;
      env.EMAIL = works;
    }
    await newHour();
    await post("request-password-reset", { email });
    await mailed(email, "Set a new password");
  });

  it("an invitation's link works until the next mail is accepted", async () => {
    const { email: owner } = await newAccount("pro");
    const email = newEmail();
    const json = { email, password: PASSWORD, role: "member" };
    await call("POST", "/api/account/members", { headers: await signIn(owner), json });
    await until(async () => subjects(email).length === 1);
    const [token] = tokensTo(email);
    const works = env.EMAIL;
    env.EMAIL = { send: () => Promise.reject(new Error("down")) } as unknown as SendEmail;
    await mailProof(env, new Request("https://api.example/"), email, Date.now());
    env.EMAIL = works;
    expect((await post("verify-email", { token })).status).toBe(200);
  });

  it("an address may cause twenty mails an hour by sign-ups, and as many by requests", async () => {
    const from = { "cf-connecting-ip": "203.0.113.40" };
    const takeAll = async (name: string) => {
      const limiter = env.RATE_LIMITER.getByName(name);
      for (let i = 0; i < 20; i++) await limiter.take(20, 3_600_000);
    };
    const signUpFrom = (headers: Record<string, string>) =>
      post("sign-up/email", { email: newEmail(), password: PASSWORD }, headers);
    await takeAll("sign-up-hour:203.0.113.40");
    const refused = await signUpFrom(from);
    expect(outcome(refused)).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await signUpFrom({})).status).toBe(200);
    const request = () => post("request-password-reset", { email: newEmail() }, from);
    expect((await request()).status).toBe(200);
    await takeAll("mail-from-hour:203.0.113.40");
    expect(outcome(await request())).toEqual([429, "rate_limited"]);
    // A sign-in that would mail the proof again is answered as ever, without the mail.
    const { email } = await signUp();
    await mailed(email, "Confirm your email");
    expect((await post("sign-in/email", { email, password: PASSWORD }, from)).status).toBe(401);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(subjects(email).length).toBe(1);
    // A printed mail takes nothing from others.
    env.EMAIL = undefined;
    expect((await signUpFrom(from)).status).toBe(200);
  });

  it("an account may invite fifty people an hour", async () => {
    const account = await newAccount("pro");
    const limiter = env.RATE_LIMITER.getByName(`members-hour:${account.accountId}`);
    for (let i = 0; i < 49; i++) await limiter.take(50, 3_600_000);
    const owner = await signIn(account.email);
    const invite = () =>
      call("POST", "/api/account/members", {
        headers: owner,
        json: { email: newEmail(), password: PASSWORD, role: "member" },
      });
    expect([(await invite()).status, outcome(await invite())]).toEqual([201, [429, "rate_limited"]]);
  });

  it("a mail that can't be sent does not change the response", async () => {
    env.EMAIL = { send: () => Promise.reject(new Error("down")) } as unknown as SendEmail;
    const { email } = await newAccount("pro");
    expect(outcome(await post("request-password-reset", { email }))).toEqual([200, "check_mail"]);
  });
});

it("the daily cron deletes expired links and printed mails older than a week", async () => {
  const { email } = await signUp();
  await tokenMailed(email, "Confirm your email");
  const left = async () => [
    await env.DB.prepare("SELECT count(*) AS n FROM mail_token").first<number>("n"),
    (await mailsTo(email)).length,
  ];
  const prune = async (now: number) => {
    await pruneSessions(env, now);
    await pruneMails(env, now);
  };
  await prune(Date.now());
  expect((await left())[1]).toBe(1);
  await prune(Date.now() + 8 * 86_400_000);
  expect(await left()).toEqual([0, 0]);
});

it("without any way to send mail, the endpoints return the same error to everyone", async () => {
  const { email } = await newAccount("pro");
  try {
    env.EMAIL_PRINT = undefined;
    for (const given of [email, newEmail()])
      expect(outcome(await post("request-password-reset", { email: given }))).toEqual([503, "mail_unavailable"]);
    expect((await signUp()).answer.body.user).toBeDefined();
  } finally {
    env.EMAIL_PRINT = "true";
  }
});
