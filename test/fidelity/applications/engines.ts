import { spawn } from "node:child_process";
import path from "node:path";
import { chooseBrowser } from "../../../scripts/dev/browser.ts";
import { PatientBrowser } from "../patient-browser";
import { startBrowser, startPool } from "../pool";
import { CACHE } from "./cache.ts";

/** What an engine made of a page. `html` null: it refused, failed or took too long. */
export interface Made {
  html: string | null;
  reason: string;
  ms: number;
  requests?: number;
}

/** Renders pages, one at a time. */
export interface Engine {
  render: (url: string) => Promise<Made>;
  close: () => Promise<unknown>;
}

const DEADLINE_MS = 30_000;

/** Gives each page a deadline, so that none holds up the rest. */
async function timed(work: () => Promise<Omit<Made, "ms">>): Promise<Made> {
  const startedAt = Date.now();
  const late = new Promise<Omit<Made, "ms">>((resolve) =>
    setTimeout(() => resolve({ html: null, reason: "took longer than 30 s" }), DEADLINE_MS),
  );
  const made = await Promise.race([work(), late]).catch((error: unknown) => ({ html: null, reason: String(error) }));
  return { ...made, ms: Date.now() - startedAt };
}

async function ours(): Promise<Engine> {
  const pool = await startPool(8);
  return {
    render: (url) =>
      timed(async () => {
        const { stored, reason, page, raw } = await pool.render(url, "account");
        const html = stored && page?.location === null ? page.html : null;
        return { html, reason: reason || page?.pending || page?.location || "", requests: raw?.requests?.sent ?? 0 };
      }),
    close: pool.close,
  };
}

async function networkIdle(): Promise<Engine> {
  const browser = await startBrowser();
  const client = await PatientBrowser.connect(browser.endpoint);
  return {
    render: (url) => timed(async () => ({ html: await client.idleHtml(url), reason: "" })),
    close: async () => {
      client.close();
      await browser.close();
    },
  };
}

async function prerender(): Promise<Engine> {
  const browser = chooseBrowser(process.env);
  if (browser.kind !== "system") throw new Error("install chromium or set CHROME_PATH");
  const port = 20_000 + (process.pid % 20_000);
  const script = `
const prerender = require("prerender");
const chromeFlags = ["--no-sandbox", "--headless", "--disable-gpu", "--hide-scrollbars", "--remote-debugging-port=${port + 1}"];
const server = prerender({ port: ${port}, chromeLocation: ${JSON.stringify(browser.path)}, chromeFlags, browserDebuggingPort: ${port + 1}, logRequests: false });
server.use(prerender.removeScriptTags()); server.use(prerender.httpHeaders()); server.start();`;
  const child = spawn(process.execPath, ["-e", script], { cwd: path.join(CACHE, "prerender"), stdio: "ignore" });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const ask = (url: string) => fetch(`http://127.0.0.1:${port}/render?url=${encodeURIComponent(url)}`);
  // It answers 503 until its browser is there.
  for (let i = 0; i < 100; i++) {
    const status = (await ask("http://127.0.0.1:1/").catch(() => null))?.status ?? 503;
    if (status !== 503) break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  return {
    render: (url) =>
      timed(async () => {
        const answer = await ask(url);
        const html = await answer.text();
        return answer.status === 200 ? { html, reason: "" } : { html: null, reason: `status ${answer.status}` };
      }),
    close: () => {
      // Its handler ends the browser that it started.
      child.kill("SIGINT");
      setTimeout(() => child.kill("SIGKILL"), 5_000).unref();
      return ended;
    },
  };
}

export const ENGINES = { ours, prerender, networkidle0: networkIdle } as const;
export type EngineName = keyof typeof ENGINES;
