import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, root, type DevConfig } from "./config.ts";

/** The release that last upgraded a state, and its migrations. States of 0.1.0 lack this file. */
interface StateRelease {
  version: string;
  migrations: string[];
}

const fileOf = (config: DevConfig) => path.join(config.stateDir, "release.json");

function ownRelease(): StateRelease {
  const { version } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8")) as { version: string };
  const migrations = readdirSync(path.join(root, "migrations")).filter((name) => name.endsWith(".sql"));
  return { version, migrations: migrations.sort() };
}

/** Exits with a clear message if a newer release has upgraded the state, because this release can't read it. */
export function refuseNewerState(config: DevConfig): void {
  if (!existsSync(fileOf(config))) return;
  const kept = JSON.parse(readFileSync(fileOf(config), "utf8")) as StateRelease;
  const own = ownRelease();
  const unknown = kept.migrations.filter((name) => !own.migrations.includes(name));
  if (unknown.length > 0)
    fail(
      `The state in ${config.stateDir} was upgraded by a newer release, ${kept.version}. This release, ${own.version}, can't read it.\nStart that release, or choose another folder: STATE_DIR=… npm start`,
    );
}

/** Records that this release has upgraded the state. */
export function markState(config: DevConfig): void {
  writeFileSync(fileOf(config), JSON.stringify(ownRelease()));
}
