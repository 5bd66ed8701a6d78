import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { exports } from "cloudflare:workers";
import { consumeRenders } from "../../../src/prerender/consumer.ts";
import { renderRaw } from "../../../src/prerender/render/render-raw.ts";
import type { Units } from "../../../src/usage/units.ts";
import { call, env, html, until, type TestSite } from "../support/api.ts";
import { cache } from "../support/cache.ts";
import { renderedPage } from "../support/isolates.ts";
import { recorder } from "../support/tick.ts";
import { combined, each, runAlarms, settled, unitsOf } from "./measured.ts";
import { BOT, consumed, metered, times, type Place } from "./place.ts";

/** An audit of a site with so many pages, each linking to the next ten. */
export async function auditOf({ account, site, domainId }: Place, pages: number): Promise<Units> {
  const routes: Record<string, { body: string }> = {};
  for (let i = 0; i < pages; i++) {
    const links = Array.from({ length: 10 }, (_, j) => `<a href="/${(i + j + 1) % pages}">page ${i + j + 1}</a>`);
    routes[i === 0 ? "/" : `/${i}`] = { body: html({ title: `Page number ${i} of many`, body: links.join(" ") }) };
  }
  await site.set({ ...routes, "/0": routes["/"]!, "*": { body: "" } });
  const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", allowSampling: false };
  const stub = env.DOMAIN_AUDIT.getByName(domainId);
  return unitsOf(async () => {
    const started = await call("POST", "/api/seo-spider/runs", { headers: account.auth, json });
    if (!started.body.ok) throw new Error(JSON.stringify(started.body));
    await until(async () => (await stub.activeRun()) === null, 60_000, 500);
  }, 500);
}

/** What a run costs, and each of its pages: two runs of different size tell them apart. The first run of a domain is not measured. */
export async function audits(place: Place): Promise<Record<"auditRun" | "auditedPage", Units>> {
  const [few, many] = [times(100, 500), times(400, 1_500)];
  await auditOf(place, few);
  const small = await auditOf(place, few);
  const large = await auditOf(place, many);
  const page = each(combined(large, small, -1), many - few);
  return { auditedPage: page, auditRun: each(combined(small, page, -few), 1) };
}

const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");
const RENDERED = renderedPage(words);

/** Replaces the browsers. Everything else of the pools is real. */
async function replaceBrowsers(): Promise<void> {
  for (const name of ["pool", "pool-1", "pool-2", "pool-3"])
    await runInDurableObject(env.RENDER_POOL.getByName(name), (instance) => {
      const { pool } = instance as unknown as { pool: object };
      Object.assign(pool, { renderInSession: () => Promise.resolve(RENDERED) });
      // An open browser keeps the pool's memory, so it does not write down its time after each render.
      Object.defineProperty(pool, "hasBrowser", { value: true });
    });
}

async function renderAll({ domainId }: Place, paths: string[]): Promise<void> {
  const sent = recorder<unknown>();
  const bound = metered({ ...env, RENDER_QUEUE: sent.queue });
  for (const path of paths) await bound.RENDER_QUEUE.send({ domainId, path, askedAt: Date.now() });
  for (const body of sent.bodies) await consumed(consumeRenders, "crawlready-render", [body], bound);
}

async function renderForAudit(site: Parameters<typeof renderRaw>[1], paths: string[]): Promise<void> {
  for (const path of paths) {
    const result = await renderRaw(metered(), site, path, { deadlineMs: 20_000, headers: {} });
    if (!result.ok) throw new Error(result.reason);
  }
}

/** Renders for the cache of new pages, then of the same pages again; and renders of audits, without the audited page. */
export async function renders(place: Place): Promise<Record<"firstRender" | "renderAgain" | "auditRender", Units>> {
  const count = times(50, 1_000);
  const paths = Array.from({ length: count }, (_, i) => `/render/${i}`);
  await replaceBrowsers();
  const index = env.SNAPSHOT_INDEX.getByName(place.domainId);
  const measure = async () =>
    each(
      await unitsOf(async () => {
        await renderAll(place, paths);
        // Due in an hour.
        await runDurableObjectAlarm(index);
      }, 500),
      count,
    );
  const site = { accountId: place.account.accountId, domainId: place.domainId, originBase: place.site.origin };
  const audited = () => unitsOf(() => renderForAudit(site, paths), 500);
  return { firstRender: await measure(), renderAgain: await measure(), auditRender: each(await audited(), count) };
}

async function request(site: TestSite, path: string): Promise<void> {
  const response = await exports.default.fetch(`${site.origin}${path}`, { headers: BOT });
  await response.arrayBuffer();
  const state = response.headers.get("x-crawlready-cache");
  if (state !== "hit") throw new Error(`${path}: ${response.status} ${state}`);
}

/** Hits of pages that nobody else asks for, and of a few that everybody asks for. Counting the visits is part of them. */
export async function hits(place: Place): Promise<Record<"hitAlone" | "hitOfHotPage", Units>> {
  const count = times(50, 1_000);
  const visits = env.DOMAIN_VISITS.getByName(place.domainId);
  for (let i = 0; i < count; i++) await cache(place.site.host, `/page/${i}`, `<p>${words}</p>`);
  const measure = async (path: (i: number) => string) =>
    each(
      await unitsOf(async () => {
        for (let i = 0; i < count; i++) await request(place.site, path(i));
        await settled();
        await runAlarms(visits);
      }, 500),
      count,
    );
  return { hitAlone: await measure((i) => `/page/${i}`), hitOfHotPage: await measure((i) => `/page/${i % 5}`) };
}
