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

/** Who else has this state: the start script of a run that uses it now, and processes that ended runs have left behind. */
export function othersWith(stateDir: string): { running: number | null; leftovers: OwnedProcess[] } {
  const { running = [], ended = [] } = Object.groupBy(
    ownedProcesses().filter((each) => each.stateDir === stateDir),
    ({ runPid }) => (isRun(runPid) ? "running" : "ended"),
  );
  return { running: running[0]?.runPid ?? null, leftovers: ended };
}

/** Kills all processes of this run that are still alive. */
export function endOwn(stateDir: string): void {
  end(ownedProcesses().filter((each) => each.stateDir === stateDir && each.runPid === process.pid));
}

/** Kills processes. */
export function end(processes: readonly OwnedProcess[]): void {
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
