import { spawnSync } from "node:child_process";
import { fail, root } from "./config.ts";
import { QUIET_ENV, WRANGLER } from "./wrangler.ts";

/** Runs wrangler to its end. `output` has its errors as well if it failed. */
export type RunWrangler = (args: readonly string[]) => { ok: boolean; output: string };

export const runWrangler: RunWrangler = (args) => {
  const result = spawnSync(process.execPath, [WRANGLER, ...args], {
    cwd: root,
    env: { ...process.env, ...QUIET_ENV },
    encoding: "utf8",
  });
  const ok = result.status === 0;
  return { ok, output: `${result.stdout}${ok ? "" : result.stderr}` };
};

/** The output of a command that must succeed; otherwise the script ends. */
export function wrangler(args: readonly string[], run: RunWrangler = runWrangler): string {
  const { ok, output } = run(args);
  if (!ok) fail(`wrangler ${args.join(" ")} failed. Run the command again: it continues from here.\n${output}`);
  return output;
}

/** The JSON in wrangler's output, after any other text. */
export function jsonIn(output: string): unknown {
  return JSON.parse(output.slice(output.search(/^[[{]/m)));
}
