import { runInRunnerObject } from "cloudflare:test-internal";

const loaded = new Map<string, unknown>();

/** Loads a module on behalf of no request, so that requests that want it at once wait for something of their own. */
async function importOnce(file: string, load: () => Promise<unknown>): Promise<unknown> {
  if (!loaded.has(file)) loaded.set(file, await runInRunnerObject(load));
  return loaded.get(file);
}

// scripts/dev/import-once.ts makes the sources call it.
Object.assign(globalThis, { importOnce });
