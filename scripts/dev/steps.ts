import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { root } from "./config.ts";

export type Step = [name: string, program: string, ...args: string[]];

/** `vitest` that also notes how long each file took: see file-times.ts. */
const TESTS = ["vitest", "run", "--reporter=default", "--reporter=./scripts/dev/file-times.ts"] as const;

const running = new Set<ChildProcess>();

/** Runs a program of node_modules; its output comes in one piece when it ends, so that lanes don't mix theirs. */
async function runStep([name, program, ...args]: Step, env: Record<string, string>): Promise<boolean> {
  const startedAt = Date.now();
  console.log(`▸ ${name}`);
  const isWindows = process.platform === "win32";
  const child = spawn(path.join(root, "node_modules", ".bin", program), args, {
    cwd: root,
    shell: isWindows,
    // A group of its own: what ends the step ends what it has started.
    detached: !isWindows,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
      WRANGLER_SEND_METRICS: "false",
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      ...env,
    },
  });
  running.add(child);
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(null));
    child.once("close", resolve);
  });
  running.delete(child);
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  if (output.length > 0) process.stdout.write(`\n── ${name}\n${Buffer.concat(output).toString()}\n`);
  console.log(code === 0 ? `✓ ${name} (${seconds} s)` : `✗ ${name} failed after ${seconds} s`);
  return code === 0;
}

function stopAll(): void {
  for (const { pid } of running) {
    try {
      if (pid !== undefined) process.kill(process.platform === "win32" ? pid : -pid, "SIGTERM");
    } catch {
      // It has ended meanwhile.
    }
  }
}

/** Runs lanes side by side, the steps of each one after the other; the first that fails ends them all. */
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
  // One checker: several each check what they share anew, which two cores pay for.
  ["types", "tsc", "-b", "tsconfig.build.json", "--builders", "2", "--checkers", "1"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["generated env types are current", "wrangler", "types", "--check", "--include-runtime=false"],
];
const UNIT_STEP: Step = ["unit and contract tests", ...TESTS, "--project", "unit", "--project", "contract"];

/** What `npm run check` looks at: everything that needs neither workerd nor a browser. */
export const CHECK_LANES: Step[][] = [STATIC_STEPS, [UNIT_STEP]];

/**
 * All of it. What needs workerd runs alone: leases and timeouts are real, and two cores hold one such lane. Three of its files
 * go on at once, because a third of their time is waiting.
 */
export const TEST_LANES: Step[][] = [
  [...STATIC_STEPS, ["the bundle deploys and is small", "node", "scripts/dev/bundle.ts"]],
  [
    UNIT_STEP,
    ["worker tests (workerd)", ...TESTS, "--project", "worker*", "--maxWorkers", "3"],
    ["what leaves the renderer", ...TESTS, "--project", "alone"],
    ["end-to-end tests", ...TESTS, "--project", "e2e*"],
  ],
];
