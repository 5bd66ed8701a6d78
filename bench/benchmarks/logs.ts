import { spawn } from "node:child_process";
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { isDeepStrictEqual } from "node:util";
import { createGunzip, createGzip } from "node:zlib";
import { logHistory, newTally, type LogTally } from "../../test/support/log-history.ts";
import { groupMembers, startService, until } from "../../test/support/service.ts";
import { defineBenchmark, measuresOf, OURS, type Figures } from "../harness/benchmark.ts";
import { reportingAccount } from "../support/reporting-account.ts";

const DAYS = 20;
const DAY_MS = 86_400_000;
const PIECE = 5_000;
const PATHS = 20_000;
/** Waiting this long for more visits reveals a total that is too high. */
const SETTLED_MS = 8_000;

interface Log {
  file: string;
  tally: LogTally;
}

/** Writes the log, or its part from line `after` on. */
async function write(file: string, lines: number, after: number, now: number): Promise<Log> {
  const tally = newTally();
  const all = logHistory({ seed: 17, lines, paths: PATHS, from: now - DAYS * DAY_MS, to: now - 60_000 }, tally);
  const pieces = (function* () {
    let piece: string[] = [];
    let at = 0;
    for (const line of all) {
      if (at++ < after) continue;
      if (piece.push(line) < PIECE) continue;
      yield `${piece.join("\n")}\n`;
      piece = [];
    }
    if (piece.length > 0) yield `${piece.join("\n")}\n`;
  })();
  await pipeline(Readable.from(pieces), createGzip({ level: 1 }), createWriteStream(file));
  return { file, tally };
}

/** Resident memory of a process in MB, now and at its peak; 0 after its end. */
function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1_024;
    return { now: mb("VmRSS"), peak: mb("VmHWM") };
  } catch {
    return { now: 0, peak: 0 };
  }
}

export const logs = defineBenchmark({
  name: "logs",
  measures:
    "Sends a compressed access log over 20 days with `crawlready-logs`, then its second half again. Days, operators and referred people must " +
    "equal what was counted while the log was written. `plain Node` decompresses the log, splits its lines and reads their user agents.",
  peers: ["plain Node"],
  sizes: { short: { lines: 200_000, rounds: 2 }, long: { lines: 4_000_000, rounds: 2 } },

  async run({ size: { lines, rounds }, inTurns, defer, say }) {
    const now = Date.now();
    const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-logs-"));
    defer(() => rmSync(folder, { recursive: true, force: true }));
    const whole = await write(path.join(folder, "access.log.gz"), lines, 0, now);
    const again = await write(path.join(folder, "again.log.gz"), lines, lines / 2, now);
    const service = await startService();
    defer(service.dispose);
    const account = await reportingAccount(service);
    const serviceMb = () =>
      groupMembers(service.child.pid!).reduce((most, pid) => Math.max(most, memoryOf(pid).now), 0);
    const { tally } = whole;

    /** Sends a log. Returns what the command says, and the largest memory of both. */
    async function send({ file }: Log, domain: string) {
      const key = account.headers["x-service-api-key"]!;
      const args = ["scripts/import-logs.mjs", "--domain", domain, "--url", service.base, "--key", key, file];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      const peaks = { command: 0, service: 0 };
      const watch = setInterval(() => {
        peaks.command = Math.max(peaks.command, memoryOf(child.pid!).peak);
        peaks.service = Math.max(peaks.service, serviceMb());
      }, 250);
      let output = "";
      child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      const code = await new Promise((ended) => child.on("close", ended));
      clearInterval(watch);
      if (code !== 0) throw new Error(`crawlready-logs ended with ${String(code)}`);
      return { said: JSON.parse(output) as Record<string, number>, peaks };
    }
    async function compare(domain: string): Promise<void> {
      const { daily } = await account.report(`bots/daily?days=${DAYS + 2}`, domain);
      const byDay: Record<string, number> = {};
      for (const { date, providers } of daily)
        for (const { provider, count } of providers) byDay[`${date} ${provider}`] = count;
      if (!isDeepStrictEqual(byDay, tally.byDay)) throw new Error("visits by day and operator differ");
      const { total } = await account.report("referrals?", domain);
      if (total !== tally.people) throw new Error(`${total} instead of ${tally.people} referred people`);
    }
    const sum = (byDay: Array<{ total: number }>) => byDay.reduce((all, { total }) => all + total, 0);
    const isCounted = async (domain: string) =>
      sum((await account.report(`bots/daily?days=${DAYS + 2}`, domain)).daily) >= tally.crawlers &&
      (await account.report("referrals?", domain)).total >= tally.people;

    let round = 0;
    async function ours(): Promise<Figures> {
      const domain = `logs-${round++}.example`;
      await account.addDomain(domain);
      const startedAt = performance.now();
      const { said, peaks } = await send(whole, domain);
      const sentMs = performance.now() - startedAt;
      const { crawlers, people, malformed } = tally;
      if (said["accepted"] !== crawlers || said["referrals"] !== people || said["malformed"] !== malformed)
        throw new Error(`the command reported ${JSON.stringify(said)}`);
      await until(() => isCounted(domain), 800_000);
      await compare(domain);
      await send(again, domain);
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      await compare(domain);
      say("all counts are equal, also after the second half came again");
      return { rate: lines / (sentMs / 1_000), command: peaks.command, service: peaks.service };
    }
    async function plain(): Promise<Figures> {
      const startedAt = performance.now();
      const agents = new Map<string, number>();
      let read = 0;
      for await (const line of createInterface({ input: createReadStream(whole.file).pipe(createGunzip()) })) {
        read++;
        const agent = /"([^"]*)"$/.exec(line)?.[1];
        if (agent) agents.set(agent, (agents.get(agent) ?? 0) + 1);
      }
      if (read !== lines) throw new Error(`plain Node read ${read} lines`);
      return { rate: lines / ((performance.now() - startedAt) / 1_000) };
    }
    const found = await inTurns(rounds, { [OURS]: ours, "plain Node": plain });
    const own = { [OURS]: found[OURS]! };
    return [
      ...measuresOf(found, { rate: { what: "log lines per second", unit: "", better: "more", shown: "picture" } }),
      ...measuresOf(own, {
        command: { what: "largest memory of the command", unit: "MB", better: "less" },
        service: { what: "largest memory of a process of the service", unit: "MB", better: "less" },
      }),
    ];
  },
});
