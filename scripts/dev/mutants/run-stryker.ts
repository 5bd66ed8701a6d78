import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import { root } from "../config.ts";
import { CHOSEN_FILE, NOT_CHOSEN } from "./only-chosen.ts";
import { nameOf, rangeOf } from "./pure-code.ts";
import { isNoticed } from "./report-survivors.ts";
import { loadStryker, type Mutant } from "./stryker.ts";

const CACHE = path.join(root, "node_modules", ".cache", "crawlready-mutants");
const plugin = (name: string) => path.join(import.meta.dirname, name);

/** Runs the unit tests that reach each mutant, and names the mutants that none noticed. Returns the share of the others. */
export async function judgeMutants(mutants: readonly Mutant[]): Promise<number> {
  mkdirSync(CACHE, { recursive: true });
  const chosen = path.join(CACHE, `chosen-${process.pid}.json`);
  writeFileSync(chosen, JSON.stringify(mutants.map(nameOf)));
  process.env[CHOSEN_FILE] = chosen;
  const { Stryker } = await loadStryker();
  const results = await new Stryker({
    testRunner: "vitest",
    plugins: ["@stryker-mutator/vitest-runner", plugin("only-chosen.ts"), plugin("report-survivors.ts")],
    vitest: { configFile: "test/mutants/vitest.config.ts" },
    checkers: ["only-chosen"],
    reporters: ["survivors", "progress-append-only"],
    mutate: mutants.map(rangeOf),
    concurrency: availableParallelism(),
    // One process holds all modules and tests, and what each of them reaches.
    testRunnerNodeArgs: ["--max-old-space-size=8192"],
    tempDirName: ".mutants",
    cleanTempDir: "always",
    ignorePatterns: [".wrangler", "bench", "dist", "docs/images"],
    // It reads this file through an interface that TypeScript 7 no longer has.
    tsconfigFile: "none",
    dryRunTimeoutMinutes: 20,
    allowConsoleColors: false,
    warnings: false,
  }).runMutationTest();
  rmSync(chosen);
  const tested = results.filter(({ statusReason }) => statusReason !== NOT_CHOSEN);
  const noticed = tested.filter(({ status }) => isNoticed(status)).length;
  console.log(`Tests noticed ${noticed} of ${tested.length} mutants.`);
  return noticed / tested.length;
}
