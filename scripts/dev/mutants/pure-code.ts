import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { seeded } from "../../../test/support/seeded.ts";
import { root } from "../config.ts";
import { loadStryker, type Mutant } from "./stryker.ts";

/** Code that computes and does nothing else. */
const FOLDERS = ["src/**/core/**", "src/**/figures/**", "src/audit/{checks,model}/**", "src/{web,lib}/**"];
/** A list that a script writes. */
const WRITTEN = new Set(["src/audit/checks/all-checks.ts"]);

/** The paths of the pure code's files, from the project's folder. */
export function pureFiles(): string[] {
  const files = FOLDERS.flatMap((folder) => globSync(`${folder}/*.{ts,tsx}`, { cwd: root }));
  return [...new Set(files)].filter((file) => !WRITTEN.has(file)).sort();
}

/** The paths of all files that differ from those of `revision`'s common ancestor, also those that git does not know yet. */
export function changedFiles(revision: string): Set<string> {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).split("\0");
  const changed = git("diff", "--name-only", "--diff-filter=d", "--merge-base", "-z", revision);
  return new Set([...changed, ...git("ls-files", "--others", "--exclude-standard", "-z")].filter(Boolean));
}

const silent = () => {};
const logger = {
  isTraceEnabled: () => false,
  isDebugEnabled: () => false,
  isInfoEnabled: () => false,
  isWarnEnabled: () => false,
  isErrorEnabled: () => false,
  isFatalEnabled: () => false,
  trace: silent,
  debug: silent,
  info: silent,
  warn: silent,
  error: silent,
  fatal: silent,
};

/** All mutants of files, in the files' order. Lines count from 0. */
export async function mutantsOf(files: readonly string[]): Promise<readonly Mutant[]> {
  const sources = files.map((file) => ({
    name: path.join(root, file),
    mutate: true,
    content: readFileSync(path.join(root, file), "utf8"),
  }));
  const options = { plugins: null, excludedMutations: [], ignorers: [] };
  const { Instrumenter } = await loadStryker();
  return (await new Instrumenter(logger).instrument(sources, options)).mutants;
}

/** `count` of the mutants, or all if there are fewer: the same ones for the same seed and code. */
export function sampleOf(mutants: readonly Mutant[], count: number, seed: number): Mutant[] {
  const random = seeded(seed);
  const drawn = mutants.map((mutant) => [random(), mutant] as const).sort(([a], [b]) => a - b);
  return drawn.slice(0, count).map(([, mutant]) => mutant);
}

/** One of `parts` equal parts of the mutants; `part` counts from 1. */
export function partOf(mutants: readonly Mutant[], part: number, parts: number): Mutant[] {
  const end = (n: number) => Math.round((mutants.length * n) / parts);
  return mutants.slice(end(part - 1), end(part));
}

/** The same mutant has the same name in every process. */
export function nameOf({ fileName, location: { start, end }, mutatorName, replacement }: Mutant): string {
  const place = [start.line, start.column, end.line, end.column].join(":");
  return `${path.relative(root, fileName)}:${place} ${mutatorName} ${replacement}`;
}

/** The range of a mutant's file, as Stryker's `mutate` has it. */
export function rangeOf({ fileName, location: { start, end } }: Mutant): string {
  const file = path.relative(root, fileName).replaceAll("\\", "/");
  return `${file}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`;
}
