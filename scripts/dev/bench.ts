import { writeFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { BENCHMARKS } from "../../bench/benchmarks/index.ts";
import { comparisonTable } from "../../bench/harness/compare.ts";
import { resultsPicture } from "../../bench/harness/page.ts";
import { installPeers } from "../../bench/harness/peers.ts";
import { readResults, writeResult } from "../../bench/harness/results.ts";
import { runBenchmark } from "../../bench/harness/run-benchmark.ts";
import { conditionsOf, resultTables } from "../../bench/harness/table.ts";
import { fail, root } from "./config.ts";

const USAGE = `npm run bench -- [names] [--long] [--out FILE]
npm run bench -- --compare FILE FILE

Benchmarks: ${BENCHMARKS.map(({ name }) => name).join(", ")}`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    out: { type: "string", default: path.join(root, "node_modules/.cache/crawlready-bench/results.json") },
    compare: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

/** Runs benchmarks one after another. A failed one does not keep the others from running. Returns those that failed. */
async function runAll(names: readonly string[], form: "short" | "long", out: string): Promise<string[]> {
  const failed: string[] = [];
  installPeers();
  for (const benchmark of BENCHMARKS.filter(({ name }) => names.length === 0 || names.includes(name))) {
    console.log(`▸ ${benchmark.name}`);
    try {
      const result = await runBenchmark(benchmark, form);
      writeResult(out, result);
      console.log(`\n${resultTables(result, true)}\n\n${conditionsOf(result)}.\n`);
    } catch (error) {
      failed.push(benchmark.name);
      console.error(`✗ ${benchmark.name}:`, error);
    }
  }
  return failed;
}

// A signal alone does not run exit handlers, which end the peers.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

if (values.help) {
  console.log(USAGE);
} else if (values.compare) {
  if (positionals.length !== 2) fail(USAGE);
  const [first, second] = positionals as [string, string];
  console.log(comparisonTable(readResults(first), readResults(second)));
} else {
  const unknown = positionals.filter((name) => !BENCHMARKS.some((benchmark) => benchmark.name === name));
  if (unknown.length > 0) fail(`There is no benchmark ${unknown.join(", ")}.\n\n${USAGE}`);
  if (process.platform !== "linux")
    fail("The benchmarks read the CPU time of processes from /proc, so they need Linux.");
  const failed = await runAll(positionals, values.long ? "long" : "short", values.out);
  if (failed.length < (positionals.length || BENCHMARKS.length)) {
    const pictureFile = values.out.replace(/(\.json)?$/, ".svg");
    writeFileSync(pictureFile, resultsPicture(readResults(values.out)));
    console.log(`${values.out} and ${pictureFile} are written`);
  }
  if (failed.length > 0) fail(`Failed: ${failed.join(", ")}`);
  process.exit(0);
}
