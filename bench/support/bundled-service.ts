import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { prepareAssets } from "../../scripts/dev/assets.ts";
import { chooseBrowser, installLauncher } from "../../scripts/dev/browser.ts";
import { freePort } from "../../test/support/service.ts";

export const BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const OPERATOR = { authorization: "Bearer bench", "content-type": "application/json" };

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
  if (!request.headers.get("accept-encoding")?.includes("gzip")) return new Response(plain, { headers });
  return new Response(gzipped, { headers: { ...headers, "content-encoding": "gzip" }, encodeBody: "manual" });
} }`;

export interface BundledService {
  /** URL through miniflare's entry, and on the Worker's own socket. */
  front: URL;
  direct: URL;
  bare: URL;
  /** Where the databases of objects are. */
  stateDir: string;
  database: Database;
  /** Runs a cron's tick. Its messages are handled afterwards. */
  tick: (cron: string) => Promise<void>;
  /** Sets what the bare Worker answers with. */
  setBare: (page: string) => Promise<void>;
  /** Calls the API as the operator. Rejects unless it succeeds. */
  operate: (url: string, json: unknown, method?: string) => Promise<any>;
  dispose: () => Promise<void>;
}

/** The parts of D1 that benchmarks use. */
interface Database {
  prepare: (sql: string) => {
    run: () => Promise<unknown>;
    /** A number of the first row. */
    first: (column: string) => Promise<number | null>;
    all: () => Promise<{ results: Array<Record<string, unknown>> }>;
  };
}

interface Options {
  /** The Worker's module; that of wrangler.toml if omitted. */
  entry?: string;
  bindings?: Record<string, string>;
  /** Whether pages are rendered. Needs a browser. */
  renders?: boolean;
}

/** The system's browser. Throws if there is none. */
export function systemBrowser(): string {
  const browser = chooseBrowser(process.env);
  if (browser.kind !== "system") throw new Error("install chromium or set CHROME_PATH");
  return browser.path;
}

/** The Worker as deployed, bundled by wrangler and run by miniflare. */
export async function startBundled({ entry, bindings = {}, renders = false }: Options): Promise<BundledService> {
  const { convertV4MiniflareOptions, Miniflare } = await import("miniflare");
  const { unstable_getMiniflareWorkerOptions: optionsOf } = await import("wrangler");
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-bench-"));
  prepareAssets();
  const args = ["wrangler", "deploy", ...(entry ? [entry] : []), "--dry-run", "--outdir", folder];
  const bundle = spawnSync("npx", args, { encoding: "utf8" });
  if (bundle.status !== 0) throw new Error(bundle.stderr);
  const modules = modulesOf(folder);
  if (renders) Object.assign(process.env, installLauncher(systemBrowser(), folder));
  const [port, directPort, barePort] = [await freePort(), await freePort(), await freePort()];
  // Locally, a router in front of a Worker with assets handles every request a second time.
  const { modulesRules: _rules, assets: _assets, ...workerOptions } = optionsOf("wrangler.toml").workerOptions;
  const main = {
    ...workerOptions,
    name: "crawlready",
    modules,
    bindings: {
      ADMIN_TOKEN: "bench",
      ALLOW_PRIVATE_HOSTS: "true",
      API_HOSTS: `127.0.0.1:${port},127.0.0.1:${directPort}`,
      AUTH_SECRET: "bench-secret-bench-secret-bench",
      CRAWLER_PROOFS_URL: "off",
      DNS_RESOLVER_URL: "http://127.0.0.1:9/dns-query",
      RENDER_POOLS: "1",
      ...bindings,
    },
    serviceBindings: { ASSETS: assetOf },
    unsafeDirectSockets: [{ host: "127.0.0.1", port: directPort }],
  };
  const bare = {
    name: "bare",
    modules: true,
    script: BARE,
    kvNamespaces: ["KV"],
    unsafeDirectSockets: [{ host: "127.0.0.1", port: barePort }],
  };
  const stateDir = path.join(folder, "state");
  const mf = new Miniflare({
    ...convertV4MiniflareOptions({ host: "127.0.0.1", port, workers: [main, bare] } as never),
    resourcePersistencePath: stateDir,
  });
  const front = await mf.ready;
  const database = (await mf.getD1Database("DB", "crawlready")) as unknown as Database;
  for (const file of readdirSync("migrations").filter((name) => name.endsWith(".sql")))
    for (const statement of readFileSync(path.join("migrations", file), "utf8").split("--> statement-breakpoint"))
      await database.prepare(statement).run();
  return {
    front,
    direct: await mf.unsafeGetDirectURL("crawlready"),
    bare: await mf.unsafeGetDirectURL("bare"),
    stateDir,
    database,
    async tick(cron) {
      const worker = await mf.getWorker("crawlready");
      await worker.scheduled({ cron });
    },
    async setBare(page) {
      const kv = await mf.getKVNamespace("KV", "bare");
      await kv.put("page", page);
    },
    async operate(url, json, method = "POST") {
      const response = await fetch(new URL(url, front), { method, headers: OPERATOR, body: JSON.stringify(json) });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${text.slice(0, 500)}`);
      return text === "" ? null : JSON.parse(text);
    },
    async dispose() {
      await mf.dispose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** An account with a verified domain, and its owner's password. */
export interface DomainAccount {
  email: string;
  password: string;
  key: string;
}

/** Creates an account with one verified domain. */
export async function addAccount({ operate }: BundledService, domain: string): Promise<DomainAccount> {
  const account = { email: `${crypto.randomUUID()}@example.com`, password: "a long password" };
  const { accountId } = await operate("/api/admin/accounts", { ...account, plan: "business" });
  await operate(`/api/admin/accounts/${accountId}`, { limits: { requestsPerMinute: 1_000_000 } }, "PATCH");
  await operate(`/api/admin/accounts/${accountId}/domains`, { domain, verified: true });
  const { key } = await operate(`/api/admin/accounts/${accountId}/api-keys`, { name: "bench" });
  return { ...account, key };
}

/** A static file, such as the list of their names that the dashboard reads once. */
async function assetOf(request: { url: string }) {
  const { Response } = await import("miniflare");
  const file = path.join(".wrangler", "assets", new URL(request.url).pathname);
  return existsSync(file) ? new Response(readFileSync(file)) : new Response(null, { status: 404 });
}

/** The bundle's entry, and the files that it imports as text. */
function modulesOf(folder: string) {
  const names = readdirSync(folder).filter(
    (name) => !/\.(map|md)$/.test(name) && statSync(path.join(folder, name)).isFile(),
  );
  return names
    .toSorted((a, b) => Number(b.endsWith(".js")) - Number(a.endsWith(".js")))
    .map((name) => ({
      type: name.endsWith(".js") ? "ESModule" : "Text",
      path: name,
      contents: readFileSync(path.join(folder, name), "utf8"),
    }));
}
