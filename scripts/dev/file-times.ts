import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Reporter, TestModule } from "vitest/node";

interface FileTime {
  file: string;
  ms: number;
  /** Tests that passed at their second try, each with the message of its first. */
  flaky: string[];
}

const VARIABLE = "FILE_TIMES";

/** Records the duration of each test file, including hooks and loading, in the file named by FILE_TIMES. */
export default class FileTimes implements Reporter {
  private readonly startedAt = new Map<string, number>();

  onTestModuleQueued(module: TestModule): void {
    this.startedAt.set(module.id, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    const notes = process.env[VARIABLE];
    const startedAt = this.startedAt.get(module.id);
    if (!notes || startedAt === undefined) return;
    const flaky = Array.from(module.children.allTests())
      .filter((test) => test.diagnostic()?.flaky)
      .map((test) => `${test.fullName}: ${test.result().errors?.[0]?.message.split("\n")[0] ?? "no message"}`);
    const time: FileTime = { file: module.relativeModuleId, ms: Date.now() - startedAt, flaky };
    appendFileSync(notes, `${JSON.stringify(time)}\n`);
  }
}

/** Runs `work` with an environment that makes test runs record their times, then prints the slowest files. */
export async function withFileTimes(work: (env: Record<string, string>) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-times-"));
  const notes = path.join(folder, "times.jsonl");
  appendFileSync(notes, "");
  try {
    const passed = await work({ [VARIABLE]: notes });
    console.log(slowestFiles(readFileSync(notes, "utf8")));
    return passed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A table of the ten slowest files, slowest first, and every test that needed a second try. */
export function slowestFiles(notes: string): string {
  const times = notes
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as FileTime);
  const slowest = times.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  const rows = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  const flaky = times.flatMap(({ file, flaky }) => flaky.map((test) => `  ${file} > ${test}`));
  const tries = flaky.length > 0 ? ["", "Passed at the second try only. Find out why:", ...flaky] : [];
  return ["", `The slowest of ${times.length} test files:`, ...rows, ...tries].join("\n");
}
