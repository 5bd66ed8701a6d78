import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

interface Package {
  version: string;
  dependencies?: Record<string, string>;
}

const readPackage = (file: string) => JSON.parse(readFileSync(file, "utf8")) as Package;

/** Version of a package that a folder has installed; null if it has not. */
export function installedVersion(folder: string, name: string): string | null {
  const file = path.join(folder, "node_modules", name, "package.json");
  return existsSync(file) ? readPackage(file).version : null;
}

/** Installs the packages of a folder's package.json unless they are there. @throws if that fails. */
export function installPackages(folder: string, flags: readonly string[] = [], env: Record<string, string> = {}): void {
  const wanted = Object.entries(readPackage(path.join(folder, "package.json")).dependencies ?? {});
  if (wanted.every(([name, version]) => installedVersion(folder, name) === version)) return;
  const name = path.relative(process.cwd(), folder);
  console.log(`Installing packages (npm install in ${name}) …`);
  const { status } = spawnSync(
    "npm",
    ["install", "--no-audit", "--no-fund", "--no-package-lock", "--loglevel=error", ...flags],
    {
      cwd: folder,
      stdio: "inherit",
      env: { ...process.env, ...env },
    },
  );
  if (status !== 0) throw new Error(`npm install in ${name} failed; see its messages above`);
}
