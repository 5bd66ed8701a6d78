import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { PACKAGED_SITES } from "../../test/truth/packages.ts";
import { root } from "./config.ts";
import { runLanes } from "./steps.ts";

/** Packages of documentation, unpacked; not part of the repository. */
const CACHE = path.join(root, "node_modules", ".cache", "crawlready-truth");

function run(program: string, args: string[], cwd: string): void {
  const { status, error } = spawnSync(program, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status === 0) return;
  console.error(`${program} failed${error ? `: ${error.message}` : ""}. This needs Debian or a system based on it.`);
  process.exit(1);
}

/** Downloads a package with the system's own client, which verifies it, and unpacks it. */
function unpack(name: string): void {
  const target = path.join(CACHE, name);
  if (existsSync(target)) return;
  const debs = path.join(CACHE, "debs");
  mkdirSync(debs, { recursive: true });
  const find = () => readdirSync(debs).find((file) => file.startsWith(`${name}_`));
  if (!find()) run("apt-get", ["download", name], debs);
  run("dpkg-deb", ["-x", path.join(debs, find()!), target], CACHE);
}

for (const name of new Set(PACKAGED_SITES.map((site) => site.package))) unpack(name);
const passed = await runLanes([[["two audits compared", "vitest", "run", "--project", "truth"]]]);
console.log(readFileSync(path.join(CACHE, "report.txt"), "utf8"));
process.exit(passed ? 0 : 1);
