import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

export interface DevConfig {
  port: number;
  stateDir: string;
  demo: boolean;
  adminToken: string;
  /** The token was generated and must be displayed. */
  adminTokenGenerated: boolean;
  /** Signs sessions. Stored with the state, so that sessions survive a restart. */
  authSecret: string;
  allowPrivateHosts: string;
}

/** Variables that are passed unchanged from the process environment to the Worker. */
const PASSED = [
  "DNS_RESOLVER_URL",
  "EMAIL_FROM",
  "EMAIL_API_URL",
  "EMAIL_API_KEY",
  "EMAIL_PRINT",
  "CRAWLER_PROOFS_URL",
  "INDEXNOW_URL",
  "AI_GATEWAY_TOKEN",
  "AI_TIMEOUT_SECONDS",
  "AI_CALLS_PER_DAY",
  "BROWSER_SECONDS_PER_DAY",
  "RENDER_POOLS",
  "ANALYSIS_PROVIDER",
  "ANALYSIS_MODEL",
  "ANALYSIS_CALLS_PER_DAY",
  ...["OPENAI", "ANTHROPIC", "PERPLEXITY", "GEMINI"].flatMap((name) => [
    `${name}_API_KEY`,
    `${name}_BASE_URL`,
    `${name}_MODEL`,
  ]),
];

const DEV_VARS = path.join(root, ".dev.vars");

/** Variables by name; undefined if not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The variables in `.dev.vars`; none if the file does not exist. */
export function readDevVars(): Variables {
  return existsSync(DEV_VARS) ? parseEnv(readFileSync(DEV_VARS, "utf8")) : {};
}

function prepareFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    fail(`The state can't be stored in ${folder} (${String(error)}). Choose another folder: STATE_DIR=… npm start`);
  }
}

function remembered(file: string): string {
  if (existsSync(file)) return readFileSync(file, "utf8").trim();
  const secret = randomBytes(24).toString("base64url");
  writeFileSync(file, `${secret}\n`, { mode: 0o600 });
  return secret;
}

/**
 * Reads the settings of `npm start`; those of the Worker may also be in `.dev.vars`. Exits with a clear message if one can't be
 * used.
 */
export function readConfig(env: NodeJS.ProcessEnv, devVars: Variables = readDevVars()): DevConfig {
  const port = Number(env["PORT"] || 8787);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    fail(`PORT must be a number from 1 to 65535, not ${env["PORT"]}.`);
  const stateDir = path.resolve(root, env["STATE_DIR"] || ".wrangler/state");
  prepareFolder(stateDir);
  const given = env["ADMIN_TOKEN"] || devVars["ADMIN_TOKEN"];
  return {
    port,
    stateDir,
    demo: (env["DEMO"] ?? "1") !== "0",
    adminToken: given || remembered(path.join(stateDir, "admin-token")),
    adminTokenGenerated: !given,
    authSecret: env["AUTH_SECRET"] || devVars["AUTH_SECRET"] || remembered(path.join(stateDir, "auth-secret")),
    allowPrivateHosts: env["ALLOW_PRIVATE_HOSTS"] ?? devVars["ALLOW_PRIVATE_HOSTS"] ?? "true",
  };
}

/** The Worker's variables of a local run: the environment overrides `.dev.vars`, which overrides the defaults of `npm start`. */
export function workerVariables(
  config: DevConfig,
  env: NodeJS.ProcessEnv,
  devVars: Variables,
  extra: Record<string, string>,
): Record<string, string> {
  const defaults: Record<string, string> = {
    CRAWLER_PROOFS_URL: "off",
    INDEXNOW_URL: "off",
    EMAIL_PRINT: "true",
    ...extra,
  };
  const values: Record<string, string> = {
    ADMIN_TOKEN: config.adminToken,
    AUTH_SECRET: config.authSecret,
    ALLOW_PRIVATE_HOSTS: config.allowPrivateHosts,
    API_HOSTS: [
      `127.0.0.1:${config.port},localhost:${config.port}`,
      env["API_HOSTS"] || devVars["API_HOSTS"] || "",
    ].join(),
  };
  for (const name of new Set([...PASSED, ...Object.keys(defaults)])) {
    const value = env[name] || devVars[name] || defaults[name];
    if (value) values[name] = value;
  }
  return values;
}

/** Writes the Worker's variables to a file that only this user can read, and names the files that wrangler reads. */
export function writeEnvFile(config: DevConfig, env: NodeJS.ProcessEnv, extra: Record<string, string>): string[] {
  const lines = Object.entries(workerVariables(config, env, readDevVars(), extra)).map(
    ([name, value]) => `${name}='${value.replaceAll("'", "").replaceAll("$", "\\$")}'`,
  );
  const file = path.join(config.stateDir, "worker.env");
  writeFileSync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  return existsSync(DEV_VARS) ? [DEV_VARS, file] : [file];
}

export function fail(message: string): never {
  console.error(`\n${message}\n`);
  process.exit(1);
}
