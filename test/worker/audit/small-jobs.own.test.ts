import { runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { consumeCrawlJobs } from "../../../src/audit/consumer";
import type { DomainAudit } from "../../../src/audit/crawl/frontier/domain-audit.do";
import type { Bindings } from "../../../src/env";
import { call, env, html, newAccount, newSite } from "../support/api.ts";

/** As `npm run deploy -- --free` sets it, where one invocation may make 50 requests. */
const MOST = 20;
const PAGES = 60;
const links = Array.from({ length: PAGES - 1 }, (_, i) => `<a href="/${i}">page ${i}</a>`).join(" ");
const sitemaps = (count: number) =>
  Array.from({ length: count }, (_, i) => `<sitemap><loc>/sitemap-${i}.xml</loc></sitemap>`).join("");

it("an audit works with 50 requests per invocation: its jobs hand over, and the result is whole", async () => {
  const site = await newSite();
  const images = Array.from({ length: 40 }, (_, i) => `<img src="/image-${i}.png" alt="${i}">`).join("");
  const xml = { headers: { "content-type": "application/xml" } };
  await site.set({
    "/": { body: html({ body: links + images }) },
    "/sitemap.xml": {
      ...xml,
      body: `<sitemapindex>${sitemaps(40).replaceAll("<loc>", `<loc>${site.origin}`)}</sitemapindex>`,
    },
    "*": { body: html() },
  });
  const account = await newAccount("pro", [site.host]);
  const domainId = (await env.DB.prepare("SELECT id FROM domain WHERE domain = ?")
    .bind(site.host)
    .first<string>("id"))!;
  const stub = env.DOMAIN_AUDIT.getByName(domainId);
  // The jobs run here, one after another, with the setting.
  await runInDurableObject(stub, (instance: DomainAudit) => {
    Object.assign((instance as unknown as { jobs: object }).jobs, { send: () => Promise.resolve() });
  });
  const json = { domain: site.host, urls: [`${site.origin}/`], mode: "follow", files: "own", allowSampling: false };
  const { runId } = (await call("POST", "/api/seo-spider/runs", { headers: account.auth, json })).body;
  const asked: number[] = [];
  for (let job = 0; job < 60; job++) {
    const token = await runInDurableObject(stub, (_, { storage }) => storage.kv.get<{ token: string }>("run")?.token);
    if (token === undefined) break;
    const before = (await site.log()).length;
    const message = { id: "1", body: { domainId, runId, token }, attempts: 1, ack: () => {}, retry: () => {} };
    const batch = { queue: "crawlready-crawl", messages: [message] } as unknown as MessageBatch;
    const bindings: object = { ...env, SITE_REQUESTS_PER_JOB: String(MOST) };
    await consumeCrawlJobs(batch, bindings as Bindings);
    asked.push((await site.log()).length - before);
  }
  console.log("requests per job:", asked.join(" "));
  expect(asked.length).toBeGreaterThan(4);
  expect(Math.max(...asked)).toBeLessThanOrEqual(40);
  const { run } = (await call("GET", `/api/seo-spider/runs/${runId}`, { headers: account.auth })).body;
  expect(run).toMatchObject({ status: "success", pagesCrawled: PAGES });
  expect(run.crawlStats.files).toMatchObject({ found: 40, asked: 40 });
});
