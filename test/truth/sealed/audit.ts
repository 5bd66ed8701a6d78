import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { CACHE } from "../unseen/cache.ts";
import { hashOf } from "../unseen/sites.ts";
import { fillThird, THIRD_SITES } from "../third/sites.ts";
import { fillSealed, SEALED_SITES } from "./sites.ts";
import { serve } from "./serve.ts";

const COMMAND = path.resolve(import.meta.dirname, "../../../cli/crawlready.mjs");

/** Sets that were frozen before their first run. */
export const SETS = {
  sealed: { sites: SEALED_SITES, fill: fillSealed },
  third: { sites: THIRD_SITES, fill: fillThird },
} as const;
export type SetName = keyof typeof SETS;

/** Where the runs of a set are kept. */
export const outOf = (set: SetName): string => path.join(CACHE, process.env["OUT"] ?? `${set}-runs`);

/** Audits the sites of a set with the real service, one after another, as if they were published. `only`: some of them. */
export async function auditSealed(set: SetName, only: readonly string[], options: readonly string[]): Promise<void> {
  SETS[set].fill();
  mkdirSync(outOf(set), { recursive: true });
  for (const site of SETS[set].sites) {
    if (only.length > 0 && !only.includes(site.name)) continue;
    if (hashOf(site) !== site.hash) throw new Error(`The pages of ${site.name} are not those that were frozen.`);
    const server = await serve(path.join(CACHE, site.folder));
    const output = path.join(outOf(set), `${site.name}.json`);
    const started = Date.now();
    const args = ["audit", server.origin + site.start, "--as", "https://truth.example", "--no-sampling"];
    const run = spawn(process.execPath, [COMMAND, ...args, "--format", "json", "--output", output, ...options], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    const code = await new Promise((resolve) => run.on("exit", resolve));
    server.close();
    console.log(`${site.name}: exit ${String(code)}, ${Date.now() - started} ms`);
  }
}
