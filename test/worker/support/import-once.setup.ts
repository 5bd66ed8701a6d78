import { runInRunnerObject } from "cloudflare:test-internal";

type Load = () => Promise<unknown>;

const loaded = new Map<string, unknown>();

/** Loads a module on behalf of no request, so that requests that want it at once wait for something of their own. */
async function importOnce(file: string, load: Load): Promise<unknown> {
  if (!loaded.has(file)) loaded.set(file, await runInRunnerObject(load));
  return loaded.get(file);
}

// Files that share a Worker share its modules.
Object.assign(globalThis, { importOnce });
