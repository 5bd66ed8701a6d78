import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { openSync, readFileSync, writeSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { root, type DevConfig } from "./config.ts";
import { endOwn, ownerEnv } from "./owned-processes.ts";

export const WRANGLER = path.join(root, "node_modules", "wrangler", "bin", "wrangler.js");

const END_WITH_PARENT = pathToFileURL(path.join(import.meta.dirname, "end-with-parent.mjs")).href;

/**
 * Makes V8 collect garbage early. Most of what a render leaves behind is memory of workerd's own that hangs on small JavaScript
 * objects. V8 does not know its size, and without a limit it would let hundreds of megabytes gather (docs/reliability.md, Soak).
 */
const V8_FLAGS = [
  "--initial-old-space-size=4",
  "--heap-growing-percent=100",
  "--min-semi-space-size=1",
  "--max-semi-space-size=1",
];

/** Keeps wrangler from calling external services, which a local run does not need. */
export const QUIET_ENV = {
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_HIDE_BANNER: "true",
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
  CI: "1",
  // Each wrangler command loads megabytes of JavaScript, so Node caches the compiled code.
  NODE_COMPILE_CACHE: path.join(root, "node_modules", ".cache", "node"),
};

/** Brings the local database up to date. Throws wrangler's own message if that fails. */
export function applyMigrations({ stateDir }: Pick<DevConfig, "stateDir">): void {
  const args = [WRANGLER, "d1", "migrations", "apply", "DB", "--local", "--persist-to", stateDir];
  const result = spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...QUIET_ENV },
    encoding: "utf8",
  });
  if (result.status !== 0) throw new Error(`The database migrations failed.\n${result.stdout}${result.stderr}`);
}

export interface WranglerProcess {
  child: ChildProcess;
  logFile: string;
}

/** On a full disk, lines of the log are lost. If wrangler wrote them itself, it would end. */
function writeIfRoom(file: number, chunk: Buffer): void {
  try {
    writeSync(file, chunk);
  } catch (error) {
    if (!["ENOSPC", "EDQUOT"].includes((error as NodeJS.ErrnoException).code!)) throw error;
  }
}

/** Starts `wrangler dev`. Its output, and the Worker's, goes to a log file in the state folder. */
export function startWrangler(config: DevConfig, envFiles: string[], env: Record<string, string>): WranglerProcess {
  const logFile = path.join(config.stateDir, "service.log");
  const log = openSync(logFile, "w");
  // `npm test` builds the Worker once, as it is deployed, for all services that it starts.
  const built = process.env["BUILT_WORKER"];
  const args = [
    `--import=${END_WITH_PARENT}`,
    WRANGLER,
    "dev",
    ...(built ? [built, "--no-bundle", "--config", path.join(root, "wrangler.toml")] : []),
    "--ip",
    "127.0.0.1",
    "--port",
    String(config.port),
    "--persist-to",
    config.stateDir,
    "--inspector-port",
    "0",
  ];
  args.push("--show-interactive-dev-session=false", ...envFiles.flatMap((file) => ["--env-file", file]));
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: {
      ...process.env,
      ...QUIET_ENV,
      MINIFLARE_WORKERD_V8_FLAGS: V8_FLAGS.join(" "),
      ...env,
      ...ownerEnv(config.stateDir),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => writeIfRoom(log, chunk));
  return { child, logFile };
}

/** Waits until the Worker responds. Throws with the end of the log if it can't be built, exits or stays silent. */
export async function untilHealthy(
  { child, logFile }: WranglerProcess,
  base: string,
  timeoutMs: number,
): Promise<void> {
  const endAt = Date.now() + timeoutMs;
  while (Date.now() < endAt && child.exitCode === null) {
    // If a build fails, wrangler does not exit but waits for a change in the sources.
    const buildError = /Build failed with \d+ error.*/s.exec(readFileSync(logFile, "utf8"));
    if (buildError) throw new Error(`The Worker can't be built. wrangler says:\n${buildError[0]}`);
    try {
      const response = await fetch(`${base}/healthz`, { signal: AbortSignal.timeout(2_000) });
      if (response.ok) return;
    } catch {
      // Not listening yet.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`The Worker did not start. The end of ${logFile}:\n${readFileSync(logFile, "utf8").slice(-3_000)}`);
}

/** Ends wrangler and everything it started. Kills what does not exit, or was left over when wrangler died. */
export async function stopWrangler(child: ChildProcess, stateDir: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), 5_000);
    await ended;
    clearTimeout(timer);
  }
  endOwn(stateDir);
}
