import { appendFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Reporter, SerializedError, TestModule } from "vitest/node";

interface FileTime {
  file: string;
  ms: number;
  /** Tests that passed at their second try, each with the message of its first. */
  flaky: string[];
  /** Tests, and the file itself, that failed, each with the message. */
  failed: string[];
}

const firstLine = (message: string | undefined): string => message?.split("\n")[0] ?? "no message";

const VARIABLE = "FILE_TIMES";

/** Records the duration of each test file, including hooks and loading, in the file named by FILE_TIMES. */
export default class FileTimes implements Reporter {
  private readonly startedAt = new Map<string, number>();

  onTestModuleQueued(module: TestModule): void {
    this.startedAt.set(module.id, Date.now());
  }

  onTestModuleEnd(module: TestModule): void {
    const startedAt = this.startedAt.get(module.id);
    if (startedAt === undefined) return;
    const tests = Array.from(module.children.allTests());
    const named = (test: (typeof tests)[number]) =>
      `${test.fullName}: ${firstLine(test.result().errors?.[0]?.message)}`;
    const flaky = tests.filter((test) => test.diagnostic()?.flaky).map(named);
    const failed = tests.filter((test) => test.result().state === "failed").map(named);
    // Hooks and imports fail outside of tests.
    const outside = Array.from(module.children.allSuites()).flatMap((suite) => suite.errors());
    failed.push(
      ...[...module.errors(), ...outside].map(({ message }) => `outside of its tests: ${firstLine(message)}`),
    );
    note({ file: module.relativeModuleId, ms: Date.now() - startedAt, flaky, failed });
  }

  /** An error outside of all files fails the run, too. */
  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const failed = errors.map(({ message }) => firstLine(message));
    if (failed.length > 0) note({ file: "an error outside of all tests", ms: 0, flaky: [], failed });
  }
}

function note(time: FileTime): void {
  const notes = process.env[VARIABLE];
  if (notes) appendFileSync(notes, `${JSON.stringify(time)}\n`);
}

/** Runs `work` with an environment that makes test runs record their times, then prints what it should know: see summaryOf. */
export async function withFileTimes(work: (env: Record<string, string>) => Promise<boolean>): Promise<boolean> {
  const folder = mkdtempSync(path.join(os.tmpdir(), "crawlready-times-"));
  const notes = path.join(folder, "times.jsonl");
  appendFileSync(notes, "");
  try {
    const passed = await work({ [VARIABLE]: notes });
    console.log(summaryOf(readFileSync(notes, "utf8")));
    return passed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The ten slowest files, slowest first, and every test that needed a second try or failed. */
function summaryOf(notes: string): string {
  const times = notes
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as FileTime);
  const files = times.filter(({ ms }) => ms > 0);
  const slowest = files.toSorted((a, b) => b.ms - a.ms).slice(0, 10);
  const rows = slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);
  const listed = (title: string, of: "flaky" | "failed") => {
    const tests = times.flatMap((each) => each[of].map((test) => `  ${each.file} > ${test}`));
    return tests.length > 0 ? ["", title, ...tests] : [];
  };
  return ["", `The slowest of ${files.length} test files:`, ...rows]
    .concat(listed("Passed at the second try only. Find out why:", "flaky"), listed("Failed:", "failed"))
    .join("\n");
}
