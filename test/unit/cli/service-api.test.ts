import { describe, expect, it } from "vitest";
import { driveAudit, type AuditOrder } from "../../../cli/service/drive-audit.ts";
import { ApiFailure, ServiceApi } from "../../../cli/service/service-api.ts";

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A service that gives these answers one after another, and what it was asked. */
function serviceOf(answers: Answer[] | ((path: string, method: string) => Answer)) {
  const asked: string[] = [];
  const waits: number[] = [];
  const world = {
    fetch: (async (url: string, { method, headers, redirect }: RequestInit) => {
      const { pathname, search } = new URL(url);
      asked.push(`${method} ${pathname}${search}`);
      expect([redirect, new Headers(headers).get("x-service-api-key")]).toEqual(["manual", "crk_x"]);
      const answer = Array.isArray(answers) ? answers.shift()! : answers(pathname + search, method!);
      if (answer instanceof Error) throw answer;
      return Response.json(answer.body ?? {}, { status: answer.status ?? 200, headers: answer.headers });
    }) as unknown as typeof fetch,
    wait: async (ms: number) => void waits.push(ms),
  };
  return { api: new ServiceApi("https://service.example/", "crk_x", world), asked, waits };
}

describe("the API of a service", () => {
  it("is asked again after as long as it says", async () => {
    const limited = { status: 429, headers: { "retry-after": "7" } };
    const { api, asked, waits } = serviceOf([
      limited,
      { status: 503, headers: { "retry-after": "9999" } },
      { body: { a: 1 } },
    ]);
    expect(await api.post("/x", {})).toEqual({ a: 1 });
    expect(asked).toEqual(["POST /x", "POST /x", "POST /x"]);
    expect(waits).toEqual([7_000, 60_000]);
  });

  it("is not asked forever", async () => {
    const { api, asked } = serviceOf(() => ({ status: 429, body: { error: "rate_limited", message: "Too many." } }));
    await expect(api.get("/x")).rejects.toMatchObject({ code: "rate_limited", status: 429 });
    expect(asked).toHaveLength(8);
  });

  it("is asked to read again if the connection breaks, but never to write twice", async () => {
    const lost = new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
    const reading = serviceOf([lost, { body: 1 }]);
    expect(await reading.api.get("/x")).toBe(1);
    const writing = serviceOf([lost]);
    await expect(writing.api.post("/x", {})).rejects.toThrow("https://service.example can't be reached: ECONNRESET");
  });

  it("refuses in its own words, with what is wrong in the request", async () => {
    const body = { error: "invalid_request", message: "Wrong.", issues: [{ path: "urls", message: "too many" }] };
    const { api } = serviceOf([{ status: 400, body }]);
    await expect(api.get("/x")).rejects.toThrow("Wrong. urls: too many.");
  });

  it("does not take the key to another place", async () => {
    const { api, asked } = serviceOf([{ status: 302, headers: { location: "https://evil.example/" } }]);
    await expect(api.get("/x")).rejects.toBeInstanceOf(ApiFailure);
    expect(asked).toEqual(["GET /x"]);
  });
});

const ORDER: AuditOrder = {
  domain: "a.example",
  urls: ["https://a.example/"],
  mode: "follow",
  allowSampling: true,
  scope: {},
};
const runOf = (status: string, pagesCrawled: number) => ({
  status,
  pagesCrawled,
  completedAt: status === "running" ? null : 1,
});

describe("an audit", () => {
  const RUN = "/api/seo-spider/runs/r1";
  /** A run whose status depends on whether it was cancelled; it has these pages in parts of one. */
  const service = (statusOf: (isCancelled: boolean) => string, pages: number) => {
    let isCancelled = false;
    return serviceOf((path, method) => {
      if (method === "POST" && path.endsWith("/cancel")) isCancelled = true;
      if (method === "POST") return { body: { ok: true, runId: "r1" } };
      if (path.startsWith("/api/seo-spider/checks"))
        return {
          body: {
            checks: [{ id: "x", scope: "page", title: "X", why: "y", fix: "z", severity: "error" }, { id: "unused" }],
          },
        };
      if (path === `${RUN}/issues`) return { body: { issues: [{ id: "x" }] } };
      const at = Number(new URLSearchParams(path.split("?")[1]).get("cursor")?.slice(1) ?? 0);
      const page = { path: `/${at}`, issues: [{ id: "x" }] };
      const rest = { pages: pages > 0 ? [page] : [], nextCursor: at + 1 < pages ? `p${at + 1}` : null };
      return { body: { run: runOf(statusOf(isCancelled), pages), ...rest } };
    });
  };
  const options = (more = {}) => ({ onProgress: () => {}, deadlineAt: Infinity, maxPages: null, pollMs: 1, ...more });

  it("is read in parts when it has ended", async () => {
    const { api, asked } = service(() => "success", 3);
    const { pages, issues, timedOut } = await driveAudit(api, ORDER, options());
    expect([pages.map(({ path }) => path), issues, timedOut]).toEqual([["/0", "/1", "/2"], [{ id: "x" }], false]);
    expect(asked).toContain(`GET ${RUN}?limit=1000&cursor=p2`);
  });

  it("is cancelled at its deadline and read as far as it got", async () => {
    const { api, asked } = service((isCancelled) => (isCancelled ? "partial" : "running"), 1);
    expect(await driveAudit(api, ORDER, options({ deadlineAt: 0 }))).toMatchObject({
      timedOut: true,
      pages: [{ path: "/0" }],
    });
    expect(asked.filter((each) => each === `POST ${RUN}/cancel`)).toHaveLength(1);
  });

  it("is cancelled at the limit of pages, which is no failure", async () => {
    const { api } = service((isCancelled) => (isCancelled ? "partial" : "running"), 2);
    expect(await driveAudit(api, ORDER, options({ maxPages: 2 }))).toMatchObject({ timedOut: false });
  });

  it("is given up soon after its deadline although it hangs", async () => {
    const { api, asked } = service(() => "running", 1);
    let time = 0;
    let readAt = Infinity;
    const clock = { now: () => time, pause: async (ms: number) => void (time += ms) };
    const late = options({ deadlineAt: 10_000, pollMs: 250, onRead: () => (readAt = time) });
    const driven = await driveAudit(api, ORDER, late, { id: null }, clock);
    expect(driven).toMatchObject({ timedOut: true, pages: [{ path: "/0" }], issues: [{ id: "x", count: 1 }] });
    expect(readAt).toBe(12_000);
    expect(asked.filter((each) => each === `POST ${RUN}/cancel`)).toHaveLength(1);
  });

  it("fails at its deadline if no page is known", async () => {
    const { api } = service((isCancelled) => (isCancelled ? "error" : "running"), 0);
    await expect(driveAudit(api, ORDER, options({ deadlineAt: 0 }))).rejects.toThrow("before a page was audited");
  });
});
