import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** The variable that every process of a run inherits: whose it is. */
const OWNER = "CRAWLREADY_OWNER";

interface OwnedProcess {
  pid: number;
  /** Process id of the run's start script. */
  runPid: number;
  stateDir: string;
}

/** What a run puts into the environment of what it starts. */
export function ownerEnv(stateDir: string): Record<string, string> {
  return { [OWNER]: `${process.pid}@${stateDir}` };
}

/** Ends what earlier runs with this state left behind: processes that carry the state's name and whose run is no more. */
export function endLeftovers(stateDir: string): number {
  return end(ownedProcesses().filter((each) => each.stateDir === stateDir && !isRun(each.runPid)));
}

/** Ends by force whatever this run has started and is still there. */
export function endOwn(stateDir: string): number {
  return end(ownedProcesses().filter((each) => each.stateDir === stateDir && each.runPid === process.pid));
}

function end(processes: readonly OwnedProcess[]): number {
  for (const { pid } of processes) {
    // A browser leads a group of its own; whoever doesn't lead one is ended alone.
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, "SIGKILL");
      } catch {
        // No group of that name, or ended already.
      }
    }
  }
  return processes.length;
}

/** Is a start script alive under this id? Not a dead one that nobody has buried, nor a stranger that got its number. */
function isRun(pid: number): boolean {
  const args = existsSync("/proc/self/cmdline")
    ? readOrEmpty(`/proc/${pid}/cmdline`)
    : (spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "");
  return args.includes("scripts/dev/start.ts");
}

/** All processes that carry an owner, except this one. */
function ownedProcesses(): OwnedProcess[] {
  return environments().flatMap(([pid, environment]) => {
    const found = new RegExp(`(?:^|[\\0\\s])${OWNER}=(\\d+)@([^\\0\\n]*)`).exec(environment);
    if (!found || pid === process.pid) return [];
    return [{ pid, runPid: Number(found[1]), stateDir: found[2]!.trim() }];
  });
}

function environments(): Array<[number, string]> {
  if (existsSync("/proc/self/environ")) {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => [Number(pid), readOrEmpty(`/proc/${pid}/environ`)]);
  }
  // macOS: the variable comes last, so that its value ends with the line.
  const listing = spawnSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { encoding: "utf8" }).stdout ?? "";
  return listing.split("\n").map((line) => [Number.parseInt(line, 10), line]);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // Ended meanwhile, or another user's.
    return "";
  }
}
