import { randomBytes, randomUUID } from "node:crypto";
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { Miniflare, V4MiniflareOptions } from "miniflare";
import type { Client, ClientOptions } from "../../src/client";
import { chooseBrowser, installLauncher } from "../../scripts/dev/browser.ts";
import { endOwn, ownerEnv } from "../../scripts/dev/owned-processes.ts";
import { cleanUpOnSignals, onExit } from "../cleanup.ts";
import { CliError } from "../cli-error.ts";
import { isPrivateSite } from "../target.ts";
import { serviceClient } from "./service-client.ts";
import { makeStateFolder, type StateFolder } from "./state-folder.ts";

/** Folder of this file once it is bundled: what scripts/dev/build-cli.ts builds. */
const DIST = import.meta.dirname;
/** How long workerd may take to end before it is killed. A site that hangs would hold it up. */
const END_MS = 1_000;
const PRIVATE = { mode: 0o600 };

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
  api: Client;
  /** Why pages can't be rendered; null if they can. */
  noBrowser: string | null;
}

/** Starts the Worker in a local workerd with a temporary state. */
export async function startLocalService(
  site: LocalSite,
  options: LocalOptions,
  more: Partial<ClientOptions> = {},
): Promise<LocalService> {
  const folder = makeStateFolder();
  const endPrivate = keepPrivate();
  // Whatever workerd and the browser write goes into our folder.
  process.env["TMPDIR"] = path.join(folder.path, "tmp");
  let miniflare: Miniflare | null = null;
  onExit(() => end(miniflare, folder));
  // For an exit that did not clean up, such as after a bug of ours.
  process.once("exit", () => endNow(folder));
  const noBrowser = options.render ? prepareBrowser(folder.path) : "rendering is switched off";
  const adminToken = randomBytes(24).toString("base64url");
  miniflare = await startWorker(folder.path, adminToken, {
    render: noBrowser === null,
    isPrivate: isPrivateSite(site),
  });
  cleanUpOnSignals();
  const base = (await miniflare.ready).origin;
  endPrivate();
  await migrate(miniflare);
  const key = await makeAccount(base, adminToken, site, options);
  return { api: serviceClient(base, key, more), noBrowser };
}

/** Files that this process and its children write are readable by this user only, until the returned function is called. */
function keepPrivate(): () => void {
  const before = process.umask(0o077);
  return () => void process.umask(before);
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

/** What scripts/dev/build-cli.ts knows of the Worker, and the Chrome build that miniflare looks for. */
const readBuild = () =>
  JSON.parse(readFileSync(path.join(DIST, "worker.json"), "utf8")) as {
    options: Partial<V4MiniflareOptions> & { assets: object };
    chromeBuild: string;
  };

/** Null: there is a browser. Otherwise why there is none. */
function prepareBrowser(stateDir: string): string | null {
  const choice = chooseBrowser(process.env);
  if (choice.kind === "missing") return choice.message;
  if (choice.kind === "download") return "no Chrome or Chromium was found; install one or set CHROME_PATH";
  const env = { HOME: stateDir, TMPDIR: path.join(stateDir, "tmp") };
  Object.assign(process.env, installLauncher(choice.path, stateDir, env, readBuild().chromeBuild));
  return null;
}

async function startWorker(
  stateDir: string,
  adminToken: string,
  { render, isPrivate }: { render: boolean; isPrivate: boolean },
): Promise<Miniflare> {
  // Marks the processes to end, including those that a crash would leave behind.
  Object.assign(process.env, ownerEnv(stateDir));
  const file = pathToFileURL(path.join(DIST, "miniflare", "index.cjs")).href;
  const library = ((await import(file)) as { default: typeof import("miniflare") }).default;
  const { options: worker } = readBuild();
  const log = path.join(stateDir, "service.log");
  class FileLog extends library.Log {
    override log(message: string): void {
      appendFileSync(log, `${message}\n`, PRIVATE);
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
    handleStructuredLogs: ({ message }: { message: string }) => appendFileSync(log, `${message}\n`, PRIVATE),
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
  const operator = operatorOf(base, adminToken);
  const owner = { email: `${randomUUID()}@crawlready.example`, password: randomBytes(24).toString("base64url") };
  const { accountId } = await operator<{ accountId: string }>("POST", "/api/admin/accounts", {
    ...owner,
    plan: "business",
  });
  const account = `/api/admin/accounts/${accountId}`;
  await operator("PATCH", account, { limits: { pagesPerRun: maxPages } });
  try {
    const place = origin === null ? {} : { origin };
    await operator("POST", `${account}/domains`, { domain, ...place, verified: true, markdown: true });
  } catch (error) {
    throw new CliError(`${domain} can't be audited: ${(error as Error).message}`);
  }
  const { key } = await operator<{ key: string }>("POST", `${account}/api-keys`, { name: "command line" });
  return key;
}

/** Calls of the operator's endpoints, which the client of the API does not have. @throws CliError with the service's message. */
function operatorOf(base: string, adminToken: string) {
  const headers = { authorization: `Bearer ${adminToken}`, "content-type": "application/json" };
  return async <T>(method: string, path: string, json: unknown): Promise<T> => {
    const response = await fetch(base + path, { method, headers, body: JSON.stringify(json) });
    const body = (await response.json()) as T & { message?: string };
    if (!response.ok) throw new CliError(body.message ?? `the service returned ${response.status}`);
    return body;
  };
}
