import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Checkup, DoctorProbe, Heard } from "../../../src/doctor/core/checkup";
import { isSound, judgeCheckup } from "../../../src/doctor/core/judge-checkup";
import { OBJECT_STEPS } from "../../../src/doctor/object-schemas";
import { DOCTOR } from "../../../src/doctor/probed-object";
import { probeCron } from "../../../src/doctor/probe-cron";
import { probeMail } from "../../../src/doctor/probe-mail";
import { probeProviders } from "../../../src/doctor/probe-providers";
import { probeStores } from "../../../src/doctor/probe-stores";
import { takeProbes } from "../../../src/doctor/take-probes";
import { call, env, OPERATOR, until } from "../support/api.ts";

const BINDINGS = Object.keys(OBJECT_STEPS) as Array<keyof typeof OBJECT_STEPS>;
const doctorOf = (binding: (typeof BINDINGS)[number]) => (env[binding] as DurableObjectNamespace).getByName(DOCTOR);
const start = (json: object = {}) => call<Checkup>("POST", "/api/admin/doctor", { headers: OPERATOR, json });
const read = async () => (await call<Heard>("GET", "/api/admin/doctor", { headers: OPERATOR })).body;
const end = () => call("DELETE", "/api/admin/doctor", { headers: OPERATOR });

/** What a checkup has left: values of KV, objects of R2, letters, and what the doctor's objects keep. */
async function leftovers() {
  const objects = await Promise.all(
    BINDINGS.map((binding) =>
      runInDurableObject(doctorOf(binding), async (_, { storage }) => ({
        binding,
        keys: [...storage.kv.list()].length,
        alarm: await storage.getAlarm(),
      })),
    ),
  );
  const letters = "SELECT count(*) AS n FROM dead_letter WHERE id LIKE 'doctor%' OR body LIKE '%doctor%'";
  return {
    kv: (await env.KV.list({ prefix: "doctor" })).keys.length,
    r2: (await Promise.all([env.SNAPSHOTS, env.ARCHIVE].map((each) => each.list({ prefix: "doctor" })))).flatMap(
      (list) => list.objects,
    ).length,
    letters: await env.DB.prepare(letters).first<number>("n"),
    objects: objects.filter(({ keys, alarm }) => keys > 0 || alarm !== null),
  };
}
const NOTHING = { kv: 0, r2: 0, letters: 0, objects: [] };

const shown = (probes: readonly DoctorProbe[], part: string) =>
  probes.filter((each) => each.part === part).map(({ name, state, reason }) => `${name} ${state} ${reason}`.trim());

beforeEach(async () => void (await end()));

describe("a checkup", () => {
  it("tries every binding, hears of queues and alarms, names what is missing here, and leaves nothing", async () => {
    const { status, body: checkup } = await start();
    expect(status).toBe(200);
    expect(shown(checkup.probes, "object")).toHaveLength(BINDINGS.length);
    expect(shown(checkup.probes, "queue")).toHaveLength(
      Object.keys(env).filter((name) => name.endsWith("_QUEUE")).length,
    );
    for (const part of ["database", "schema", "kv", "bucket", "object", "clock"])
      expect(new Set(checkup.probes.filter((each) => each.part === part).map(({ state }) => state)), part).toEqual(
        new Set(["works"]),
      );
    // In these tests there is no browser, and nothing listens where the resolver is.
    expect(shown(checkup.probes, "browser")).toEqual(["BROWSER fails error"]);
    expect(shown(checkup.probes, "resolver")).toEqual(["DNS_RESOLVER_URL fails error"]);
    expect(shown(checkup.probes, "mail")).toEqual(["mail untried printed"]);
    expect(shown(checkup.probes, "provider")).toEqual([
      "ChatGPT works",
      "Claude works",
      "Perplexity untried costs",
      "Gemini works",
      "Consumer surfaces untried unset",
    ]);
    const awaited = checkup.probes.filter(({ state }) => state === "waits").length;
    const heard = await until(async () => {
      const now = await read();
      return now.alarms.length + now.queues.length === awaited && now;
    });
    const findings = judgeCheckup(checkup, heard, {
      version: checkup.release.version,
      wanted: null,
      clockMs: 0,
      waitedMs: 0,
    });
    expect(isSound(findings)).toBe(false);
    expect(findings.flatMap(({ part, verdict }) => (verdict === "failed" ? [part] : []))).toEqual([
      "browser",
      "resolver",
    ]);
    expect((await end()).status).toBe(204);
    expect(await leftovers()).toEqual(NOTHING);
    expect((await call("GET", "/api/admin/doctor", { headers: OPERATOR })).body.error).toBe("not_found");
  });

  it("is one at a time, and its successor works in the same objects", async () => {
    const { body: first } = await start();
    const second = await start();
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(60);
    expect((await read()).id).toBe(first.id);
    await end();
    const third = await start();
    expect(third.status).toBe(200);
    expect(shown(third.body.probes, "object").filter((each) => !each.endsWith(" works"))).toEqual([]);
  });

  it("that is never ended is swept by the alarms of its objects", async () => {
    const { body } = await start();
    await env.SNAPSHOTS.put(`doctor/${body.id}`, "left by a kill");
    await env.ARCHIVE.put(`doctor/${body.id}`, "left by a kill");
    await until(async () => (await read()).alarms.length === BINDINGS.length);
    await until(async () => (await read()).queues.length === shown(body.probes, "queue").length);
    for (const binding of BINDINGS) expect(await runDurableObjectAlarm(doctorOf(binding)), binding).toBe(true);
    expect(await leftovers()).toEqual(NOTHING);
  });
});

describe("an object", () => {
  it("of any other name is never probed", async () => {
    for (const binding of BINDINGS) {
      const other = (env[binding] as DurableObjectNamespace).getByName("somebody");
      const refused = runInDurableObject(other, (instance) =>
        (instance as unknown as { beginProbe: (id: string, sweeps: boolean) => Promise<unknown> }).beginProbe(
          "x",
          false,
        ),
      );
      await expect(refused, binding).rejects.toThrow("only the doctor's own object is probed");
    }
  });
});

describe("messages of the doctor", () => {
  it("are taken out of a batch, and the others stay as they are", async () => {
    const done: string[] = [];
    const message = (id: string, body: unknown) => ({
      id,
      body,
      attempts: 1,
      timestamp: new Date(),
      ack: () => void done.push(`ack ${id}`),
      retry: () => void done.push(`retry ${id}`),
    });
    const batch = { queue: "q", messages: [message("a", { doctor: "gone" }), message("b", { kind: "x" })] } as never;
    const rest = await takeProbes(batch, "crawlready-crawl", env);
    expect(rest.messages.map(({ id }) => id)).toEqual(["b"]);
    rest.retryAll();
    expect(done).toEqual(["ack a", "retry b"]);
    const plain = { queue: "q", messages: [message("c", [{ doctor: "no" }]), message("d", null)] } as never;
    expect(await takeProbes(plain, "crawlready-crawl", env)).toBe(plain);
    const broken = { RATE_LIMITER: undefined } as never;
    await takeProbes({ queue: "q", messages: [message("e", { doctor: "x" })] } as never, "crawlready-crawl", broken);
    expect(done.at(-1)).toBe("retry e");
  });
});

describe("a probe", () => {
  const without = (...names: string[]) =>
    ({ ...env, ...Object.fromEntries(names.map((name) => [name, undefined])) }) as never;

  it("says which binding is missing, and tries the others", async () => {
    expect(
      (await probeStores(without("KV", "ARCHIVE"), "c1")).map(({ name, reason }) => `${name} ${reason}`.trim()),
    ).toEqual(["DB", "DB", "KV missing", "SNAPSHOTS", "ARCHIVE missing"]);
  });

  it("deletes what it wrote although reading failed", async () => {
    const KV = {
      put: env.KV.put.bind(env.KV),
      delete: env.KV.delete.bind(env.KV),
      get: () => Promise.reject(new Error("no")),
    };
    const SNAPSHOTS = {
      put: env.SNAPSHOTS.put.bind(env.SNAPSHOTS),
      delete: env.SNAPSHOTS.delete.bind(env.SNAPSHOTS),
      get: async () => null,
    };
    const probes = await probeStores({ ...env, KV, SNAPSHOTS } as never, "half-way");
    expect([shown(probes, "kv"), shown(probes, "bucket")]).toEqual([
      ["KV fails error"],
      ["SNAPSHOTS fails stale", "ARCHIVE works"],
    ]);
    expect(await leftovers()).toEqual(NOTHING);
  });

  it("of mail sends one only to an address that was given, and says what the transport lacks", async () => {
    const sent: unknown[] = [];
    const EMAIL = { send: async (mail: unknown) => void sent.push(mail) };
    const of = async (change: object, to: string | null) =>
      shown([await probeMail({ ...env, EMAIL_PRINT: undefined, ...change }, to)], "mail")[0];
    expect(await of({}, null)).toBe("mail untried unset");
    expect(await of({ EMAIL }, null)).toBe("mail fails incomplete");
    expect(await of({ EMAIL, EMAIL_FROM: "a@b.example" }, null)).toBe("mail untried nobody");
    expect(sent).toEqual([]);
    expect(await of({ EMAIL, EMAIL_FROM: "a@b.example" }, "op@b.example")).toBe("mail works");
    expect(sent).toEqual([expect.objectContaining({ from: "a@b.example", to: "op@b.example" })]);
  });

  it("repeats no secret that a message repeats", async () => {
    const EMAIL = { send: () => Promise.reject(new Error(`550 ${env.AUTH_SECRET!} and short-one refused`)) };
    const changed = { ...env, EMAIL, EMAIL_FROM: "a@b.example", ADMIN_TOKEN: "short" } as never;
    expect(await probeMail(changed, "op@b.example")).toMatchObject({
      state: "fails",
      reason: "error",
      detail: "550 [secret] and short-one refused",
    });
  });

  it("of a provider shows a refused key, but never the key", async () => {
    const key = "AIza-nobody-may-see-this".replace("AIza", "xyz");
    const [chatgpt] = await probeProviders({ ...env, OPENAI_API_KEY: key }, "c1", false);
    expect(chatgpt).toMatchObject({ state: "fails", reason: "auth" });
    const asked = await probeProviders({ ...env, ANTHROPIC_API_KEY: undefined }, "c1", true);
    expect(shown(asked, "provider")).toEqual([
      "ChatGPT works",
      "Claude untried unset",
      "Perplexity works",
      "Gemini works",
      "Consumer surfaces untried unset",
    ]);
    expect(JSON.stringify([chatgpt, asked])).not.toContain(key);
  });

  it("of the service of surfaces costs nothing unless it may, and says what is missing", async () => {
    const replies = { status: 404, body: {} as object };
    const asked: string[] = [];
    const real = globalThis.fetch;
    vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input);
      if (!url.startsWith("https://scraper.example")) return real(input, init);
      asked.push(`${init?.method ?? "GET"} ${new URL(url).pathname}`);
      return Response.json(replies.body, { status: replies.status });
    });
    const surfaces = async (change: object, spend = false) => {
      const set = { SURFACES_API_KEY: "key-of-the-service", SURFACES_BASE_URL: "https://scraper.example", ...change };
      const { state, reason, detail } = (await probeProviders({ ...env, ...set }, "c1", spend)).at(-1)!;
      return `${state} ${reason} ${detail}`.trim();
    };
    expect(await surfaces({})).toBe("works  answers that it has no such job; --spend starts one");
    expect(asked).toEqual(["GET /jobs/crawlready-doctor"]);
    [replies.status, replies.body] = [200, { id: "j1", status: "queued" }];
    expect(await surfaces({}, true)).toBe("works  starts jobs");
    expect(asked.at(-1)).toBe("POST /jobs");
    [replies.status, replies.body] = [401, { error: "key-of-the-service is wrong" }];
    const refused = await surfaces({});
    expect([refused.startsWith("fails auth"), refused.includes("key-of-the-service")]).toEqual([true, false]);
    expect(await surfaces({ SURFACES_BASE_URL: undefined })).toMatch(/^fails error .*SURFACES_BASE_URL is not set/);
    expect(await surfaces({ SURFACES_FORM: "{" })).toMatch(/^fails error .*SURFACES_FORM is not a form/);
    vi.unstubAllGlobals();
  });

  it("of the crons reads their last tick", async () => {
    await env.DB.exec(
      "CREATE TABLE IF NOT EXISTS cron_tick (cron TEXT PRIMARY KEY, at INTEGER NOT NULL, queued_at INTEGER NOT NULL, first_at INTEGER NOT NULL)",
    );
    const cron = async () => shown([await probeCron(env)], "cron")[0];
    const tick = (at: number) =>
      env.DB.prepare("INSERT OR REPLACE INTO cron_tick VALUES ('doctor-test', ?1, ?1, ?1)").bind(at).run();
    await env.DB.exec("DELETE FROM cron_tick");
    expect(await cron()).toBe("crons untried never");
    await tick(Date.now() - 3_600_000);
    expect(await cron()).toBe("crons fails late");
    await tick(Date.now() - 60_000);
    expect(await cron()).toBe("crons works");
    await env.DB.exec("DELETE FROM cron_tick");
  });
});
