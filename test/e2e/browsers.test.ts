import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSite, type SiteServer } from "../support/site-server.ts";
import { ask, seedAccount, startService, until, type Service } from "../support/service.ts";

const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(" ");

const isLong = process.env["TEST_LONG"] === "1";

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

interface Process {
  pid: number;
  group: number;
  args: string;
}

function processes(): Process[] {
  const listing = spawnSync("ps", ["-A", "-ww", "-o", "pid=,pgid=,stat=,args="], { encoding: "utf8" }).stdout;
  return listing.split("\n").flatMap((line) => {
    const [, pid, group, state, args] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return pid && !state!.startsWith("Z") ? [{ pid: Number(pid), group: Number(group), args: args! }] : [];
  });
}

/**
 * The process groups of a service's browsers, one per browser. The launcher is in the service's own cache folder, which
 * identifies them: the browser program is the same for all services.
 */
function browsersOf({ stateDir }: Service): number[] {
  const all = processes();
  const launchers = all.filter(({ args }) => args.includes(`${stateDir}/browser-cache/`));
  const launched = new Set(launchers.map(({ group }) => group));
  const leaders = all.filter(({ pid, group, args }) => pid === group && args.includes("--remote-debugging"));
  return leaders.map(({ pid }) => pid).filter((pid) => launched.has(pid));
}

/** All processes of these browsers. */
function processesOf(browsers: readonly number[]): number[] {
  return processes()
    .filter(({ group }) => browsers.includes(group))
    .map(({ pid }) => pid);
}

describe.runIf(process.platform === "linux")("the browsers of a service", () => {
  let site: SiteServer;
  let service: Service;
  let auth: Record<string, string>;
  let idle: Promise<void>;
  beforeAll(async () => {
    site = await startSite();
    site.routes = { "*": { body: `<h1>Page</h1><p>${words}</p>` } };
    service = await startService();
    auth = await seedAccount(service.base, { domain: site.host });
    if (!isLong) return;
    // The idle period is a minute, so another service spends it meanwhile.
    idle = idlePeriod();
    idle.catch(() => {});
  });
  afterAll(async () => {
    await service?.dispose();
    await site?.close();
  });

  let page = 0;
  async function use(used: Service, headers: Record<string, string>): Promise<number[]> {
    const paths = Array.from({ length: 6 }, () => `/p${++page}`);
    const answers = await Promise.all(
      paths.map((path) => ask(used.base, "GET", `/render/${site.origin}${path}`, { headers })),
    );
    expect(answers.map((answer) => answer.headers.get("x-crawlready-cache"))).toEqual(paths.map(() => "miss"));
    const browsers = browsersOf(used);
    expect(browsers, "one browser in use").toHaveLength(1);
    return browsers;
  }
  const untilGone = (used: Service, browsers: readonly number[], timeoutMs: number) =>
    until(() => Promise.resolve(browsersOf(used).length === 0 && processesOf(browsers).length === 0), timeoutMs);

  async function idlePeriod(): Promise<void> {
    const another = await startService();
    try {
      const headers = await seedAccount(another.base, { domain: site.host });
      await untilGone(another, await use(another, headers), 100_000);
      await use(another, headers);
    } finally {
      await another.dispose();
    }
  }

  it("end with the service", async () => {
    const browsers = await use(service, auth);
    await service.stop();
    // They are killed by then, but on a busy machine the system still lists them for a moment.
    await untilGone(service, browsers, 5_000);
  });

  it("end when the service is killed, and are one after a restart", async () => {
    await service.restart();
    const browsers = await use(service, auth);
    await service.kill();
    await untilGone(service, browsers, 5_000);
    await service.restart();
    await use(service, auth);
  });

  it("end when only the start script is killed, and the next start finds its port free", async () => {
    const browsers = await use(service, auth);
    const script = Number(
      readdirSync("/proc").find(
        (name) =>
          read(`/proc/${name}/cmdline`).includes("scripts/dev/start.ts") &&
          read(`/proc/${name}/environ`).includes(`STATE_DIR=${service.stateDir}\0`),
      ),
    );
    expect(script).toBeGreaterThan(1);
    process.kill(script, "SIGKILL");
    await service.restart();
    await untilGone(service, browsers, 5_000);
    await use(service, auth);
  });

  it.runIf(isLong)("are one while in use, and none after an idle period", { timeout: 150_000 }, () => idle);
});
