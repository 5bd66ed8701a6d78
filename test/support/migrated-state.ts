import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { upgradeState } from "../../scripts/dev/state.ts";

const CACHE = path.resolve("node_modules/.cache/crawlready-test");

/** A state whose database is there and empty, made once for the migrations as they are: most services start from a copy. */
export function migratedState(): string {
  const hash = createHash("sha256").update(readFileSync("package.json"));
  for (const name of readdirSync("migrations").filter((each) => each.endsWith(".sql")))
    hash.update(name).update(readFileSync(path.join("migrations", name)));
  const stateDir = path.join(CACHE, `state-${hash.digest("hex").slice(0, 16)}`);
  if (existsSync(stateDir)) return stateDir;
  const making = `${stateDir}-${process.pid}`;
  mkdirSync(making, { recursive: true });
  upgradeState({ stateDir: making });
  // Another process may have been quicker.
  if (existsSync(stateDir)) rmSync(making, { recursive: true });
  else renameSync(making, stateDir);
  return stateDir;
}
