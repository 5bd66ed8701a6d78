import { createExecutionContext, createMessageBatch, getQueueResult } from "cloudflare:test";
import { beforeEach, describe, expect, it } from "vitest";
import { RenderRules } from "../../../src/accounts/schemas";
import { authenticateKey } from "../../../src/accounts/callers/authentication";
import { openDb } from "../../../src/db/client";
import { consumeRenders } from "../../../src/prerender/consumer";
import { invalidatePaths } from "../../../src/prerender/invalidate/invalidate-paths";
import type { SnapshotIndex } from "../../../src/prerender/cache/snapshot-index.do";
import { tryRules } from "../../../src/prerender/render/try-rules";
import { QUEUES } from "../../../src/jobs/queues";
import type { PoolResult } from "../../../src/prerender/render/render-pool.do";
import { call, env, newAccount, newSite, until, type TestSite } from "../support/api.ts";
import { cache, indexOf } from "../support/cache.ts";
import { renderedPage } from "../support/isolates.ts";
import { recorder, tickJob } from "../support/tick.ts";

const text = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const good: PoolResult = { ok: true, page: renderedPage(text) };
const noBrowser: PoolResult = { ok: false, reason: "the browser could not be started", passing: true };
const badPage: PoolResult = { ok: false, reason: "the page did not respond in time", passing: false };

let site: TestSite;
let auth: Record<string, string>;
let domainId: string;
beforeEach(async () => {
  site = await newSite({ "*": { body: "origin" } });
  auth = (await newAccount("pro", [site.host])).auth;
  const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
  domainId = row!.id;
});

/** The result for a page's message, given the pool's answer. */
async function consume(answer: PoolResult, path: string, attempts = 1, consumer = consumeRenders) {
  const timestamp = new Date();
  const body = { domainId, path, askedAt: timestamp.getTime() };
  const batch = createMessageBatch("crawlready-render", [{ id: "m", timestamp, attempts, body }]);
  const pool = { getByName: () => ({ render: () => Promise.resolve(answer) }) };
  await consumer(batch, { ...env, RENDER_POOL: pool } as never);
  const { ackAll, explicitAcks, retryMessages } = await getQueueResult(batch, createExecutionContext());
  return retryMessages.length > 0 ? "retried" : ackAll || explicitAcks.length > 0 ? "done" : "neither";
}

const logged = async (path: string) => {
  const url = `/api/prerender/renders?domain=${site.host}&path=${path}`;
  return (await call("GET", url, { headers: auth })).body.renders as Array<{ outcome: string; reason: string }>;
};

describe("a prewarm message", () => {
  it("is done when its page was rendered", async () => {
    expect(await consume(good, "/a")).toBe("done");
    expect(await (await indexOf(site.host)).lookup("/a", Date.now())).not.toBeNull();
  });

  it("is retried as long as the browser can't start: 100,000 pages used to be dropped unrendered", async () => {
    for (const attempts of [1, 2, 10, 40]) expect(await consume(noBrowser, "/a", attempts)).toBe("retried");
    expect((await logged("/a"))[0]).toMatchObject({ outcome: "failed", reason: "the browser could not be started" });
  });

  it("is retried when another request's render of the page failed, or ended without a snapshot", async () => {
    const index = await indexOf(site.host);
    for (const end of ["abandon", "invalidate"] as const) {
      const { token } = (await index.begin("/a", Date.now())) as { token: string };
      const outcome = consume(good, "/a");
      await new Promise((resolve) => setTimeout(resolve, 300));
      if (end === "abandon") await index.abandon("/a", token);
      else await index.invalidate(["/a"], Date.now());
      expect(await outcome, end).toBe("retried");
    }
  });

  it("is tried twice for a page without a result, and the render log records it", async () => {
    expect(await consume(badPage, "/a", 1)).toBe("retried");
    expect(await consume(badPage, "/a", 2)).toBe("done");
    expect((await logged("/a"))[0]).toMatchObject({ outcome: "failed", reason: "the page did not respond in time" });
  });

  it("that was given up is in the render log", async () => {
    expect(await consume(noBrowser, "/lost", 1, QUEUES["crawlready-render-dlq"])).toBe("done");
    expect(await logged("/lost")).toMatchObject([{ outcome: "failed", reason: expect.stringContaining("given up") }]);
  });

  it("of a page with a recent snapshot is done without a render", async () => {
    await cache(site.host, "/a", "<p>new</p>", { createdAt: Date.now() + 60_000 });
    expect(await consume(noBrowser, "/a")).toBe("done");
  });
});

describe("prewarming before the response", () => {
  const callerOf = async () => {
    const shown = { address: "192.0.2.1", now: Date.now() };
    return (await authenticateKey(openDb(env.DB), auth["x-service-api-key"]!, shown, () => {}))!;
  };

  it("does not count a page whose render, by another request, was overtaken by an invalidation", async () => {
    const index = {
      invalidate: () => Promise.resolve(1),
      begin: () => Promise.resolve({ busy: true }),
      wait: () => Promise.resolve("look_again"),
      lookup: () => Promise.resolve(null),
    };
    const input = { domain: site.host, paths: ["/a"], prewarm: true };
    const answer = await invalidatePaths(
      { ...env, SNAPSHOT_INDEX: { getByName: () => index } } as never,
      await callerOf(),
      input,
    );
    expect(answer).toEqual({ ok: true, deleted: 1, prewarmed: 0 });
  });

  it("counts the page in each of several calls at once, although they overtake each other's renders", async () => {
    let renders = 0;
    const render = async () => {
      // The first render ends only after the other calls have removed the page.
      await new Promise((resolve) => setTimeout(resolve, renders++ === 0 ? 200 : 0));
      return good;
    };
    const bindings = { ...env, RENDER_POOL: { getByName: () => ({ render }) } } as never;
    const caller = await callerOf();
    const input = { domain: site.host, paths: ["/a"], prewarm: true };
    const first = invalidatePaths(bindings, caller, input);
    await until(async () => renders > 0);
    const others = [invalidatePaths(bindings, caller, input), invalidatePaths(bindings, caller, input)];
    const answers = await Promise.all([first, ...others]);
    expect(answers.map(({ prewarmed }) => prewarmed)).toEqual([1, 1, 1]);
    expect(await (await indexOf(site.host)).lookup("/a", Date.now())).not.toBeNull();
  });
});

describe("the cron that renews pages", () => {
  const HOUR = 3_600_000;
  const visit = { id: "v" } as Parameters<SnapshotIndex["hit"]>[3];

  it("queues the renders of both snapshots of requested pages, and nothing when its messages arrive twice", async () => {
    const now = Date.now();
    const index = await indexOf(site.host);
    for (const path of ["/a", "/a mobile", "/unasked"])
      await cache(site.host, path, "<p>page</p>", { createdAt: now - 24 * HOUR + 10 * 60_000 });
    for (const path of ["/a", "/a mobile"]) await index.hit(path, 24, now, visit);
    const renders = recorder<{ domainId: string; path: string; askedAt: number }>();
    const bindings = { ...env, RENDER_QUEUE: renders.queue };
    await tickJob("renewAskedPages", now, bindings);
    await tickJob("renewAskedPages", now, bindings);
    const own = renders.bodies.filter((body) => body.domainId === domainId);
    expect(own).toEqual(["/a", "/a mobile"].map((path) => ({ domainId, path, askedAt: now })));
  });

  it("leaves out domains that are not served, and goes on past an index that fails", async () => {
    const now = Date.now();
    await env.DB.prepare("UPDATE domain SET suspended_at = 1 WHERE id = ?").bind(domainId).run();
    const other = await newSite();
    await newAccount("free", [other.host]);
    const asked: string[] = [];
    const fails = { takeRenewals: () => Promise.reject(new Error("down")) };
    const getByName = (id: string) => (asked.push(id), fails);
    const renders = recorder<unknown>();
    await tickJob("renewAskedPages", now, { ...env, RENDER_QUEUE: renders.queue, SNAPSHOT_INDEX: { getByName } });
    expect(asked).not.toContain(domainId);
    expect(asked.length).toBeGreaterThan(0);
    expect(renders.bodies).toEqual([]);
  });
});

describe("trying a rule on a real page", () => {
  const caller = async () =>
    (await authenticateKey(
      openDb(env.DB),
      auth["x-service-api-key"]!,
      { address: "192.0.2.1", now: Date.now() },
      () => {},
    ))!;

  it("renders with the given rule's options, answers what came of it, and stores nothing", async () => {
    const jobs: Array<{ url: string; options?: { headers?: object; screen?: string; waitFor?: string } }> = [];
    const requests = { sent: 7, refused: 3 };
    const html = `<p>${text}</p>`.padEnd(300_000, " ");
    const render = (job: (typeof jobs)[number]) => {
      jobs.push(job);
      return Promise.resolve({
        ok: true,
        page: { ...(good as { page: object }).page, html, requests },
        startedAt: Date.now(),
      });
    };
    const bindings = {
      ...env,
      RENDER_POOLS: "1",
      RENDER_POOL: { getByName: () => ({ render }) },
    } as unknown as typeof env;
    const rules = RenderRules.parse([
      { path: "/shop/*", viewport: "both", waitFor: ".price", parameters: ["page"], headers: { "x-key": "hush-hush" } },
    ]);
    const input = {
      domain: site.host,
      path: "/shop/a?page=2&session=1",
      rules,
      render: true,
      screen: "mobile",
    } as const;
    const answer = await tryRules(bindings, await caller(), input);
    expect(jobs).toMatchObject([
      {
        url: `${site.origin}/shop/a?page=2`,
        options: { screen: "mobile", waitFor: ".price", headers: { "x-key": "hush-hush" } },
      },
    ]);
    expect(answer).toMatchObject({ cacheKey: "/shop/a?page=2", index: 0, rule: { headers: { "x-key": null } } });
    expect(answer.render).toMatchObject({
      stored: false,
      accepted: true,
      status: 200,
      readySignal: "flag",
      requests: { made: 7, refused: 3 },
      htmlCut: true,
    });
    expect([answer.render!.html.length, answer.render!.characters]).toEqual([200_000, text.length]);
    expect(JSON.stringify(answer)).not.toContain("hush-hush");
    const index = await indexOf(site.host);
    expect((await index.list("", 10, Date.now())).total).toBe(0);
    expect(await index.renders(null, 1e9, 10)).toEqual([]);
  });

  it("says why no page came, and renders nothing for a page that is passed on", async () => {
    const render = () => Promise.resolve(badPage);
    const bindings = {
      ...env,
      RENDER_POOLS: "1",
      RENDER_POOL: { getByName: () => ({ render }) },
    } as unknown as typeof env;
    const ask = async (rule: object) =>
      (
        await tryRules(bindings, await caller(), {
          domain: site.host,
          path: "/a",
          rules: RenderRules.parse([rule]),
          render: true,
        })
      ).render;
    expect(await ask({ path: "/a" })).toMatchObject({
      accepted: false,
      status: null,
      reason: "the page did not respond in time",
    });
    expect(await ask({ path: "/a", action: "pass" })).toBeNull();
  });
});
