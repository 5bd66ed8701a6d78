import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { root } from "./config.ts";

// Measures the platform's units of each piece of work and writes them to the table that the tests and bench/capacity.ts read.
const TABLE = path.join(root, "test/fixtures/unit-costs.json");
const TEST = "test/worker/usage/unit-costs.own.test.ts";

type Costs = Record<string, Record<string, number>>;
const table = JSON.parse(readFileSync(TABLE, "utf8")) as Record<"short" | "long", Costs>;

function measure(form: "short" | "long"): Costs {
  const { stdout } = spawnSync("npx", ["vitest", "run", "--project", "worker", "--retry=0", TEST], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", TEST_LONG: form === "long" ? "1" : "" },
    // Each test that finds more than the table says fails, and prints what it found. Why another one failed is in stderr.
    stdio: ["ignore", "pipe", "inherit"],
  });
  const found = [...stdout.matchAll(/^UNITS (\{.*\})$/gm)].map(([, json]) => JSON.parse(json!) as Costs);
  const costs: Costs = Object.assign({}, ...found);
  const missing = Object.keys(table[form]).filter((operation) => costs[operation] === undefined);
  if (found.length === 0 || missing.length > 0) throw new Error(`not measured: ${missing.join(", ")}\n${stdout}`);
  return costs;
}

for (const form of process.argv.includes("--long") ? (["short", "long"] as const) : (["short"] as const)) {
  table[form] = measure(form);
  writeFileSync(TABLE, `${JSON.stringify(table, null, 2)}\n`);
  console.log(`${form}: ${Object.keys(table[form]).length} pieces of work`);
}
