import { accessSync, constants, mkdirSync, readdirSync, rmSync, statfsSync } from "node:fs";
import path from "node:path";

/** Linux keeps this folder in memory. */
const MEMORY = "/dev/shm";
const PREFIX = "crawlready-tests-";
/** Far more than the tests write, so that a container with little shared memory uses its disk. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

/**
 * Makes the temporary files of this process and its children live in memory where the system offers that. Local
 * databases flush to the disk after every write, which takes half of the time of the tests on a slow disk.
 */
export function useMemoryFolder(): void {
  if (process.env["TMPDIR"] || !hasRoom()) return;
  for (const name of readdirSync(MEMORY)) {
    const pid = name.startsWith(PREFIX) && Number(name.slice(PREFIX.length));
    if (pid && !isRunning(pid)) rmSync(path.join(MEMORY, name), { recursive: true, force: true });
  }
  const folder = path.join(MEMORY, `${PREFIX}${process.pid}`);
  mkdirSync(folder, { recursive: true });
  process.env["TMPDIR"] = folder;
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it runs as another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
