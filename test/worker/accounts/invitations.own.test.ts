import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pruneSessions } from "../../../src/accounts/sessions/prune-sessions";
import { MOST_MEMBERS } from "../../../src/accounts/repo/invitations";
import type { Mail } from "../../../src/mail";
import { call, cookieOf, env, newAccount, PASSWORD, SAME_ORIGIN, signIn, until, type Answer } from "../support/api.ts";
import { mailsTo, tokenIn, tokenMailed } from "../support/mails.ts";

type Headers = Record<string, string>;
const OWN_PASSWORD = "the owner's own password";
const newEmail = () => `invited-${crypto.randomUUID()}@example.com`;
const outcome = (answer: Answer) => [answer.status, answer.body.error ?? answer.body.status];
const auth = (name: string, json: unknown) => call("POST", `/api/auth/${name}`, { json });
const members = (headers: Headers) => call("GET", "/api/account/members", { headers });
const add = (headers: Headers, email: string, more: Record<string, unknown> = {}) =>
  call("POST", "/api/account/members", {
    headers,
    json: { email, password: PASSWORD, role: "member", domains: null, ...more },
  });
const accountOf = async (headers: Headers) => (await call("GET", "/api/account", { headers })).body;

/** What an answer says, without what differs between any two people. */
const form = ({ status, body }: Answer, email: string) => [
  status,
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(email, "EMAIL")
      .replaceAll(/"(userId|requestId)":"[^"]+"/g, '"$1":"…"')
      .replaceAll(/"createdAt":\d+/g, '"createdAt":0'),
  ),
];

describe("adding a member", () => {
  it("tells nobody which emails have an account: added, listed, added again and removed alike", async () => {
    const stranger = newEmail();
    await auth("sign-up/email", { email: stranger, password: OWN_PASSWORD });
    const seen = [];
    for (const email of [(await newAccount("pro")).email, stranger, newEmail()]) {
      const owner = await signIn((await newAccount("pro")).email);
      const added = await add(owner, email);
      const list = await members(owner);
      const again = await add(owner, email.toUpperCase());
      const removed = await call("DELETE", `/api/account/members/${added.body.userId}`, { headers: owner });
      const left = (await members(owner)).body.members.length;
      seen.push([form(added, email), list.body.members.length, form({ ...list, body: list.body.members[1] }, email)]);
      seen.at(-1)!.push(form(again, email), removed.status, left);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]).toMatchObject([[201, { pending: true }], 2, [200, { pending: true }], [409, {}], 204, 1]);
  });

  it("lets the reader of the mail choose the password if the inviter chose none", async () => {
    const inviter = await newAccount("pro", ["b.invited.example"]);
    const email = newEmail();
    const added = await add(await signIn(inviter.email), email, {
      password: undefined,
      domains: ["b.invited.example"],
    });
    expect([added.status, "passwordHash" in added.body]).toEqual([201, false]);
    for (const password of ["", PASSWORD, "undefined"])
      expect((await auth("sign-in/email", { email, password })).status).toBeGreaterThan(399);
    const mail = await until(async () => (await mailsTo(email))[0]);
    expect(mail.text).toMatch(/\/reset-password\?token=crm_/);
    const token = tokenIn(mail.text);
    expect(outcome(await auth("verify-email", { token }))).toEqual([400, "invalid_token"]);
    expect((await auth("reset-password", { token, newPassword: "short" })).status).toBe(400);
    const chosen = { token, newPassword: OWN_PASSWORD };
    expect(outcome(await auth("reset-password", chosen))).toEqual([200, "password_changed"]);
    expect(outcome(await auth("reset-password", chosen))).toEqual([400, "invalid_token"]);
    expect(await accountOf(await signIn(email, OWN_PASSWORD))).toMatchObject({ id: inviter.accountId, role: "member" });
  });

  it("takes nobody's address: its owner signs up all the same, into an account of its own", async () => {
    const inviter = await newAccount("pro");
    const email = newEmail();
    const added = await add(await signIn(inviter.email), email);
    expect(added.status).toBe(201);
    const up = await auth("sign-up/email", { email, password: OWN_PASSWORD });
    const own = await accountOf({ cookie: cookieOf(up), ...SAME_ORIGIN });
    expect([own.role, own.user.email]).toEqual(["owner", email]);
    expect(own.id).not.toBe(inviter.accountId);
    // The inviter's password opens nothing.
    expect(outcome(await auth("sign-in/email", { email, password: PASSWORD }))).toEqual([401, "invalid_credentials"]);
    await signIn(email, OWN_PASSWORD);
  });

  it("makes a member of whoever signs in with the password, where mail reaches nobody", async () => {
    const inviter = await newAccount("pro", ["a.invited.example"]);
    const owner = await signIn(inviter.email);
    const email = newEmail();
    const added = await add(owner, email, { domains: ["a.invited.example"] });
    expect(outcome(await auth("sign-in/email", { email, password: "a wrong password" }))[0]).toBe(401);
    const sessions = await Promise.all([signIn(email), signIn(email)]);
    expect(await accountOf(sessions[1])).toMatchObject({
      id: inviter.accountId,
      role: "member",
      user: { id: added.body.userId, email },
    });
    expect((await members(owner)).body.members[1]).toEqual({ ...added.body, pending: false });
    const log = (await call("GET", "/api/account/audit-log", { headers: owner })).body.entries;
    expect(log.filter((entry: { action: string }) => entry.action === "member.joined").length).toBe(1);
  });

  it("ends after a week, and when it is taken back", async () => {
    const owner = await signIn((await newAccount("pro")).email);
    const [late, removed] = [newEmail(), newEmail()];
    await add(owner, late);
    const { userId } = (await add(owner, removed)).body;
    await call("DELETE", `/api/account/members/${userId}`, { headers: owner });
    await env.DB.prepare("UPDATE invitation SET expires_at = ? WHERE email = ?").bind(Date.now(), late).run();
    for (const email of [late, removed])
      expect(outcome(await auth("sign-in/email", { email, password: PASSWORD }))[0]).toBe(401);
    expect((await members(owner)).body.members.length).toBe(1);
    expect((await add(owner, late)).status).toBe(201);
    await pruneSessions(env, Date.now() + 8 * 86_400_000);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM invitation").first("n")).toBe(0);
  });

  it("is refused past the most members of an account", async () => {
    const account = await newAccount("pro");
    const owner = await signIn(account.email);
    const rows = MOST_MEMBERS - 2;
    await env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${rows})
       INSERT INTO invitation (id, account_id, email, name, password_hash, role, created_at, expires_at)
       SELECT 'many-' || i, ?, 'many-' || i || '@example.com', 'x', 'x', 'member', 0, 9e15 FROM n`,
    )
      .bind(account.accountId)
      .run();
    const answers = await Promise.all([add(owner, newEmail()), add(owner, newEmail())]);
    expect(answers.map(outcome).map(String).sort()).toEqual(["201,", "403,member_limit_reached"]);
  });
});

describe("where mail reaches people, an invitation", () => {
  const sent: Mail[] = [];
  const mailed = (email: string, subject: string) =>
    until(async () => sent.findLast((mail) => mail.to === email && mail.subject === subject));
  const linkTo = async (email: string) => tokenIn((await mailed(email, "Join an account")).text);

  beforeEach(() => {
    env.EMAIL_FROM = "Crawlready <mail@crawlready.example>";
    env.EMAIL = { send: async (mail: Mail) => void sent.push(mail) } as unknown as SendEmail;
  });
  afterEach(() => {
    env.EMAIL_FROM = undefined;
    env.EMAIL = undefined;
  });

  it("is accepted by the mailed link alone, once, and proves the email", async () => {
    const inviter = await newAccount("pro");
    const owner = await signIn(inviter.email);
    const email = newEmail();
    await add(owner, email);
    const token = await linkTo(email);
    expect((await auth("sign-in/email", { email, password: PASSWORD })).status).toBe(401);
    expect(outcome(await auth("verify-email", { token }))).toEqual([200, "email_proven"]);
    expect(outcome(await auth("verify-email", { token }))).toEqual([400, "invalid_token"]);
    const session = await signIn(email);
    expect((await accountOf(session)).id).toBe(inviter.accountId);
    const { emailVerified } = (await call("GET", "/api/auth/get-session", { headers: session })).body;
    expect(emailVerified).toBe(true);
  });

  it("is mailed again on request, and tells an address with an account by mail alone", async () => {
    const owner = await signIn((await newAccount("pro")).email);
    const [email, known] = [newEmail(), await newAccount("pro")];
    await add(owner, email);
    const first = await linkTo(email);
    await auth("send-verification-email", { email });
    await until(async () => (await linkTo(email)) !== first);
    expect(outcome(await auth("verify-email", { token: first }))).toEqual([400, "invalid_token"]);
    await add(owner, known.email);
    await mailed(known.email, "You already have an account");
    await signIn(known.email);
  });

  it("is not kept from its owner by somebody's sign-up with the address", async () => {
    const inviter = await newAccount("pro");
    const email = newEmail();
    await auth("sign-up/email", { email, password: "password of a stranger" });
    await add(await signIn(inviter.email), email);
    expect(outcome(await auth("verify-email", { token: await linkTo(email) }))).toEqual([200, "email_proven"]);
    expect((await auth("sign-in/email", { email, password: "password of a stranger" })).status).toBe(401);
    expect((await accountOf(await signIn(email))).id).toBe(inviter.accountId);
  });

  it("leaves a proven account as it is", async () => {
    const email = newEmail();
    await add(await signIn((await newAccount("pro")).email), email);
    const token = await linkTo(email);
    await auth("sign-up/email", { email, password: OWN_PASSWORD });
    await auth("verify-email", { token: tokenIn((await mailed(email, "Confirm your email")).text) });
    expect(outcome(await auth("verify-email", { token }))).toEqual([400, "invalid_token"]);
    expect((await accountOf(await signIn(email, OWN_PASSWORD))).role).toBe("owner");
  });
});

it("an invitation that is only printed has a link too", async () => {
  const email = newEmail();
  await add(await signIn((await newAccount("pro")).email), email);
  const token = await tokenMailed(email, "Join an account");
  expect(outcome(await auth("verify-email", { token }))).toEqual([200, "email_proven"]);
  await signIn(email);
  expect((await mailsTo(email)).length).toBe(1);
});
