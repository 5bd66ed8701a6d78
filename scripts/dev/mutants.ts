import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { GUARD_MUTANTS, type GuardMutant } from "../../test/mutants/guards.ts";
import { root } from "./config.ts";

/**
 * Takes the guards out of a copy of the project one by one, and runs the tests that must notice. `-- <text>` takes only the
 * guards with that text in their name or file.
 */
const COPY = path.join(root, ".mutants");

function makeCopy(): void {
  rmSync(COPY, { recursive: true, force: true });
  mkdirSync(COPY);
  const { stdout } = spawnSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  for (const file of stdout.split("\0").filter(Boolean))
    cpSync(path.join(root, file), path.join(COPY, file), { force: true });
  symlinkSync(path.join(root, "node_modules"), path.join(COPY, "node_modules"));
}

interface TestRun {
  passed: number;
  failed: number;
}

/** Runs test files of the copy. Files that can't be loaded count as neither. */
function runTests(files: readonly string[]): TestRun {
  const report = path.join(COPY, "report.json");
  rmSync(report, { force: true });
  spawnSync(
    path.join(root, "node_modules", ".bin", "vitest"),
    ["run", ...files, "--bail=1", "--retry=0", "--reporter=json", `--outputFile=${report}`],
    { cwd: COPY, stdio: "ignore", timeout: 10 * 60_000 },
  );
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, "utf8")) as Record<string, number>;
  return { passed: numPassedTests!, failed: numFailedTests! };
}

/** A mutant is caught by a test that fails, and not by code that can't be loaded. */
function judge({ file, find, replace, tests }: GuardMutant): "caught" | "survived" | "does not load" {
  const target = path.join(COPY, file);
  const source = readFileSync(target, "utf8");
  writeFileSync(
    target,
    source.replace(find, () => replace),
  );
  const { passed, failed } = runTests(tests);
  writeFileSync(target, source);
  if (failed > 0) return "caught";
  return passed > 0 ? "survived" : "does not load";
}

const wanted = process.argv.slice(2).find((word) => !word.startsWith("-")) ?? "";
const mutants = GUARD_MUTANTS.filter(({ guard, file }) => `${guard} ${file}`.includes(wanted));
if (mutants.length === 0) {
  console.error(`No guard has "${wanted}" in its name or file.`);
  process.exit(1);
}
makeCopy();
const files = [...new Set(mutants.flatMap(({ tests }) => tests))];
const unchanged = runTests(files);
if (unchanged.failed > 0 || unchanged.passed === 0) {
  console.error(`The ${files.length} test files don't pass without a mutant. Mend them first.`);
  process.exit(1);
}
let escaped = 0;
for (const mutant of mutants) {
  const verdict = judge(mutant);
  if (verdict !== "caught") escaped++;
  console.log(`${verdict.padEnd(13)}  ${mutant.guard}  (${mutant.file})`);
}
rmSync(COPY, { recursive: true, force: true });
console.log(`${mutants.length - escaped} of ${mutants.length} guards are held by a test.`);
process.exit(escaped === 0 ? 0 : 1);
