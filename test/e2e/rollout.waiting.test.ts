import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SLOW_PAGES, startKeptSite, type KeptAnswers } from "../support/kept-state.ts";
import { makeNextRelease, NEXT_MIGRATION } from "../support/next-release.ts";
import { ADMIN_TOKEN, ask, startService, until, untilEnded, type Service } from "../support/service.ts";
import type { SiteServer } from "../support/site-server.ts";
import { unpackState } from "../support/unpack-state.ts";

const STATES = "test/fixtures/states";
const OPERATOR = { authorization: `Bearer ${ADMIN_TOKEN}` };
const BOT = { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2)" };
/** Slow pages that a release may crawl before the other one takes over. */
const TURN = 10;

/**
 * Two releases on one state, in turn: what happens during a gradual rollout and after a rollback, when each object is run by one of
 * them at a time. Always: test/worker/api/newer-schema.own.test.ts.
 */
describe.runIf(process.env["TEST_LONG"] === "1")("a rollout, and back", { timeout: 600_000 }, () => {
  let site: SiteServer;
  let kept: KeptAnswers;
  let stateDir: string;
  let next: string;
  let running: Service | null = null;
  let visits = 0;

  beforeAll(async () => {
    const archive = readdirSync(STATES).sort().at(-1)!;
    stateDir = unpackState(path.join(STATES, archive), Date.now());
    kept = JSON.parse(readFileSync(path.join(stateDir, "answers.json"), "utf8")) as KeptAnswers;
    next = makeNextRelease();
    site = await startKeptSite();
  });
  afterAll(async () => {
    await running?.dispose();
    await site?.close();
    rmSync(next, { recursive: true, force: true });
  });

  /** Ends the release that runs, at once, and starts the other. Cloudflare stops nobody from going back. */
  async function take(release: "old" | "new"): Promise<Service> {
    await running?.kill();
    rmSync(path.join(stateDir, "release.json"), { force: true });
    const place = release === "new" ? { cwd: next } : {};
    running = await startService(release === "new" ? { BUILT_WORKER: "" } : {}, { stateDir, ...place });
    const health = await ask(running.base, "GET", "/healthz", { headers: OPERATOR });
    expect(health.body.version === "1.999.0").toBe(release === "new");
    return running;
  }

  const crawled = async ({ base }: Service): Promise<number> =>
    (await ask(base, "GET", `/api/seo-spider/runs/${kept.cutOffRunId}`, { headers: kept.auth })).body.run.pagesCrawled;

  const countedVisits = async ({ base }: Service): Promise<number> => {
    const url = `/api/analytics/bots?domain=${kept.domain}&from=2026-01-01`;
    const { body } = await ask(base, "GET", url, { headers: kept.auth });
    return body.byProvider.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
  };

  /** A crawler's visit of a snapshot, which counts. */
  async function visitSnapshots(service: Service): Promise<void> {
    for (const [pagePath, body] of Object.entries(kept.snapshots)) {
      const answer = await ask(service.base, "GET", pagePath, { headers: { host: kept.domain, ...BOT } });
      expect(answer.body).toBe(body);
      visits++;
    }
    await until(async () => (await countedVisits(service)) === visits, 60_000);
  }

  /** Lets the audit go on for a while, and no further. */
  async function crawlOn(service: Service): Promise<void> {
    const from = await crawled(service);
    expect(from).toBeLessThan(SLOW_PAGES + 1 - TURN);
    await until(async () => (await crawled(service)) >= from + TURN / 2, 60_000);
  }

  it("the next release takes over, and an audit goes on", async () => {
    const service = await take("new");
    visits = await countedVisits(service);
    await visitSnapshots(service);
    await crawlOn(service);
  });

  it("the older release takes over again: it serves, counts, crawls on, and knows of the newer schema", async () => {
    const service = await take("old");
    await visitSnapshots(service);
    const started = await ask(service.base, "POST", "/api/admin/doctor", { headers: OPERATOR, json: {} });
    const schema = started.body.probes.find(({ part }: { part: string }) => part === "schema");
    expect(schema).toMatchObject({ state: "works", reason: "ahead", detail: NEXT_MIGRATION });
    await ask(service.base, "DELETE", "/api/admin/doctor", { headers: OPERATOR });
    await crawlOn(service);
  });

  it("the next release takes over once more and ends the audit, with every page once", async () => {
    const service = await take("new");
    await visitSnapshots(service);
    const { run, pages } = await untilEnded(service.base, kept.auth, kept.cutOffRunId);
    expect(run).toMatchObject({ status: "success", closeReason: "finished", pagesCrawled: SLOW_PAGES + 1 });
    expect(new Set(pages.map((page: { path: string }) => page.path)).size).toBe(SLOW_PAGES + 1);
    expect(pages).toHaveLength(SLOW_PAGES + 1);
  });
});
