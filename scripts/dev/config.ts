import { randomBytes } from "node:crypto";
import { accessSync, constants, existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { parseEnv } from "node:util";
import { isShortToken, LEAST_TOKEN_LENGTH } from "../../src/lib/crypto/admin-token.ts";
import { SETTINGS, allSettings } from "../../src/settings/table.ts";
import { makePrivateFolder } from "./private-folder.ts";

export const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));

export interface DevConfig {
  port: number;
  stateDir: string;
  demo: boolean;
  adminToken: string;
  /** The token was generated and must be displayed. */
  adminTokenGenerated: boolean;
  /** The token is one that only a local service accepts. */
  adminTokenShort: boolean;
  /** Signs sessions. Stored with the state, so that sessions survive a restart. */
  authSecret: string;
  allowPrivateHosts: string;
}

const DEV_VARS = path.join(root, ".dev.vars");

/** Variables by name; undefined if not set. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The variables in `.dev.vars`; none if the file does not exist. */
export function readDevVars(): Variables {
  return existsSync(DEV_VARS) ? parseEnv(readFileSync(DEV_VARS, "utf8")) : {};
}

function prepareFolder(folder: string): void {
  try {
    makePrivateFolder(folder);
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
  const { PORT, STATE_DIR, DEMO, ALLOW_PRIVATE_HOSTS } = SETTINGS;
  const port = Number(env["PORT"] || PORT.default);
  if (!Number.isInteger(port) || port < PORT.min || port > PORT.max)
    fail(`PORT must be a number from ${PORT.min} to ${PORT.max}, not ${env["PORT"]}.`);
  const stateDir = path.resolve(root, env["STATE_DIR"] || STATE_DIR.default);
  prepareFolder(stateDir);
  const given = env["ADMIN_TOKEN"] || devVars["ADMIN_TOKEN"];
  const allowPrivateHosts = env["ALLOW_PRIVATE_HOSTS"] ?? devVars["ALLOW_PRIVATE_HOSTS"] ?? ALLOW_PRIVATE_HOSTS.local;
  const isShort = Boolean(given) && isShortToken(given!);
  if (isShort && allowPrivateHosts !== "true")
    fail(
      `ADMIN_TOKEN must have at least ${LEAST_TOKEN_LENGTH} characters, such as the output of: openssl rand -hex 32`,
    );
  return {
    port,
    stateDir,
    demo: (env["DEMO"] ?? DEMO.default) !== "0",
    adminToken: given || remembered(path.join(stateDir, "admin-token")),
    adminTokenGenerated: !given,
    adminTokenShort: isShort,
    authSecret: env["AUTH_SECRET"] || devVars["AUTH_SECRET"] || remembered(path.join(stateDir, "auth-secret")),
    allowPrivateHosts,
  };
}

/** The Worker's variables of a local run: the environment overrides `.dev.vars`, which overrides the defaults of `npm start`. */
export function workerVariables(
  config: DevConfig,
  env: NodeJS.ProcessEnv,
  devVars: Variables,
  extra: Record<string, string>,
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { name, setBy, local } of allSettings()) {
    const value = env[name] || devVars[name] || extra[name] || local;
    if (setBy !== "start" && value) values[name] = value;
  }
  return {
    ...values,
    ADMIN_TOKEN: config.adminToken,
    AUTH_SECRET: config.authSecret,
    ALLOW_PRIVATE_HOSTS: config.allowPrivateHosts,
    API_HOSTS: [
      `127.0.0.1:${config.port},localhost:${config.port}`,
      env["API_HOSTS"] || devVars["API_HOSTS"] || "",
    ].join(),
  };
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
