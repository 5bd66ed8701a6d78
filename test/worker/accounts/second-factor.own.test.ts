import { describe, expect, it } from "vitest";
import { totpOf } from "../../support/totp.ts";
import {
  call,
  cookieOf,
  env,
  newAccount,
  OPERATOR,
  PASSWORD,
  SAME_ORIGIN,
  signIn,
  type Answer,
} from "../support/api.ts";
import { tokenMailed } from "../support/mails.ts";

const outcome = (answer: Answer) => [answer.status, answer.body.error];
const post = (name: string, json: unknown, headers: Record<string, string>) =>
  call("POST", `/api/auth/${name}`, { json, headers: { ...SAME_ORIGIN, ...headers } });
let calls = 0;
const verify = (code: string, cookie: string, kind = "totp") =>
  post(`two-factor/verify-${kind}`, { code }, { cookie, "cf-connecting-ip": `203.0.113.${++calls}` });
const isSignedIn = async (cookie: string) =>
  (await call("GET", "/api/account", { headers: { cookie } })).status === 200;
const enter = (email: string, address = "192.0.2.1") =>
  post("sign-in/email", { email, password: PASSWORD }, { "cf-connecting-ip": address });

/** The app's code of half a minute ago, which is taken, too. */
const earlier = (uri: string) => totpOf(uri, Date.now() - 30_000);

/** A user whose second factor is on, set up as with an app. The code of now is still unused. */
async function protectedUser() {
  const { email, accountId } = await newAccount("pro");
  const session = await signIn(email);
  const enabled = await post("two-factor/enable", { password: PASSWORD }, session);
  const on = await verify(earlier(enabled.body.totpURI), session.cookie);
  expect(on.status).toBe(200);
  return { email, accountId, ...(enabled.body as { totpURI: string; backupCodes: string[] }), cookie: cookieOf(on) };
}

describe("a second factor", () => {
  it("is required only after a first correct code", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    expect(outcome(await post("two-factor/enable", { password: "wrong" }, session))).toEqual([
      401,
      "invalid_credentials",
    ]);
    const { body } = await post("two-factor/enable", { password: PASSWORD }, session);
    expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/Crawlready:/);
    expect(new Set(body.backupCodes).size).toBe(10);
    expect((await enter(email)).body.user.email).toBe(email);
    expect(outcome(await verify("000000", session.cookie))).toEqual([401, "invalid_code"]);
    const on = await verify(totpOf(body.totpURI, Date.now()), session.cookie);
    expect([on.status, on.body.user.email]).toEqual([200, email]);
    const asked = await enter(email);
    expect([asked.status, asked.body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ["totp"] }]);
    expect(await isSignedIn(cookieOf(asked))).toBe(false);
    const { body: live } = await call("GET", "/api/auth/get-session", { headers: { cookie: cookieOf(on) } });
    expect(live.twoFactorEnabled).toBe(true);
  });

  it("ends the user's other sessions when it is turned on", async () => {
    const { email } = await newAccount("pro");
    const other = (await signIn(email)).cookie;
    const session = await signIn(email);
    const { body } = await post("two-factor/enable", { password: PASSWORD }, session);
    expect(await isSignedIn(other)).toBe(true);
    const on = await verify(totpOf(body.totpURI, Date.now()), session.cookie);
    expect(await Promise.all([isSignedIn(other), isSignedIn(cookieOf(on))])).toEqual([false, true]);
  });

  it("opens the session with an app code, once per challenge", async () => {
    const { email, totpURI } = await protectedUser();
    const challenge = cookieOf(await enter(email));
    expect(outcome(await verify("000000", challenge))).toEqual([401, "invalid_code"]);
    const opened = await verify(totpOf(totpURI, Date.now()), challenge);
    expect([opened.status, opened.body.user.email]).toEqual([200, email]);
    expect(await isSignedIn(cookieOf(opened))).toBe(true);
    expect(JSON.stringify(opened.body)).not.toContain("token");
    expect(outcome(await verify(totpOf(totpURI, Date.now()), challenge))).toEqual([401, "invalid_code"]);
  });

  it("accepts an app code for only one sign-in, even of two in parallel", async () => {
    const { email, totpURI } = await protectedUser();
    const code = totpOf(totpURI, Date.now());
    const challenges = [cookieOf(await enter(email)), cookieOf(await enter(email))];
    const answers = await Promise.all(challenges.map((challenge) => verify(code, challenge)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
    const opened = answers.find(({ status }) => status === 200)!;
    expect(outcome(await verify(code, cookieOf(await enter(email))))).toEqual([401, "invalid_code"]);
    const { body } = await call("GET", "/api/account/sessions", { headers: { cookie: cookieOf(opened) } });
    // One session from the setup, one from the sign-in that used the code first.
    expect(body.sessions.length).toBe(2);
  });

  it("does not accept the code that turned it on for a sign-in", async () => {
    const { email } = await newAccount("pro");
    const session = await signIn(email);
    const { body } = await post("two-factor/enable", { password: PASSWORD }, session);
    const code = totpOf(body.totpURI, Date.now());
    const wrong = await verify("000000", session.cookie);
    expect(wrong.body.message).toBe("The code is wrong. Enter the one that your app shows now.");
    expect((await verify(code, session.cookie)).status).toBe(200);
    expect(outcome(await verify(code, cookieOf(await enter(email))))).toEqual([401, "invalid_code"]);
  });

  it("takes a backup code without its hyphen and with spaces", async () => {
    const { email, backupCodes } = await protectedUser();
    const typed = ` ${backupCodes[0]!.replace("-", " ")}`;
    expect((await verify(typed, cookieOf(await enter(email)), "backup-code")).status).toBe(200);
  });

  it("says how long its lock still lasts", async () => {
    const { email, totpURI } = await protectedUser();
    const until = Date.now() + 200_000;
    const challenge = cookieOf(await enter(email));
    await env.DB.prepare("UPDATE two_factor SET locked_until = ? WHERE user_id = (SELECT id FROM user WHERE email = ?)")
      .bind(until, email)
      .run();
    const locked = await verify(totpOf(totpURI, Date.now()), challenge);
    const left = Number(/try again in (\d+) s/.exec(locked.body.message)?.[1]);
    expect([locked.status, left > 150 && left <= 200]).toEqual([429, true]);
  });

  it("opens the session with a backup code, and each code works once", async () => {
    const { email, backupCodes } = await protectedUser();
    const use = async () => verify(backupCodes[0]!, cookieOf(await enter(email)), "backup-code");
    const first = await use();
    expect(await isSignedIn(cookieOf(first))).toBe(true);
    expect(outcome(await use())).toEqual([401, "invalid_code"]);
  });

  it("can't be guessed: five codes per challenge", async () => {
    const { email, totpURI } = await protectedUser();
    const challenge = cookieOf(await enter(email));
    for (let i = 0; i < 5; i++) expect((await verify("000000", challenge)).status).toBe(401);
    expect(outcome(await verify(totpOf(totpURI, Date.now()), challenge))).toEqual([401, "invalid_code"]);
  });

  it("requires a challenge or a session", async () => {
    expect(outcome(await verify("123456", ""))).toEqual([401, "invalid_code"]);
  });

  it("is still required after a password reset by mail", async () => {
    const { email, totpURI } = await protectedUser();
    await post("request-password-reset", { email }, {});
    const token = await tokenMailed(email, "Set a new password");
    const newPassword = "another good password";
    expect((await post("reset-password", { token, newPassword }, {})).status).toBe(200);
    const asked = await post("sign-in/email", { email, password: newPassword }, {});
    expect([asked.body.twoFactorRedirect, await isSignedIn(cookieOf(asked))]).toEqual([true, false]);
    const opened = await verify(totpOf(totpURI, Date.now()), cookieOf(asked));
    expect(await isSignedIn(cookieOf(opened))).toBe(true);
  });

  it.each([
    ["a changed password", "change-password", { currentPassword: PASSWORD, newPassword: "another good password" }],
    ["turning it off", "two-factor/disable", { password: PASSWORD }],
  ])("a sign-in that waits for a code ends with %s", async (_what, path, json) => {
    const { email, backupCodes, cookie } = await protectedUser();
    const challenge = cookieOf(await enter(email));
    expect((await post(path, json, { cookie })).status).toBe(200);
    expect((await verify(backupCodes[0]!, challenge, "backup-code")).status).toBe(401);
  });

  it("a sign-in that waits for a code ends with a password reset, a suspension and the end of other sessions", async () => {
    const ends: Array<(user: { email: string; cookie: string; accountId: string }) => Promise<unknown>> = [
      async ({ email }) => {
        await post("request-password-reset", { email }, {});
        const token = await tokenMailed(email, "Set a new password");
        return post("reset-password", { token, newPassword: "another good password" }, {});
      },
      async ({ accountId }) => {
        const state = (verb: string, json: object) =>
          call("POST", `/api/admin/accounts/${accountId}/${verb}`, { headers: OPERATOR, json });
        await state("suspend", {});
        return state("unsuspend", {});
      },
      ({ cookie }) => call("DELETE", "/api/account/sessions", { headers: { cookie, ...SAME_ORIGIN } }),
    ];
    for (const end of ends) {
      const user = await protectedUser();
      const challenge = cookieOf(await enter(user.email));
      await end(user);
      expect(outcome(await verify(user.backupCodes[0]!, challenge, "backup-code"))).toEqual([401, "invalid_code"]);
    }
  });

  it("can't be bypassed by signing up again with the email and even the password", async () => {
    const { email } = await protectedUser();
    const up = await post("sign-up/email", { email, password: PASSWORD }, {});
    expect(Object.keys(up.body)).toEqual(["user"]);
    expect(await isSignedIn(cookieOf(up))).toBe(false);
  });

  it("gets new backup codes and is turned off only with the password", async () => {
    const { email, cookie, backupCodes } = await protectedUser();
    const again = await post("two-factor/enable", { password: PASSWORD }, { cookie });
    expect(outcome(again)).toEqual([409, "two_factor_conflict"]);
    const renewed = await post("two-factor/backup-codes", { password: PASSWORD }, { cookie });
    expect(renewed.body.backupCodes.length).toBe(10);
    const old = await verify(backupCodes[1]!, cookieOf(await enter(email)), "backup-code");
    expect(outcome(old)).toEqual([401, "invalid_code"]);
    expect(outcome(await post("two-factor/disable", { password: "wrong" }, { cookie }))).toEqual([
      401,
      "invalid_credentials",
    ]);
    const off = await post("two-factor/disable", { password: PASSWORD }, { cookie });
    expect(off.status).toBe(200);
    expect((await enter(email)).body.user.email).toBe(email);
    const none = await post("two-factor/backup-codes", { password: PASSWORD }, { cookie: cookieOf(off) });
    expect(outcome(none)).toEqual([409, "two_factor_conflict"]);
  });

  it("stores its secret and codes encrypted", async () => {
    const { totpURI, backupCodes } = await protectedUser();
    const rows = JSON.stringify((await env.DB.prepare("SELECT * FROM two_factor").all()).results);
    expect(rows).not.toContain(new URL(totpURI).searchParams.get("secret"));
    expect(rows).not.toContain(backupCodes[0]);
  });
});

it("limits codes per address across sign-ins", async () => {
  const guess = () =>
    post("two-factor/verify-totp", { code: "000000" }, { cookie: "", "cf-connecting-ip": "198.51.100.9" });
  const answers = await Promise.all(Array.from({ length: 33 }, guess));
  expect(answers.filter((answer) => answer.status === 429).length).toBe(3);
});

describe("sessions of a user", () => {
  const list = async (cookie: string) =>
    (await call("GET", "/api/account/sessions", { headers: { cookie } })).body.sessions;

  it("are listed with their origin and without secrets", async () => {
    const { email } = await newAccount("pro");
    const here = await signIn(email);
    await call("POST", "/api/auth/sign-in/email", {
      json: { email, password: PASSWORD },
      headers: { "cf-connecting-ip": "192.0.2.77", "user-agent": "a".repeat(5_000) },
    });
    const sessions = await list(here.cookie);
    expect(sessions.map((each: { current: boolean }) => each.current).sort()).toEqual([false, true]);
    const other = sessions.find((each: { current: boolean }) => !each.current);
    expect([other.ipAddress, other.userAgent.length]).toEqual(["192.0.2.77", 300]);
    expect(Object.keys(other).sort()).toEqual(
      ["createdAt", "current", "expiresAt", "id", "ipAddress", "lastUsedAt", "userAgent"].sort(),
    );
  });

  it("end one by one or all at once, and nobody can end another user's", async () => {
    const { email } = await newAccount("pro");
    const [here, second, third] = [await signIn(email), await signIn(email), await signIn(email)];
    const stranger = await signIn((await newAccount("pro")).email);
    const idOf = async (cookie: string) =>
      (await list(cookie)).find((each: { current: boolean }) => each.current).id as string;
    const end = (id: string, headers: Record<string, string>) =>
      call("DELETE", `/api/account/sessions/${id}`, { headers });
    const id = await idOf(second.cookie);
    expect(outcome(await end(id, stranger))).toEqual([404, "session_not_found"]);
    expect(await isSignedIn(second.cookie)).toBe(true);
    expect((await end(id, here)).status).toBe(204);
    expect(await isSignedIn(second.cookie)).toBe(false);
    const ended = await call("DELETE", "/api/account/sessions", { headers: here });
    expect(ended.body).toEqual({ ended: 1 });
    expect([await isSignedIn(here.cookie), await isSignedIn(third.cookie), await isSignedIn(stranger.cookie)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});
