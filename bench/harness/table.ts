import type { Measure } from "./benchmark.ts";
import { OURS } from "./benchmark.ts";
import { shown, shownSpread } from "./numbers.ts";
import type { Result } from "./results.ts";
import { comparisons, isGrowth, spreadOf } from "./spread.ts";

/** Contenders of a measure in the order of columns, Crawlready first. */
const contendersOf = ({ values }: Measure) =>
  Object.keys(values).toSorted((a, b) => Number(b === OURS) - Number(a === OURS));

function cell(measure: Measure, contender: string): string {
  const values = measure.values[contender];
  if (!values || values.length === 0) return "";
  const compared = comparisons(measure).find((each) => each.contender === contender);
  if (!compared) return shownSpread(spreadOf(values));
  return `${shown(spreadOf(values).median)}, **×** ${shownSpread(compared.ratio)}`;
}

function tableOf(contenders: readonly string[], measures: readonly Measure[]): string {
  const rows = measures.map((measure) => {
    const what = [measure.what, measure.unit].filter((each) => each !== "").join(", ");
    return [what, ...contenders.map((contender) => cell(measure, contender))];
  });
  const lines = [["", ...contenders], ["---", ...contenders.map(() => "---")], ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Markdown tables of a result, one per set of contenders. `everything`: also what is only in the file. */
export function resultTables(result: Result, everything: boolean): string {
  const listed = result.measures.filter(({ shown }) => everything || shown !== "file");
  const groups = Map.groupBy(listed, (measure) => JSON.stringify([isGrowth(measure), contendersOf(measure)]));
  return [...groups.values()].map((measures) => tableOf(contendersOf(measures[0]!), measures)).join("\n\n");
}

/** One line: the conditions of a result. */
export function conditionsOf({ form, seconds, load, versions, missing }: Result): string {
  const peers = Object.entries(versions).map(([name, version]) => `${name} ${version}`);
  const absent = Object.entries(missing).map(([name, why]) => `${name} is missing: ${why}`);
  return [
    `${form === "short" ? "Short" : "Long"} form, ${Math.round(seconds)} s`,
    `load ${load.median} (${load.before} before, at most ${load.most})`,
    ...(peers.length > 0 ? [peers.join(", ")] : []),
    ...absent,
  ].join("; ");
}
