import { spawn } from "node:child_process";
import { accessSync, constants, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

/** Linux keeps this folder in memory. Local databases flush to the disk after every write. */
const MEMORY = "/dev/shm";
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Waits until the command line is gone and removes what it could not remove itself because it was killed. It ends at
 * once when the folder is gone.
 */
const GUARD = `while [ -d "$2" ] && kill -0 "$1" 2>/dev/null; do sleep 1; done
[ -d "$2" ] || exit 0
for each in /proc/[0-9]*; do
  grep -qz "^CRAWLREADY_OWNER=$1@$2$" "$each/environ" 2>/dev/null && [ "\${each#/proc/}" != "$$" ] && kill -9 "\${each#/proc/}"
done
rm -rf "$2"; sleep 1; rm -rf "$2"`;

export interface StateFolder {
  path: string;
  /** Removes the folder. Repeating it changes nothing. */
  remove: () => void;
}

/** A temporary folder for the state of one run, which is removed even if this process is killed. */
export function makeStateFolder(): StateFolder {
  const folder = mkdtempSync(path.join(hasMemory() ? MEMORY : tmpdir(), "crawlready-"));
  mkdirSync(path.join(folder, "tmp"), { mode: 0o700 });
  if (process.platform !== "win32")
    spawn("/bin/sh", ["-c", GUARD, "crawlready-guard", String(process.pid), folder], {
      cwd: "/",
      detached: true,
      stdio: "ignore",
      env: { PATH: process.env["PATH"] },
    }).unref();
  return {
    path: folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  };
}

function hasMemory(): boolean {
  if (process.env["TMPDIR"]) return false;
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}
