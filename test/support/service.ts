import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomInt } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { responseChecker, type ResponseChecker, type ApiDocument, type GivenResponse } from "./valid-response.ts";
import { migratedState } from "./migrated-state.ts";
import { until } from "./until.ts";

export { until };

export interface Service {
  base: string;
  port: number;
  stateDir: string;
  child: ChildProcess;
  /** Output so far. */
  output: () => string;
  /** Asks the service to stop, and waits. */
  stop: () => Promise<void>;
  /** Kills the whole process group at once, like a crash. */
  kill: () => Promise<void>;
  /** Starts it again with the same state. */
  restart: () => Promise<void>;
  /** Stops it and removes its state. */
  dispose: () => Promise<void>;
}

export const ADMIN_TOKEN = "e2e-operator";

/** Below the ports that the system hands out by itself: one of those may be taken before the service listens on it. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000);
    const isFree = await new Promise<boolean>((resolve) => {
      const probe = net.createServer();
      probe.once("error", () => resolve(false));
      probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** Process ids of a group that are still alive. */
export function groupMembers(groupId: number): number[] {
  const listing = spawnSync("ps", ["-A", "-o", "pid=,pgid=,stat="], { encoding: "utf8" }).stdout;
  return listing
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, group, state]) => Number(group) === groupId && !state!.startsWith("Z"))
    .map(([pid]) => Number(pid));
}

export const emptyState = () => mkdtempSync(path.join(os.tmpdir(), "crawlready-e2e-"));

/** Holds a database without rows. */
function freshState(): string {
  const stateDir = emptyState();
  cpSync(migratedState(), stateDir, { recursive: true });
  return stateDir;
}

/** `npm start` with its own port and state, in a process group of its own. `cwd`: another checkout to start. */
export async function startService(
  env: Record<string, string> = {},
  { stateDir = freshState(), cwd = process.cwd() } = {},
): Promise<Service> {
  const port = await freePort();
  let text = "";
  const service = { base: `http://127.0.0.1:${port}`, port, stateDir, output: () => text } as Service;
  if (cwd === process.cwd()) describedServices.add(service.base);
  const start = async () => {
    text = "";
    const child = spawn("npm", ["start"], {
      cwd,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, DEMO: "0", ADMIN_TOKEN, ...env, PORT: String(port), STATE_DIR: stateDir },
    });
    service.child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
    await until(async () => {
      if (child.exitCode !== null) throw new Error(`the service ended: ${text}`);
      return text.includes("Ctrl-C ends it.");
    }, 100_000);
  };
  const ended = () => until(async () => groupMembers(service.child.pid!).length === 0, 30_000);
  service.stop = async () => {
    service.child.kill("SIGTERM");
    await ended();
  };
  service.kill = async () => {
    process.kill(-service.child.pid!, "SIGKILL");
    await ended();
  };
  service.restart = start;
  // The test may fail before it disposes of the service.
  process.on("exit", () => {
    if (service.child.exitCode === null && service.child.signalCode === null) service.child.kill("SIGTERM");
  });
  // A signal alone does not run exit handlers.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
  service.dispose = async () => {
    if (groupMembers(service.child.pid!).length > 0) await service.stop();
    rmSync(stateDir, { recursive: true, force: true });
  };
  await start();
  return service;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: any;
}

const checkers = new Map<string, ResponseChecker>();
const documents = new Map<string, Promise<string>>();

/** Services of this release: sites, and services of earlier releases, are not held to their answers. */
export const describedServices = new Set<string>();

/** Every answer has to be as the service's /openapi.json says. A service that was stopped meanwhile can't be asked. */
async function checkAnswer(base: string, answer: GivenResponse): Promise<void> {
  if (!describedServices.has(base)) return;
  const reading = documents.get(base) ?? fetch(`${base}/openapi.json`).then((response) => response.text());
  documents.set(base, reading);
  const document = await reading.catch(() => null);
  if (document === null) return void documents.delete(base);
  const check = checkers.get(document) ?? responseChecker(JSON.parse(document) as ApiDocument);
  checkers.set(document, check);
  const fault = check(answer);
  if (fault !== null) throw new Error(`not as in /openapi.json: ${fault}`);
}

/** Sends one request to a service and parses JSON. Does not use fetch, which would not let a test set Host. */
export function ask(
  base: string,
  method: string,
  url: string,
  options: { headers?: Record<string, string>; json?: unknown } = {},
): Promise<Answer> {
  const json = options.json === undefined ? undefined : JSON.stringify(options.json);
  const headers = { ...(json === undefined ? {} : { "content-type": "application/json" }), ...options.headers };
  return new Promise((resolve, reject) => {
    const request = http.request(base + url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("error", reject);
      response.on("end", () => {
        const isJson = (response.headers["content-type"] ?? "").includes("json");
        const body: unknown = isJson && text !== "" ? JSON.parse(text) : text;
        const status = response.statusCode!;
        const given = { method, path: url, status, contentType: response.headers["content-type"] ?? null, text };
        const answer = { status, headers: new Headers(response.headers as Record<string, string>), body };
        // With a Host of its own, the request is for a customer's site.
        const checked = "host" in headers ? Promise.resolve() : checkAnswer(base, given);
        checked.then(() => resolve(answer), reject);
      });
    });
    request.on("error", reject);
    request.end(json);
  });
}

/** Creates an account with a verified domain and a key. `limits` override the plan's. */
export async function seedAccount(
  base: string,
  domain: Record<string, unknown>,
  plan = "business",
  limits?: Record<string, number>,
): Promise<Record<string, string>> {
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const account = await ask(base, "POST", "/api/admin/accounts", {
    headers,
    json: { email: `${crypto.randomUUID()}@example.com`, password: "a long password", plan },
  });
  const admin = `/api/admin/accounts/${account.body.accountId}`;
  if (limits) await ask(base, "PATCH", admin, { headers, json: { limits } });
  await ask(base, "POST", `${admin}/domains`, { headers, json: { ...domain, verified: true } });
  const { key } = (await ask(base, "POST", `${admin}/api-keys`, { headers, json: { name: "e2e" } })).body;
  return { "x-service-api-key": key };
}

/** Starts an audit and returns the run id. */
export function startAudit(
  base: string,
  auth: Record<string, string>,
  domain: string,
  options: Record<string, unknown> = {},
): Promise<Answer> {
  return ask(base, "POST", "/api/seo-spider/runs", {
    headers: auth,
    json: { domain, urls: [`http://${domain}/`], mode: "follow", ...options },
  });
}

/** Waits until a run has ended and returns its details. */
export function untilEnded(
  base: string,
  auth: Record<string, string>,
  runId: string,
  timeoutMs = 100_000,
): Promise<any> {
  return until(async () => {
    const list = await ask(base, "GET", "/api/seo-spider/runs", { headers: auth }).catch(() => null);
    const run = list?.body.runs?.find((each: { id: string }) => each.id === runId);
    if (!run || ["queued", "running"].includes(run.status)) return null;
    return (await ask(base, "GET", `/api/seo-spider/runs/${runId}`, { headers: auth })).body;
  }, timeoutMs);
}
