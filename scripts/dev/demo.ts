import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startDemoSite, type DemoSite } from "../../demo/server.ts";
import { startProofs } from "../../demo/stand-in/proofs.ts";
import { appPath } from "../../src/lib/hosts/page-paths.ts";
import type { DevConfig } from "./config.ts";
import { DEMO_COPIES, makeHistory } from "./demo-history.ts";
import { buildDemoDoor, signIn } from "./demo-door.ts";
import { startDemoProviders } from "./demo-providers.ts";

export interface Demo {
  message: string;
  /** Variables for the Worker: URLs of the stand-ins for AI providers. */
  variables: Record<string, string>;
  /** Creates the demo account with its visits and prompts on the first start. Later starts reuse it. */
  seed: (base: string) => Promise<void>;
  /** Makes its audits and the weeks before, once, while the service is in use. Never throws. */
  recall: (base: string) => Promise<void>;
  close: () => void;
}

interface DemoState {
  sitePort: number;
  email: string;
  password: string;
  key?: string;
  /** The public page of its statistics, as a path. */
  share?: string;
  /** When the weeks before were made, epoch ms. */
  historyAt?: number;
}

/** How often the history is begun before the next start has to. */
const TRIES = 3;
const PAUSE_MS = 2_000;

const CRAWLERS = [
  "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.0; +https://openai.com/gptbot)",
  "Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)",
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)",
];

const COMPETITORS = [
  { name: "Fenland Cycles", siteUrl: "https://fenland.example.com" },
  { name: "Breckland Wheelworks", siteUrl: "https://breckland.example.com" },
];

const PROMPTS = [
  { promptText: "Where can I buy a touring bike near the coast?", intent: "trans", tags: "touring" },
  { promptText: "Which workshops repair bicycles well?", intent: "info", tags: "repairs" },
  { promptText: "Best bike shops for long rides", intent: "comm", tags: "touring,shops", monitorInterval: "weekly" },
];

async function listen(state: DemoState): Promise<DemoSite> {
  // The site's port is part of its domain, so it stays the same. Only a first start may choose another port.
  for (let attempt = 0; ; attempt++) {
    try {
      return await startDemoSite(state.sitePort);
    } catch (error) {
      if (state.key || attempt >= 20)
        throw new Error(
          `The demo site can't listen on port ${state.sitePort}: ${String(error)}. Free the port, or start with DEMO=0.`,
          { cause: error },
        );
      state.sitePort++;
    }
  }
}

/** Starts the sample site and the stand-ins for the AI providers. */
export async function prepareDemo(config: DevConfig): Promise<Demo> {
  const file = path.join(config.stateDir, "demo.json");
  const sitePort = config.port + 1_000 <= 65_000 ? config.port + 1_000 : config.port - 1_000;
  const state: DemoState = existsSync(file)
    ? (JSON.parse(readFileSync(file, "utf8")) as DemoState)
    : { sitePort, email: "demo@crawlready.example", password: "demo-password" };
  const site = await listen(state);
  site.isRenewed = state.historyAt !== undefined;
  const save = () => writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
  const providers = await startDemoProviders(process.env);
  const closed = new AbortController();
  const recall = async (base: string): Promise<void> => {
    const now = Date.now();
    for (let tries = 1; state.historyAt === undefined; tries++) {
      try {
        const domain = `127.0.0.1:${state.sitePort}`;
        const importLog = (text: string) => sendLog(base, domain, state.key!, text);
        const own = { base, domain, stateDir: config.stateDir, site, call: await ownerOf(base, state), importLog };
        await makeHistory(own, now);
        state.historyAt = Date.now();
        save();
      } catch (error) {
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
        if (closed.signal.aborted) return;
        if (tries < TRIES) continue;
        console.error(`The demo has no history yet, and the next start tries again: ${String(error)}`);
        return;
      }
    }
  };
  const proofs = await startProofs();
  const door = await buildDemoDoor(`http://127.0.0.1:${config.port}`);
  const demo: Demo = {
    message: "",
    variables: {
      DEMO_URL: door.publicUrl,
      CRAWLER_PROOFS_URL: process.env["CRAWLER_PROOFS_URL"] || proofs.url,
      ...providers.variables,
    },
    seed: async (base) => {
      if (!state.key) {
        state.key = await seedAccount(base, config, state);
        save();
      }
      if (!state.share) {
        state.share = await share(base, state);
        save();
      }
      door.open(state, base + state.share);
      demo.message = messageFor(base, state, door.url);
    },
    recall,
    close: () => {
      closed.abort();
      site.server.close();
      providers.close();
      proofs.close();
      door.close();
    },
  };
  return demo;
}

async function call(url: string, init: RequestInit & { json?: unknown }): Promise<Record<string, unknown>> {
  const { json, ...rest } = init;
  const headers = { "content-type": "application/json", ...(rest.headers as Record<string, string>) };
  const response = await fetch(url, {
    ...rest,
    headers,
    body: json === undefined ? undefined : JSON.stringify(json),
    signal: AbortSignal.timeout(60_000),
  });
  const body = (await response.json()) as Record<string, unknown>;
  if (!response.ok)
    throw new Error(`The demo could not be set up: ${url} answered ${response.status} ${JSON.stringify(body)}`);
  return body;
}

/** Signs in as the demo's owner, and calls the API in that session. */
async function ownerOf(base: string, { email, password }: DemoState) {
  const cookie = (await signIn(base, { email, password })).map((each) => each.split(";")[0]!);
  const headers = { cookie: cookie.join("; "), origin: base };
  return (method: string, path: string, json?: unknown) => call(base + path, { method, headers, json });
}

async function seedAccount(base: string, config: DevConfig, state: DemoState): Promise<string> {
  const domain = `127.0.0.1:${state.sitePort}`;
  const operator = { authorization: `Bearer ${config.adminToken}` };
  const account = await call(`${base}/api/admin/accounts`, {
    method: "POST",
    headers: operator,
    json: { email: state.email, password: state.password, name: "Demo", plan: "pro" },
  });
  const admin = `${base}/api/admin/accounts/${String(account["accountId"])}`;
  await call(`${admin}/domains`, {
    method: "POST",
    headers: operator,
    json: {
      domain,
      verified: true,
      brandName: "Saltmarsh Bikes",
      competitors: COMPETITORS,
      sitemapUrl: `http://${domain}/sitemap.xml`,
    },
  });
  const { key } = (await call(`${admin}/api-keys`, {
    method: "POST",
    headers: operator,
    json: { name: "Demo key" },
  })) as { key: string };
  for (const prompt of PROMPTS) {
    await call(`${base}/api/ai-mentions/prompts`, {
      method: "POST",
      headers: { "x-service-api-key": key },
      json: { action: "create", domain, ...prompt },
    });
  }
  await visit(base, domain, key);
  return key;
}

/** Makes the page of the demo's statistics that anybody may open. Returns its path. */
async function share(base: string, state: DemoState): Promise<string> {
  const domain = `127.0.0.1:${state.sitePort}`;
  const own = await ownerOf(base, state);
  const { token } = await own("POST", "/api/account/stats-tokens", { domain });
  return appPath("share/:domain/:token", { domain, token: String(token) });
}

/** Imports a piece of the site's access log. */
async function sendLog(base: string, domain: string, key: string, text: string): Promise<void> {
  const response = await fetch(`${base}/api/analytics/logs?domain=${domain}`, {
    method: "POST",
    headers: { "x-service-api-key": key, "content-type": "text/plain" },
    body: text,
  });
  const answer = await response.text();
  if (!response.ok) throw new Error(`The demo's log was not imported: ${answer}`);
}

/** Sends crawler requests that the service renders and serves. Without a browser they get the origin's pages. */
async function visit(base: string, domain: string, key: string): Promise<void> {
  const others = ["/about", "/contact", "/rental", "/journal", ...DEMO_COPIES];
  for (const page of ["/", "/bikes", "/bikes/dyke-tourer", "/repairs", ...others]) {
    for (const agent of others.includes(page) ? CRAWLERS.slice(0, 1) : CRAWLERS) {
      const response = await fetch(`${base}/render/http://${domain}${page}`, {
        headers: { "user-agent": agent, "x-service-api-key": key },
      }).catch(() => null);
      await response?.arrayBuffer().catch(() => null);
    }
  }
}

function messageFor(base: string, state: DemoState, door: string): string {
  const site = `127.0.0.1:${state.sitePort}`;
  const key = `-H 'x-service-api-key: ${state.key}'`;
  const json = "-H 'content-type: application/json'";
  return `
Dashboard     ${door}
              signs you in to the demo account, once; afterwards: ${base}/app
Demo site     http://${site}/ — a sample single-page site with deliberate faults
Demo account  ${state.email} / ${state.password}
Demo API key  ${state.key}

Try it:

  1. Audit the site and, a few seconds later, read the result
     curl -s ${base}/api/seo-spider/runs ${key} ${json} \\
       -d '{"domain":"${site}","urls":["http://${site}/"],"mode":"sitemap"}'
     curl -s '${base}/api/seo-spider/runs?domain=${site}' ${key}

  2. Request a page as a crawler: it contains the text that JavaScript creates, and x-crawlready-cache is hit or miss
     curl -si ${base}/repairs -H 'Host: ${site}' -A 'Mozilla/5.0 (compatible; Googlebot/2.1)'

     Remove it from the cache; the next request renders it again
     curl -s ${base}/api/prerender/cache/invalidate-page-cache ${key} ${json} \\
       -d '{"domain":"${site}","path":"/repairs"}'

  3. Read the answers of AI assistants to the demo prompts (sample answers from a stand-in: no AI provider is called)
     curl -s '${base}/api/ai-mentions/runs?domain=${site}' ${key}

  4. See which crawlers visited today
     curl -s '${base}/api/analytics/bots/daily?domain=${site}&days=1' ${key}`;
}
