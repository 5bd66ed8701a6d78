import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { mapBounded } from "../../../src/lib/platform/async-pool";
import { likeness } from "../likeness";
import { PatientBrowser, type Seen } from "../patient-browser";
import { startBrowser } from "../pool";
import { startPatternSite, type PatternSite, type Route } from "../site.ts";
import { bundleOf, CACHE, fileOf } from "./cache.ts";
import { ENGINES, type EngineName, type Made } from "./engines.ts";
import { APPLICATIONS, type Application } from "./index.ts";

export interface ApplicationRow {
  name: string;
  engine: EngineName;
  made: Omit<Made, "html"> & { stored: boolean };
  like: ReturnType<typeof likeness> | null;
}

/** How long the patient browser waits for each page, and how many it looks at in parallel. */
const PATIENCE_MS = 12_000;
const PATIENT_TABS = 5;

const TYPES: Record<string, string> = {
  js: "text/javascript",
  mjs: "text/javascript",
  css: "text/css",
  json: "application/json",
  svg: "image/svg+xml",
  wasm: "application/wasm",
};

/** The answer for a file of an unpacked package. */
export function packageFile(url: string): Route | null {
  if (!url.startsWith("/pkg/")) return null;
  const root = path.join(CACHE, "packages");
  const file = path.join(root, url.slice("/pkg/".length));
  if (!file.startsWith(root + path.sep) || !existsSync(file)) return null;
  const type = TYPES[path.extname(file).slice(1)] ?? "application/octet-stream";
  return { type, body: readFileSync(file), headers: { "cache-control": "max-age=600" } };
}

/** Serves an application, and returns its address. */
export function mount({ name, html, routes = {}, bundle }: Application, site: PatternSite): string {
  const folder = `/${fileOf(name)}/`;
  site.routes.set(folder, { body: html });
  for (const [file, route] of Object.entries(routes)) site.routes.set(folder + file, route);
  if (bundle !== undefined)
    site.routes.set(`${folder}app.js`, { type: "text/javascript", body: readFileSync(bundleOf(name)) });
  return site.origin + folder;
}

/** Results are written as they come. What peers and the patient browser saw of an unchanged page is kept. */
function kept<T>(kind: string, application: Application): { read: () => T | null; write: (value: T) => void } {
  const version = createHash("sha256").update(JSON.stringify(application)).digest("hex").slice(0, 12);
  const file = path.join(CACHE, "results", kind, `${fileOf(application.name)}-${version}.json`);
  return {
    read: () => (existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as T) : null),
    write: (value) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, JSON.stringify(value));
    },
  };
}

/** Renders every application with an engine. `again` false: only those without a result. */
async function runEngine(
  name: EngineName,
  urls: Map<Application, string>,
  warm: string,
  again: boolean,
): Promise<void> {
  const open = [...urls].filter(([application]) => again || kept(name, application).read() === null);
  if (open.length === 0) return;
  const engine = await ENGINES[name]();
  try {
    // Starting the browser is no page's time.
    for (let i = 0; i < 3; i++) await engine.render(warm);
    for (const [application, url] of open) kept<Made>(name, application).write(await engine.render(url));
  } finally {
    await engine.close();
  }
}

/** Measures applications with these engines. `resumes`: our own earlier results are kept too. */
export async function measureApplications(
  wanted: (name: string) => boolean,
  engines: readonly EngineName[],
  resumes: boolean,
): Promise<{ rows: ApplicationRow[]; empty: string[] }> {
  const applications = APPLICATIONS.filter(({ name }) => wanted(name));
  const site = await startPatternSite("127.0.0.1", packageFile);
  site.routes.set("/warm", { body: `<!doctype html><title>Warm</title><p>${"warm words ".repeat(40)}</p>` });
  const browser = await startBrowser();
  const patient = await PatientBrowser.connect(browser.endpoint);
  try {
    const urls = new Map(applications.map((application) => [application, mount(application, site)]));
    await mapBounded([...urls], PATIENT_TABS, async ([application, url]) => {
      const { read, write } = kept<Seen>("truth", application);
      if (read() === null) write(bare(await patient.visit(url, PATIENCE_MS), site));
    });
    for (const engine of engines) await runEngine(engine, urls, `${site.origin}/warm`, engine === "ours" && !resumes);
    const rows: ApplicationRow[] = [];
    for (const [application, url] of urls)
      for (const engine of engines) {
        const made = kept<Made>(engine, application).read();
        const truth = kept<Seen>("truth", application).read();
        if (!made || !truth) continue;
        const { html, ...rest } = made;
        const seen = html === null ? null : bare(await patient.show(html, url), site);
        rows.push({
          name: application.name,
          engine,
          made: { ...rest, stored: html !== null },
          like: seen && likeness(seen, truth),
        });
      }
    const empty = applications.filter((each) => (kept<Seen>("truth", each).read()?.text.trim().length ?? 0) < 60);
    return { rows, empty: empty.map(({ name }) => name) };
  } finally {
    patient.close();
    await browser.close();
    await site.close();
  }
}

/** Each run has another port, so links are compared without it. */
function bare(seen: Seen, { origin }: PatternSite): Seen {
  return JSON.parse(JSON.stringify(seen).replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, origin.replace(/:\d+$/, ""))) as Seen;
}
