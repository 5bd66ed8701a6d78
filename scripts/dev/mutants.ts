import { parseArgs } from "node:util";
import { runGuards } from "./mutants/guards.ts";
import { changedFiles, mutantsOf, partOf, pureFiles, sampleOf } from "./mutants/pure-code.ts";
import { judgeMutants } from "./mutants/run-stryker.ts";

const USAGE = `npm run mutants                              takes every guard out, one by one
npm run mutants -- <text>                    only guards with this text in their name, file or tests
npm run mutants -- --sample <n> --seed <n>   that many random mutants of the pure code; seed 1 if not given
npm run mutants -- --changed <revision>      mutants of the pure files that differ from this revision, or from main; also with --sample
npm run mutants -- --all                     all mutants of the pure code
--in <text> keeps to pure files with this text in their path, for any of the last three
--part <i>/<n> takes one of n equal parts of the mutants of any of the last three`;

/** Fewer noticed mutants than this fail the command. Some mutants change nothing that a test could see. */
const LEAST_SHARE = 0.8;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    part: { type: "string", default: "1/1" },
    changed: { type: "boolean", default: false },
    sample: { type: "string" },
    in: { type: "string", default: "" },
    seed: { type: "string", default: "1" },
    help: { type: "boolean", default: false },
  },
});

async function pureMutants() {
  const changed = values.changed ? changedFiles(positionals[0] ?? "main") : null;
  const wanted = (file: string) => file.includes(values.in) && (changed === null || changed.has(file));
  const mutants = await mutantsOf(pureFiles().filter(wanted));
  const { sample, seed } = values;
  const chosen = sample === undefined ? mutants : sampleOf(mutants, Number(sample), Number(seed));
  const [part = 1, parts = 1] = values.part.split("/").map(Number);
  return partOf(chosen, part, parts);
}

async function runPure(): Promise<boolean> {
  const mutants = await pureMutants();
  console.log(`${mutants.length} mutants`);
  return mutants.length === 0 || (await judgeMutants(mutants)) >= LEAST_SHARE;
}

if (values.help) console.log(USAGE);
else {
  const isPure = values.all || values.changed || values.sample !== undefined;
  const passed = isPure ? await runPure() : runGuards(positionals[0] ?? "");
  process.exit(passed ? 0 : 1);
}
