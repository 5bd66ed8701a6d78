import { createExecutionContext, createMessageBatch, getQueueResult, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { advance } from "../../../src/automation/deploy-hook/steps/advance";
import type { DeployOrder } from "../../../src/automation/deploy-hook/core/deploy";
import { DeployBook, type DeployReport } from "../../../src/automation/deploy-hook/ledger/ledger";
import type { Bindings } from "../../../src/env";
import { consumeRenders } from "../../../src/prerender/consumer";
import { indexNowKey } from "../../../src/prerender";
import { call, env, newAccount, newSite, until, type TestAccount, type TestSite } from "../support/api.ts";
import { renderedPage } from "../support/isolates.ts";
import { recorder } from "../support/tick.ts";

interface Submitted {
  key: string;
  keyLocation: string;
  urlList: string[];
  status: number;
}

const MINUTE = 60_000;
const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

let site: TestSite;
let account: TestAccount;
let domainId: string;
/** What each page says, and what the sitemap says about it. */
let pages: Map<string, { text: string; lastmod: string }>;
let release = 0;

/** A release: other markup on every page, other text and dates where given. */
async function publish(change: { texts?: readonly string[]; dates?: readonly string[] } = {}): Promise<void> {
  release++;
  for (const path of change.texts ?? []) pages.get(path)!.text = `${words} of release ${release}`;
  for (const path of change.dates ?? []) pages.get(path)!.lastmod = new Date(Date.UTC(2020, 0, release)).toISOString();
  const urls = [...pages].map(
    ([path, { lastmod }]) => `<url><loc>${site.origin}${path}</loc><lastmod>${lastmod}</lastmod></url>`,
  );
  const body = `<urlset>${urls.join("")}</urlset>`;
  await site.set({ "/sitemap.xml": { headers: { "content-type": "application/xml" }, body } });
}

/** The browser's result for a page; null: it does not answer. */
function rendered(path: string): object {
  const page = pages.get(path);
  if (!page) return { ok: false, reason: "the page did not respond in time", passing: false };
  const html = `<script src="/app.${release}.js" nonce="${crypto.randomUUID()}"></script><p>${page.text}</p>`;
  return { ok: true, page: { ...renderedPage(page.text), title: path, html } };
}

/** Bindings whose renders a stand-in for the browser makes when it is told to, or whose messages are lost. */
function bindings(): { bound: Bindings; render: () => Promise<void>; lose: () => boolean } {
  const queue = recorder<{ path: string }>();
  const render = (job: { url: string }) => Promise.resolve(rendered(new URL(job.url).pathname));
  const bound = {
    ...env,
    RENDER_POOLS: "1",
    RENDER_QUEUE: queue.queue,
    RENDER_POOL: { getByName: () => ({ render }) },
  } as unknown as Bindings;
  const renderQueued = async () => {
    const messages = queue.bodies
      .splice(0)
      .flatMap((body) =>
        [1, 2].map((attempts) => ({ id: `${body.path} ${attempts}`, timestamp: new Date(), attempts, body })),
      );
    if (messages.length === 0) return;
    for (const attempt of [1, 2]) {
      const batch = createMessageBatch(
        "crawlready-render",
        messages.filter(({ attempts }) => attempts === attempt),
      );
      await consumeRenders(batch, bound);
      await getQueueResult(batch, createExecutionContext());
    }
  };
  return { bound, render: renderQueued, lose: () => queue.bodies.splice(0).length > 0 };
}

const order = (change: Partial<DeployOrder> = {}): DeployOrder => ({
  domainId,
  ref: null,
  paths: null,
  indexNow: true,
  audit: false,
  ...change,
});

/** Runs a deploy to its end; whenever it waits, the clock goes on by a minute and a half. */
function deploy(change: Partial<DeployOrder> = {}, { losesFirst = false } = {}): Promise<DeployReport> {
  const { bound, render, lose } = bindings();
  let isLost = !losesFirst;
  return runInDurableObject(env.DEPLOY_LEDGER.getByName(domainId), async (_object, state) => {
    const ledger = new DeployBook(state.storage);
    const { deploy: asked } = ledger.ask(order(change), Date.now());
    let waited = 0;
    for (let turn = 0; ledger.isBusy(); turn++) {
      if (turn === 60) throw new Error(JSON.stringify(ledger.find(asked.id)));
      if ((await advance(bound, ledger, Date.now() + waited)) > 0) waited += 1.5 * MINUTE;
      if (isLost) await render();
      else isLost = lose();
    }
    return ledger.find(asked.id)!;
  });
}

const stub = () => `${env.INDEXNOW_URL}?host=${site.host}`;
const submissions = async () => (await fetch(stub())).json<Submitted[]>();
const answerNext = async (...statuses: number[]) =>
  (await fetch(stub(), { method: "PUT", body: JSON.stringify(statuses) })).text();

beforeEach(async () => {
  site = await newSite();
  account = await newAccount("pro", [site.host]);
  const row = await env.DB.prepare("SELECT id FROM domain WHERE domain = ?").bind(site.host).first<{ id: string }>();
  domainId = row!.id;
  pages = new Map(
    Array.from({ length: 20 }, (_, i) => [`/p${i}`, { text: `${words} page ${i}`, lastmod: "2020-01-01T00:00:00Z" }]),
  );
  await publish();
});

const all = () => [...pages.keys()];

describe("a deploy", () => {
  it("of 20 pages of which 3 changed submits 3, then 0, although every page has new markup and a new date", async () => {
    expect(await deploy()).toMatchObject({
      state: "done",
      pages: { baseline: 20 },
      counts: { listed: 20, submitted: 0 },
    });
    const changed = ["/p3", "/p7", "/p19"];
    await publish({ texts: changed, dates: all() });
    expect(await deploy()).toMatchObject({
      state: "done",
      pages: { same: 17, changed: 3 },
      counts: { listed: 20, submitted: 3 },
      changedPaths: [...changed].sort(),
    });
    const key = (await indexNowKey(env, domainId))!;
    expect(await submissions()).toEqual([
      {
        host: site.host,
        key,
        keyLocation: `${site.origin}/${key}.txt`,
        urlList: [...changed].sort().map((path) => site.origin + path),
        status: 200,
      },
    ]);
    // Nothing new at all, and then only markup and dates.
    expect(await deploy()).toMatchObject({ pages: { same: 0, changed: 0 }, counts: { listed: 20, submitted: 0 } });
    await publish({ dates: all() });
    expect(await deploy()).toMatchObject({ pages: { same: 20 }, counts: { submitted: 0 } });
    expect(await submissions()).toHaveLength(1);
  });

  it("compares with the snapshot that was cached before the first deploy", async () => {
    for (const path of ["/p1", "/p2"]) {
      const { render, bound } = bindings();
      await bound.RENDER_QUEUE.send({ domainId, path, askedAt: Date.now() });
      await render();
    }
    await publish({ texts: ["/p1"] });
    expect(await deploy({ paths: ["/p1", "/p2"] })).toMatchObject({ pages: { changed: 1, same: 1 } });
    expect((await submissions()).map(({ urlList }) => urlList)).toEqual([[`${site.origin}/p1`]]);
  });

  it("submits pages that did not change if it is asked to, and those only", async () => {
    await deploy();
    const report = await deploy({ paths: ["/p1", "/p2"], resubmit: true });
    expect(report).toMatchObject({ pages: { same: 2 }, counts: { listed: 2, submitted: 2 } });
    expect((await submissions()).map(({ urlList }) => urlList)).toEqual([[`${site.origin}/p1`, `${site.origin}/p2`]]);
    expect(await deploy({ paths: ["/p1"] })).toMatchObject({ counts: { submitted: 0 } });
    const json = { domain: site.host, resubmit: true };
    const refused = await call("POST", "/api/deploys", { headers: account.auth, json });
    expect([refused.status, refused.body.error]).toEqual([400, "invalid_request"]);
  });

  it("submits a page that the sitemap lists for the first time", async () => {
    await deploy();
    pages.set("/new", { text: words, lastmod: "2020-01-01T00:00:00Z" });
    await publish();
    expect(await deploy()).toMatchObject({ pages: { added: 1, same: 0 }, counts: { submitted: 1 } });
  });

  it("reports which pages were not rendered, and tries them again", async () => {
    await deploy();
    await publish({ texts: ["/p1", "/p2"], dates: ["/p1", "/p2"] });
    const lost = pages.get("/p2")!;
    pages.delete("/p2");
    const report = await deploy();
    expect(report).toMatchObject({ state: "done", pages: { changed: 1, not_rendered: 1 }, counts: { submitted: 1 } });
    expect(report.missed).toEqual([{ path: "/p2", reason: "the page did not respond in time" }]);
    pages.set("/p2", lost);
    expect(await deploy()).toMatchObject({ pages: { changed: 1 }, counts: { submitted: 1 } });
  });

  it("asks again for renders whose messages were lost: the pages were given up after ten minutes", async () => {
    await deploy();
    await publish({ texts: ["/p1"], dates: ["/p1"] });
    expect(await deploy({}, { losesFirst: true })).toMatchObject({ pages: { changed: 1, not_rendered: 0 } });
  });

  it("owes IndexNow what it refused: the next deploy submits it", async () => {
    await deploy();
    await publish({ texts: ["/p1"], dates: ["/p1"] });
    await answerNext(403);
    const refused = await deploy();
    expect(refused).toMatchObject({ state: "done", counts: { submitted: 0 } });
    expect(refused.steps.submit!.note).toContain("IndexNow answered 403");
    await answerNext(429, 503);
    // It is rendered again and says the same.
    await publish({ dates: ["/p1"] });
    expect(await deploy()).toMatchObject({ state: "done", counts: { submitted: 1 } });
    expect((await submissions()).map(({ status }) => status)).toEqual([403, 429, 503, 200]);
  });

  it("starts one audit of the changed pages, and says why it does not", async () => {
    await deploy();
    await publish({ texts: ["/p1", "/p2"], dates: ["/p1", "/p2"] });
    const { auditRunId } = await deploy({ audit: true });
    const run = await env.DB.prepare("SELECT mode, slot FROM audit_run WHERE id = ?").bind(auditRunId).first();
    expect(run).toMatchObject({ mode: "selected", slot: expect.stringMatching(/^deploy:/) });
    await env.DB.prepare("UPDATE account SET limit_overrides = json('{\"audits\":false}') WHERE id = ?")
      .bind(account.accountId)
      .run();
    await publish({ texts: ["/p1"], dates: ["/p1"] });
    const report = await deploy({ audit: true });
    expect(report).toMatchObject({ state: "done", auditRunId: null });
    expect(report.steps.audit!.note).toContain("no_seo_spider_access");
  });

  it("takes the pages that a joined call named in addition to those of the sitemap, with or without a new date", async () => {
    await deploy();
    await publish({ texts: ["/p1", "/p2", "/p3"], dates: ["/p1"] });
    const stubOf = env.DEPLOY_LEDGER.getByName(domainId);
    await runInDurableObject(stubOf, (_object, state) => {
      new DeployBook(state.storage).ask(order({ ref: "z7" }), Date.now());
    });
    const report = await deploy({ ref: "z8", paths: ["/p1", "/p2"] });
    expect(report).toMatchObject({ refs: ["z7", "z8"], pages: { changed: 2 }, changedPaths: ["/p1", "/p2"] });
    expect(report.counts).toEqual({ listed: 20, submitted: 2 });
  });

  it("waits while another runs, joins the one that waits, and is found by its ref", async () => {
    await runInDurableObject(env.DEPLOY_LEDGER.getByName(domainId), (_object, state) => {
      const ledger = new DeployBook(state.storage);
      const ask = (ref: string | null) => {
        const { deploy: asked, isNew } = ledger.ask(order({ ref }), 1);
        return [asked.id, isNew] as const;
      };
      const [first] = ask("a");
      expect(ask("a")).toEqual([first, false]);
      expect(ask("b")).toEqual([first, false]);
      expect(ledger.current(2)!.deploy.id).toBe(first);
      const [second, isNew] = ask("c");
      expect([second === first, isNew]).toEqual([false, true]);
      expect([ask(null), ask("d"), ask("b")]).toEqual([
        [second, false],
        [second, false],
        [first, false],
      ]);
      expect(ledger.find(second)!.refs).toEqual(["c", "d"]);
    });
  });
});

/** A process that is gone after a number of calls and transactions: from then on it reaches nothing. */
class Mortal {
  calls = 0;
  constructor(private readonly at: number) {}

  get isGone(): boolean {
    return this.calls >= this.at;
  }

  tick(): void {
    this.calls++;
    if (this.isGone) throw new Error("killed");
  }

  /** The target whose methods count before they do their work, and after it, when only the answer is lost. */
  watched<T extends object>(target: T, names: readonly string[]): T {
    return new Proxy(target, {
      get: (own, name) => {
        const value = Reflect.get(own, name) as (...args: unknown[]) => unknown;
        if (!names.includes(String(name))) return typeof value === "function" ? value.bind(own) : value;
        return async (...args: unknown[]) => {
          this.tick();
          // The methods of a stub have no `apply` of their own.
          const answer: unknown = await Reflect.apply(value, own, args);
          this.tick();
          return answer;
        };
      },
    });
  }
}

class MortalBook extends DeployBook {
  mortal: Mortal | null = null;
  override transaction<T>(work: () => T): T {
    this.mortal?.tick();
    return super.transaction(work);
  }
}

/** Every place in the long test run, else every fifth. */
const STRIDE = env.TEST_LONG === "1" ? 1 : 5;
const INDEX_CALLS = ["found", "invalidate", "takePrewarming", "landed"];

describe("a deploy that is killed", () => {
  it("goes on wherever that was: each changed page is submitted, and twice only if the note of it was lost", async () => {
    for (const path of all().slice(4)) pages.delete(path);
    await publish();
    await deploy();
    let seen = 0;
    let kills = 0;
    for (let at = 1; ; at += STRIDE) {
      await publish({ texts: ["/p1", "/p2"], dates: all() });
      const wasKilled = await killedAt(at);
      const received = (await submissions()).slice(seen);
      seen += received.length;
      const urls = new Set(received.flatMap(({ urlList }) => urlList));
      expect([...urls].sort(), `killed at ${at}`).toEqual([`${site.origin}/p1`, `${site.origin}/p2`]);
      if (!wasKilled) break;
      kills++;
    }
    expect(kills).toBeGreaterThan(20 / STRIDE);
    // Only a kill between the answer and its note repeats a submission.
    expect(seen - (kills + 1)).toBeLessThanOrEqual(1);
    if (STRIDE === 1) expect(seen).toBe(kills + 2);
  });

  /** Runs a deploy whose process is gone at its `at`th step, and then another process. */
  function killedAt(at: number): Promise<boolean> {
    const { bound, render } = bindings();
    return runInDurableObject(env.DEPLOY_LEDGER.getByName(domainId), async (_object, state) => {
      const mortal = new Mortal(at);
      const getByName = (id: string) => mortal.watched(bound.SNAPSHOT_INDEX.getByName(id), INDEX_CALLS);
      const doomed = {
        ...bound,
        SNAPSHOT_INDEX: { getByName },
        RENDER_QUEUE: mortal.watched(bound.RENDER_QUEUE, ["sendBatch"]),
      } as unknown as Bindings;
      const first = new MortalBook(state.storage);
      const { deploy: asked } = first.ask(order(), Date.now());
      first.mortal = mortal;
      while (!mortal.isGone && first.isBusy()) {
        await advance(doomed, first, Date.now()).catch(() => {});
        await render();
      }
      const second = new DeployBook(state.storage);
      for (let turn = 0; second.isBusy() && turn < 60; turn++) {
        await advance(bound, second, Date.now());
        await render();
      }
      expect(second.find(asked.id), `killed at ${at}`).toMatchObject({ error: null, pages: { same: 2, changed: 2 } });
      return mortal.isGone;
    });
  }
});

it("a deploy whose domain can't be read for a while is tried again", async () => {
  await site.set({});
  const { bound } = bindings();
  const unreadable = () => {
    throw new Error("no database");
  };
  await runInDurableObject(env.DEPLOY_LEDGER.getByName(domainId), async (_object, state) => {
    const ledger = new DeployBook(state.storage);
    const { deploy: asked } = ledger.ask(order({ paths: ["/"] }), Date.now());
    const broken = { ...bound, DB: { prepare: unreadable } };
    expect(await advance(broken as unknown as Bindings, ledger, Date.now())).toBeGreaterThan(0);
    expect(ledger.find(asked.id)).toMatchObject({ state: "running", error: null });
    await advance(bound, ledger, Date.now() + 2 * MINUTE);
    expect(ledger.current(Date.now())!.deploy).toMatchObject({ step: "invalidate", failures: 0 });
  });
});

describe("the deploy hook", () => {
  const ask = (json: object) =>
    call("POST", "/api/deploys", { headers: account.auth, json: { domain: site.host, ...json } });

  it("answers at once, runs on its own, and shows the ledger", async () => {
    await site.set({});
    const first = await ask({ ref: "v1" });
    expect(first).toMatchObject({ status: 202, body: { isNew: true, deploy: { refs: ["v1"], state: "waiting" } } });
    const { id } = first.body.deploy;
    const path = `/api/deploys/${id}?domain=${site.host}`;
    const ended = await until(async () => {
      const { body } = await call("GET", path, { headers: account.auth });
      return body.deploy.endedAt !== null && body.deploy;
    });
    expect(ended).toMatchObject({ state: "failed", error: expect.stringContaining("no_sitemap") });
    expect(ended.steps[0]).toMatchObject({ step: "list", state: "failed", endedAt: ended.endedAt });
    const list = await call("GET", `/api/deploys?domain=${site.host}&limit=1`, { headers: account.auth });
    expect(list.body).toMatchObject({ deploys: [{ id }], nextCursor: "1" });
    // A failed deploy is tried again under its ref.
    const again = await ask({ ref: "v1", urls: ["/a"] });
    expect(again).toMatchObject({ status: 202, body: { isNew: true, deploy: { refs: ["v1"] } } });
    const conflict = await ask({ ref: "v1", urls: ["/b"] });
    const { id: deployId } = again.body.deploy;
    expect(conflict).toMatchObject({ status: 409, body: { error: "deploy_ref_conflict" } });
    expect(await ask({ ref: "v1", urls: ["/a"] })).toMatchObject({ body: { isNew: false, deploy: { id: deployId } } });
    expect(await ask({ urls: ["https://elsewhere.example/"] })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "urls.0" }] },
    });
  });

  it("serves the key file at the domain's host and through the service, unless the site has one", async () => {
    await site.set({ "*": { body: "<html>shell</html>" } });
    const { keyFile } = (await ask({ audit: false })).body as { keyFile: string };
    const key = (await indexNowKey(env, domainId))!;
    expect(keyFile).toBe(`${site.origin}/${key}.txt`);
    const read = async (url: string, headers = {}) => {
      const response = await exports.default.fetch(url, { headers });
      return [response.headers.get("content-type"), await response.text()];
    };
    const plain = "text/plain; charset=utf-8";
    expect(await read(keyFile)).toEqual([plain, key]);
    expect(await read(`http://api.test/render/${keyFile}`, account.auth)).toEqual([plain, key]);
    expect((await read(`${site.origin}/${"0".repeat(32)}.txt`))[1]).toBe("<html>shell</html>");
    await site.set({ "*": { headers: { "content-type": "text/plain" }, body: "the site's own" } });
    expect(await read(keyFile)).toEqual(["text/plain", "the site's own"]);
  });
});
