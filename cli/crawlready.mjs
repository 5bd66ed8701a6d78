#!/usr/bin/env node
// Plain JavaScript for Node 20: finds a Node that can run the command line, and in a clone builds it first.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
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
    // npm was configured to leave it out.
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

/** The shell that npx starts us in, and npx itself. Only Linux shows the parent of another process. */
function parents() {
  try {
    const [, shellParent] = readFileSync(`/proc/${process.ppid}/stat`, "utf8").split(") ")[1].split(" ");
    return `${process.ppid} ${shellParent}`;
  } catch {
    return String(process.ppid);
  }
}

/** npx does not pass signals on. If it has ended, one of the parents has a new parent, and we end too. */
function endWithNpx() {
  if (process.env.npm_command !== "exec") return;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    process.kill(process.pid, "SIGTERM");
  }, 500);
  timer.unref();
}

/** Runs the command line on the packaged Node, with our arguments and signals. */
function handOver() {
  const child = spawn(packagedNode(), [main, ...process.argv.slice(2)], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("exit", (code, signal) => process.exit(signal ? 1 : (code ?? 1)));
}

buildIfStale();
endWithNpx();
if (isNewEnough) await import(pathToFileURL(main).href);
else handOver();
