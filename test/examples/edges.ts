import path from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { versionOf } from "./node-servers.ts";
import type { Example, Place } from "./place.ts";

/** JavaScript of a function written in TypeScript. */
async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: "esm", write: false });
  return outputFiles[0]!.text;
}

async function startWorker(place: Place): Promise<() => Promise<void>> {
  const options = {
    modules: true,
    script: await bundled(path.join(place.folder, "worker.ts")),
    compatibilityDate: "2026-11-01",
    bindings: { CRAWLREADY_KEY: place.key },
    host: "127.0.0.1",
    port: place.port,
    // Like a Worker on a route: a request that it passes on goes to the site.
    upstream: place.site,
  };
  const worker = new Miniflare(convertV4MiniflareOptions(options));
  await worker.ready;
  return () => worker.dispose();
}

/** Functions between visitors and the site. */
export const EDGES: readonly Example[] = [
  { name: "cloudflare", version: () => `workerd ${versionOf("workerd")}`, start: startWorker },
];
