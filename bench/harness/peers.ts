import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { installedVersion, installPackages } from "../../scripts/dev/install-packages.ts";

export const benchFolder = path.join(import.meta.dirname, "..");

/** Version of an installed peer; null if it is not installed. */
export const versionOf = (name: string): string | null => installedVersion(benchFolder, name);

/** Installs the packages of bench/package.json unless they are there. */
export const installPeers = (): void => installPackages(benchFolder, [], { PUPPETEER_SKIP_DOWNLOAD: "1" });

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
