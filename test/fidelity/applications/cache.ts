import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { APPLICATIONS, BUNDLED, PEER, type Application } from "./index.ts";

/** Packages, bundles and results; not part of the repository. */
export const CACHE = path.join(import.meta.dirname, "../../../node_modules/.cache/crawlready-fidelity");

/** Folder of a package without its version. */
export const folderOf = (spec: string) => path.join(CACHE, "packages", spec.replace(/(.)@[^@]*$/, "$1"));

function run(program: string, args: string[], cwd: string): string {
  const env = { ...process.env, PUPPETEER_SKIP_DOWNLOAD: "1" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8", timeout: 600_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ").slice(0, 200)}: ${stderr.slice(0, 500)}`);
  return stdout;
}

/** Unpacks a package without what it depends on, and without running any of its scripts. */
function unpack(spec: string): void {
  const folder = folderOf(spec);
  if (existsSync(path.join(folder, "package.json"))) return;
  const temporary = mkdtempSync(path.join(os.tmpdir(), "crawlready-pack-"));
  run("npm", ["pack", spec, "--silent", "--ignore-scripts"], temporary);
  mkdirSync(folder, { recursive: true });
  run(
    "tar",
    ["xzf", path.join(temporary, readdirSync(temporary)[0]!), "-C", folder, "--strip-components=1"],
    temporary,
  );
  rmSync(temporary, { recursive: true, force: true });
}

function install(name: string, specs: readonly string[]): void {
  const folder = path.join(CACHE, name);
  if (existsSync(path.join(folder, "node_modules"))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{"private":true}');
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", ...specs], folder);
}

/** Fetches what is missing from the npm registry, and bundles applications. */
export function fillCache(): void {
  fillWith(APPLICATIONS, "built", BUNDLED);
  install("prerender", [PEER]);
}

/** The same for any applications. `folder`: where the packages are that bundles import, and their sources. */
export function fillWith(applications: readonly Application[], folder: string, bundled: readonly string[]): void {
  for (const spec of new Set(applications.flatMap(({ packages }) => packages))) unpack(spec);
  install(folder, bundled);
  const esbuild = path.join(import.meta.dirname, "../../../node_modules/.bin/esbuild");
  for (const { name, bundle } of applications) {
    if (bundle === undefined) continue;
    const source = path.join(CACHE, folder, `${fileOf(name)}.jsx`);
    writeFileSync(source, bundle);
    const flags = ["--bundle", "--minify", "--format=esm", '--define:process.env.NODE_ENV="production"'];
    run(esbuild, [source, ...flags, `--outfile=${bundleOf(name)}`], path.join(CACHE, folder));
  }
}

export const fileOf = (name: string) => name.replaceAll(/[^a-z0-9]+/gi, "-");
export const bundleOf = (name: string) => path.join(CACHE, "bundles", `${fileOf(name)}.js`);
