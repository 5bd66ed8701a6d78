import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readFile } from "node:fs/promises";
import { build, type Plugin } from "esbuild";
import { root } from "./config.ts";

/**
 * `isolate-1:<file>` imports a file, and what it needs of src/prerender, as a copy with modules of its own: isolates share no
 * memory.
 */
const isolates: Plugin = {
  name: "isolates",
  setup(build) {
    const resolveIn = async (copy: string, target: string, resolveDir: string, kind: "import-statement") => {
      const { path: file, errors, external } = await build.resolve(target, { resolveDir, kind });
      if (errors.length > 0) return { errors };
      if (external) return { path: file, external };
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

/** Bundles a program of the simulation with the service's code, and runs it in a process of its own. Returns its exit code. */
export async function runSimulation(entry: string, args: readonly string[]): Promise<number> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-sim-"));
  const outfile = path.join(folder, "sim.mjs");
  try {
    await build({
      entryPoints: [path.join(root, entry)],
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
    const { status } = spawnSync(process.execPath, [...flags, outfile, ...args], { cwd: root, stdio: "inherit" });
    return status ?? 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
