import { runInDurableObject } from "cloudflare:test";
import { Webhook } from "standardwebhooks";
import { beforeAll, describe, expect, it } from "vitest";
import { closeRun, findRun } from "../../../src/audit/repo";
import { insertRun } from "../../../src/audit/repo/start";
import { addVisits } from "../../../src/analytics/count/add-visits";
import { exportedDeliveries } from "../../../src/automation/webhooks/exported-webhooks";
import { sendEvents } from "../../../src/automation/webhooks/send-events";
import { watchVisits } from "../../../src/automation/webhooks/watch-visits";
import { openDb } from "../../../src/db/client";
import type { Bindings } from "../../../src/env";
import { recordEvents, type NewEvent } from "../../../src/events";
import {
  audit,
  call,
  env,
  html,
  newAccount,
  newSite,
  OPERATOR,
  signIn,
  until,
  type TestAccount,
  type TestSite,
} from "../support/api.ts";
import { mailsTo } from "../support/mails.ts";
import { tickJob } from "../support/tick.ts";
import { visitOfBot } from "../support/visits.ts";

type Headers = Record<string, string>;
const bindings = env as unknown as Bindings;
const db = openDb(env.DB);
const domainId = async (host: string) =>
  (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(host).first<string>("id"))!;
const post = (headers: Headers, path: string, json?: unknown) =>
  call("POST", `/api/webhooks${path}`, { headers, json });
const get = async (headers: Headers, path: string) => (await call("GET", `/api/webhooks${path}`, { headers })).body;
const errorOf = ({ status, body }: { status: number; body: any }) => `${status} ${body.error}`;

interface Delivered {
  id: string;
  type: string;
  state: string;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
}

/** Deliveries of an endpoint once all have ended or failed at least once. */
async function settled(headers: Headers, id: string, count = 1): Promise<Delivered[]> {
  return until(async () => {
    const { deliveries } = await get(headers, `/${id}/deliveries`);
    const rows = deliveries as Delivered[];
    return rows.length >= count && rows.every(({ attempts, state }) => attempts > 0 || state !== "waiting") && rows;
  });
}

/** Sets times in an endpoint's object, so that what takes days happens now. */
const inObject = (id: string, change: (storage: DurableObjectStorage) => void) =>
  runInDurableObject(env.WEBHOOK_ENDPOINT.getByName(id), async (instance, { storage }) => {
    change(storage);
    await (instance as unknown as { alarm: () => Promise<void> }).alarm();
  });

let account: TestAccount;
let owner: Headers;
let site: TestSite;
let receiver: TestSite;

beforeAll(async () => {
  site = await newSite({
    "/": { body: html({ body: '<a href="/a">a</a>' }) },
    "/a": { body: html({ title: "Page A is here" }) },
  });
  receiver = await newSite({ "/ok": { body: "thank you" }, "/gone": { status: 410, body: "no more" } });
  account = await newAccount("pro", [site.host]);
  owner = await signIn(account.email);
});

const create = async (path: string, more: Record<string, unknown> = {}) =>
  (await post(owner, "", { url: `${receiver.origin}${path}`, ...more })).body;

describe("an endpoint", () => {
  it("shows its secret once, and the path of its URL to owners only", async () => {
    const made = await post(owner, "", {
      url: `${receiver.origin}/ok?token=hidden`,
      description: " ops ",
      domain: site.host,
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ domain: site.host, description: "ops", format: "standard", events: null });
    expect(made.body.secret).toMatch(/^whsec_/);
    const { secret, ...shown } = made.body;
    expect(await get(owner, `/${shown.id}`)).toEqual(shown);
    const byKey = await get(account.auth, "");
    expect(byKey).toMatchObject({ webhooks: [{ id: shown.id, origin: receiver.origin, url: null }], limit: 10 });
    const stored = JSON.stringify(await env.DB.prepare("SELECT * FROM webhook").all());
    expect(stored).not.toContain("hidden");
    expect(stored).not.toContain(secret);
    expect((await call("DELETE", `/api/webhooks/${shown.id}`, { headers: owner })).status).toBe(204);
    expect(errorOf(await call("GET", `/api/webhooks/${shown.id}`, { headers: owner }))).toBe("404 webhook_not_found");
  });

  it("is refused on hosts of this service, and beyond the plan's limit, which the same statement checks", async () => {
    const own = await post(owner, "", { url: "https://api.test/api/webhooks" });
    expect([own.status, own.body.issues]).toEqual([
      400,
      [{ path: "url", message: "must not be a host of this service" }],
    ]);
    const free = await newAccount("free");
    const other = await signIn(free.email);
    const made = await Promise.all([1, 2, 3].map(() => post(other, "", { url: `${receiver.origin}/ok` })));
    expect(made.map(({ status }) => String(status)).toSorted()).toEqual(["201", "403", "403"]);
    expect(made.find(({ status }) => status === 403)!.body.error).toBe("webhook_limit_reached");
  });

  it("gets a test, signed as the standard says, with the old secret too for a day after a rotation", async () => {
    const { id, secret } = await create("/ok", { events: ["audit.ended"] });
    const rotated = (await post(owner, `/${id}/secret`)).body;
    const { body: sent } = await post(account.auth, `/${id}/test`);
    const [delivery] = await settled(owner, id);
    expect(delivery).toMatchObject({
      id: sent.deliveryId,
      type: "test.ping",
      state: "delivered",
      attempts: 1,
      lastStatus: 200,
    });
    const detail = await get(owner, `/${id}/deliveries/${sent.deliveryId}`);
    expect(detail.answer).toBe("thank you");
    const headers = await receiver.headers();
    expect(headers).toMatchObject({ "content-type": "application/json", "webhook-id": sent.deliveryId });
    for (const known of [secret, rotated.secret])
      expect(new Webhook(known).verify(detail.body, headers)).toMatchObject({ type: "test.ping" });
    // A repetition keeps its id.
    await receiver.set({ "/ok": { body: "again" } });
    expect((await post(owner, `/${id}/deliveries/${sent.deliveryId}/resend`)).status).toBe(202);
    await until(async () => (await get(owner, `/${id}/deliveries/${sent.deliveryId}`)).answer === "again");
    expect((await receiver.headers())["webhook-id"]).toBe(sent.deliveryId);
    expect(errorOf(await post(owner, `/${id}/deliveries/evt_none/resend`))).toBe("404 delivery_not_found");
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });
});

describe("deliveries", () => {
  it("show what the receiver said to owners only, without the secret path: keys and the export had it", async () => {
    const path = "/services/T0/B0/XXX";
    await receiver.set({ [path]: { status: 404, body: `Cannot POST ${path}` } });
    const { id } = await create(path);
    const { deliveryId } = (await post(owner, `/${id}/test`)).body;
    await settled(owner, id);
    expect((await get(owner, `/${id}/deliveries/${deliveryId}`)).answer).toBe("Cannot POST […]");
    expect(await get(account.auth, `/${id}/deliveries/${deliveryId}`)).toMatchObject({ lastStatus: 404, answer: null });
    const exported: object[] = [];
    for await (const part of exportedDeliveries(bindings, account.accountId)) exported.push(...part);
    expect(exported).toContainEqual(expect.objectContaining({ id: deliveryId, answer: null }));
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("follow no redirect, keep the start of the response, and are retried", async () => {
    await receiver.set({
      "/moved": { status: 307, headers: { location: `${receiver.origin}/secret` }, body: "x".repeat(5_000) },
      "/busy": { status: 503, headers: { "retry-after": "3600" } },
    });
    const moved = await create("/moved");
    const busy = await create("/busy");
    for (const { id } of [moved, busy]) await post(owner, `/${id}/test`);
    const [first] = await settled(owner, moved.id);
    expect(first).toMatchObject({
      state: "waiting",
      lastStatus: 307,
      lastError: "HTTP 307: redirects are not followed",
    });
    const detail = await get(owner, `/${moved.id}/deliveries/${first!.id}`);
    expect(detail.answer).toBe("x".repeat(1_024));
    expect(await receiver.log()).not.toContain("POST /secret");
    await settled(owner, busy.id);
    const [waiting] = (await get(owner, `/${busy.id}/deliveries?state=waiting`)).deliveries;
    expect(waiting.nextAt - waiting.lastAt).toBeGreaterThanOrEqual(3_600_000);
    // The whole endpoint rests: another event waits for it, too.
    await recordEvents(db, [reportReady(account.accountId, await domainId(site.host), "rest")]);
    await tickJob("sendEvents", Date.now());
    await inObject(busy.id, () => {});
    const rested = (await get(owner, `/${busy.id}/deliveries?type=report.ready`)).deliveries;
    expect(rested).toMatchObject([{ attempts: 0, state: "waiting" }]);
    for (const { id } of [moved, busy]) await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("end with 410 and after three dead days: the endpoint is off, and its owner is notified", async () => {
    await receiver.set({ "/gone": { status: 410 }, "/dead": { status: 500 } });
    const [gone, dead] = [await create("/gone"), await create("/dead")];
    for (const { id } of [gone, dead]) await post(owner, `/${id}/test`);
    await settled(owner, dead.id);
    expect((await get(owner, `/${dead.id}`)).disabledAt).toBeNull();
    await inObject(dead.id, ({ kv, sql }) => {
      kv.put("health", { failuresInRow: 12, failingSince: Date.now() - 73 * 3_600_000, restUntil: 0 });
      sql.exec("UPDATE delivery SET next_at = 0");
    });
    for (const [{ id }, reason] of [
      [gone, "gone"],
      [dead, "failing"],
    ] as const) {
      const shown = await until(async () => {
        const now = await get(owner, `/${id}`);
        return now.disabledAt !== null && now;
      });
      expect(shown.disabledReason).toBe(reason);
    }
    const mails = await until(async () => {
      const found = (await mailsTo(account.email)).filter(({ subject }) => subject === "A webhook was turned off");
      return found.length === 2 && found;
    });
    expect(mails.map(({ text }) => String(/HTTP 410|three days/.exec(text)?.[0])).toSorted()).toEqual([
      "HTTP 410",
      "three days",
    ]);
    const on = await call("PATCH", `/api/webhooks/${dead.id}`, { headers: owner, json: { enabled: true } });
    expect(on.body).toMatchObject({ disabledAt: null, disabledReason: null });
    for (const { id } of [gone, dead]) await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("wait while the account is suspended, and come afterwards", async () => {
    await receiver.set({ "/ok": {} });
    const { id } = await create("/ok");
    const endpoint = env.WEBHOOK_ENDPOINT.getByName(id);
    const operator = (verb: string) =>
      call("POST", `/api/admin/accounts/${account.accountId}/${verb}`, {
        headers: OPERATOR,
        json: { reason: "unpaid" },
      });
    await operator("suspend");
    const event = { id: "evt_rests", type: "test.ping", domainId: null, at: Date.now(), data: "{}" };
    await endpoint.add([event], Date.now());
    await inObject(id, () => {});
    expect(await endpoint.find(event.id)).toMatchObject({ state: "waiting", attempts: 0 });
    await operator("unsuspend");
    await inObject(id, ({ kv }) => kv.delete("health"));
    expect(await endpoint.find(event.id)).toMatchObject({ state: "delivered", attempts: 1 });
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("are listed in pages, newest first, without a gap", async () => {
    await receiver.set({ "/ok": {} });
    const { id } = await create("/ok");
    const domain = await domainId(site.host);
    await recordEvents(
      db,
      Array.from({ length: 7 }, (_, i) => reportReady(account.accountId, domain, `page-${i}`)),
    );
    await tickJob("sendEvents", Date.now());
    await settled(owner, id, 7);
    const seen: string[] = [];
    for (let cursor = ""; ;) {
      const page = await get(owner, `/${id}/deliveries?limit=3${cursor}`);
      seen.push(...page.deliveries.map((each: Delivered) => each.id));
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect(new Set(seen).size).toBe(7);
    expect(seen).toHaveLength(7);
    expect(errorOf(await call("GET", `/api/webhooks/${id}/deliveries?cursor=1`, { headers: owner }))).toBe(
      "400 invalid_request",
    );
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });
});

function reportReady(accountId: string, domain: string, mark: string): NewEvent {
  const data = { reportId: "r", day: "2026-11-21", visibility: 1, answers: 2 };
  return {
    id: `report.ready:${domain}:${mark}`,
    type: "report.ready",
    accountId,
    domainId: domain,
    at: Date.now(),
    data,
  };
}

describe("an event", () => {
  it("of an audit reaches the endpoints that want it, matches the run, and reports what got worse", async () => {
    await receiver.set({ "/all": {}, "/slack": {} });
    const all = await create("/all", { domain: site.host });
    const slack = await create("/slack", { format: "slack", events: ["audit.ended"] });
    const { run } = await audit(account, site);
    await settled(owner, all.id);
    await site.set({ "/": { body: html({ body: '<a href="/a">a</a>' }) }, "/a": { status: 500 } });
    const second = (await audit(account, site)).run;
    const deliveries = await settled(owner, all.id, 4);
    expect(deliveries.map(({ type }) => type).sort()).toEqual([
      "audit.ended",
      "audit.ended",
      "audit.new_errors",
      "pages.unreadable",
    ]);
    const bodyOf = async (id: string, type: string, nth = 0) => {
      const { deliveries: found } = await get(owner, `/${id}/deliveries?type=${type}`);
      return JSON.parse((await get(owner, `/${id}/deliveries/${found[nth].id}`)).body);
    };
    expect((await bodyOf(all.id, "audit.ended", 1)).data).toMatchObject({
      domain: site.host,
      runId: run.id,
      status: run.status,
      healthScore: run.healthScore,
      issueCount: run.issueCount,
      pagesCrawled: run.pagesCrawled,
    });
    expect((await bodyOf(all.id, "pages.unreadable")).data).toEqual({
      domain: site.host,
      runId: second.id,
      total: 1,
      pages: [{ path: "/a", because: "http_5xx" }],
    });
    const { errors } = (await bodyOf(all.id, "audit.new_errors")).data;
    expect(errors).toContainEqual({ id: "http_5xx", title: "The page answers with a server error", pages: 1 });
    await settled(owner, slack.id, 2);
    expect((await bodyOf(slack.id, "audit.ended")).text).toMatch(`The audit of ${site.host} ended`);
    for (const { id } of [all, slack]) await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("that was recorded comes once, however often its cause and its handing over are repeated", async () => {
    const { id } = await create("/ok");
    const domain = await domainId(site.host);
    const event = reportReady(account.accountId, domain, "once");
    await recordEvents(db, [event, event]);
    const rows = await env.DB.prepare("SELECT * FROM event_outbox WHERE id = ?").bind(event.id).all();
    expect(rows.results).toHaveLength(1);
    // Dies after the endpoint has the event and before the outbox forgets it.
    const dying = {
      ...bindings,
      DB: {
        batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
        prepare: (sql: string) => {
          if (sql.startsWith("DELETE FROM event_outbox")) throw new Error("killed");
          return env.DB.prepare(sql);
        },
      },
    };
    await expect(sendEvents(dying as unknown as Bindings, Date.now(), null)).rejects.toThrow(
      "DELETE FROM event_outbox",
    );
    await sendEvents(bindings, Date.now(), null);
    await recordEvents(db, [event]);
    await sendEvents(bindings, Date.now(), null);
    expect(await settled(owner, id)).toHaveLength(1);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM event_outbox").first<number>("n")).toBe(0);
    // Handed over again after its delivery: by an isolate that died before it could forget it.
    const before = await settled(owner, id);
    const late = { id: before[0]!.id, type: event.type, domainId: domain, at: event.at, data: "{}" };
    await env.WEBHOOK_ENDPOINT.getByName(id).add([late], Date.now());
    expect(await settled(owner, id)).toEqual(before);
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("of an audit is recorded by the end that counts, and no later end changes the run", async () => {
    const { id } = await create("/all");
    const month = { start: 0, name: "2026-11" };
    const limits = { pagesPerRun: 10, pagesPerMonth: 10_000, onDemandAuditsPerMonth: 10_000 };
    const place = { accountId: account.accountId, domainId: await domainId(site.host), domain: site.host };
    const run = {
      id: crypto.randomUUID(),
      ...place,
      trigger: "api",
      frequency: "on_demand",
      mode: "follow",
      scopeKey: "k",
    };
    await insertRun(
      db,
      { ...run, slot: null, startedAt: Date.now() } as Parameters<typeof insertRun>[1],
      month,
      limits,
    );
    const stored = (await findRun(db, run.id))!;
    const recorded = () => env.DB.prepare("SELECT count(*) AS n FROM event_outbox").first<number>("n");
    await closeRun(db, stored, { status: "success", pagesCrawled: 3 }, month.name);
    expect(await recorded()).toBe(1);
    await env.DB.exec("DELETE FROM event_outbox");
    await closeRun(db, stored, { status: "error", pagesCrawled: 9 }, month.name);
    expect(await recorded()).toBe(0);
    expect(await findRun(db, run.id)).toMatchObject({ status: "success", pagesCrawled: 3 });
    const pages = "SELECT sum(pages) AS n FROM audit_usage WHERE run_id = ?";
    expect(await env.DB.prepare(pages).bind(run.id).first<number>("n")).toBe(3);
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });

  it("is not even recorded for accounts without an endpoint for it", async () => {
    const domain = await domainId(site.host);
    await recordEvents(db, [reportReady(account.accountId, domain, "nobody")]);
    expect(await env.DB.prepare("SELECT count(*) AS n FROM event_outbox").first<number>("n")).toBe(0);
  });

  it("reports impostors once", async () => {
    const { id } = await create("/all", { events: ["spoofing.seen", "crawler.stopped"] });
    const domain = await domainId(site.host);
    await addVisits(env, [{ event: visitOfBot(domain), verdict: "spoofed" }], Date.now());
    for (let look = 0; look < 2; look++) await watchVisits(bindings, domain, Date.now());
    await tickJob("sendEvents", Date.now());
    expect(await settled(owner, id)).toMatchObject([{ type: "spoofing.seen" }]);
    await call("DELETE", `/api/webhooks/${id}`, { headers: owner });
  });
});

describe("the end of a domain and of an account", () => {
  it("is the end of their endpoints and of what others keep about them", async () => {
    const [kept, left] = [await newSite(), await newSite()];
    const mine = await newAccount("pro", [kept.host, left.host]);
    const me = await signIn(mine.email);
    await receiver.set({ "/ok": {} });
    const of = async (domain: string | null) => (await post(me, "", { url: `${receiver.origin}/ok`, domain })).body.id;
    const [whole, gone] = [await of(null), await of(left.host)];
    const [keptId, leftId] = [await domainId(kept.host), await domainId(left.host)];
    await recordEvents(db, [reportReady(mine.accountId, keptId, "x"), reportReady(mine.accountId, leftId, "x")]);
    await tickJob("sendEvents", Date.now());
    await settled(me, whole, 2);
    await call("DELETE", `/api/account/domains/${left.host}`, { headers: me });
    await until(async () => (await count(whole)) === 1 && (await count(gone)) === 0);
    expect((await get(me, "")).webhooks.map((each: { id: string }) => each.id)).toEqual([whole]);
    await call("DELETE", "/api/account", {
      headers: me,
      json: { password: "correct horse battery", confirm: "delete" },
    });
    await tickJob("purgeGoneWebhooks", Date.now());
    expect(await count(whole)).toBe(0);
    const rows = env.DB.prepare("SELECT count(*) AS n FROM webhook WHERE account_id = ?").bind(mine.accountId);
    expect(await rows.first<number>("n")).toBe(0);
  });
});

const count = (id: string) =>
  runInDurableObject(
    env.WEBHOOK_ENDPOINT.getByName(id),
    (_, { storage }) => storage.sql.exec<{ n: number }>("SELECT count(*) AS n FROM delivery").one().n,
  );
