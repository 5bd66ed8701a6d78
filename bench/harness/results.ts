import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Measure } from "./benchmark.ts";
import type { Load, Machine } from "./machine.ts";

/** What one run of a benchmark gave, with the conditions. */
export interface Result {
  name: string;
  /** ISO 8601. */
  at: string;
  form: "short" | "long";
  seconds: number;
  machine: Machine;
  load: Load;
  /** Versions of peers and of what runs them. */
  versions: Record<string, string>;
  /** Peers that could not take part, and why. */
  missing: Record<string, string>;
  measures: Measure[];
}

/** Reads a file of results. Throws if it is none. */
export function readResults(file: string): Result[] {
  const content = JSON.parse(readFileSync(file, "utf8")) as { results?: Result[] };
  if (!Array.isArray(content.results)) throw new Error(`${file} is not a file of results`);
  return content.results;
}

/** Writes a result to a file, in the place of an earlier one of the same benchmark. Results of other benchmarks stay. */
export function writeResult(file: string, result: Result): void {
  const others = existsSync(file) ? readResults(file).filter(({ name }) => name !== result.name) : [];
  const results = [...others, result].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  writeFileSync(file, `{"results": [\n${results.map(resultText).join(",\n")}\n]}\n`);
}

/** JSON with a line per measure, so that a change of the file can be read. */
function resultText(result: Result): string {
  const { measures, ...conditions } = rounded(result);
  const lines = measures.map((measure) => JSON.stringify(measure)).join(",\n");
  return `${JSON.stringify(conditions).slice(0, -1)},"measures": [\n${lines}\n]}`;
}

/** Four digits are more than any measurement is worth. */
function rounded(result: Result): Result {
  const round = (values: number[]) => values.map((value) => Number(value.toPrecision(4)));
  const measures = result.measures.map((measure) => ({
    ...measure,
    values: Object.fromEntries(Object.entries(measure.values).map(([name, values]) => [name, round(values)])),
  }));
  return { ...result, measures };
}
