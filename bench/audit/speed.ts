// Runs audits and Crawlee in turn on one site and compares their pages per second over the whole run.
// Usage: node bench/audit/speed.ts [pages] [rounds]
import { spawn } from "node:child_process";
import path from "node:path";
import { ask, freePort, seedAccount, startAudit, startService, untilEnded } from "../../test/support/service.ts";
import { median } from "../../src/lib/numbers/median.ts";
import { processFigures, startSite } from "./service.ts";

const [pages = 2_000, rounds = 3] = process.argv.slice(2).map(Number);
const port = await freePort();
const site = await startSite(pages, port);
const domain = `127.0.0.1:${port}`;
const service = await startService();

interface Figures {
  pages: number;
  pagesPerSecond: number;
  cpuMsPerPage: number;
}

async function auditOnce(auth: Record<string, string>): Promise<Figures> {
  const before = processFigures(service.child.pid!, "workerd").cpuSeconds;
  const { body } = await startAudit(service.base, auth, domain, { allowSampling: false, files: "none" });
  // The progress stream ends with the run; waiting for it costs less than polling.
  await ask(service.base, "GET", `/api/seo-spider/runs/${body.runId}/progress`, { headers: auth });
  const { run } = await untilEnded(service.base, auth, body.runId, 600_000);
  const cpu = processFigures(service.child.pid!, "workerd").cpuSeconds - before;
  const seconds = run.crawlStats.durationMs / 1000;
  console.log(`  run ${run.status}, ${run.pagesCrawled} pages, ${run.issueCount} issues, ${seconds.toFixed(2)} s`);
  return {
    pages: run.pagesCrawled,
    pagesPerSecond: run.pagesCrawled / seconds,
    cpuMsPerPage: (cpu * 1000) / run.pagesCrawled,
  };
}

function crawleeOnce(): Promise<Figures> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, "crawlee.mjs"), `http://${domain}/`, "50"]);
  let out = "";
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve, reject) =>
    child.on("exit", (code) => {
      if (code !== 0)
        return reject(new Error("crawlee failed: is it installed (npm install in bench)? PEERS=0 skips it."));
      const result = JSON.parse(out.trim().split("\n").at(-1)!) as {
        pages: number;
        seconds: number;
        cpuSeconds: number;
      };
      resolve({
        pages: result.pages,
        pagesPerSecond: result.pages / result.seconds,
        cpuMsPerPage: (result.cpuSeconds * 1000) / result.pages,
      });
    }),
  );
}

const auth = await seedAccount(service.base, { domain });
const results: Record<"crawlready" | "crawlee", Figures[]> = { crawlready: [], crawlee: [] };
await auditOnce(auth);
for (let round = 0; round < rounds; round++) {
  if (process.env["PEERS"] !== "0") results.crawlee.push(await crawleeOnce());
  results.crawlready.push(await auditOnce(auth));
}
for (const [name, figures] of Object.entries(results)) {
  if (figures.length === 0) continue;
  const rates = figures.map((each) => each.pagesPerSecond);
  console.log(
    `${name}: ${median(rates).toFixed(0)} pages/s (${Math.min(...rates).toFixed(0)}–${Math.max(...rates).toFixed(0)}), ` +
      `${median(figures.map((each) => each.cpuMsPerPage)).toFixed(2)} ms of CPU per page, ${figures[0]!.pages} pages`,
  );
}
if (results.crawlee.length > 0) {
  const ratio =
    median(results.crawlready.map((each) => each.pagesPerSecond)) /
    median(results.crawlee.map((each) => each.pagesPerSecond));
  console.log(`ratio: ${ratio.toFixed(2)}`);
}
await service.dispose();
site.kill();
