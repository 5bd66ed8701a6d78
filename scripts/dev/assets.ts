import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";

/** Folder of the static files that the Worker serves on its API hosts (`assets` in wrangler.toml). */
const FOLDER = path.join(root, ".wrangler", "assets");

const FILES: Record<string, string> = {
  "docs-reader.js": "node_modules/openapi-explorer/dist/browser/openapi-explorer.min.js",
};

/** Copies the static files to where wrangler expects them. Idempotent. */
export function prepareAssets(): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, source] of Object.entries(FILES)) copyFileSync(path.join(root, source), path.join(FOLDER, name));
}
