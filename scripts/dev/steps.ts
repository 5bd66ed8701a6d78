import { spawn, type ChildProcess } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { root } from "./config.ts";

export type Step = [name: string, program: string, ...args: string[]];

/** `vitest` that also records the duration of each file: see file-times.ts. */
const TESTS = ["vitest", "run", "--reporter=default", "--reporter=./scripts/dev/file-times.ts"] as const;

const running = new Set<ChildProcess>();

/** Steps that run on what the steps beside them leave of the processor, and how far they step back: 0 to 19, as for `nice`. */
const niceness = new Map<Step, number>();
const yielding = (by: number, step: Step): Step => {
  niceness.set(step, by);
  return step;
};

/** Runs a program of node_modules. Prints its output at the end, so that lanes don't mix their output. */
async function runStep(step: Step, env: Record<string, string>): Promise<boolean> {
  const [name, program, ...args] = step;
  const startedAt = Date.now();
  console.log(`▸ ${name}`);
  const isWindows = process.platform === "win32";
  const child = spawn(path.join(root, "node_modules", ".bin", program), args, {
    cwd: root,
    shell: isWindows,
    // Its own process group, so that ending the step also ends its children.
    detached: !isWindows,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      // The linter, which is written in Go, would take 4.6 GB beside browsers and workerd.
      GOMEMLIMIT: "3200MiB",
      ...env,
    },
  });
  running.add(child);
  yieldTo(niceness.get(step) ?? 0, child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  const ended = !running.delete(child);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (output.length > 0) process.stdout.write(`\n── ${name}\n${Buffer.concat(output).toString()}\n`);
  const outcome = ended ? "was ended, because another step had failed," : "failed";
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} ${outcome} after ${seconds} s`);
  return code === 0;
}

function yieldTo(by: number, { pid }: ChildProcess): void {
  try {
    if (by > 0 && pid !== undefined) os.setPriority(pid, by);
  } catch {
    // It has ended, or the system does not allow it: then it takes its share.
  }
}

function stopAll(): void {
  for (const child of running) {
    running.delete(child);
    const { pid } = child;
    try {
      if (pid !== undefined) process.kill(process.platform === "win32" ? pid : -pid, "SIGTERM");
    } catch {
      // It has ended in the meantime.
    }
  }
}

/** Runs lanes in parallel, and the steps of a lane in sequence. The first failure ends all lanes. */
export async function runLanes(lanes: readonly Step[][], env: Record<string, string> = {}): Promise<boolean> {
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.once(signal, () => {
      stopAll();
      process.exit(1);
    });
  let failed = false;
  await Promise.all(
    lanes.map(async (lane) => {
      for (const step of lane) {
        if (failed) return;
        if (await runStep(step, env)) continue;
        if (!failed) stopAll();
        failed = true;
      }
    }),
  );
  return !failed;
}

const STATIC_STEPS: Step[] = [
  ["format", "oxfmt", "--check"],
  // The linter knows the types of every file anyway, so it reports the compiler's errors as well.
  ["types and lint", "oxlint", "--type-aware", "--type-check", "--deny-warnings"],
];
/** vitest leaves one core unused unless it is told how many workers to start. */
const UNIT_TESTS = [...TESTS, "--maxWorkers", "2", "--project", "contract", "--project", "unit"] as const;

/** The steps of `npm run check`: what needs neither workerd nor a browser, without what takes longest. */
export const CHECK_LANES: Step[][] = [STATIC_STEPS, [["unit and contract tests", ...UNIT_TESTS]]];

const CHECKS = STATIC_STEPS.map((step) => yielding(15, [...step]));
const simulations = (seeds: string) => yielding(15, ["simulations", "node", "scripts/dev/sim.ts", "--seeds", seeds]);
const ENV_TYPES: Step = ["generated env types are current", "wrangler", "types", "--check", "--include-runtime=false"];
const BUNDLE: Step = ["the bundle deploys and is small", "node", "scripts/dev/bundle.ts"];
const ALL_UNIT_TESTS = yielding(5, ["unit and contract tests", ...UNIT_TESTS, "--project", "heavy"]);
const WAITING_TESTS: Step = ["end-to-end tests that wait", ...TESTS, "--project", "waiting"];
const WORKER_TESTS: Step = ["worker tests (workerd)", ...TESTS, "--project", "worker*", "--maxWorkers", "3"];
const ALONE_TESTS: Step = ["long renderer tests (alone)", ...TESTS, "--project", "alone"];
const E2E_TESTS: Step = ["end-to-end tests", ...TESTS, "--project", "e2e*"];

/**
 * All steps. The lanes of a phase start when those of the phase before have ended. Tests in workerd use real leases and
 * timeouts, so only end-to-end tests that mostly wait run in parallel with them at the same priority. Two lanes wait for services and
 * browsers more than they compute. What only computes takes what they leave. In the long form, tests that measure times run alone.
 */
export function testPhases(isLong: boolean): Step[][][] {
  const computing: Step[] = [...CHECKS, simulations(isLong ? "10000" : "2000"), ENV_TYPES];
  const waiting: Step[] = [BUNDLE, WAITING_TESTS, ALL_UNIT_TESTS];
  return isLong
    ? [[computing, waiting, [WORKER_TESTS]], [[ALONE_TESTS, E2E_TESTS]]]
    : [[computing, waiting, [WORKER_TESTS, E2E_TESTS]]];
}
