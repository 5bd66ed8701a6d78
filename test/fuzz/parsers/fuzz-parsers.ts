import { build } from "esbuild";
import { mkdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Worker } from "node:worker_threads";
import type { Finding, Part, PartResult } from "./run-target.ts";

export interface ParserOptions {
  /** For each parser. */
  inputs: number;
  seed: number;
  /** Only parsers with this text in their name. */
  only?: string;
  /** No further inputs are made after so many minutes. */
  minutes: number;
  /** Is told of each parser when its inputs are done. */
  onTarget: (result: PartResult) => void;
}

const PART = 5_000;
/** One input that takes this long hangs. */
const HANGS_MS = 60_000;

/** Bundles the parsers as the Worker's bundle has them: without file extensions, with inlined constants. */
async function bundledWorker(root: string): Promise<string> {
  const folder = path.join(root, "node_modules/.cache/crawlready-fuzz");
  mkdirSync(folder, { recursive: true });
  const outfile = path.join(folder, `worker-${process.pid}.mjs`);
  await build({
    entryPoints: [path.join(root, "test/fuzz/parsers/worker.ts")],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    external: ["cloudflare:*"],
    logLevel: "error",
  });
  return outfile;
}

/** Runs the inputs of all parsers on all cores. Returns what was found. */
export async function fuzzParsers(root: string, options: ParserOptions): Promise<Finding[]> {
  const file = await bundledWorker(root);
  const endAt = Date.now() + options.minutes * 60_000;
  const findings: Finding[] = [];
  const totals = new Map<string, PartResult>();
  let parts: Part[] | null = null;
  await Promise.all(Array.from({ length: os.availableParallelism() }, runWorkers));
  rmSync(file, { force: true });
  for (const total of totals.values()) if (total.count < options.inputs) options.onTarget(total);
  const missed = new Set((parts ?? []).map(({ target }) => target).filter((target) => !totals.has(target)));
  for (const target of missed) findings.push({ target, message: "no input was made in this time", input: "" });
  return findings;

  function partsOf(targets: readonly string[]): Part[] {
    const wanted = targets.filter((name) => name.includes(options.only ?? ""));
    if (wanted.length === 0) throw new Error(`no parser has "${options.only}" in its name: ${targets.join(", ")}`);
    return wanted.flatMap((target) =>
      Array.from({ length: Math.ceil(options.inputs / PART) }, (_, i) => ({
        target,
        seed: options.seed,
        from: i * PART,
        count: Math.min(PART, options.inputs - i * PART),
        isTimed: true,
      })),
    );
  }

  function add(result: PartResult): void {
    const total = totals.get(result.target) ?? { ...result, count: 0, characters: 0, cpuMs: 0, grown: 0, findings: [] };
    for (const field of ["count", "characters", "cpuMs", "grown"] as const) total[field] += result[field];
    for (const found of result.findings) {
      const isKnown = total.findings.some(({ message }) => message.slice(0, 40) === found.message.slice(0, 40));
      if (isKnown || total.findings.length >= 5) continue;
      total.findings.push(found);
      findings.push(found);
    }
    totals.set(result.target, total);
    if (total.count === options.inputs) options.onTarget(total);
  }

  /** One worker at a time, and another one after each that hung. */
  async function runWorkers(): Promise<void> {
    while (await runWorker());
  }

  /** Returns whether the worker hung, and so left parts to others. */
  function runWorker(): Promise<boolean> {
    const current = new Int32Array(new SharedArrayBuffer(4));
    const worker = new Worker(file, { workerData: { current } });
    let part: Part | undefined;
    return new Promise((resolve, reject) => {
      let [last, since] = [-1, Date.now()];
      const watch = setInterval(() => {
        const index = Atomics.load(current, 0);
        if (index !== last || !part) [last, since] = [index, Date.now()];
        else if (Date.now() - since > HANGS_MS) {
          findings.push({ target: part.target, message: `hangs at input ${index} of seed ${part.seed}`, input: "" });
          const rest = afterHang(part, index);
          if (rest.count > 0) parts!.unshift(rest);
          void finish(true);
        }
      }, 1_000);
      const finish = async (hung: boolean) => {
        clearInterval(watch);
        await worker.terminate();
        resolve(hung);
      };
      worker.on("error", reject);
      worker.on("message", (message: PartResult | { targets: string[] }) => {
        if ("targets" in message) parts ??= partsOf(message.targets);
        else add(message);
        part = Date.now() < endAt ? parts!.shift() : undefined;
        if (part) worker.postMessage(part, []);
        else void finish(false);
      });
    });
  }
}

/** What is left of a part after the input that hung. If a measurement hung, all inputs had been run. */
function afterHang(part: Part, index: number): Part {
  const end = part.from + part.count;
  const from = Math.min(index + 1, end);
  return { ...part, from, count: end - from };
}
