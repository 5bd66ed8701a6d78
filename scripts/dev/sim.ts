// Simulates the service with seeded faults: `npm run sim -- --seeds N [--seed S] [--area A] [--trace]`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readFile } from "node:fs/promises";
import { build, type Plugin } from "esbuild";
import { root } from "./config.ts";

const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-sim-"));
const outfile = path.join(folder, "sim.mjs");
/**
 * `isolate-1:<file>` imports a file, and what it needs of src/prerender, as a copy with modules of its own: isolates share no
 * memory.
 */
const isolates: Plugin = {
  name: "isolates",
  setup(build) {
    const resolveIn = async (copy: string, target: string, resolveDir: string, kind: "import-statement") => {
      const { path: file, errors } = await build.resolve(target, { resolveDir, kind });
      if (errors.length > 0) return { errors };
      const isOwn = file.startsWith(path.join(root, "src/prerender/"));
      return isOwn ? { path: file, namespace: copy } : { path: file };
    };
    build.onResolve({ filter: /^isolate-\d:/ }, ({ path: target, resolveDir }) => {
      const [copy = "", file = ""] = target.split(":");
      return resolveIn(copy, file, resolveDir, "import-statement");
    });
    for (const copy of ["isolate-1", "isolate-2", "isolate-3"]) {
      build.onResolve({ filter: /./, namespace: copy }, ({ path: target, importer }) =>
        target === "cloudflare:workers" ? null : resolveIn(copy, target, path.dirname(importer), "import-statement"),
      );
      build.onLoad({ filter: /./, namespace: copy }, async ({ path: file }) => ({
        contents: await readFile(file, "utf8"),
        loader: "ts",
        resolveDir: path.dirname(file),
      }));
    }
  },
};

let status: number | null = 1;
try {
  await build({
    entryPoints: [path.join(root, "test/sim/main.ts")],
    outfile,
    bundle: true,
    platform: "node",
    target: "node24",
    format: "esm",

    loader: { ".txt": "text", ".css": "text", ".svg": "text" },
    alias: { "cloudflare:workers": path.join(root, "test/sim/platform/workers-module.ts") },
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    plugins: [isolates],
    logLevel: "warning",
  });
  const flags = ["--disable-warning=ExperimentalWarning"];
  const options = { cwd: root, stdio: "inherit" } as const;
  ({ status } = spawnSync(process.execPath, [...flags, outfile, ...process.argv.slice(2)], options));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(status ?? 1);
