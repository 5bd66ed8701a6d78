import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";

/** Folder of the static files that the Worker serves on its API hosts (`assets` in wrangler.toml). */
const FOLDER = path.join(root, ".wrangler", "assets");

const FILES: Record<string, string> = {
  "answer-words.txt": "src/mentions/words/answer-words.txt",
  "docs-reader.js": "node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js",
};

/**
 * Copies the static files to where wrangler expects them. A file that is current stays untouched: every running service of
 * this folder watches it, and restarts its Worker and its browser when it is written.
 */
export function prepareAssets(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, file] of Object.entries(FILES)) {
    const [source, target] = [path.join(root, file), path.join(FOLDER, name)];
    if (!existsSync(target) || !readFileSync(source).equals(readFileSync(target))) copyFileSync(source, target);
  }
}
