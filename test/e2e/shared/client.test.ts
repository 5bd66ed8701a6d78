import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { convertV4MiniflareOptions, Miniflare, type V4MiniflareOptions } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildClient } from "../../../scripts/dev/client.ts";
import { openBrowser } from "../../support/dashboard-browser.ts";
import { seedAccount } from "../../support/service.ts";
import { base } from "../../support/shared-service.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-client-"));
const client = path.join(folder, "index.js");
let key: string;
const domain = "client.example";

/** The body of a function: starts with `createClient` and the rest of what the module exports, and returns what it learnt. */
const PROGRAM = `
  const { createClient, isCrawlreadyError } = client;
  const api = createClient({ baseUrl, key });
  const { crawlers } = await api.listCrawlers();
  const entries = [];
  for await (const entry of api.each.listCachedPages({ query: { domain } })) entries.push(entry);
  let code = "";
  try { await api.readAudit({ path: { runId: "none" } }); } catch (error) { code = isCrawlreadyError(error) ? error.code : String(error); }
  return { crawlers: crawlers.length > 100, entries: entries.length, code };
`;
const LEARNT = { crawlers: true, entries: 0, code: "run_not_found" };
const ARGUMENTS = ["client", "baseUrl", "key", "domain"] as const;
/** The Node of the tests, and that of the machine unless it is too old, each by its version. */
const nodes = new Map(
  [process.execPath, "node"].flatMap((node) => {
    const { stdout } = spawnSync(node, ["--version"], { encoding: "utf8", env: { PATH: systemPath() } });
    const version = /^v(\d+)/.exec(stdout ?? "")?.[1];
    return Number(version) >= 20 ? [[`Node ${version}`, node]] : [];
  }),
);

function systemPath(): string {
  return (process.env["PATH"] ?? "")
    .split(path.delimiter)
    .filter((place) => !place.includes("node_modules"))
    .join(path.delimiter);
}

beforeAll(async () => {
  await buildClient(folder);
  key = (await seedAccount(base, { domain }))["x-service-api-key"]!;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("crawlready/client runs", () => {
  it.each([...nodes])("in %s", (_, node) => {
    writeFileSync(
      path.join(folder, "program.mjs"),
      `import * as client from "./index.js";
const run = new (Object.getPrototypeOf(async () => {}).constructor)(${ARGUMENTS.map((name) => JSON.stringify(name)).join(", ")}, ${JSON.stringify(PROGRAM)});
console.log(JSON.stringify(await run(client, ${JSON.stringify(base)}, ${JSON.stringify(key)}, ${JSON.stringify(domain)})));`,
    );
    const ended = spawnSync(node, [path.join(folder, "program.mjs")], {
      encoding: "utf8",
      env: { PATH: systemPath() },
    });
    expect(ended.stderr).toBe("");
    expect(JSON.parse(ended.stdout)).toEqual(LEARNT);
  });

  it("in a Worker", async () => {
    const script = `import * as client from "./index.js";
export default { async fetch() {
  const [baseUrl, key, domain] = ${JSON.stringify([base, key, domain])};
  return Response.json(await (async () => { ${PROGRAM} })());
} }`;
    const options: V4MiniflareOptions = {
      name: "client",
      compatibilityDate: "2026-01-01",
      modules: [
        { type: "ESModule", path: "worker.js", contents: script },
        { type: "ESModule", path: "index.js", contents: readFileSync(client, "utf8") },
      ],
    };
    const worker = new Miniflare(convertV4MiniflareOptions(options));
    try {
      expect(await (await worker.dispatchFetch("http://worker.test/")).json()).toEqual(LEARNT);
    } finally {
      await worker.dispose();
    }
  });

  it("in Chromium", async () => {
    const browser = await openBrowser();
    try {
      const page = await browser.newPage({ bypassCSP: true });
      await page.goto(`${base}/docs`);
      const module = JSON.stringify(readFileSync(client, "utf8"));
      // As text, because the test runner would rewrite the import.
      const learnt = await page.evaluate(`(async () => {
        const client = await import(URL.createObjectURL(new Blob([${module}], { type: "text/javascript" })));
        const [baseUrl, key, domain] = ${JSON.stringify([base, key, domain])};
        ${PROGRAM}
      })()`);
      expect(learnt).toEqual(LEARNT);
    } finally {
      await browser.close();
    }
  });
});
