import type { StandIn } from "../../demo/stand-in/server.ts";
import { ask, seedAccount, startAudit, until, untilEnded } from "./service.ts";
import { startSite, type SiteServer } from "./site-server.ts";

/** Port of the site in the kept state. It is part of the site's domain, so it must stay the same. */
const SITE_PORT = 47_613;
/** Pages of the slow part, whose audit is in progress when the service is killed. */
export const SLOW_PAGES = 40;

const AGENTS = ["Googlebot/2.1", "Mozilla/5.0 (compatible; GPTBot/1.2)", "Mozilla/5.0 (compatible; bingbot/2.0)"];

/** A release's responses shortly before it was killed. */
export interface KeptAnswers {
  auth: Record<string, string>;
  domain: string;
  user: { email: string; password: string };
  finishedRunId: string;
  cutOffRunId: string;
  /** Detail of the finished run. */
  run: any;
  bots: any;
  prompts: any;
  promptRuns: any;
  /** Path → body served to crawlers. */
  snapshots: Record<string, string>;
}

function page(path: string, links: string[], delayMs = 0) {
  const text = `This is the page at ${path}. `.repeat(12);
  const body = `<!doctype html><html lang="en"><head><title>Page at ${path} of the kept site</title></head><body><h1>${path}</h1><p>${text}</p>${links.map((link) => `<a href="${link}">${link}</a>`).join(" ")}</body></html>`;
  return { body, delayMs };
}

export async function startKeptSite(): Promise<SiteServer> {
  const site = await startSite(SITE_PORT);
  const quick = ["/", "/a", "/b", "/c", "/d", "/e"];
  for (const path of quick) site.routes[path] = page(path, quick);
  for (let i = 0; i < SLOW_PAGES; i++) site.routes[`/slow/${i}`] = page(`/slow/${i}`, [`/slow/${i + 1}`], 250);
  site.routes[`/slow/${SLOW_PAGES}`] = page(`/slow/${SLOW_PAGES}`, []);
  return site;
}

/** Reads the responses that an upgrade must not change. */
export async function readAnswers(base: string, auth: Record<string, string>, domain: string, runId: string) {
  const get = async (url: string) => (await ask(base, "GET", url, { headers: auth })).body;
  return {
    run: await get(`/api/seo-spider/runs/${runId}`),
    bots: await get(`/api/analytics/bots?domain=${domain}&from=2026-01-01`),
    prompts: await get(`/api/ai-mentions/prompts?domain=${domain}`),
    promptRuns: await get(`/api/ai-mentions/runs?domain=${domain}`),
  };
}

async function askPage(base: string, domain: string, path: string, agent: string): Promise<string> {
  const answer = await ask(base, "GET", path, { headers: { host: domain, "user-agent": agent } });
  return String(answer.body);
}

/** Fills a service: one finished and one running audit, snapshots, visits, a prompt with answers, a user. */
export async function fillState(base: string, site: SiteServer, standIn: StandIn): Promise<KeptAnswers> {
  const domain = site.host;
  const auth = await seedAccount(base, { domain, brandName: "Kept", competitors: [{ name: "Rival" }] });
  const user = { email: "owner@kept.example", password: "a password to keep" };
  await ask(base, "POST", "/api/auth/sign-up/email", { json: { ...user, name: "Owner" } });
  const finished = await startAudit(base, auth, domain, { mode: "follow" });
  await untilEnded(base, auth, finished.body.runId);
  const snapshots: Record<string, string> = {};
  for (const path of ["/", "/a", "/b"])
    for (const agent of AGENTS) snapshots[path] = await askPage(base, domain, path, agent);
  const prompt = { action: "create", domain, promptText: "Which bicycle shop is good?", intent: "comm" };
  await ask(base, "POST", "/api/ai-mentions/prompts", { headers: auth, json: prompt });
  await until(async () => {
    const { body } = await ask(base, "GET", `/api/ai-mentions/runs?domain=${domain}`, { headers: auth });
    return body.summary.byStatus.ok === 4;
  }, 60_000);
  await until(async () => {
    const { body } = await ask(base, "GET", `/api/analytics/bots?domain=${domain}`, { headers: auth });
    const visits = body.byProvider.reduce((sum: number, { count }: { count: number }) => sum + count, 0);
    return visits === AGENTS.length * Object.keys(snapshots).length;
  }, 60_000);
  if (standIn.log.length === 0) throw new Error("the stand-in received no request");
  const cutOff = await startAudit(base, auth, domain, { urls: [`http://${domain}/slow/0`], allowSampling: false });
  const answers = await readAnswers(base, auth, domain, finished.body.runId);
  const runIds = { finishedRunId: finished.body.runId, cutOffRunId: cutOff.body.runId };
  return { auth, domain, user, ...runIds, ...answers, snapshots };
}
