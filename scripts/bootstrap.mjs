// Plain JavaScript for Node 20, like everything that runs before the packages are installed.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const [major] = process.versions.node.split(".");
if (Number(major) < 20) {
  console.error(`Crawlready needs Node 20 or newer; this is ${process.version}.`);
  process.exit(1);
}

/** The Node that runs the scripts, from the `node` package; null if npm was told not to run install scripts. */
function localNode() {
  const name = process.platform === "win32" ? "node.exe" : "node";
  const local = path.join(root, "node_modules", "node", "bin", name);
  return existsSync(local) ? local : null;
}

function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, "utf8")).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Whether every package in the lock file is installed with its version. npm's own list does not notice folders that
 * were removed later.
 */
export function isInstalled(folder) {
  const wanted = packagesIn(path.join(folder, "package-lock.json"));
  const installed = packagesIn(path.join(folder, "node_modules", ".package-lock.json"));
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === "" ||
      optional ||
      (installed[name]?.version === version && existsSync(path.join(folder, name, "package.json"))),
  );
}

/** Runs `npm ci` unless node_modules matches the lock file. */
export function installIfMissing() {
  if (isInstalled(root)) return;
  console.log("Installing packages (npm ci) …");
  // npm's warnings concern the Node that runs npm, while the packages run on the Node of the `node` package.
  const result = spawnSync("npm", ["ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: "inherit",
    shell: process.platform === "win32",
  });
  if (result.status !== 0) {
    console.error("npm ci failed; see its messages above.");
    process.exit(result.status ?? 1);
  }
}

/** Runs a script on the local Node with these arguments and our signals, and exits with its status. */
export function handOver(script, args) {
  const node = localNode();
  if (node === null) {
    console.error(
      "node_modules contains no Node, because npm did not run install scripts. To add it:\n  npm rebuild node --ignore-scripts=false",
    );
    process.exit(1);
  }
  const env = { ...process.env, PATH: `${path.dirname(node)}${path.delimiter}${process.env.PATH}` };
  const child = spawn(node, ["--disable-warning=ExperimentalWarning", path.join(root, script), ...args], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  // A terminal's Ctrl-C reaches the child anyway; a signal sent only to this process does not.
  process.on("SIGINT", () => {});
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  // A killed parent sends no notice, but the process then has a new parent id.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}
