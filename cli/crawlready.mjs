#!/usr/bin/env node
// Plain JavaScript for Node 20: finds a Node that can run the command line, and in a clone builds it first.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const main = path.join(root, "dist", "cli.mjs");
const builder = path.join(root, "scripts", "dev", "build-cli.ts");
const [major, minor] = process.versions.node.split(".").map(Number);
const isNewEnough = major > 22 || (major === 22 && minor >= 12);

function fail(message) {
  process.stderr.write(`crawlready: ${message}\n`);
  process.exit(1);
}

/** The Node of the `node` package, which is installed with this one. */
function packagedNode() {
  try {
    const folder = path.dirname(createRequire(import.meta.url).resolve("node/package.json"));
    const file = path.join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
    if (existsSync(file)) return file;
  } catch {
    // npm was told to leave it out.
  }
  return fail(`needs Node 22.12 or newer; this is ${process.version}. Install one, or run: npm rebuild node`);
}

/** Only a clone has the sources. */
function buildIfStale() {
  if (!existsSync(builder)) return;
  const built = spawnSync(packagedNode(), ["--disable-warning=ExperimentalWarning", builder], {
    cwd: root,
    stdio: ["ignore", 2, 2],
  });
  if (built.status !== 0) fail("could not be built; see the messages above.");
}

/** Runs the command line on the packaged Node, with our arguments and signals. */
function handOver() {
  const child = spawn(packagedNode(), [main, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A killed parent sends no notice, but the process then has a new parent id.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && child.kill("SIGTERM"), 500).unref();
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

buildIfStale();
if (isNewEnough) await import(pathToFileURL(main).href);
else handOver();
