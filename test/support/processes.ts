import { readdirSync, readFileSync } from "node:fs";

export interface ProcessFigures {
  /** With the CPU time of children that have ended. */
  cpuSeconds: number;
  residentMb: number;
}

export interface Process extends ProcessFigures {
  pid: number;
  parent: number;
  group: number;
  program: string;
}

const CLOCK_TICKS = 100;
const PAGE_BYTES = 4_096;

/** All processes of the machine, as /proc/<pid>/stat describes them: see proc(5). */
function allProcesses(): Process[] {
  return readdirSync("/proc").flatMap((pid) => {
    if (!/^\d+$/.test(pid)) return [];
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const ticks = fields.slice(11, 15).reduce((sum, each) => sum + Number(each), 0);
      return [
        {
          pid: Number(pid),
          parent: Number(fields[1]),
          group: Number(fields[2]),
          program: stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")")),
          cpuSeconds: ticks / CLOCK_TICKS,
          residentMb: (Number(fields[21]) * PAGE_BYTES) / 1024 ** 2,
        },
      ];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
}

function sumOf(processes: readonly Process[]): ProcessFigures {
  const sum = { cpuSeconds: 0, residentMb: 0 };
  for (const { cpuSeconds, residentMb } of processes) {
    sum.cpuSeconds += cpuSeconds;
    sum.residentMb += residentMb;
  }
  return sum;
}

/** Figures of a process group; of those of its processes that run `program`, if given. */
export const figuresOfGroup = (group: number, program?: string): ProcessFigures =>
  sumOf(allProcesses().filter((each) => each.group === group && (program === undefined || each.program === program)));

/** Figures of the workerd that this process has started through miniflare. */
export const figuresOfWorkerd = (): ProcessFigures =>
  sumOf(allProcesses().filter(({ parent, program }) => parent === process.pid && program === "workerd"));

/** Figures of all processes that this process has started, and that those have, except one process group. */
export const figuresOfDescendants = (exceptGroup: number): ProcessFigures =>
  sumOf(descendantsOf(process.pid).filter(({ group }) => group !== exceptGroup));

/** The processes that a process has started, and that those have. Not the process itself. */
export function descendantsOf(pid: number): Process[] {
  const all = allProcesses();
  const own = new Set([pid]);
  for (let grown = -1; grown !== own.size;) {
    grown = own.size;
    for (const each of all) if (own.has(each.parent)) own.add(each.pid);
  }
  return all.filter((each) => own.has(each.pid) && each.pid !== pid);
}

/** The command line of a process; none if it has ended. */
export function argumentsOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return [];
  }
}
