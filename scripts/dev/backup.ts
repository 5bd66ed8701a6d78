import path from "node:path";
import { root } from "./config.ts";
import { copyState } from "./copy-state.ts";
import { writePrivately } from "./private-folder.ts";
import { SETTINGS } from "../../src/settings/table.ts";

const USAGE = "Usage: npm run backup -- <folder>, or npm run backup -- --restore <folder>. STATE_DIR names the state.";

/** `npm run backup -- <folder>` copies the state of `npm start`; with `--restore`, the copy becomes the state of STATE_DIR. */
async function main(...args: string[]): Promise<void> {
  const isRestore = args[0] === "--restore";
  const given = args.slice(isRestore ? 1 : 0);
  if (given.length !== 1 || given[0]!.startsWith("-")) throw new Error(USAGE);
  const folder = path.resolve(given[0]!);
  const state = path.resolve(root, process.env["STATE_DIR"] || SETTINGS.STATE_DIR.default);
  const startedAt = Date.now();
  writePrivately();
  const { databases, files, bytes } = await (isRestore ? copyState(folder, state) : copyState(state, folder));
  const seconds = ((Date.now() - startedAt) / 1_000).toFixed(1);
  const size = `${files} files, ${databases} of them databases, ${(bytes / 1024 / 1024).toFixed(1)} MiB`;
  console.log(isRestore ? `Restored ${state} from ${folder}` : `Copied ${state} to ${folder}`);
  console.log(`${size}, in ${seconds} s. Every database passed its integrity check.`);
  if (isRestore) console.log(`Start it: STATE_DIR=${state} npm start`);
}

await main(...process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
