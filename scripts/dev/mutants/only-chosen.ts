import { readFileSync } from "node:fs";
import { nameOf } from "./pure-code.ts";
import type { Mutant } from "./stryker.ts";

/** The variable with the path of a file that has the names of the chosen mutants, as a JSON array. */
export const CHOSEN_FILE = "CHOSEN_MUTANTS";
/** The reason that the verdict of every other mutant has. */
export const NOT_CHOSEN = "not chosen";

/**
 * A checker of Stryker that lets only chosen mutants through. Stryker itself chooses by ranges of lines, and a range has all mutants
 * that lie in it.
 */
export const strykerPlugins = [{ kind: "Checker", name: "only-chosen", factory: onlyChosen }];

function onlyChosen() {
  let chosen = new Set<string>();
  return {
    init: async () => {
      chosen = new Set(JSON.parse(readFileSync(process.env[CHOSEN_FILE]!, "utf8")) as string[]);
    },
    group: async (mutants: readonly Mutant[]) => [mutants.map(({ id }) => id)],
    check: async (mutants: readonly Mutant[]) =>
      Object.fromEntries(
        mutants.map((mutant) => [
          mutant.id,
          chosen.has(nameOf(mutant)) ? { status: "passed" } : { status: "compileError", reason: NOT_CHOSEN },
        ]),
      ),
  };
}
