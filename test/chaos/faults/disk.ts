import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import path from "node:path";

const SIZE = "1g";
const FILLER = "filler";

/** Mounts a small disk in memory at a folder. Only in a mount namespace of our own (see `inOwnNamespace`). */
export function mountDisk(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${SIZE},mode=700`, "none", folder], {
    encoding: "utf8",
  });
  if (mounted.status !== 0) throw new Error(`A full disk needs a mount of its own. ${mounted.error ?? mounted.stderr}`);
}

export function unmountDisk(folder: string): void {
  spawnSync("umount", [folder]);
}

/** Writes until nothing fits any more. */
export function fillDisk(folder: string): void {
  const file = openSync(path.join(folder, FILLER), "a");
  for (const size of [1 << 20, 1 << 12, 1]) {
    const block = Buffer.alloc(size);
    try {
      for (;;) writeSync(file, block);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
    }
  }
  closeSync(file);
}

export function freeDisk(folder: string): void {
  rmSync(path.join(folder, FILLER), { force: true });
}

const MARK = "CHAOS_NAMESPACE";

/** Runs this program again in a mount namespace of its own, in which it may mount without being root. Returns its exit code. */
export function inOwnNamespace(): number | null {
  if (process.env[MARK]) return null;
  const args = ["--map-root-user", "--mount", process.execPath, ...process.argv.slice(1)];
  const ran = spawnSync("unshare", args, { stdio: "inherit", env: { ...process.env, [MARK]: "1" } });
  if (ran.error) throw new Error(`A full disk needs Linux and unshare. ${String(ran.error)}`);
  return ran.status ?? 1;
}
