import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { thisMachine } from "../../bench/harness/machine.ts";
import { chartsOf, picture } from "../../test/soak/picture.ts";
import { soakLoad } from "../../test/soak/load.ts";
import { soakRenders } from "../../test/soak/renders.ts";
import type { Soaked } from "../../test/soak/soaked.ts";
import { runSimulation } from "./bundle-sim.ts";
import { fail, root } from "./config.ts";
import { useMemoryFolder } from "./memory-folder.ts";

/**
 * Lets the service work for long, and watches what it holds: `-- --renders 20000`, `-- --load --minutes 60 --rate 50`. `--months 24`
 * simulates years of a small customer and measures what is stored. `--out` names the folder of samples and pictures.
 */
const { values } = parseArgs({
  options: {
    renders: { type: "string" },
    load: { type: "boolean", default: false },
    months: { type: "string" },
    seed: { type: "string", default: "1" },
    minutes: { type: "string", default: "60" },
    rate: { type: "string", default: "50" },
    out: { type: "string", default: path.join(root, "node_modules/.cache/crawlready-soak") },
  },
});

function numberOf(name: "renders" | "minutes" | "rate"): number {
  const number = Number(values[name]);
  if (!(number > 0)) fail(`--${name} must be a number above 0, not ${values[name]}.`);
  return number;
}

/** Builds the Worker as it is deployed. Returns the folder. */
function build(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-build-"));
  process.env["BUILT_WORKER"] = path.join(folder, "index.js");
  const { status, stdout } = spawnSync(process.execPath, ["scripts/dev/bundle.ts"], { cwd: root, encoding: "utf8" });
  if (status !== 0) fail(stdout);
  return folder;
}

function write(name: string, { samples, xName, facts, wrong }: Soaked, command: string): void {
  const { cpu, cores, memoryGb } = thisMachine();
  const conditions = `${command}, ${new Date().toISOString().slice(0, 10)}, ${cores} × ${cpu}, ${memoryGb} GiB`;
  const round = (_: string, value: unknown) => (typeof value === "number" ? Math.round(value * 10) / 10 : value);
  mkdirSync(values.out, { recursive: true });
  writeFileSync(
    path.join(values.out, `${name}.json`),
    `${JSON.stringify({ conditions, facts, wrong, samples }, round)}\n`,
  );
  const xs = samples.map(({ done }) => done);
  writeFileSync(path.join(values.out, `soak-${name}.svg`), picture(chartsOf(samples), xs, xName, conditions));
  console.log(JSON.stringify(facts, round, 2));
  console.log(`${path.join(values.out, `${name}.json`)}, soak-${name}.svg`);
}

async function main(): Promise<number> {
  if ([values.load, values.renders, values.months].filter(Boolean).length !== 1)
    fail("Give one of --renders N, --load and --months N.");
  if (values.months) {
    mkdirSync(values.out, { recursive: true });
    const out = path.join(values.out, "months.json");
    return runSimulation("test/sim/months/main.ts", ["--months", values.months, "--seed", values.seed, "--out", out]);
  }
  useMemoryFolder();
  const folder = build();
  const minutes = numberOf("minutes");
  const name = values.load ? "load" : "renders";
  const soaked = values.load
    ? await soakLoad(minutes, numberOf("rate"), console.log)
    : await soakRenders(numberOf("renders"), minutes, console.log);
  rmSync(folder, { recursive: true });
  const what = values.load ? `--load --minutes ${minutes}` : `--renders ${values.renders} --minutes ${minutes}`;
  write(name, soaked, `npm run soak -- ${what}`);
  for (const each of soaked.wrong) console.log(`WRONG ${each}`);
  console.log(soaked.wrong.length === 0 ? "It stays as it is." : `${soaked.wrong.length} things are wrong.`);
  return soaked.wrong.length === 0 ? 0 : 1;
}

process.exit(await main());
