import { build } from "esbuild";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";

/** Builds the package entry `crawlready/client` into a folder: one module without imports, and its types. */
export async function buildClient(outDir = path.join(root, "dist/client")): Promise<void> {
  rmSync(outDir, { recursive: true, force: true });
  const entry = path.join(root, "src/client/index.ts");
  await build({
    entryPoints: [entry],
    outfile: path.join(outDir, "index.js"),
    bundle: true,
    format: "esm",
    target: "es2022",
    platform: "neutral",
    logLevel: "error",
  });
  const { status, stdout } = spawnSync(
    path.join(root, "node_modules/.bin/tsc"),
    ["-p", path.join(root, "src/client/tsconfig.json"), "--outDir", outDir],
    { encoding: "utf8", shell: process.platform === "win32" },
  );
  if (status !== 0) throw new Error(`The client's types can't be built.\n${stdout}`);
  // Node's own resolution wants the extensions, which our sources leave out.
  for (const name of readdirSync(outDir, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".d.ts"),
  )) {
    const file = path.join(outDir, name);
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(/(from "\.\/[\w/-]+)"/g, '$1.js"'));
  }
}

if (import.meta.main) await buildClient();
