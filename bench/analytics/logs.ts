/**
 * Writes an access log, sends it with `crawlready-logs`, sends its second half again, and compares what the service
 * counted, by day and operator, with what was counted while the log was written. Measures the memory of both.
 * `node bench/analytics/logs.ts [lines=4000000] [paths=20000]`. Exits with 1 if a number differs.
 */
import { spawn } from "node:child_process";
import { createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { isDeepStrictEqual } from "node:util";
import { logHistory, newTally, type LogTally } from "../../test/support/log-history.ts";
import { ADMIN_TOKEN, ask, groupMembers, startService, until } from "../../test/support/service.ts";

const [lines = 4_000_000, paths = 20_000] = process.argv.slice(2).map(Number);
const DOMAIN = "logs.example";
const DAYS = 20;
const DAY_MS = 86_400_000;
const PIECE = 5_000;

const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-logs-"));
const now = Date.now();
const seconds = (since: number) => `${((Date.now() - since) / 1000).toFixed(1)} s`;

/** Writes the log, or its part from line `after` on. */
async function write(name: string, after: number): Promise<{ file: string; tally: LogTally }> {
  const tally = newTally();
  const file = path.join(folder, name);
  const all = logHistory({ seed: 17, lines, paths, from: now - DAYS * DAY_MS, to: now - 60_000 }, tally);
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

/** Resident memory of a process in MB, now and at its peak. */
function memoryOf(pid: number): { now: number; peak: number } {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const mb = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
    return { now: mb("VmRSS"), peak: mb("VmHWM") };
  } catch {
    return { now: 0, peak: 0 };
  }
}

const started = Date.now();
const { file, tally } = await write("access.log.gz", 0);
console.log(
  `${tally.lines} lines, ${(statSync(file).size / 1e6).toFixed(0)} MB gzipped, written in ${seconds(started)}`,
);

const service = await startService();
const operator = { authorization: `Bearer ${ADMIN_TOKEN}` };
const admin = async (route: string, json: unknown, method = "POST") =>
  (await ask(service.base, method, `/api/admin/accounts${route}`, { headers: operator, json })).body;
const { accountId } = await admin("", { email: "bench@example.com", password: "a long password", plan: "business" });
await admin(`/${accountId}`, { limits: { requestsPerMinute: 1_000_000 } }, "PATCH");
await admin(`/${accountId}/domains`, { domain: DOMAIN, verified: true });
const { key } = await admin(`/${accountId}/api-keys`, { name: "bench" });
const get = async (route: string): Promise<any> =>
  (await ask(service.base, "GET", `/api/analytics/${route}domain=${DOMAIN}`, { headers: { "x-service-api-key": key } }))
    .body;

const peaks = { command: 0, service: 0 };
const serviceMemory = () =>
  groupMembers(service.child.pid!).reduce((most, pid) => Math.max(most, memoryOf(pid).now), 0);

async function send(log: string): Promise<any> {
  const from = Date.now();
  const args = ["scripts/import-logs.mjs", "--domain", DOMAIN, "--url", service.base, "--key", key as string, log];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const watch = setInterval(() => {
    peaks.command = Math.max(peaks.command, memoryOf(child.pid!).peak);
    peaks.service = Math.max(peaks.service, serviceMemory());
  }, 500);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise((ended) => child.on("exit", ended));
  clearInterval(watch);
  if (code !== 0) throw new Error(`crawlready-logs ended with ${String(code)}`);
  console.log(`${path.basename(log)} sent in ${seconds(from)}`);
  const { accepted, referrals, malformed, lines: read } = JSON.parse(output);
  return { accepted, referrals, malformed, lines: read };
}

const countedOf = async () => {
  const { daily } = await get(`bots/daily?days=${DAYS + 2}&`);
  const byDay: Record<string, number> = {};
  for (const { date, providers } of daily)
    for (const { provider, count } of providers) byDay[`${date} ${provider}`] = count;
  return byDay;
};
const sum = (byDay: Record<string, number>) => Object.values(byDay).reduce((all, n) => all + n, 0);

let differ = 0;
function compare(what: string, actual: unknown, expected: unknown): void {
  const same = isDeepStrictEqual(actual, expected);
  if (!same) differ++;
  console.log(`${same ? "equal    " : "DIFFERENT"} ${what}`);
  if (!same) console.log(actual, expected);
}

/** Waits until nothing was added for six seconds, which also reveals a total that is too high. */
async function settled(): Promise<Record<string, number>> {
  let last = -1;
  await until(async () => {
    const total = sum(await countedOf());
    const done = total === last && total >= tally.crawlers;
    last = total;
    if (!done) await new Promise((resolve) => setTimeout(resolve, 6_000));
    return done;
  }, 800_000);
  return countedOf();
}

const sending = Date.now();
const answer = await send(file);
compare("what the command reported", answer, {
  accepted: tally.crawlers,
  referrals: tally.people,
  malformed: tally.malformed,
  lines: tally.lines,
});
compare("visits by day and operator", await settled(), tally.byDay);
console.log(`${tally.crawlers} visits counted ${seconds(sending)} after the first call`);
compare("people whom assistants sent", (await get("referrals?")).total, tally.people);
const again = await write("again.log.gz", lines / 2);
await send(again.file);
compare("visits after the second half was sent again", await settled(), tally.byDay);
compare("people after that", (await get("referrals?")).total, tally.people);
console.log(`most memory: command ${peaks.command.toFixed(0)} MB, service ${peaks.service.toFixed(0)} MB`);
await service.dispose();
rmSync(folder, { recursive: true });
process.exit(differ === 0 ? 0 : 1);
