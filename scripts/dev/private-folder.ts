import { chmodSync, existsSync, mkdirSync } from "node:fs";
import path from "node:path";

/** What a state has that no other user of the machine may read. */
const PRIVATE = { v3: 0o700, "service.log": 0o600 };

/**
 * Makes a folder for a state, and keeps the state to this user: it has the database, and a log with mailed links. An
 * existing folder may have other files, so only those of a state are closed.
 */
export function makePrivateFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const [name, mode] of Object.entries(PRIVATE)) {
    const entry = path.join(folder, name);
    if (existsSync(entry)) chmodSync(entry, mode);
  }
}

/** From here on, what this process and those that it starts write is for this user alone. */
export function writePrivately(): void {
  process.umask(0o077);
}
