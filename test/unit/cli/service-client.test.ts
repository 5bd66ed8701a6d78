import { describe, expect, it } from "vitest";
import { driveAudit, type AuditOrder } from "../../../cli/service/drive-audit.ts";
import { CliError } from "../../../cli/cli-error.ts";
import { cliErrorOf, serviceClient } from "../../../cli/service/service-client.ts";

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> } | Error;

/** A service that gives these answers one after another, and what it was asked. */
function serviceOf(answers: Answer[] | ((path: string, method: string) => Answer)) {
  const asked: string[] = [];
  const waits: number[] = [];
  const world = {
    fetch: async (url: string, { method, headers, redirect }: RequestInit) => {
      const { pathname, search } = new URL(url);
      asked.push(`${method} ${pathname}${search}`);
      expect([redirect, new Headers(headers).get("x-service-api-key")]).toEqual(["manual", "crk_x"]);
      const answer = Array.isArray(answers) ? answers.shift()! : answers(pathname + search, method!);
      if (answer instanceof Error) throw answer;
      return Response.json(answer.body ?? {}, { status: answer.status ?? 200, headers: answer.headers });
    },
    wait: async (seconds: number) => void waits.push(seconds),
  };
  return { api: serviceClient("https://service.example/", "crk_x", world), asked, waits };
}

describe("the API of a service", () => {
  it("is called again after the time that it gives", async () => {
    const limited = { status: 429, headers: { "retry-after": "7" } };
    const busy = { status: 503, headers: { "retry-after": "60" } };
    const { api, asked, waits } = serviceOf([limited, busy, { body: { ok: true } }]);
    expect(await api.cancelAudit({ path: { runId: "r1" } })).toEqual({ ok: true });
    expect(asked).toEqual(Array.from({ length: 3 }, () => "POST /api/seo-spider/runs/r1/cancel"));
    expect(waits).toEqual([7, 60]);
  });

  it("is not called forever", async () => {
    const { api, asked, waits } = serviceOf(() => ({
      status: 429,
      body: { error: "rate_limited", message: "Too many." },
    }));
    await expect(api.listAudits()).rejects.toMatchObject({ code: "rate_limited", status: 429 });
    expect(asked).toHaveLength(8);
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60]);
  });

  it("is called again for a read if the connection breaks, but never for a write", async () => {
    const lost = new TypeError("fetch failed", { cause: new Error("ECONNRESET") });
    const reading = serviceOf([lost, { body: { runs: [] } }]);
    expect(await reading.api.listAudits()).toEqual({ runs: [] });
    const writing = serviceOf([lost]);
    const said = writing.api.startAudit({ body: ORDER }).catch((error: unknown) => Promise.reject(cliErrorOf(error)));
    await expect(said).rejects.toThrow("The service can't be reached: ECONNRESET");
    expect(writing.asked).toHaveLength(1);
  });

  it("refuses in its own words, with what is wrong in the request", async () => {
    const body = { error: "invalid_request", message: "Wrong.", issues: [{ path: "urls", message: "too many" }] };
    const { api } = serviceOf([{ status: 400, body }]);
    const said = api.listAudits().catch((error: unknown) => Promise.reject(cliErrorOf(error)));
    await expect(said).rejects.toThrow("Wrong. urls: too many.");
    await expect(said).rejects.toBeInstanceOf(CliError);
  });

  it("does not take the key to another place", async () => {
    const { api, asked } = serviceOf([{ status: 302, headers: { location: "https://evil.example/" } }]);
    await expect(api.listAudits()).rejects.toMatchObject({ code: "unexpected_answer", status: 302 });
    expect(asked).toEqual(["GET /api/seo-spider/runs"]);
  });

  it("gives a page that it renders with the page's own status", async () => {
    const { api } = serviceOf([{ status: 404, headers: { "x-crawlready-cache": "miss" } }]);
    expect((await api.raw.renderPage({ path: { url: "https://a.example/" } })).status).toBe(404);
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

  describe("whose start gets no answer", () => {
    const failing = (message: string, code?: string) =>
      serviceOf([new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code }) })]);

    it("may have started, and the message says where to see it", async () => {
      const { api, asked } = failing("read ECONNRESET", "ECONNRESET");
      const said = driveAudit(api, ORDER, options({ isRemote: true }));
      await expect(said).rejects.toBeInstanceOf(CliError);
      await expect(said).rejects.toThrow(
        "The service did not answer (read ECONNRESET). The audit may have started. Before you start another, look at " +
          "the audits in the dashboard, or at GET /api/seo-spider/runs?domain=a.example",
      );
      expect(asked).toEqual(["POST /api/seo-spider/runs"]);
    });

    it.each([
      ["no connection was made", { isRemote: true }, "ECONNREFUSED"],
      ["the host has no address", { isRemote: true }, "ENOTFOUND"],
      ["the service ends with this process", {}, "ECONNRESET"],
    ])("has not, if %s", async (_, more, code) => {
      const said = driveAudit(failing("lost", code).api, ORDER, options(more)).catch((error: unknown) =>
        Promise.reject(cliErrorOf(error)),
      );
      await expect(said).rejects.toThrow("The service can't be reached: lost");
    });
  });

  it("is cancelled at its deadline and read as far as it got", async () => {
    const { api, asked } = service((isCancelled) => (isCancelled ? "partial" : "running"), 1);
    expect(await driveAudit(api, ORDER, options({ deadlineAt: 0 }))).toMatchObject({
      timedOut: true,
      pages: [{ path: "/0" }],
    });
    expect(asked.filter((each) => each === `POST ${RUN}/cancel`)).toHaveLength(1);
  });

  it("is cancelled at the page limit, which is not a failure", async () => {
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
