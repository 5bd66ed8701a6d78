#!/usr/bin/env node
// In a clone, builds the command line first if its sources have changed. A package has only what was built.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const main = path.join(root, "dist", "cli.mjs");
const builder = path.join(root, "scripts", "dev", "build-cli.ts");
function fail(message) {
  process.stderr.write(`crawlready: ${message}\n`);
  process.exit(1);
}

/** Only a clone has the sources. Building them needs a newer Node, which `npm ci` has installed. */
function buildIfStale() {
  if (!existsSync(builder)) return;
  const folder = path.dirname(createRequire(import.meta.url).resolve("node/package.json"));
  const node = path.join(folder, "bin", process.platform === "win32" ? "node.exe" : "node");
  const built = spawnSync(node, ["--disable-warning=ExperimentalWarning", builder], {
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

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 12)) fail(`needs Node 20.12 or newer; this is ${process.version}.`);
buildIfStale();
endWithNpx();
await import(pathToFileURL(main).href);
