import { build, type Plugin } from "esbuild";
import { rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./config.ts";

/** The modules of the runtime, which the document does not need. */
const runtime: Plugin = {
  name: "runtime",
  setup(bundler) {
    bundler.onResolve({ filter: /^cloudflare:/ }, ({ path: name }) => ({ path: name, namespace: "runtime" }));
    bundler.onLoad({ filter: /.*/, namespace: "runtime" }, () => ({
      contents:
        "export class DurableObject {}\nexport const env = {}, exports = {};\nexport function connect() { throw new Error('no network'); }",
    }));
  },
};

/** The API's OpenAPI document, without starting a Worker. */
export async function openApiOf<T>(): Promise<T> {
  const outfile = path.join(root, "node_modules/.cache", `crawlready-openapi-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(root, "src/api/app.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    conditions: ["workerd", "worker"],
    logLevel: "error",
    banner: {
      js: `import { createRequire } from "node:module";\nconst require = createRequire(${JSON.stringify(path.join(root, "package.json"))});`,
    },
    plugins: [runtime],
  });
  try {
    const { app } = (await import(pathToFileURL(outfile).href)) as {
      app: { request(path: string): Promise<Response> };
    };
    return (await (await app.request("/openapi.json")).json()) as T;
  } finally {
    rmSync(outfile, { force: true });
  }
}
