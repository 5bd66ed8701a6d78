import { createMessageBatch } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import worker from "../../../src/index.ts";
import type { Bindings } from "../../../src/env.ts";
import { readHealth } from "../../../src/operations/read-health.ts";
import { reportHealth } from "../../../src/operations/report-health.ts";
import { call, env, newAccount, OPERATOR } from "../support/api.ts";
import { spiedDatabase } from "../support/spied-database.ts";

const HOUR_MS = 3_600_000;
const operator = (method: string, path: string, json?: unknown) =>
  call(method, `/api/admin${path}`, { headers: OPERATOR, json });
const health = async () => (await operator("GET", "/health")).body;
const run = (query: string, ...values: unknown[]) =>
  env.DB.prepare(query)
    .bind(...values)
    .run();

let accountId: string;
let domainId: string;

beforeAll(async () => {
  ({ accountId } = await newAccount("pro", ["operations.example"]));
  domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = 'operations.example'").first<string>("id"))!;
});
afterEach(() => void vi.restoreAllMocks());

describe("the service's health", () => {
  it("has what waits in each queue, as the platform counts it", async () => {
    const { queues, renderPools, ceilings, unknown } = await health();
    expect(queues.map(({ queue }: { queue: string }) => queue)).toContain("crawlready-prompts-claude");
    for (const { waiting } of queues) expect(waiting).toBeGreaterThanOrEqual(0);
    expect(renderPools).toEqual([expect.objectContaining({ pool: "pool", reached: true, tabs: 8 })]);
    expect(ceilings.map(({ name, left }: { name: string; left: number }) => [name, left > 0])).toEqual([
      ["browserSeconds", true],
      ["aiCalls", true],
      ["analysisCalls", true],
    ]);
    expect(unknown.length).toBeGreaterThan(2);
  });

  it("lists stuck work of every kind, with the runbook's section", async () => {
    const past = Date.now() - 8 * HOUR_MS;
    const promptId = crypto.randomUUID();
    const audit = crypto.randomUUID();
    await run(
      `INSERT INTO audit_run (id, account_id, domain_id, domain, status, trigger, frequency, mode, scope_key, started_at, heartbeat_at)
       VALUES (?1, ?2, ?3, 'operations.example', 'running', 'api', 'on_demand', 'follow', 'x', ?4, ?4)`,
      audit,
      accountId,
      domainId,
      past,
    );
    await run(
      `INSERT INTO prompt (id, account_id, domain_id, prompt_text, intent, providers, monitor_interval, created_at, updated_at)
       VALUES (?1, ?2, ?3, 'x', 'info', '[]', 'monthly', 1, 1)`,
      promptId,
      accountId,
      domainId,
    );
    const promptRun = `INSERT INTO prompt_run (id, account_id, domain_id, prompt_id, provider, slot, date_utc, status, created_at, deadline_at, next_at, lease_until, answered_at)
      VALUES (?1, ?2, ?3, ?4, 'claude', ?1, '2026-01-01', ?5, ?6, ?6, ?7, ?8, ?9)`;
    const runs = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()] as const;
    const insert = (id: string, status: string, nextAt: number, leaseUntil: number, answeredAt: number | null) =>
      run(promptRun, id, accountId, domainId, promptId, status, past, nextAt, leaseUntil, answeredAt);
    await insert(runs[0], "queued", past, 0, null);
    await insert(runs[1], "queued", Date.now() + HOUR_MS, 0, null);
    await insert(runs[2], "running", 0, Date.now() + HOUR_MS, null);
    await insert(runs[3], "answered", 0, 0, past);
    const event = crypto.randomUUID();
    await run(
      "INSERT INTO event_outbox (id, account_id, domain_id, type, at, data) VALUES (?, ?, ?, 'audit.ended', ?, '{}')",
      event,
      accountId,
      domainId,
      past,
    );
    const gone = crypto.randomUUID();
    await run(
      "INSERT INTO account (id, plan, created_at, deleted_at) VALUES (?, 'free', 1, ?)",
      gone,
      past - 24 * HOUR_MS,
    );
    const removed = crypto.randomUUID();
    await run(
      `INSERT INTO domain (id, account_id, domain, verification_token, created_at, deleted_at, released_at, upkeep_not_before)
       VALUES (?1, ?2, 'removed.example', 'x', 1, ?3, ?3, 0)`,
      removed,
      accountId,
      past,
    );
    const { stuck, reasons, status, work } = await health();
    const found = (kind: string) =>
      stuck.flatMap((each: { kind: string; id: string }) => (each.kind === kind ? each.id : []));
    expect(found("audits")).toEqual([audit]);
    expect(found("promptRuns")).toEqual([runs[0]]);
    expect(found("analyses")).toEqual([runs[3]]);
    expect(found("events")).toEqual([event]);
    expect(found("domainDeletions")).toEqual([removed]);
    expect(found("domainReleases")).toEqual([removed]);
    expect(found("accountDeletions")).toEqual([gone]);
    expect(work).toContainEqual({ name: "promptRuns", waiting: 1, oldestAt: past, stuck: 1 });
    expect(status).not.toBe("ok");
    for (const code of ["audits_stuck", "prompt_runs_stuck", "analyses_stuck", "events_stuck", "deletions_stuck"])
      expect(reasons).toContainEqual(expect.objectContaining({ code, runbook: `docs/runbook.md#${code}` }));
    await run("DELETE FROM audit_run WHERE id = ?", audit);
    await run("DELETE FROM prompt WHERE id = ?", promptId);
    await run("DELETE FROM event_outbox WHERE id = ?", event);
    await run("DELETE FROM domain WHERE id = ?", removed);
    await run("DELETE FROM account WHERE id = ?", gone);
    expect((await health()).stuck).toEqual([]);
  });

  it("costs one call of D1 and its statements do not grow with the domains", async () => {
    const spied = spiedDatabase(env.DB);
    let batches = 0;
    const counting = new Proxy(spied.database, {
      get(target, name) {
        if (name === "batch") batches++;
        return Reflect.get(target, name) as unknown;
      },
    });
    await readHealth({ ...env, DB: counting }, Date.now());
    expect(batches).toBe(1);
    expect(spied.statements.length).toBe(14);
  });

  it("is told even if D1, a queue and a pool fail", async () => {
    const failing = spiedDatabase(env.DB, () => {
      throw new Error("D1 is down");
    });
    const queue = { metrics: () => Promise.reject(new Error("no")) };
    const pool = { getByName: () => ({ state: () => Promise.reject(new Error("no")) }) };
    const broken = { ...env, DB: failing.database, PURGE_QUEUE: queue, RENDER_POOL: pool } as unknown as Bindings;
    vi.spyOn(console, "error").mockImplementation(() => {});
    const { status, reasons } = await readHealth(broken, Date.now());
    expect(status).toBe("failing");
    expect(reasons.map(({ code, subject }) => [code, subject])).toEqual([
      ["database_unreachable", null],
      ["queue_unreadable", "crawlready-purge"],
      ["render_pool_unreachable", "pool"],
    ]);
  });

  it("has the last tick of each cron, and a late one does not replace it", async () => {
    const HOUSEKEEPING_QUEUE = { sendBatch: () => Promise.resolve() };
    const fire = (cron: string, scheduledTime: number) =>
      worker.scheduled({ cron, scheduledTime, noRetry: () => {} }, {
        ...env,
        HOUSEKEEPING_QUEUE,
      } as unknown as Bindings);
    const now = Date.now();
    for (const at of [now, now - HOUR_MS]) await fire("*/15 * * * *", at);
    await fire("10 0 * * *", now);
    const { crons, reasons } = await health();
    expect(crons.map(({ at }: { at: number }) => at)).toEqual([now, now]);
    expect(reasons.filter(({ code }: { code: string }) => code === "cron_late")).toEqual([]);
  });

  it("is logged in one line with its figures", async () => {
    const lines: string[] = [];
    for (const level of ["info", "warn", "error"] as const)
      vi.spyOn(console, level).mockImplementation((line: string) => void lines.push(line));
    await reportHealth(env);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0]!)).toMatchObject({
      event: "health",
      status: expect.stringMatching(/^(ok|degraded|failing)$/),
      queues: { "crawlready-crawl": { oldestSeconds: expect.any(Number) } },
      ceilings: { aiCalls: { limit: 20_000 } },
    });
  });
});

describe("a dead letter", () => {
  const QUEUE = "crawlready-ownership-dlq";
  const arrive = (count: number) =>
    worker.queue(
      createMessageBatch(
        QUEUE,
        Array.from({ length: count }, (_, i) => ({
          id: `letter-${i}-${crypto.randomUUID()}`,
          timestamp: new Date(),
          attempts: 1,
          body: { kind: "released", domainId: `<b>${i}</b>` },
        })),
      ),
      env,
    );
  const letters = async () =>
    (await operator("GET", `/dead-letters?queue=${QUEUE}`)).body.deadLetters as { id: string }[];
  /** Records what is sent instead of sending it. */
  function recordSent(fail: (sent: number) => boolean = () => false) {
    const sent: unknown[] = [];
    vi.spyOn(env.OWNERSHIP_QUEUE, "send").mockImplementation(async (body) => {
      if (fail(sent.length)) throw new Error("the queue is down");
      sent.push(body);
      return undefined as never;
    });
    return sent;
  }

  it("comes with the reason of the last failed attempt of its queue", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => {});
    vi.spyOn(console, "error").mockImplementation(() => {});
    const failing = spiedDatabase(env.DB, () => {
      throw new Error("D1 is down\nparams: secret");
    });
    const attempt = (attempts: number, DB: D1Database) => {
      const body = { kind: "released", domainId: "x" };
      const batch = createMessageBatch("crawlready-ownership", [
        { id: `m${attempts}`, timestamp: new Date(), attempts, body },
      ]);
      return worker.queue(batch, { ...env, DB });
    };
    // The reason is written by a database that works again.
    let broken = true;
    const flaky = new Proxy(env.DB, {
      get(target, name) {
        const from = broken && name === "prepare" ? failing.database : target;
        const value: unknown = Reflect.get(from, name);
        return typeof value === "function" ? (value as () => unknown).bind(from) : value;
      },
    });
    vi.spyOn(console, "warn").mockImplementation(() => void (broken = false));
    await attempt(5, flaky);
    const faults = async () => (await health()).faults as { name: string; detail: string }[];
    expect((await faults()).map(({ name }) => name)).not.toContain(`queue:${QUEUE}`);
    broken = true;
    await attempt(6, flaky);
    expect(await faults()).toContainEqual(
      expect.objectContaining({ name: `queue:${QUEUE}`, detail: "Error: D1 is down" }),
    );
    await arrive(1);
    const { deadLetters, reasons } = await health();
    expect(deadLetters).toContainEqual(
      expect.objectContaining({ queue: QUEUE, letters: 1, newestReason: "Error: D1 is down" }),
    );
    expect(reasons).toContainEqual(expect.objectContaining({ code: "dead_letters", subject: QUEUE }));
  });

  it("is read, sent once however often somebody presses at the same time, and logged", async () => {
    const sent = recordSent();
    const [{ id }] = (await letters()) as [{ id: string }];
    expect((await operator("GET", `/dead-letters/${id}`)).body).toMatchObject({ id, queue: QUEUE });
    const presses = await Promise.all([1, 2, 3].map(() => operator("POST", "/dead-letters/requeue", { ids: [id] })));
    expect(presses.flatMap(({ body }) => body.requeued ?? [])).toEqual([id]);
    expect(sent).toHaveLength(1);
    expect((await operator("GET", `/dead-letters/${id}`)).body.error).toBe("dead_letter_not_found");
    const { entries } = (await operator("GET", "/log?limit=1")).body;
    expect(entries).toEqual([
      expect.objectContaining({ action: "dead_letters.requeued", target: QUEUE, detail: { letters: 1, ids: [id] } }),
    ]);
  });

  it("is sent with all of its queue, 40 a call", async () => {
    const sent = recordSent();
    await arrive(45);
    const first = (await operator("POST", "/dead-letters/requeue", { queue: QUEUE })).body;
    expect([first.requeued.length, first.left]).toEqual([40, 5]);
    expect((await operator("POST", "/dead-letters/requeue", { queue: QUEUE })).body).toMatchObject({ left: 0 });
    expect((await operator("POST", "/dead-letters/requeue", { queue: QUEUE })).body).toEqual({ requeued: [], left: 0 });
    expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(45);
  });

  it("stays if its queue does not take it, and can be sent again at once", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await arrive(3);
    recordSent((sent) => sent === 1);
    expect((await operator("POST", "/dead-letters/requeue", { queue: QUEUE })).status).toBe(500);
    expect(await letters()).toHaveLength(2);
    vi.restoreAllMocks();
    recordSent();
    expect((await operator("POST", "/dead-letters/requeue", { queue: QUEUE })).body.requeued).toHaveLength(2);
  });

  it("is dropped without being sent", async () => {
    const sent = recordSent();
    await arrive(2);
    const { dropped, left } = (await operator("POST", "/dead-letters/drop", { queue: QUEUE })).body;
    expect([dropped.length, left, sent]).toEqual([2, 0, []]);
    expect((await operator("POST", "/dead-letters/drop", { ids: dropped })).body.error).toBe("dead_letter_not_found");
    const page = (await operator("GET", "/log?limit=1")).body;
    expect(page.entries[0]).toMatchObject({ action: "dead_letters.dropped", target: QUEUE });
    expect((await operator("GET", `/log?limit=1&cursor=${page.nextCursor}`)).body.entries[0].id).not.toBe(
      page.entries[0].id,
    );
    expect((await operator("GET", "/log?cursor=junk")).body.error).toBe("invalid_request");
  });
});

describe("restoring an object", () => {
  const restore = (change: object = {}, id = domainId) =>
    operator("POST", `/domains/${id}/restore`, {
      object: "visits",
      at: Date.now() - HOUR_MS,
      confirm: "operations.example",
      ...change,
    });

  it("is refused without the domain's name, for another time than the last 30 days, and for no domain", async () => {
    const refused = async (answer: ReturnType<typeof restore>) => {
      const { status, body } = await answer;
      return [status, body.error];
    };
    expect(await refused(restore({ confirm: "other.example" }))).toEqual([409, "restore_not_confirmed"]);
    expect(await refused(restore({ at: Date.now() + HOUR_MS }))).toEqual([400, "invalid_request"]);
    expect(await refused(restore({ at: Date.now() - 31 * 24 * HOUR_MS }))).toEqual([400, "invalid_request"]);
    expect(await refused(restore({ object: "everything" }))).toEqual([400, "invalid_request"]);
    expect(await refused(restore({}, "none"))).toEqual([404, "domain_not_found"]);
  });

  it.each(["audits", "visits", "answers", "snapshots", "deploys"])(
    "says of %s what the platform says where it can't",
    async (object) => {
      const { status, body } = await restore({ object });
      expect([status, body.error]).toEqual([503, "restore_unavailable"]);
      expect(body.message).toMatch(/point-in-time recovery/i);
      expect((await operator("GET", "/log?limit=1")).body.entries[0]?.action).not.toBe("object.restored");
    },
  );
});
