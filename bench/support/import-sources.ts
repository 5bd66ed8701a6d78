import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = path.join(import.meta.dirname, "../..");

/** Imports modules of src or test as a bundler does: without file extensions, with inlined constants. */
export async function importSources<T>(...files: readonly string[]): Promise<T> {
  const folder = path.join(root, "node_modules/.cache/crawlready");
  const outfile = path.join(folder, `bench-${process.pid}-${Date.now()}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    stdin: { contents: files.map((file) => `export * from "./${file}";`).join("\n"), resolveDir: root },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
  try {
    return (await import(pathToFileURL(outfile).href)) as T;
  } finally {
    rmSync(outfile);
  }
}
