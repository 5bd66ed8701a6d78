import { exports } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { api, audit, env, html, newAccount, newSite, type TestAccount, type TestSite } from "../support/api.ts";
import { mailsTo } from "../support/mails.ts";
import { tickJob } from "../support/tick.ts";

const DAY_MS = 86_400_000;
/** Monday's tick, today or in the next days: audits of today are in its week. */
const MONDAY = (() => {
  const today = new Date();
  const ahead = (8 - today.getUTCDay()) % 7;
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + ahead, 0, 10);
})();
const digests = async (email: string) => (await mailsTo(email)).filter(({ text }) => text.includes("last seven days"));
const tick = (now: number, bindings: object = env) => tickJob("sendDigests", now, bindings);

let site: TestSite;
let quiet: TestSite;
let account: TestAccount;
beforeAll(async () => {
  [site, quiet] = await Promise.all([newSite({ "/": { body: html() } }), newSite()]);
  account = await newAccount("pro", [site.host, quiet.host]);
  await audit(account, site);
});

describe("the weekly mail", () => {
  it("comes on Monday, once, about the domain that changed", async () => {
    await tick(MONDAY - DAY_MS);
    expect(await digests(account.email)).toEqual([]);
    await tick(MONDAY);
    await tick(MONDAY);
    await tick(MONDAY + DAY_MS);
    const [mail, ...more] = await digests(account.email);
    expect(more).toEqual([]);
    expect(mail!.subject).toMatch(new RegExp(`^${site.host}: `));
    const { runs } = await api(account.auth).listAudits();
    expect(mail!.text).toContain(`/app/site/${site.host}/audits/${runs[0]!.id}\n`);
    expect(mail!.text).toMatch(/\nDo this first: .+\nhttp\S+\/issues\/\w+\n/);
  });

  it("comes on Tuesday if no mail was taken on Monday", async () => {
    const late = await newSite({ "/": { body: html() } });
    const other = await newAccount("pro", [late.host]);
    await audit(other, late);
    const refusing = {
      ...env,
      EMAIL_PRINT: "",
      EMAIL_FROM: "mail@api.test",
      EMAIL: { send: () => Promise.reject(new Error("no")) },
    };
    await tick(MONDAY, refusing);
    expect(await digests(other.email)).toEqual([]);
    await tick(MONDAY + DAY_MS);
    expect(await digests(other.email)).toHaveLength(1);
  });

  it("ends with one click, without a session, and not by opening the link", async () => {
    const [mail] = await digests(account.email);
    const url = /No more mails about \S+:\n(\S+)/.exec(mail!.text)![1]!;
    const stopped = () =>
      env.DB.prepare("SELECT stopped_at FROM digest WHERE user_id = ? AND stopped_at IS NOT NULL")
        .bind(account.userId)
        .first();
    const opened = await exports.default.fetch(url);
    expect([opened.status, await stopped()]).toEqual([200, null]);
    const question = await opened.text();
    expect(question).toContain(`Do you want no more weekly mails about <bdi>${site.host}</bdi>?`);
    expect(question).not.toContain("You get no more");
    const unknown = await exports.default.fetch(url.replace(/key=\w/, "key=x"));
    expect(unknown.status).toBe(404);
    expect(await unknown.text()).not.toContain("Unsubscribe</button>");
    const click = (to: string, body: string) =>
      exports.default.fetch(to, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body,
      });
    const forged = await click(url.replace(/key=\w/, "key=x"), "List-Unsubscribe=One-Click");
    expect([forged.status, await stopped()]).toEqual([404, null]);
    const done = await click(url, "List-Unsubscribe=One-Click");
    expect(done.status).toBe(200);
    expect(await done.text()).toContain(site.host);
    const since = await stopped();
    expect(since).not.toBeNull();
    // The link shows how it is, and changes nothing however often it is opened.
    const shown = await (await exports.default.fetch(url)).text();
    expect([shown.includes("You are unsubscribed"), shown.includes("Send them again</button>")]).toEqual([true, true]);
    expect(shown).not.toContain("Unsubscribe</button>");
    expect(await stopped()).toEqual(since);
    const before = (await digests(account.email)).length;
    await env.DB.prepare("UPDATE digest SET week = ''").run();
    await tick(MONDAY);
    expect(await digests(account.email)).toHaveLength(before);
    await (await click(url, "again=yes")).text();
    expect(await stopped()).toBeNull();
    expect(await (await exports.default.fetch(url)).text()).toContain("Unsubscribe</button>");
    await tick(MONDAY);
    expect(await digests(account.email)).toHaveLength(before + 1);
  });
});
