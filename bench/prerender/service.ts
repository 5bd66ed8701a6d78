import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare, Response } from "miniflare";
import { unstable_getMiniflareWorkerOptions as optionsOf } from "wrangler";
import { prepareAssets } from "../../scripts/dev/assets.ts";
import { chooseBrowser, installLauncher } from "../../scripts/dev/browser.ts";

export const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const ADMIN = { authorization: "Bearer bench", "content-type": "application/json" };

/**
 * A Worker that answers every request with one KV value: the minimum cost of serving stored bytes. At `/memory`, it
 * answers with bytes from memory, compressed for clients that accept gzip: the most that any Worker can serve here.
 */
const BARE = `
let plain, gzipped;
async function hold(env) {
  const bytes = await env.KV.get("page", "arrayBuffer");
  gzipped = await new Response(new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer();
  plain = bytes;
}
export default { async fetch(request, env) {
  const headers = { "content-type": "text/html" };
  if (!request.url.endsWith("/memory")) return new Response(await env.KV.get("page", "stream"), { headers });
  if (!plain) await hold(env);
  if (!request.headers.get("accept-encoding").includes("gzip")) return new Response(plain, { headers });
  return new Response(gzipped, { headers: { ...headers, "content-encoding": "gzip" }, encodeBody: "manual" });
} }`;

export interface BenchService {
  /** URL through miniflare's entry, and on the Worker's own socket. */
  front: URL;
  direct: URL;
  bare: URL;
  browser: string;
  /** Runs a cron's tick. Its messages are handled afterwards. */
  tick(cron: string): Promise<void>;
  setBare(page: string): Promise<void>;
  /** Adds a verified domain. Returns its account's key. */
  addDomain(domain: string): Promise<string>;
  /** The owners' password. */
  password: string;
  /** The email of the owner whose domain was added last. */
  email: string;
  dispose(): Promise<void>;
}

/** The Worker as deployed, bundled by wrangler and run by miniflare on ports from `port` on. */
export async function startService(port: number, bindings: Record<string, string> = {}): Promise<BenchService> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-bench-"));
  prepareAssets();
  const bundle = spawnSync("npx", ["wrangler", "deploy", "--dry-run", "--outdir", folder], { encoding: "utf8" });
  if (bundle.status !== 0) throw new Error(bundle.stderr);
  const browser = chooseBrowser(process.env);
  if (browser.kind !== "system") throw new Error("install chromium or set CHROME_PATH");
  const modules = modulesOf(folder);
  Object.assign(process.env, installLauncher(browser.path, folder));
  // Locally, a router in front of a Worker with assets handles every request a second time.
  const { modulesRules: _rules, assets: _assets, ...workerOptions } = optionsOf("wrangler.toml").workerOptions;
  const apiHosts = [port, port + 1].map((each) => `127.0.0.1:${each}`).join(",");
  const main = {
    ...workerOptions,
    name: "crawlready",
    modules,
    bindings: {
      ADMIN_TOKEN: "bench",
      ALLOW_PRIVATE_HOSTS: "true",
      API_HOSTS: apiHosts,
      AUTH_SECRET: "bench-secret-bench-secret-bench",
      RENDER_POOLS: process.env["RENDER_POOLS"] ?? "1",
      ...bindings,
    },
    serviceBindings: { ASSETS: assetOf },
    unsafeDirectSockets: [{ host: "127.0.0.1", port: port + 1 }],
  };
  const bare = {
    name: "bare",
    modules: true,
    script: BARE,
    kvNamespaces: ["KV"],
    unsafeDirectSockets: [{ host: "127.0.0.1", port: port + 2 }],
  };
  const mf = new Miniflare(convertV4MiniflareOptions({ host: "127.0.0.1", port, workers: [main, bare] } as never));
  const front = await mf.ready;
  const db = await mf.getD1Database("DB", "crawlready");
  for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql")))
    for (const statement of readFileSync(path.join("migrations", file), "utf8").split("--> statement-breakpoint"))
      await db.prepare(statement).run();
  const ask = async (url: string, json: unknown) =>
    (await fetch(new URL(url, front), { method: "POST", headers: ADMIN, body: JSON.stringify(json) })).json();
  const password = "a long password";
  const service: BenchService = {
    front,
    password,
    email: "",
    async tick(cron) {
      const worker = await mf.getWorker("crawlready");
      await worker.scheduled({ cron });
    },
    direct: await mf.unsafeGetDirectURL("crawlready"),
    bare: await mf.unsafeGetDirectURL("bare"),
    browser: browser.path,
    async setBare(page) {
      const kv = await mf.getKVNamespace("KV", "bare");
      await kv.put("page", page);
    },
    async addDomain(domain) {
      const account = await ask("/api/admin/accounts", {
        email: (service.email = `${crypto.randomUUID()}@example.com`),
        password,
        plan: "business",
      });
      await ask(`/api/admin/accounts/${account.accountId}/domains`, { domain, verified: true });
      return (await ask(`/api/admin/accounts/${account.accountId}/api-keys`, { name: "bench" })).key as string;
    },
    async dispose() {
      await mf.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return service;
}

/** A static file, such as the list of their names that the dashboard reads once. */
function assetOf(request: { url: string }): Response {
  const file = path.join(".wrangler", "assets", new URL(request.url).pathname);
  return existsSync(file) ? new Response(readFileSync(file)) : new Response(null, { status: 404 });
}

/** The bundle's entry, and the files that it imports as text. */
function modulesOf(folder: string) {
  const names = readdirSync(folder).filter((name) => name !== "index.js" && !/\.(map|md)$/.test(name));
  const texts = names.map((name) => ({
    type: "Text",
    path: name,
    contents: readFileSync(path.join(folder, name), "utf8"),
  }));
  return [
    { type: "ESModule", path: "index.js", contents: readFileSync(path.join(folder, "index.js"), "utf8") },
    ...texts,
  ];
}
