import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";

/** Environment variable that every process of a run inherits and that identifies its owner. */
const OWNER = "CRAWLREADY_OWNER";

interface OwnedProcess {
  pid: number;
  /** Process id of the run's start script. */
  runPid: number;
  stateDir: string;
}

/** Environment for the processes that a run starts. */
export function ownerEnv(stateDir: string): Record<string, string> {
  return { [OWNER]: `${process.pid}@${stateDir}` };
}

/** The start script of another run that uses this state now; null if there is none. */
export function runningWith(stateDir: string): number | null {
  return ownedProcesses().find((each) => each.stateDir === stateDir && isRun(each.runPid))?.runPid ?? null;
}

/** Ends leftovers of earlier runs with this state: processes marked with the state whose run has ended. */
export function endLeftovers(stateDir: string): number {
  return end(ownedProcesses().filter((each) => each.stateDir === stateDir && !isRun(each.runPid)));
}

/** Kills all processes of this run that are still alive. */
export function endOwn(stateDir: string): number {
  return end(ownedProcesses().filter((each) => each.stateDir === stateDir && each.runPid === process.pid));
}

function end(processes: readonly OwnedProcess[]): number {
  for (const { pid } of processes) {
    // A browser leads its own process group; other processes are killed individually.
    for (const target of [-pid, pid]) {
      try {
        process.kill(target, "SIGKILL");
      } catch {
        // No such group, or it has already ended.
      }
    }
  }
  return processes.length;
}

/** Whether a start script is running under this id, and not a zombie or another program that got the same id. */
function isRun(pid: number): boolean {
  const args = existsSync("/proc/self/cmdline")
    ? readOrEmpty(`/proc/${pid}/cmdline`)
    : (spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout ?? "");
  return args.includes("scripts/dev/start.ts");
}

/** All processes with an owner, except this one. */
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
  // macOS: the variable comes last, so its value ends at the line end.
  const listing = spawnSync("ps", ["-A", "-E", "-ww", "-o", "pid=,command="], { encoding: "utf8" }).stdout ?? "";
  return listing.split("\n").map((line) => [Number.parseInt(line, 10), line]);
}

function readOrEmpty(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // It has ended, or belongs to another user.
    return "";
  }
}
