import { spawnSync } from "node:child_process";
import { parseArgs } from "node:util";
import { installGlobals } from "./globals";
import regressSeeds from "./regress-seeds.json" with { type: "json" };
import { AREA_NAMES, areaOfSeed, prepare, runHostnames, runSeed, type SeedResult } from "./run-seed";
import { isSimulating, world } from "./world";

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "200" },
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    area: { type: "string" },
    trace: { type: "boolean", default: false },
    /** Only prints the traces' hashes of these worlds, as JSON. */
    hashes: { type: "string" },
    /** Simulates one world with so many custom hostnames. */
    hostnames: { type: "string" },
  },
});
if (values.area !== undefined && !AREA_NAMES.includes(values.area)) {
  console.error(`--area takes one of ${AREA_NAMES.join(", ")}, not ${values.area}.`);
  process.exit(2);
}

/** One seed of so many is simulated a second time, by another process and in another order: its trace must be the same. */
const REPEATED = 50;
/** After so many failures the rest tells nothing new. */
const MOST_FAILURES = 10;

const say = (line: string) => void process.stdout.write(`${line}\n`);
const one = values.seed === undefined ? null : Number(values.seed);
const first = one ?? Number(values.from);
const last = one ?? first + Number(values.seeds) - 1;
const cpu = process.cpuUsage();
let [simulated, steps, failed] = [0, 0, 0];
const hashes = new Map<string, string>();

installGlobals();
// The platform only logs them.
process.on("unhandledRejection", (error) => isSimulating() && world().note(`unhandled ${String(error)}`));
await prepare();
if (values.hashes !== undefined) {
  const found: string[] = [];
  for (const [area, seed] of JSON.parse(values.hashes) as Array<[string, number]>)
    found.push((await runSeed(area, seed)).hash);
  say(JSON.stringify(found));
  process.exit(0);
}
if (values.hostnames !== undefined) {
  const { figures, failure, steps: made } = await runHostnames(Number(values.hostnames), 60, one ?? 1, values.trace);
  const { api, waitedMs, settledAt, startedAt } = figures!;
  say(`${values.hostnames} hostnames: ${failure === null ? "none lost or doubled" : String(failure)}`);
  say(`answers of Cloudflare by status: ${JSON.stringify(api.answered)}; faults: ${JSON.stringify(api.faults)}`);
  say(`${api.held.size} held, ${api.touched.size} changed or deleted, ${made} steps`);
  say(
    `settled after ${((settledAt - startedAt) / 3_600_000).toFixed(1)} h; another account's waited ${waitedMs[0] ?? "-"} ms`,
  );
  say(`${((process.cpuUsage(cpu).user + process.cpuUsage(cpu).system) / 1e6).toFixed(1)} s of CPU`);
  process.exit(failure === null ? 0 : 1);
}
if (one === null)
  for (const { area, seed } of regressSeeds)
    if (values.area === undefined || values.area === area) await simulate(area, seed);
for (let seed = first; seed <= last; seed++) {
  await simulate(values.area ?? areaOfSeed(seed), seed);
  if (failed >= MOST_FAILURES) break;
}
if (one === null) repeat();
const { user, system } = process.cpuUsage(cpu);
const seconds = ((user + system) / 1e6).toFixed(1);
say(`${simulated} worlds, ${steps} steps, ${failed} failed, ${seconds} s of CPU`);
process.exit(failed === 0 ? 0 : 1);

async function simulate(area: string, seed: number): Promise<void> {
  const result = await runSeed(area, seed, values.trace);
  simulated++;
  steps += result.steps;
  if (one !== null) say(`${area} seed ${seed}: ${result.steps} steps, trace ${result.hash}`);
  if (result.failure) fail(result, result.failure);
  if (seed % REPEATED === 0) hashes.set(JSON.stringify([area, seed]), result.hash);
}

function repeat(): void {
  const worlds = [...hashes.keys()].reverse();
  const list = `[${worlds.join(",")}]`;
  const flags = [...process.execArgv, process.argv[1]!, "--hashes", list];
  const { stdout } = spawnSync(process.execPath, flags, { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] });
  const again = JSON.parse(stdout) as string[];
  for (const [i, name] of worlds.entries()) {
    if (again[i] === hashes.get(name)) continue;
    failed++;
    say(`${name}: the trace was ${hashes.get(name)}, and a second time ${again[i]}`);
  }
}

function fail({ area, seed, hash }: SeedResult, failure: Error): void {
  failed++;
  say(`${area} seed ${seed} (trace ${hash}): ${failure.stack}`);
  say(`npm run sim -- --area ${area} --seed ${seed} --trace`);
}
