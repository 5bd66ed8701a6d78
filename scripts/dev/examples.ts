import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { EXAMPLES } from "../../test/examples/all.ts";
import { makeCertificate, type Certificate } from "../../test/examples/certificate.ts";
import { tryExample, type Example } from "../../test/examples/place.ts";
import { TEN } from "../../test/examples/ten.ts";
import { startService } from "../../test/support/service.ts";
import { fail } from "./config.ts";

/**
 * Runs every example against the real framework or server: `npm run examples`, or some: `npm run examples -- nginx next`.
 * Prints which of the ten assertions each passed.
 */

/** How many run at a time. Each mostly waits. */
const TOGETHER = 3;

interface Row {
  name: string;
  version: string;
  /** Per assertion: null if it passed. Null: it was not run. */
  failures: (string | null)[] | null;
  note: string;
}

async function rowOf(example: Example, service: string, certificate: Certificate | null): Promise<Row> {
  const { name } = example;
  const skipped = (note: string): Row => ({ name, version: "–", failures: null, note });
  if (example.tls && certificate === null) return skipped("openssl is not installed");
  try {
    const outcomes = await tryExample(example, { service, certificate });
    const version = example.version();
    return { name, version, failures: outcomes.map(({ failure }) => failure), note: "" };
  } catch (error) {
    const note = error instanceof Error ? error.message : String(error);
    return { name, version: "–", failures: Object.keys(TEN).map(() => "it did not start"), note };
  }
}

function print(rows: readonly Row[]): void {
  const names = Object.keys(TEN);
  console.log(`\nPassed (+) and failed (✗):\n${names.map((name, i) => `  ${i + 1}. ${name}`).join("\n")}\n`);
  for (const { name, version, failures, note } of rows) {
    const marks = failures?.map((failure) => (failure === null ? "+" : "✗")).join(" ") ?? "skipped";
    console.log(`${name.padEnd(12)} ${version.padEnd(12)} ${marks.padEnd(20)} ${note.split("\n")[0]}`);
  }
  for (const { name, failures, note } of rows) {
    if (note.includes("\n")) console.log(`\n${name}: ${note}`);
    for (const [i, failure] of failures?.entries() ?? [])
      if (failure) console.log(`\n${name}, ${names[i]}: ${failure}`);
  }
}

async function main(): Promise<number> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !EXAMPLES.some((example) => example.name === name));
  if (unknown.length > 0)
    fail(`No such example: ${unknown.join(", ")}. There are ${EXAMPLES.map(({ name }) => name).join(", ")}.`);
  const chosen = EXAMPLES.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
  const rows: Row[] = [];
  const waiting: Example[] = [];
  for (const example of chosen) {
    const note = example.missing?.() ?? null;
    if (note === null) waiting.push(example);
    else rows.push({ name: example.name, version: "–", failures: null, note });
  }
  for (const { install } of waiting) install?.();
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-examples-"));
  const service = await startService();
  try {
    const certificate = makeCertificate(folder);
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        rows.push(await rowOf(next, service.base, certificate));
        console.log(`${next.name}: done`);
      }
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
  } finally {
    await service.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
  print(rows);
  return rows.some(({ failures }) => failures?.some((failure) => failure !== null)) ? 1 : 0;
}

process.exit(await main());
