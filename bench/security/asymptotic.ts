// CPU time of every parser of untrusted text on its worst kinds of input: node bench/security/asymptotic.ts [--write]
// [filter]
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { median } from "../../src/lib/numbers/median.ts";

/** Same as in test/unit/security/worst-inputs.ts, whose imports only a bundler resolves. */
interface WorstInput {
  parser: string;
  input: string;
  make: (size: number) => string;
  parse: (text: string) => unknown;
  bound?: string;
}

const SIZES = (process.env["SIZES"] ?? "10000,100000,1000000").split(",").map(Number);
/** Shorter work is repeated until it takes this long. */
const LEAST_MS = 10;
const SAMPLES = 3;
const root = path.join(import.meta.dirname, "../..");

/** Imports the parsers as a bundler would: without file extensions, with inlined enum constants. */
async function loadInputs(): Promise<readonly WorstInput[]> {
  const folder = path.join(root, "node_modules/.cache/crawlready");
  const outfile = path.join(folder, `worst-inputs-${process.pid}.mjs`);
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [path.join(root, "test/unit/security/worst-inputs.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "error",
  });
  const module = (await import(pathToFileURL(outfile).href)) as { WORST_INPUTS: readonly WorstInput[] };
  rmSync(outfile);
  return module.WORST_INPUTS;
}

function cpuMs(work: () => unknown): number {
  const before = process.cpuUsage();
  let times = 0;
  let spent = 0;
  while (spent < LEAST_MS && times < 10_000) {
    work();
    times++;
    const { user, system } = process.cpuUsage(before);
    spent = (user + system) / 1000;
  }
  return spent / times;
}

function measure({ make, parse }: WorstInput, size: number): number {
  const text = make(size);
  const first = cpuMs(() => parse(text));
  if (first > 200) return first;
  return median([first, ...Array.from({ length: SAMPLES - 1 }, () => cpuMs(() => parse(text)))]);
}

const shown = (ms: number) => (ms < 0.1 ? ms.toFixed(4) : ms < 10 ? ms.toFixed(2) : ms.toFixed(0));
const args = process.argv.slice(2);
const filter = args.find((arg) => !arg.startsWith("--")) ?? "";
const lines: string[] = [];
for (const input of await loadInputs()) {
  if (!`${input.parser} ${input.input}`.match(filter)) continue;
  const ms: number[] = [];
  for (const size of SIZES) ms.push(ms.at(-1)! > 5_000 ? Number.NaN : measure(input, size));
  const ratios = [ms[1]! / ms[0]!, ms[2]! / ms[1]!].map((ratio) => ratio.toFixed(1));
  const line = `| ${[input.parser, input.input, input.bound ?? "", ...ms.map(shown), ...ratios].join(" | ")} |`;
  lines.push(line);
  console.log(line);
}
if (args.includes("--write")) {
  const commit = spawnSync("git", ["rev-parse", "--short", "HEAD"], { cwd: root, encoding: "utf8" }).stdout.trim();
  const text = `# Asymptotic cost

CPU time in ms of every parser of untrusted text on the worst inputs that we know for it, at 10 KB, 100 KB and 1 MB, and its growth
from each size to the next. A growth of up to 10 means that the time grows no faster than the input. Times below 1 ms, or with
garbage collection, vary by half. "Bound" is the length in characters beyond which text is refused or ignored before
parsing; in this measurement the parsers got the whole text.
Where the last column is well above 10 (\`readJudgement\`, \`X-Robots-Tag\`, emphasis marks), time is linear again
for larger texts: twice the text takes about twice the time, measured up to 4 MB or the bound.

Made by \`npx node bench/security/asymptotic.ts --write\` on Node ${process.version}, two cores shared with other work, at commit ${commit}.

| Parser | Input | Bound | 10 KB | 100 KB | 1 MB | 10→100 KB | 100 KB→1 MB |
| --- | --- | --- | --: | --: | --: | --: | --: |
${lines.join("\n")}
`;
  writeFileSync(path.join(root, "docs/evidence/asymptotic-cost.md"), text);
}
