import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Runs synchronous work with a file that only this user can read, and removes the file however the work ends. With a listener,
 * a signal does not end this process, which would leave the file; a program that the work waits for gets Ctrl-C too and ends.
 */
export function withSecretFile<T>(content: string, work: (file: string) => T): T {
  const stay = () => {};
  for (const signal of SIGNALS) process.on(signal, stay);
  const folder = mkdtempSync(path.join(tmpdir(), "crawlready-deploy-"));
  try {
    const file = path.join(folder, "secrets.json");
    writeFileSync(file, content, { mode: 0o600 });
    return work(file);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    for (const signal of SIGNALS) process.off(signal, stay);
  }
}
