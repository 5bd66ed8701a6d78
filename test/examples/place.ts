import { spawn, type ChildProcess } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { filledIn } from "../../src/dashboard/pages/cache/connect/fill-in.ts";
import { ask, freePort, seedAccount, until } from "../support/service.ts";
import type { Certificate } from "./certificate.ts";
import { startGateway } from "./gateway.ts";
import { startSinglePageSite } from "./site.ts";
import { runTen, type Outcome } from "./ten.ts";

export const EXAMPLES_FOLDER = path.resolve(import.meta.dirname, "../../examples");
/** Inside the repository, so that programs there find its packages. Not in node_modules, where Deno runs no program. */
const CACHE = path.resolve(import.meta.dirname, "../../.wrangler/examples");

/** Where an example runs, with its packages and builds. */
export const folderOf = (name: string) => path.join(CACHE, name);

/** Where an example runs. */
export interface Place {
  /** Its files, with the names of the test in place of the examples. */
  folder: string;
  port: number;
  /** The site behind it: `http://127.0.0.1:<port>`. */
  site: string;
  service: string;
  /** The key that the files have. */
  key: string;
  /** The certificate of the service; null: it speaks plain HTTP. */
  certificate: string | null;
}

export interface Example {
  /** The folder in `examples`. */
  name: string;
  /** The version that was tested. */
  version: () => string;
  /** What is missing on this machine, and how to get it; null: nothing. */
  missing?: () => string | null;
  /** Installs packages into the folder where it runs. */
  install?: () => void;
  /** The service speaks TLS. */
  tls?: true;
  trustsForwarded?: true;
  passesOn?: readonly number[];
  limitMs?: number;
  /** What has to be different because the test has neither these names nor these ports. */
  adapt?: (text: string, place: Place) => string;
  /** Ends what it started. */
  start: (place: Place) => Promise<() => Promise<void>>;
}

export interface Setting {
  /** The service's URL. */
  service: string;
  certificate: Certificate | null;
  /** Waits this long for the service instead of as long as the example says. */
  hurriedMs?: number;
}

const isText = (file: string) => /\.(m?[jt]s|json|conf|cfg|vcl|html|vue|astro|svelte)$|Caddyfile$/.test(file);

/** Copies an example's files and fills in the names. Packages and builds of an earlier run stay. */
function fillFolder(example: Example, place: Place, fill: (text: string) => string): void {
  const source = path.join(EXAMPLES_FOLDER, example.name);
  mkdirSync(place.folder, { recursive: true });
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    const from = path.join(source, name);
    const to = path.join(place.folder, name);
    if (statSync(from).isDirectory()) mkdirSync(to, { recursive: true });
    else if (!isText(name)) cpSync(from, to);
    else {
      const text = fill(readFileSync(from, "utf8"));
      writeFileSync(to, example.adapt?.(text, place) ?? text);
    }
  }
}

/** An example's text with a shorter wait for the service. */
const hurried = (text: string, ms: number) =>
  text.replace(/(TIMEOUT_MS = )[\d_]+/, `$1${ms}`).replace("read_timeout 30s", `read_timeout ${ms}ms`);

/** Runs one example with a site of its own behind it, and asserts all ten. */
export async function tryExample(example: Example, { service, certificate, hurriedMs }: Setting): Promise<Outcome[]> {
  const site = await startSinglePageSite();
  const gateway = await startGateway(service, example.tls ? certificate : null);
  const port = await freePort();
  const domain = `127.0.0.1:${port}`;
  // Without an origin of its own, the domain is rendered through the integration.
  const auth = await seedAccount(service, { domain });
  const key = auth["x-service-api-key"]!;
  const folder = folderOf(example.name);
  const place = {
    folder,
    port,
    site: site.origin,
    service: gateway.url.origin,
    key,
    certificate: example.tls ? certificate!.file : null,
  };
  fillFolder(example, place, (text) => {
    const own = filledIn(text, { service: gateway.url, domain, key });
    return hurriedMs === undefined ? own : hurried(own, hurriedMs);
  });
  const visits = async () => {
    const { body } = await ask(service, "GET", `/api/analytics/bots?domain=${domain}`, { headers: auth });
    return body.byProvider.reduce((sum: number, { count }: { count: number }) => sum + count, 0) as number;
  };
  const end = await example.start(place);
  try {
    const limitMs = hurriedMs ?? example.limitMs ?? 30_000;
    const { trustsForwarded = false, passesOn = [] } = example;
    const running = { base: `http://${domain}`, gateway, site, visits, limitMs, trustsForwarded, passesOn };
    return await runTen(running);
  } finally {
    await end();
    gateway.close();
    site.close();
  }
}

/** Starts a program and waits until its port answers. Returns what ends it. */
export async function startProgram(
  [program, ...args]: readonly [string, ...string[]],
  place: Place,
  env: Record<string, string> = {},
): Promise<() => Promise<void>> {
  let output = "";
  const child: ChildProcess = spawn(program, args, {
    cwd: place.folder,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, PORT: String(place.port), HOST: "127.0.0.1", SITE_ORIGIN: place.site, ...env },
  });
  let ended: string | null = null;
  child.on("error", (error) => (ended = error.message));
  child.on("exit", (code, signal) => (ended ??= `it ended with ${code ?? signal}`));
  for (const stream of [child.stdout!, child.stderr!]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const end = async () => {
    try {
      process.kill(-child.pid!, "SIGTERM");
    } catch {
      return;
    }
    await until(async () => ended !== null, 10_000).catch(() => process.kill(-child.pid!, "SIGKILL"));
  };
  process.on("exit", () => ended === null && child.pid !== undefined && process.kill(-child.pid, "SIGKILL"));
  try {
    await until(async () => {
      if (ended !== null) throw new Error(`${ended}\n${output.slice(-2_000)}`);
      return ask(`http://127.0.0.1:${place.port}`, "GET", "/ready").catch(() => null);
    }, 60_000);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}

/** An empty folder of the example's own for what a program writes. */
export function emptyFolder(place: Place, name: string): string {
  const folder = path.join(place.folder, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}
