import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync } from "node:fs";
import path from "node:path";
import { installedVersion, installPackages } from "../../scripts/dev/install-packages.ts";
import { EXAMPLES_FOLDER, folderOf, startProgram, type Example, type Place } from "./place.ts";

const QUIET = { NEXT_TELEMETRY_DISABLED: "1", NUXT_TELEMETRY_DISABLED: "1", ASTRO_TELEMETRY_DISABLED: "1", CI: "1" };

/** Installs the packages of an example's own package.json. */
export function installExample(name: string): void {
  const folder = folderOf(name);
  mkdirSync(folder, { recursive: true });
  copyFileSync(path.join(EXAMPLES_FOLDER, name, "package.json"), path.join(folder, "package.json"));
  installPackages(folder);
}

/** Runs a program of a framework's own packages until it ends. */
async function build({ folder }: Place, [name, ...args]: readonly string[]): Promise<void> {
  const program = path.join(folder, "node_modules/.bin", name!);
  const env = { ...process.env, ...QUIET, NODE_ENV: "production" } as const;
  const child = spawn(program, args, { cwd: folder, stdio: ["ignore", "pipe", "pipe"], env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (part: Buffer) => (output += part.toString()));
  const code = await new Promise((resolve) => child.once("close", resolve));
  if (code !== 0) throw new Error(`${name} ${args.join(" ")} failed\n${output}`);
}

interface Framework extends Pick<Example, "name" | "trustsForwarded"> {
  package: string;
  build: readonly string[];
  start: (place: Place) => readonly [string, ...string[]];
}

/** Installs the packages of the example's own package.json, builds it, and starts the build as in production. */
function framework({ package: pack, build: command, start, ...own }: Framework): Example {
  return {
    ...own,
    version: () => installedVersion(folderOf(own.name), pack) ?? "?",
    install: () => installExample(own.name),
    start: async (place) => {
      await build(place, command);
      const hosts = { HOSTNAME: "127.0.0.1", NITRO_HOST: "127.0.0.1" };
      return startProgram(start(place), place, { ...QUIET, ...hosts, NODE_ENV: "production" });
    },
  };
}

/** Each runs as it does in production on a server of one's own. */
export const FRAMEWORKS: readonly Example[] = [
  framework({
    name: "next",
    package: "next",
    trustsForwarded: true,
    build: ["next", "build"],
    start: ({ port }) => ["node_modules/.bin/next", "start", "-H", "127.0.0.1", "-p", String(port)],
  }),
  framework({
    name: "nuxt",
    package: "nuxt",
    build: ["nuxt", "build"],
    start: () => [process.execPath, ".output/server/index.mjs"],
  }),
  framework({
    name: "sveltekit",
    package: "@sveltejs/kit",
    build: ["vite", "build"],
    start: () => [process.execPath, "build"],
  }),
  framework({
    name: "astro",
    package: "astro",
    build: ["astro", "build"],
    start: () => [process.execPath, "dist/server/entry.mjs"],
  }),
];
