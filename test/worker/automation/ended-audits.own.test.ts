import { exports } from "cloudflare:workers";
import { expect, it } from "vitest";
import { call, env, html, newAccount, newSite, signIn, until } from "../support/api.ts";
import { mailsTo } from "../support/mails.ts";
import { tickJob } from "../support/tick.ts";

type Session = { cookie: string; origin: string };

const mails = async (email: string) =>
  (await mailsTo(email)).filter(({ subject }) => subject.startsWith("The audit of"));
const tick = (bindings: object = env, now = Date.now()) => tickJob("sendEvents", now, bindings);
const REFUSING = {
  ...env,
  EMAIL_PRINT: "",
  EMAIL_FROM: "mail@api.test",
  EMAIL: { send: () => Promise.reject(new Error("no")) },
};

/** Audits a site as somebody and waits for the end. */
async function auditAs(headers: Session | { "x-service-api-key": string }, host: string, json: object) {
  const body = { domain: host, urls: [`http://${host}/`], mode: "selected", ...json };
  const { runId } = (await call("POST", "/api/seo-spider/runs", { headers, json: body })).body;
  await until(async () => {
    const { run } = (await call("GET", `/api/seo-spider/runs/${runId}`, { headers })).body;
    return run.completedAt !== null;
  });
  return runId as string;
}
const waiting = (runId: string) =>
  env.DB.prepare("SELECT mail_to FROM audit_run WHERE id = ?").bind(runId).first<string>("mail_to");

async function newOwner() {
  const site = await newSite({ "*": { body: html() } });
  const account = await newAccount("pro", [site.host]);
  return { host: site.host, account, session: await signIn(account.email) };
}

it("mails who started an audit in the dashboard and asked for it, once", async () => {
  const { host, account, session } = await newOwner();
  const form = new URLSearchParams({ mode: "selected", urls: `http://${host}/`, files: "own", mailWhenDone: "yes" });
  const started = await exports.default.fetch(`http://api.test/app/site/${host}/audits/new`, {
    method: "POST",
    headers: { ...session, "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
    redirect: "manual",
  });
  const path = started.headers.get("location")!;
  expect(started.status).toBe(303);
  const [mail] = await until(async () => {
    const sent = await mails(account.email);
    return sent.length > 0 && sent;
  });
  await tick();
  await tick();
  expect(await mails(account.email)).toHaveLength(1);
  expect(mail!.subject).toBe(`The audit of ${host} has ended`);
  expect(mail!.text).toContain(`${path}\n`);
  expect(mail!.text).toMatch(/It read 1 page\. Health is \d+ of 100\./);
});

it("mails nobody who did not ask, or who has no session", async () => {
  const { host, account, session } = await newOwner();
  await auditAs(session, host, {});
  const byKey = await auditAs(account.auth, host, { mailWhenDone: true });
  expect(await waiting(byKey)).toBeNull();
  await tick();
  expect(await mails(account.email)).toEqual([]);
});

it("keeps a mail that was not accepted for the next tick, a day long", async () => {
  const { host, account, session } = await newOwner();
  const runId = await auditAs(session, host, {});
  const want = () => env.DB.prepare("UPDATE audit_run SET mail_to = ? WHERE id = ?").bind(account.userId, runId).run();
  await want();
  await tick(REFUSING);
  expect(await waiting(runId)).toBe(account.userId);
  await tick();
  expect([await waiting(runId), (await mails(account.email)).length]).toEqual([null, 1]);
  await want();
  await tick(env, Date.now() + 2 * 86_400_000);
  expect([await waiting(runId), (await mails(account.email)).length]).toEqual([null, 1]);
});

it("mails only a proven address, of somebody who may still see the domain", async () => {
  const { host, account, session } = await newOwner();
  const runId = await auditAs(session, host, {});
  const set = (sql: string, ...values: unknown[]) =>
    env.DB.batch([
      env.DB.prepare(sql).bind(...values),
      env.DB.prepare("UPDATE audit_run SET mail_to = ? WHERE id = ?").bind(account.userId, runId),
    ]);
  await set("UPDATE user SET email_verified = 0 WHERE id = ?", account.userId);
  await tick();
  await set("UPDATE user SET email_verified = 1 WHERE id = ?", account.userId);
  await set(`UPDATE membership SET domains = '["other.example"]' WHERE user_id = ?`, account.userId);
  await tick();
  expect([await waiting(runId), await mails(account.email)]).toEqual([null, []]);
  await set("UPDATE membership SET domains = NULL WHERE user_id = ?", account.userId);
  await tick();
  expect(await mails(account.email)).toHaveLength(1);
});
