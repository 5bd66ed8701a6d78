import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const benchFolder = path.join(import.meta.dirname, "..");
const PACKAGES = path.join(benchFolder, "node_modules");

const readPackage = (file: string) =>
  JSON.parse(readFileSync(file, "utf8")) as { version: string; dependencies?: Record<string, string> };

/** Version of an installed peer; null if it is not installed. */
export function versionOf(name: string): string | null {
  const file = path.join(PACKAGES, name, "package.json");
  return existsSync(file) ? readPackage(file).version : null;
}

/** Installs the packages of bench/package.json unless they are there. */
export function installPeers(): void {
  const wanted = Object.entries(readPackage(path.join(benchFolder, "package.json")).dependencies ?? {});
  if (wanted.every(([name, version]) => versionOf(name) === version)) return;
  console.log("Installing peers (npm install in bench) …");
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: benchFolder,
    stdio: "inherit",
    env: { ...process.env, PUPPETEER_SKIP_DOWNLOAD: "1" },
  });
  if (status !== 0) throw new Error("npm install in bench failed; see its messages above");
}

/** Starts a program in a process group of its own, which `endGroup` ends, at the latest when this process ends. */
export function startGroup(program: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const child = spawn(program, args, {
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
    env: { ...process.env, ...env },
  });
  process.on("exit", () => endGroup(child));
  return child;
}

/** Starts a program of bench/peers. */
export const startPeer = (script: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess =>
  startGroup(process.execPath, [path.join(benchFolder, "peers", script), ...args], env);

/** Ends a process with all processes that it has started. */
export function endGroup(child: ChildProcess): void {
  try {
    process.kill(-child.pid!, "SIGTERM");
  } catch {
    // It has ended.
  }
}

/** Runs a program of bench/peers to its end. Returns the JSON of its last line. */
export async function runPeer<T>(script: string, args: readonly string[]): Promise<T> {
  const child = startPeer(script, args);
  let out = "";
  child.stdout!.on("data", (chunk: Buffer) => (out += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  if (code !== 0) throw new Error(`${script} ended with ${code}: ${out.slice(-500)}`);
  return JSON.parse(out.trim().split("\n").at(-1)!) as T;
}
