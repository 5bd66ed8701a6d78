import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

/** Packages and what is built from them; not part of the repository. */
export const CACHE = path.resolve(import.meta.dirname, "../../../node_modules/.cache/crawlready-truth");

/** Runs a program to its end. Fails with what it printed. */
export function run(program: string, args: readonly string[], cwd: string): void {
  const env = { ...process.env, TZ: "UTC", NODE_ENV: "production" };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8", timeout: 600_000 });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout.slice(-500)}${stderr.slice(-1_000)}`);
}

/** Unpacks a package of Debian, which the system's own client verifies. */
export function unpackDebian(name: string): void {
  const target = path.join(CACHE, name);
  if (existsSync(target)) return;
  const debs = path.join(CACHE, "debs");
  mkdirSync(debs, { recursive: true });
  const find = () => readdirSync(debs).find((file) => file.startsWith(`${name}_`));
  if (!find()) run("apt-get", ["download", name], debs);
  run("dpkg-deb", ["-x", path.join(debs, find()!), target], CACHE);
}

/** Unpacks a package of npm, `name@version`, without running any of its scripts. */
export function unpackNpm(spec: string): void {
  const folder = path.join(CACHE, spec.replace(/(.)@[^@]*$/, "$1"));
  if (existsSync(folder)) return;
  const temporary = mkdtempSync(path.join(os.tmpdir(), "crawlready-truth-"));
  run("npm", ["pack", spec, "--silent", "--ignore-scripts"], temporary);
  mkdirSync(folder, { recursive: true });
  const archive = readdirSync(temporary).find((file) => file.endsWith(".tgz"))!;
  run("tar", ["xzf", path.join(temporary, archive), "-C", folder, "--strip-components=1"], temporary);
  rmSync(temporary, { recursive: true, force: true });
}

/** Installs generators into a folder of their own. */
export function installTools(specs: readonly string[]): string {
  const folder = path.join(CACHE, "tools");
  const first = specs[0]!.replace(/(.)@[^@]*$/, "$1");
  if (existsSync(path.join(folder, "node_modules", first))) return folder;
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, "package.json"), '{"private":true}');
  run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--legacy-peer-deps", ...specs], folder);
  return folder;
}

/** Writes files below a folder, which it empties first. */
export function writeFolder(folder: string, files: ReadonlyMap<string, string | Uint8Array>): void {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of files) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, content);
  }
}
