import path from "node:path";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { versionOf } from "./node-servers.ts";
import { installedVersion } from "../../scripts/dev/install-packages.ts";
import { installExample } from "./frameworks.ts";
import { folderOf, startProgram, type Example, type Place } from "./place.ts";

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

/** Starts the example's own `dev.mjs`, which runs its function in front of the site. */
const startDev = (place: Place) => startProgram([process.execPath, "dev.mjs"], place);
const versionIn = (name: string, pack: string) => `${installedVersion(folderOf(name), pack) ?? "?"}`;

/** Functions between visitors and the site. */
export const EDGES: readonly Example[] = [
  { name: "cloudflare", version: () => `workerd ${versionOf("workerd")}`, start: startWorker },
  {
    name: "vercel",
    version: () => `edge-runtime ${versionIn("vercel", "edge-runtime")}`,
    install: () => installExample("vercel"),
    limitMs: 20_000,
    start: startDev,
  },
  {
    name: "netlify",
    version: () => `edge-functions-dev ${versionIn("netlify", "@netlify/edge-functions-dev")}`,
    install: () => installExample("netlify"),
    start: startDev,
  },
  { name: "cloudfront", version: () => `own adapter, Node ${process.versions.node}`, limitMs: 20_000, start: startDev },
  { name: "fastly", version: () => `own adapter, Node ${process.versions.node}`, start: startDev },
];
