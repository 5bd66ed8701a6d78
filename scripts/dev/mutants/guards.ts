import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { GUARD_MUTANTS } from "../../../test/mutants/guards.ts";
import type { GuardMutant } from "../../../test/mutants/guards/guard-mutant.ts";
import { root } from "../config.ts";

const COPY = path.join(root, ".mutants", `guards-${process.pid}`);

function makeCopy(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY, { recursive: true });
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  for (const file of stdout.split("\0").filter(Boolean))
    cpSync(path.join(root, file), path.join(COPY, file), { force: true });
  symlinkSync(path.join(root, "node_modules"), path.join(COPY, "node_modules"));
}

const REPORT = ["--reporter=json", `--outputFile=${path.join(COPY, "report.json")}`];

interface TestRun {
  passed: number;
  failed: number;
}

/** Runs test files of the copy; with `named`, only tests with such a name. Files that can't be loaded count as neither. */
function runTests(files: readonly string[], named?: string): TestRun {
  const report = path.join(COPY, "report.json");
  rmSync(report, { force: true });
  spawnSync(
    path.join(root, "node_modules", ".bin", "vitest"),
    ["run", ...files, ...(named === undefined ? [] : ["-t", named]), "--bail=1", "--retry=0", ...REPORT],
    { cwd: COPY, stdio: "ignore", timeout: 10 * 60_000 },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  return { passed: numPassedTests!, failed: numFailedTests! };
}

/** A mutant is caught by a test that fails, and not by code that can't be loaded. */
function judge({ file, find, replace, tests, named }: GuardMutant): "caught" | "survived" | "does not load" {
  const target = path.join(COPY, file);
  const source = readFileSync(target, "utf8");
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  const { passed, failed } = runTests(tests, named);
  writeFileSync(target, source);
  if (failed > 0) return "caught";
  return passed > 0 ? "survived" : "does not load";
}

/** Whether the mutants' tests pass as long as every guard is in its place. */
function passesUnchanged(mutants: readonly GuardMutant[]): boolean {
  const [whole, parts] = [mutants.filter(({ named }) => !named), mutants.filter(({ named }) => named)];
  const filesOf = (some: readonly GuardMutant[]) => [...new Set(some.flatMap(({ tests }) => tests))];
  const names = [...new Set(parts.map(({ named }) => named))].join("|");
  const runs: Array<[files: string[], named?: string]> = [[filesOf(whole)], [filesOf(parts), names]];
  return runs
    .filter(([files]) => files.length > 0)
    .map(([files, named]) => runTests(files, named))
    .every(({ passed, failed }) => failed === 0 && passed > 0);
}

/**
 * Takes the guards out of a copy of the project one by one, and runs the tests that must notice: those guards with `text` in
 * their name, file or tests. Returns whether each was caught.
 */
export function runGuards(text: string): boolean {
  const mutants = GUARD_MUTANTS.filter(({ guard, file, tests }) =>
    `${guard} ${file} ${tests.join(" ")}`.includes(text),
  );
  if (mutants.length === 0) {
    console.error(`No guard has "${text}" in its name, file or tests.`);
    return false;
  }
  makeCopy();
  if (!passesUnchanged(mutants)) {
    console.error("The tests don't pass without a mutant. Mend them first.");
    return false;
  }
  let escaped = 0;
  for (const mutant of mutants) {
    const verdict = judge(mutant);
    if (verdict !== "caught") escaped++;
    console.log(`${verdict.padEnd(13)}  ${mutant.guard}  (${mutant.file})`);
  }
  rmSync(COPY, { recursive: true, force: true });
  console.log(`${mutants.length - escaped} of ${mutants.length} guards are held by a test.`);
  return escaped === 0;
}
