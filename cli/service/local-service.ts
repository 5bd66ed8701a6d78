import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Miniflare, V4MiniflareOptions } from "miniflare";
import { chooseBrowser, installLauncher } from "../../scripts/dev/browser.ts";
import { endOwn, ownerEnv } from "../../scripts/dev/owned-processes.ts";
import { cleanUpOnSignals, onExit } from "../cleanup.ts";
import { CliError } from "../cli-error.ts";
import { isPrivateSite } from "../target.ts";
import { ServiceApi } from "./service-api.ts";
import { makeStateFolder, type StateFolder } from "./state-folder.ts";

/** Folder of this file once it is bundled: what scripts/dev/build-cli.ts builds. */
const DIST = import.meta.dirname;
/** How long workerd may take to end before it is killed. A site that hangs would hold it up. */
const END_MS = 1_000;

/** The site that the local service works for. */
export interface LocalSite {
  /** Host with its port. */
  domain: string;
  /** Where the pages are fetched if not from the domain itself. */
  origin: string | null;
}

export interface LocalOptions {
  /** Pages are rendered in a browser. */
  render: boolean;
  maxPages: number;
}

/** A service of our own on a loopback port, with an account that owns one domain. It ends with the command. */
export interface LocalService {
  api: ServiceApi;
  /** Why pages can't be rendered; null if they can. */
  noBrowser: string | null;
}

/** Starts the Worker in a local workerd with a temporary state. */
export async function startLocalService(site: LocalSite, options: LocalOptions): Promise<LocalService> {
  const folder = makeStateFolder();
  // Whatever workerd and the browser write goes into our folder.
  process.env["TMPDIR"] = path.join(folder.path, "tmp");
  let miniflare: Miniflare | null = null;
  onExit(() => end(miniflare, folder));
  // For an exit that did not clean up, such as one by a fault of ours.
  process.once("exit", () => endNow(folder));
  const noBrowser = options.render ? prepareBrowser(folder.path) : "rendering is switched off";
  const adminToken = randomBytes(24).toString("base64url");
  miniflare = await startWorker(folder.path, adminToken, {
    render: noBrowser === null,
    isPrivate: isPrivateSite(site),
  });
  cleanUpOnSignals();
  const base = (await miniflare.ready).origin;
  await migrate(miniflare);
  const key = await makeAccount(base, adminToken, site, options);
  return { api: new ServiceApi(base, key), noBrowser };
}

async function end(miniflare: Miniflare | null, folder: StateFolder): Promise<void> {
  const late = new AbortController();
  const timer = pause(END_MS, undefined, { signal: late.signal }).catch(() => {});
  await Promise.race([miniflare?.dispose().catch(() => {}), timer]);
  late.abort();
  endNow(folder);
}

function endNow(folder: StateFolder): void {
  endOwn(folder.path);
  folder.remove();
}

/** Null: there is a browser. Otherwise the reason why there is none. */
function prepareBrowser(stateDir: string): string | null {
  const choice = chooseBrowser(process.env);
  if (choice.kind === "missing") return choice.message;
  if (choice.kind === "download") return "no Chrome or Chromium was found; install one or set CHROME_PATH";
  const env = { HOME: stateDir, TMPDIR: path.join(stateDir, "tmp") };
  Object.assign(process.env, installLauncher(choice.path, stateDir, env));
  return null;
}

async function startWorker(
  stateDir: string,
  adminToken: string,
  { render, isPrivate }: { render: boolean; isPrivate: boolean },
): Promise<Miniflare> {
  // Marks the processes that are to be ended, including those that a crash would leave.
  Object.assign(process.env, ownerEnv(stateDir));
  const fromWrangler = createRequire(createRequire(import.meta.url).resolve("wrangler"));
  const library = (await import(pathToFileURL(fromWrangler.resolve("miniflare")).href)) as typeof import("miniflare");
  const worker = JSON.parse(readFileSync(path.join(DIST, "worker.json"), "utf8")) as Partial<V4MiniflareOptions> & {
    assets: object;
  };
  const log = path.join(stateDir, "service.log");
  class FileLog extends library.Log {
    override log(message: string): void {
      appendFileSync(log, `${message}\n`);
    }
  }
  const options = {
    ...worker,
    name: "crawlready",
    modulesRoot: path.join(DIST, "worker"),
    modules: [{ type: "ESModule", path: path.join(DIST, "worker", "index.js") }],
    assets: { ...worker.assets, directory: path.join(DIST, "assets") },
    bindings: {
      ADMIN_TOKEN: adminToken,
      AUTH_SECRET: randomBytes(32).toString("base64url"),
      ...(isPrivate && { ALLOW_PRIVATE_HOSTS: "true" }),
      CRAWLER_PROOFS_URL: "off",
      EMAIL_PRINT: "true",
      ANALYSIS_PROVIDER: "off",
      ...(render ? {} : { BROWSER_SECONDS_PER_DAY: "0" }),
    },
    host: "127.0.0.1",
    port: 0,
    // Otherwise miniflare asks Cloudflare where this machine is.
    cf: false,
    logRequests: false,
    log: new FileLog(library.LogLevel.WARN),
    handleStructuredLogs: ({ message }: { message: string }) => appendFileSync(log, `${message}\n`),
    resourcePersistencePath: path.join(stateDir, "state"),
    resourceTmpPath: path.join(stateDir, "tmp"),
  };
  return new library.Miniflare(library.convertV4MiniflareOptions(options as unknown as V4MiniflareOptions));
}

async function migrate(miniflare: Miniflare): Promise<void> {
  const db = await miniflare.getD1Database("DB");
  const folder = path.join(DIST, "migrations");
  const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  for (const file of files.sort()) {
    const statements = readFileSync(path.join(folder, file), "utf8").split("--> statement-breakpoint");
    await db.batch(statements.filter((each) => each.trim() !== "").map((each) => db.prepare(each)));
  }
}

/** An account with the domain and a key. Nobody ever signs in to it. */
async function makeAccount(
  base: string,
  adminToken: string,
  { domain, origin }: LocalSite,
  { maxPages }: LocalOptions,
): Promise<string> {
  const operator = ServiceApi.operator(base, adminToken);
  const owner = { email: `${randomUUID()}@crawlready.example`, password: randomBytes(24).toString("base64url") };
  const { accountId } = await operator.post<{ accountId: string }>("/api/admin/accounts", {
    ...owner,
    plan: "business",
  });
  const account = `/api/admin/accounts/${accountId}`;
  await operator.patch(account, { limits: { pagesPerRun: maxPages } });
  try {
    const place = origin === null ? {} : { origin };
    await operator.post(`${account}/domains`, { domain, ...place, verified: true, markdown: true });
  } catch (error) {
    throw new CliError(`${domain} can't be audited: ${(error as Error).message}`);
  }
  const { key } = await operator.post<{ key: string }>(`${account}/api-keys`, { name: "command line" });
  return key;
}
