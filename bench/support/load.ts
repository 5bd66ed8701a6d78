import { spawnSync } from "node:child_process";

interface Load {
  /** Requests per second. */
  rate: number;
  requests: number;
}

/** Whether `program` is installed; with the first line that it says of its version. */
export function versionLine(program: string, flag: string): string | null {
  const { error, stdout, stderr } = spawnSync(program, [flag], { encoding: "utf8" });
  return error ? null : `${stdout}${stderr}`.trim().split("\n")[0]!;
}

/** Requests a URL for some seconds with wrk. Throws if an answer was no success, or none came. */
export function load(url: string, headers: Record<string, string>, seconds: number, connections: number): Load {
  const lines = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const { stdout } = spawnSync("wrk", ["-t1", `-c${connections}`, `-d${seconds}s`, ...lines, url], {
    encoding: "utf8",
  });
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1] ?? 0);
  const errors = Number(/Non-2xx or 3xx responses: (\d+)/.exec(stdout)?.[1] ?? 0);
  if (requests === 0 || errors > 0) throw new Error(`${url}: ${errors} errors in ${requests} requests`);
  return { rate: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), requests };
}
