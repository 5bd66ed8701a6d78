import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fail, root, type DevConfig } from "./config.ts";
import { applyMigrations } from "./wrangler.ts";

/** The release that last upgraded a state, and its migrations. */
interface StateRelease {
  version: string;
  migrations: string[];
}

const fileOf = ({ stateDir }: StateFolder) => path.join(stateDir, "release.json");
const databaseOf = ({ stateDir }: StateFolder) => path.join(stateDir, "v3", "d1");

type StateFolder = Pick<DevConfig, "stateDir">;

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

/** Applies missing migrations and records that. Does nothing if this release has already upgraded the state. */
export function upgradeState(state: StateFolder): void {
  const own = JSON.stringify(ownRelease());
  const isUpgraded = existsSync(databaseOf(state)) && existsSync(fileOf(state));
  if (isUpgraded && readFileSync(fileOf(state), "utf8") === own) return;
  applyMigrations(state);
  writeFileSync(fileOf(state), own);
}
