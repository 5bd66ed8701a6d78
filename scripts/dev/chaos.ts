import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { inOwnNamespace } from "../../test/chaos/faults/disk.ts";
import { runPlan } from "../../test/chaos/run.ts";
import { fail, root } from "./config.ts";
import { useMemoryFolder } from "./memory-folder.ts";

/**
 * Kills the service again and again under load, and compares what it acknowledged with what is left.
 * `-- --kills 30 --fills 2 --jumps 3 --seed 7 --minutes 10`; the same seed makes the same plan.
 */
const { values } = parseArgs({
  options: {
    kills: { type: "string", default: "30" },
    fills: { type: "string", default: "0" },
    jumps: { type: "string", default: "0" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    minutes: { type: "string", default: "60" },
  },
});

function numberOf(name: keyof typeof values): number {
  const number = Number(values[name]);
  if (!Number.isInteger(number) || number < 0) fail(`--${name} must be a whole number, not ${values[name]}.`);
  return number;
}

/** Builds the Worker once for all starts. Returns the folder. */
function build(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-build-"));
  process.env["BUILT_WORKER"] = path.join(folder, "index.js");
  const { status, stdout } = spawnSync(process.execPath, ["scripts/dev/bundle.ts"], { cwd: root, encoding: "utf8" });
  if (status !== 0) fail(stdout);
  return folder;
}

async function main(): Promise<number> {
  const wanted = {
    kills: numberOf("kills"),
    fills: numberOf("fills"),
    jumps: numberOf("jumps"),
    seed: numberOf("seed"),
    minutes: numberOf("minutes"),
  };
  const code = wanted.fills > 0 ? inOwnNamespace() : null;
  if (code !== null) return code;
  useMemoryFolder();
  const folder = build();
  const again = Object.entries(wanted).map(([name, value]) => `--${name} ${value}`);
  console.log(`npm run chaos -- ${again.join(" ")}`);
  const { findings, refusals, kills, fills, jumps, seconds } = await runPlan(wanted, console.log);
  rmSync(folder, { recursive: true });
  console.log(`\n${kills} kills, ${fills} full disks, ${jumps} jumps of the clock, ${seconds} s\n`);
  console.log("| Promise | Counted | Broken |\n| --- | --- | --- |");
  for (const { what, count, wrong } of findings) console.log(`| ${what} | ${count} | ${wrong.length} |`);
  console.log(`\nErrors that clients got: ${[...refusals].map(([code, n]) => `${n} × ${code}`).join(", ") || "none"}`);
  for (const { what, wrong } of findings) for (const each of wrong.slice(0, 20)) console.log(`BROKEN ${what}: ${each}`);
  return findings.every(({ wrong }) => wrong.length === 0) ? 0 : 1;
}

process.exit(await main());
