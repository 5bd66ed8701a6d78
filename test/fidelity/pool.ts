import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { chooseBrowser } from "../../scripts/dev/browser.ts";
import { BrowserPool, type RenderJob } from "../../src/prerender/browser/pool";
import { interpretRender } from "../../src/prerender/core/pages/interpret";
import type { RawRender } from "../../src/prerender/core/pages/raw-render";
import { judgeRender, type RenderedPage } from "../../src/prerender/core/pages/render-guard";

type Binding = ConstructorParameters<typeof BrowserPool>[0];

/** What a crawler would get: a page, a redirect, or the reason for the refusal. */
export interface Outcome {
  stored: boolean;
  reason: string;
  page: RenderedPage | null;
  raw: RawRender | null;
  ms: number;
}

/** A Chromium of its own. `endpoint`: its DevTools socket. */
export async function startBrowser(): Promise<{ endpoint: string; close: () => Promise<void> }> {
  const browser = chooseBrowser(process.env);
  if (browser.kind !== "system") throw new Error("install chromium or set CHROME_PATH");
  const profile = mkdtempSync(path.join(os.tmpdir(), "crawlready-fidelity-"));
  const flags = ["--headless=new", "--remote-debugging-port=0", "--disable-gpu", "--no-first-run", "--no-sandbox"];
  const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-quic"];
  const child = spawn(browser.path, [...flags, ...quiet, `--user-data-dir=${profile}`], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const endpoint = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stderr.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
      if (found) resolve(found);
    });
    child.once("exit", () => reject(new Error(`the browser ended: ${text.slice(0, 500)}`)));
  });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  return {
    endpoint,
    close: async () => {
      child.kill("SIGKILL");
      await ended;
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** A DevTools socket. */
export async function openSocket(endpoint: string): Promise<WebSocket> {
  const socket = new WebSocket(endpoint);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return socket;
}

/** Stands in for the Browser Rendering binding: hands out sockets to one browser. */
function bindingTo(endpoint: string): Binding {
  const answer = async (_url: string, init?: RequestInit) => {
    if (!new Headers(init?.headers).has("upgrade")) return Response.json({ sessionId: "one" });
    const socket = await openSocket(endpoint);
    return { webSocket: Object.assign(socket, { accept() {} }) };
  };
  return { fetch: answer } as unknown as Binding;
}

const axeSource = () => readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * The service's own pool and guard, with a local browser and without the Worker around them. `deadlineMs`: of each render.
 */
export async function startPool(tabs: number, deadlineMs = 20_000) {
  const browser = await startBrowser();
  const budget = {
    begin: (accountId: string, reservedMs: number, startedAt: number) => ({
      day: "",
      accountId,
      reservedMs,
      startedAt,
    }),
    end: () => {},
  };
  let ids: readonly string[] = [];
  const record = { read: () => ids, write: (next: readonly string[]) => void (ids = next) };
  const options = {
    allowPrivateHosts: true,
    idle: { awaited: 60_000, unawaited: 60_000 },
    tabs,
    queue: 500,
    budgetOf: () => budget,
    axeSource,
  };
  const pool = new BrowserPool(bindingTo(browser.endpoint), record, options);
  return {
    async render(url: string, accountId: string, options?: RenderJob["options"], axe = false): Promise<Outcome> {
      const { origin, pathname, search } = new URL(url);
      const startedAt = { ms: Date.now() };
      const job = {
        accountId,
        domainId: accountId,
        url,
        deadlineMs,
        priority: "live" as const,
        waitMs: 300_000,
        options,
        axe,
      };
      try {
        const onTab = async () => Boolean((startedAt.ms = Date.now()));
        const raw = await pool.render(job, onTab);
        const ms = Date.now() - startedAt.ms;
        const hosts = { originBase: origin, publicBase: origin, soft404: "detect" as const, path: pathname + search };
        const page = interpretRender(raw, hosts, ms);
        const verdict = judgeRender(page, null);
        return { stored: verdict.store, reason: verdict.store ? "" : verdict.reason, page, raw, ms };
      } catch (error) {
        return { stored: false, reason: String(error), page: null, raw: null, ms: Date.now() - startedAt.ms };
      }
    },
    close: browser.close,
  };
}
