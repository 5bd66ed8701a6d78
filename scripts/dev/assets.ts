import { buildSync } from "esbuild";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { releasesOf } from "./changelog.ts";
import { root } from "./config.ts";

/** Folder of the static files that the Worker serves on its API hosts (`assets` in wrangler.toml). */
const FOLDER = path.join(root, ".wrangler", "assets");
/** Scripts and styles of the dashboard, and their URL. */
const APP_FOLDER = path.join(FOLDER, "assets", "app");
const APP_URL = "/assets/app/";

/** Static files that the Worker reads, by their names. */
export const STATIC_FILES: Record<string, string> = {
  "axe.min.js": "node_modules/axe-core/axe.min.js",
  "SKILL.md": "skills/crawlready/SKILL.md",
  "answer-words.txt": "src/mentions/analyse/answer-words.txt",
  "language-data.txt": "src/mentions/analyse/language-data.txt",
  "word-frequencies.bin": "src/mentions/analyse/word-frequencies.bin",
};

/**
 * Writes the static files to where wrangler expects them. A file that is current stays untouched: every running service of
 * this folder watches it, and restarts its Worker and its browser when it is written.
 */
export function prepareAssets(): void {
  mkdirSync(APP_FOLDER, { recursive: true });
  for (const [name, file] of Object.entries(STATIC_FILES)) {
    const [source, target] = [path.join(root, file), path.join(FOLDER, name)];
    if (!existsSync(target) || !readFileSync(source).equals(readFileSync(target))) copyFileSync(source, target);
  }
  const files = bundleApp();
  for (const [name, content] of files) {
    const target = path.join(APP_FOLDER, name);
    if (!existsSync(target) || !readFileSync(target).equals(content)) writeFileSync(target, content);
  }
  for (const name of readdirSync(APP_FOLDER)) if (!files.has(name)) rmSync(path.join(APP_FOLDER, name));
}

/** The dashboard's scripts and styles under hashed names, and `manifest.json`, which maps source names to paths. */
function bundleApp(): Map<string, Buffer> {
  const browser = path.join(root, "src/dashboard/browser");
  const styles = path.join(root, "src/dashboard/styles");
  const scripts = readdirSync(browser).filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".d.ts"));
  const { outputFiles, metafile } = buildSync({
    absWorkingDir: root,
    entryPoints: [
      ...scripts.map((name) => path.join(browser, name)),
      path.join(styles, "app.css"),
      path.join(styles, "favicon.svg"),
    ],
    outdir: APP_FOLDER,
    entryNames: "[name]-[hash]",
    chunkNames: "[name]-[hash]",
    assetNames: "[name]-[hash]",
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    loader: { ".svg": "copy" },
    tsconfig: path.join(browser, "tsconfig.json"),
    write: false,
    metafile: true,
    logLevel: "error",
  });
  const files = new Map(outputFiles.map(({ path: file, contents }) => [path.basename(file), Buffer.from(contents)]));
  const names: Record<string, string> = {};
  for (const [file, { entryPoint }] of Object.entries(metafile.outputs))
    if (entryPoint && !entryPoint.startsWith("node_modules/"))
      names[path.basename(entryPoint).replace(/\.tsx?$/, ".js")] = APP_URL + path.basename(file);
  const sorted = Object.fromEntries(Object.entries(names).sort(([a], [b]) => (a < b ? -1 : 1)));
  files.set("manifest.json", Buffer.from(JSON.stringify(sorted)));
  files.set(
    "releases.json",
    Buffer.from(JSON.stringify(releasesOf(readFileSync(path.join(root, "CHANGELOG.md"), "utf8")))),
  );
  return files;
}
