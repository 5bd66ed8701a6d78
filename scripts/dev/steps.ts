import { spawnSync } from "node:child_process";
import path from "node:path";
import { root } from "./config.ts";

export type Step = [name: string, program: string, ...args: string[]];

/** Runs programs of node_modules one after the other; the first that fails ends it all. */
export function runSteps(steps: Step[]): void {
  for (const [name, program, ...args] of steps) {
    const startedAt = Date.now();
    console.log(`\n▸ ${name}`);
    const result = spawnSync(path.join(root, "node_modules", ".bin", program), args, {
      cwd: root,
      stdio: "inherit",
      shell: process.platform === "win32",
      env: { ...process.env, WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    });
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
    if (result.status !== 0) {
      console.error(`\n✗ ${name} failed after ${seconds} s`);
      process.exit(result.status ?? 1);
    }
    console.log(`✓ ${name} (${seconds} s)`);
  }
}

/** What `npm run check` looks at: everything that needs neither workerd nor a browser. */
export const CHECK_STEPS: Step[] = [
  ["format", "oxfmt", "--check"],
  ["lint", "oxlint", "--type-aware", "--deny-warnings"],
  ["types of the Worker", "tsc", "-p", "tsconfig.json"],
  ["types of scripts", "tsc", "-p", "scripts"],
  ["types of the demo", "tsc", "-p", "demo"],
  ["types of tests", "tsc", "-p", "test"],
  ["types of end-to-end tests", "tsc", "-p", "test/e2e"],
  ["types of the benchmarks", "tsc", "-p", "bench"],
  ["generated env types are current", "wrangler", "types", "--check", "--include-runtime=false"],
  ["unit and contract tests", "vitest", "run", "--project", "unit", "--project", "contract"],
];

/** The rest: the Worker in workerd, then the whole service with its browser. */
export const SLOW_STEPS: Step[] = [
  ["the bundle deploys and is small", "node", "scripts/dev/bundle.ts"],
  ["worker tests (workerd)", "vitest", "run", "--project", "worker", "--maxWorkers", "3"],
  ["end-to-end tests", "vitest", "run", "--project", "e2e"],
];
