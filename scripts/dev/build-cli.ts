import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { STATIC_FILES } from "./assets.ts";
import { miniflareFile, wantedBuild } from "./browser.ts";
import { root } from "./config.ts";
import { QUIET_ENV, WRANGLER } from "./wrangler.ts";

/**
 * What `crawlready` runs: `cli.mjs`, the command line; `worker/`, the bundled Worker; `worker.json`, its bindings;
 * `migrations/`; `assets/`; `miniflare/`, which runs the Worker in workerd. A package has nothing else, and a clone builds it when its sources have changed.
 */
const DIST = path.join(root, "dist");
const SOURCES = ["src", "cli", "migrations", "scripts/dev", "wrangler.toml", "package-lock.json"];

/** The oldest Node that runs it. */
const NODE = "node20.12";

/** Bundled packages may call `require`, which an ES module does not have. */
const BANNER =
  'import { createRequire as requireFrom } from "node:module"; const require = requireFrom(import.meta.url);';

function newestSource(): number {
  const timeOf = (file: string): number => statSync(path.join(root, file)).mtimeMs;
  const inside = (file: string): string[] =>
    statSync(path.join(root, file)).isDirectory()
      ? [file, ...readdirSync(path.join(root, file), { recursive: true }).map((name) => path.join(file, String(name)))]
      : [file];
  return Math.max(...SOURCES.flatMap(inside).map(timeOf));
}

/** The Worker as `wrangler deploy` would upload it. */
async function buildWorker(target: string): Promise<void> {
  // Its static files serve the API's pages; the command line needs none of them, but wrangler wants the folder.
  mkdirSync(path.join(root, ".wrangler", "assets"), { recursive: true });
  const args = [WRANGLER, "deploy", "--dry-run", "--outdir", path.join(target, "worker")];
  const env = { ...process.env, ...QUIET_ENV };
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, env, encoding: "utf8" });
  if (status !== 0) throw new Error(`The Worker can't be built. wrangler says:\n${stdout}${stderr}`);
  for (const name of readdirSync(path.join(target, "worker")))
    if (name !== "index.js") rmSync(path.join(target, "worker", name));
  const { unstable_getMiniflareWorkerOptions } = await import("wrangler");
  const { workerOptions } = unstable_getMiniflareWorkerOptions(path.join(root, "wrangler.toml"));
  const { rootPath: _, modulesRules: __, ...options } = workerOptions;
  writeFileSync(path.join(target, "worker.json"), JSON.stringify({ options, chromeBuild: wantedBuild() }));
}

/** Miniflare in one file, so that a package needs neither wrangler nor what both depend on. It reads its own Workers from `workers/`. */
async function buildMiniflare(target: string): Promise<void> {
  const source = miniflareFile();
  await build({
    entryPoints: [source],
    outfile: path.join(target, "index.cjs"),
    bundle: true,
    minify: true,
    // Its errors are recognized by the names of their classes.
    keepNames: true,
    platform: "node",
    target: NODE,
    format: "cjs",
    // sharp draws images for a binding that the Worker does not have.
    external: ["workerd", "sharp"],
    logLevel: "error",
  });
  cpSync(path.join(path.dirname(source), "workers"), path.join(target, "workers"), { recursive: true });
}

async function buildInto(target: string): Promise<void> {
  await buildWorker(target);
  cpSync(path.join(root, "migrations"), path.join(target, "migrations"), {
    recursive: true,
    filter: (file) => !file.includes(`${path.sep}meta`),
  });
  mkdirSync(path.join(target, "assets"));
  for (const [name, file] of Object.entries(STATIC_FILES))
    copyFileSync(path.join(root, file), path.join(target, "assets", name));
  await buildMiniflare(path.join(target, "miniflare"));
  await build({
    entryPoints: [path.join(root, "cli/main.ts")],
    outfile: path.join(target, "cli.mjs"),
    bundle: true,
    platform: "node",
    target: NODE,
    format: "esm",
    banner: { js: BANNER },
    logLevel: "warning",
  });
}

/** Builds next to the old build and swaps them at the end, so that a command that runs meanwhile finds a whole one. */
async function buildCli(): Promise<void> {
  const target = mkdtempSync(path.join(root, "node_modules", ".crawlready-build-"));
  chmodSync(target, 0o755);
  const old = `${target}-old`;
  try {
    await buildInto(target);
    if (existsSync(DIST)) renameSync(DIST, old);
    renameSync(target, DIST);
  } catch (error) {
    // Another command has built the same in the meantime.
    if (!existsSync(path.join(target, "cli.mjs")) || !existsSync(path.join(DIST, "cli.mjs"))) throw error;
  } finally {
    for (const folder of [target, old]) rmSync(folder, { recursive: true, force: true });
  }
}

const builtAt = existsSync(path.join(DIST, "cli.mjs")) ? statSync(path.join(DIST, "cli.mjs")).mtimeMs : 0;
if (process.argv.includes("--always") || newestSource() > builtAt) await buildCli();
