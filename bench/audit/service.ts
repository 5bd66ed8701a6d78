import { spawn, type ChildProcess } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const here = import.meta.dirname;

/** Starts a deterministic site of `pages` pages of about 28 KB on a loopback port. */
export async function startSite(pages: number, port: number): Promise<ChildProcess> {
  const args = [path.join(here, "site.ts"), String(pages), String(port)];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
  process.on("exit", () => child.kill());
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${port}/robots.txt`).catch(() => null);
    if (answer?.ok) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface ProcessFigures {
  cpuSeconds: number;
  rssMb: number;
}

/** CPU time used so far and memory held now by the processes of a group that run `program`. */
export function processFigures(groupId: number, program: string): ProcessFigures {
  const figures = { cpuSeconds: 0, rssMb: 0 };
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
      const name = stat.slice(stat.indexOf("(") + 1, stat.lastIndexOf(")"));
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (name !== program || Number(fields[2]) !== groupId) continue;
      figures.cpuSeconds += (Number(fields[11]) + Number(fields[12])) / 100;
      figures.rssMb += (Number(fields[21]) * 4096) / 1024 / 1024;
    } catch {
      // The process has ended in the meantime.
    }
  }
  return figures;
}
