import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { parseArgs } from "node:util";
import { runCampaign, type CampaignResult } from "../../test/fuzz/api/campaign.ts";
import { Judge } from "../../test/fuzz/api/judge.ts";
import { replay, shrink, type Reproduction } from "../../test/fuzz/api/shrink.ts";
import { fuzzParsers } from "../../test/fuzz/parsers/fuzz-parsers.ts";
import { StateReader } from "../../test/fuzz/api/state-digest.ts";
import { startProviders } from "../../test/support/hostile-account.ts";
import { startService } from "../../test/support/service.ts";
import type { ApiDocument } from "../../test/support/valid-response.ts";
import { root } from "./config.ts";
import { useMemoryFolder } from "./memory-folder.ts";

useMemoryFolder();

/** Where reproductions are written. */
const FOUND = path.join(root, "node_modules/.cache/crawlready-fuzz");

/** What was found is shortened for so long. */
const SHRINK_MS = 120_000;

const { values: given } = parseArgs({
  options: {
    requests: { type: "string", default: "2000" },
    seed: { type: "string", default: "1" },
    area: { type: "string" },
    replay: { type: "string" },
    parsers: { type: "boolean", default: false },
    inputs: { type: "string", default: "20000" },
    minutes: { type: "string", default: "1000" },
    only: { type: "string" },
  },
});

/** A resolver on this machine that knows no name, so that no name leads away from it. */
async function startResolver(): Promise<{ url: string; close: () => void }> {
  const server = http.createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/dns-json" });
    response.end(JSON.stringify({ Status: 3, Answer: [] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/dns-query`, close: () => server.close() };
}

/** Errors that the service logged while it worked on requests and in the background, by event. */
function loggedErrors(stateDir: string): Map<string, number> {
  const events = new Map<string, number>();
  for (const line of readFileSync(path.join(stateDir, "service.log"), "utf8").split("\n")) {
    if (!/"level":"error"|Uncaught|uncaught exception/.test(line)) continue;
    const event = /"event":"([^"]+)"/.exec(line)?.[1] ?? line.slice(0, 200);
    events.set(event, (events.get(event) ?? 0) + 1);
  }
  return events;
}

function report({
  sent,
  statuses,
  codes,
  unsent,
  lost,
  ended,
  mutated,
  stateful,
  compared,
  worlds,
}: CampaignResult): void {
  const total = (test: (status: number) => boolean) =>
    [...statuses.values()]
      .flatMap((each) => Array.from(each))
      .reduce((sum, [status, n]) => sum + (test(status) ? n : 0), 0);
  console.log(
    `${sent} requests to ${statuses.size} operations in ${worlds} worlds, ${unsent} not sent, ${lost} answers lost at first`,
  );
  console.log(`${mutated} mutated, ${stateful} with an id of an earlier answer`);
  console.log(
    `2xx ${total((s) => s < 300)}, 3xx ${total((s) => s >= 300 && s < 400)}, 4xx ${total((s) => s >= 400 && s < 500)}, 5xx ${total((s) => s >= 500)}`,
  );
  console.log(`${codes.size} pairs of operation and documented error code seen; ${compared} refused requests compared`);
  if (ended !== null) console.log(`The run ended early: ${ended}.`);
  const never = [...statuses].filter(([, each]) => ![...each.keys()].some((status) => status < 400));
  if (never.length > 0) console.log(`never accepted: ${never.map(([name]) => name).join(", ")}`);
}

async function fuzzApi(): Promise<number> {
  const [resolver, providers] = [await startResolver(), await startProviders()];
  const service = await startService({
    ...providers.variables,
    DNS_RESOLVER_URL: resolver.url,
    CRAWLER_PROOFS_URL: "off",
    INDEXNOW_URL: "off",
  });
  try {
    const document = (await (await fetch(`${service.base}/openapi.json`)).json()) as ApiDocument;
    const judge = new Judge(document);
    if (given.replay) {
      const found = JSON.parse(readFileSync(given.replay, "utf8")) as Reproduction;
      const fault = await replay(service.base, judge, found);
      console.log(fault ? `${fault.kind}: ${fault.detail}` : "The fault does not come back.");
      return fault ? 1 : 0;
    }
    const seen = new Map<string, Reproduction>();
    const startedAt = Date.now();
    const state = new StateReader(service.stateDir);
    const result = await runCampaign({
      base: service.base,
      document,
      requests: Number(given.requests),
      seed: Number(given.seed),
      minutes: Number(given.minutes),
      area: given.area,
      state,
      onFault: (found) => {
        const last = found.steps.at(-1)!.request;
        const name = `${last.operation} ${found.fault.kind}`;
        if (seen.has(name)) return;
        seen.set(name, found);
        console.log(
          `FAULT ${name}: ${found.fault.detail}\n      ${last.method} ${last.path.slice(0, 300)} [${last.changes.join(", ")}] ${(last.body ?? "").slice(0, 300)}`,
        );
      },
      onLost: (what) => console.log(`LOST ${what}`),
      onSlow: (what) => console.log(`SLOW ${what}`),
      onProgress: (sent) =>
        console.log(`${sent} requests, ${Math.round((sent * 1000) / (Date.now() - startedAt))} a second`),
    });
    state.close();
    report(result);
    if (result.lost > 0) console.log(`The service's last words:\n${service.output().slice(-3_000)}`);
    const errors = loggedErrors(service.stateDir);
    for (const [event, count] of errors) console.log(`LOGGED ${count} × ${event}`);
    mkdirSync(FOUND, { recursive: true });
    const shrinkUntil = Date.now() + SHRINK_MS;
    for (const [name, found] of seen) {
      const isInTime = Date.now() < shrinkUntil;
      const shrunk = (isInTime && (await shrink(service.base, judge, found).catch(() => null))) || found;
      const file = path.join(FOUND, `${name.replaceAll(/\W+/g, "-")}.json`);
      writeFileSync(file, JSON.stringify(shrunk, null, 2));
      console.log(`${name}: ${shrunk.steps.length} requests; npm run fuzz -- --replay ${path.relative(root, file)}`);
    }
    console.log(`${seen.size} faults.`);
    return seen.size === 0 && result.ended === null ? 0 : 1;
  } finally {
    await service.dispose();
    await providers.standIn.close();
    resolver.close();
  }
}

async function fuzzAllParsers(): Promise<number> {
  const findings = await fuzzParsers(root, {
    inputs: Number(given.inputs),
    seed: Number(given.seed),
    minutes: Number(given.minutes),
    only: given.only,
    onTarget: ({ target, count, characters, cpuMs, grown, findings }) =>
      console.log(
        `${target}: ${count} inputs of ${Math.round(characters / count)} characters on average, ${Math.round((count * 1_000) / cpuMs)} a second, ${grown} grown, ${findings.length} faults`,
      ),
  });
  for (const { target, message, input } of findings)
    console.log(`FAULT ${target}: ${message.slice(0, 500)}\n      ${JSON.stringify(input.slice(0, 1_000))}`);
  console.log(`${findings.length} faults.`);
  return findings.length === 0 ? 0 : 1;
}

process.exit(await (given.parsers ? fuzzAllParsers() : fuzzApi()));
