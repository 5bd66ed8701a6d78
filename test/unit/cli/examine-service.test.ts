import { afterEach, describe, expect, it, vi } from "vitest";
import type { Checkup, Heard } from "../../../src/doctor/core/checkup";
import { doctorService, NotReached } from "../../../cli/service/doctor-service.ts";
import { examineService, type ExaminePlan } from "../../../cli/service/examine-service.ts";

afterEach(() => void vi.unstubAllGlobals());

const CHECKUP: Checkup = {
  id: "c1",
  at: 0,
  release: { version: "1.0.0", deployment: null },
  migrations: { applied: [], known: [] },
  objectSchemas: {},
  settings: { plan: "paid", siteRequestsPerJob: 4_000, browserSecondsPerDay: 1 },
  probes: [{ part: "queue", name: "crawlready-crawl", state: "waits", reason: "", ms: 1, detail: "" }],
};
const plan = (change: Partial<ExaminePlan> = {}): ExaminePlan => ({
  version: "1.0.0",
  workerVersion: null,
  order: {},
  timeoutMs: 5_000,
  patienceMs: 0,
  onExit: () => {},
  ...change,
});

/** A clock that moves only by waiting, and 20 ms with each reading. */
function stoppedWorld() {
  let at = 1_000_000;
  return { now: () => (at += 10), wait: async (ms: number) => void (at += ms) };
}

/** A service whose calls are given, and which of them were made. */
function serviceOf(given: Partial<ReturnType<typeof doctorService>>) {
  const calls: string[] = [];
  const calling =
    <T>(name: string, work: () => Promise<T>) =>
    () => {
      calls.push(name);
      return work();
    };
  const service = {
    greet: calling("greet", given.greet ?? (async () => {})),
    start: calling("start", async () => (given.start ? await given.start({}) : CHECKUP)),
    read: calling("read", given.read ?? (async (): Promise<Heard> => ({ id: "c1", at: 0, alarms: [], queues: [] }))),
    end: calling("end", given.end ?? (async () => {})),
  };
  return { service, calls };
}

describe("an examination", () => {
  it("waits until everything has arrived, measures the clock and ends the checkup", async () => {
    let reads = 0;
    const { service, calls } = serviceOf({
      read: async () => ({ id: "c1", at: 1_001_000, alarms: [], queues: ++reads === 3 ? ["crawlready-crawl"] : [] }),
    });
    const findings = await examineService(service, plan(), stoppedWorld());
    expect(calls).toEqual(["greet", "start", "read", "read", "read", "end"]);
    expect(findings.find(({ part }) => part === "queue")).toMatchObject({ verdict: "ok", seen: "delivered, 1 ms" });
    expect(findings.find(({ part }) => part === "clock")?.seen).toMatch(/^\d+ ms from this computer's$/);
  });

  it("gives up after its time, although no poll was answered, and ends the checkup", async () => {
    const { service, calls } = serviceOf({ read: () => Promise.reject(new NotReached("status", "HTTP 503")) });
    const findings = await examineService(service, plan(), stoppedWorld());
    expect(findings.find(({ part }) => part === "queue")).toMatchObject({ verdict: "failed" });
    expect(calls.at(-1)).toBe("end");
  });

  it("ends a checkup whose start failed half-way, but not one of somebody else", async () => {
    const failed = serviceOf({ start: () => Promise.reject(new NotReached("status", "HTTP 500")) });
    await expect(examineService(failed.service, plan(), stoppedWorld())).rejects.toMatchObject({ reason: "status" });
    expect(failed.calls).toEqual(["greet", "start", "end"]);
    const busy = serviceOf({ start: () => Promise.reject(new NotReached("busy", "HTTP 429")) });
    await expect(examineService(busy.service, plan(), stoppedWorld())).rejects.toMatchObject({ reason: "busy" });
    expect(busy.calls).toEqual(["greet", "start"]);
  });

  it("ends the checkup once if the command is ended meanwhile", async () => {
    let interrupt = async () => {};
    const { service, calls } = serviceOf({ read: async () => (await interrupt(), Promise.reject(new Error("ended"))) });
    await examineService(service, plan({ timeoutMs: 0, onExit: (work) => (interrupt = work) }), stoppedWorld());
    expect(calls.filter((each) => each === "end")).toHaveLength(1);
  });

  it("is patient with a service that does not answer yet", async () => {
    let greets = 0;
    const greet = async () => {
      if (++greets < 4) throw new NotReached("unreachable", "ENOTFOUND");
    };
    await examineService(serviceOf({ greet }).service, plan({ patienceMs: 10_000, timeoutMs: 0 }), stoppedWorld());
    expect(greets).toBe(4);
    greets = 0;
    const impatient = examineService(serviceOf({ greet }).service, plan(), stoppedWorld());
    await expect(impatient).rejects.toMatchObject({ reason: "unreachable" });
    expect(greets).toBe(1);
  });
});

describe("an answer of a service", () => {
  const json = (status: number, body: object) => Response.json(body, { status });
  const page = (status: number) =>
    new Response("<title>Sign in</title>", { status, headers: { "content-type": "text/html" } });

  it.each([
    ["an error of ours", json(500, { error: "internal_error", message: "Failed." }), "status"],
    ["a gateway's page", page(502), "status"],
    ["a page", page(200), "html"],
    ["a redirect to a page", page(302), "html"],
    ["JSON of something else", json(404, { errors: [] }), "html"],
    ["a refused token", json(401, { error: "invalid_api_key", message: "Send the token." }), "token"],
    ["a 401 of a proxy", page(401), "html"],
    ["an unknown path", json(404, { error: "not_found", message: "Nothing." }), "older"],
    ["a refused start", json(429, { error: "rate_limited", message: "Another checkup is under way." }), "busy"],
  ])("that is %s is told apart", async (_, response, reason) => {
    vi.stubGlobal("fetch", async () => response);
    const service = doctorService({ origin: "https://service.example", token: "secret-token", workerVersion: null });
    const failure = await service.start({}).catch((error: unknown) => error as NotReached);
    expect(failure).toMatchObject({ reason });
    expect((failure as NotReached).message).not.toMatch(/secret-token|Sign in/);
  });

  it("to a greeting tells whether the token is the operator's", async () => {
    const greet = (body: object) => {
      vi.stubGlobal("fetch", async () => json(200, body));
      return doctorService({ origin: "https://x.example", token: "t", workerVersion: null }).greet();
    };
    await expect(greet({ ok: true, version: "1.0.0" })).resolves.toBeUndefined();
    await expect(greet({ ok: true })).rejects.toMatchObject({ reason: "token" });
    await expect(greet({ status: "up" })).rejects.toMatchObject({ reason: "html" });
  });

  it("is asked of one version of a rollout", async () => {
    const asked: Headers[] = [];
    vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
      asked.push(new Headers(init.headers));
      return new Response(null, { status: 204 });
    });
    await doctorService({ origin: "https://x.example", token: "t", workerVersion: "abc-1" }).end();
    expect(asked[0]!.get("cloudflare-workers-version-overrides")).toBe('crawlready="abc-1"');
  });
});
