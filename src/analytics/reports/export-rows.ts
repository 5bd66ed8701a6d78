import { dayText } from "../../lib/time/time";
import { VERDICTS } from "../core/verdict";
import { agentOfName, lowOfKey, NAME_BITS, NAMES, verdictOfName } from "../core/packed/cell-keys";
import { eachCells, keptCounters, type KeptVisits } from "../domain-visits/kept-visits";
import { COUNTED } from "../domain-visits/packed-batch";
import { namesOf, usedPaths } from "../domain-visits/matching-paths";
import { pathAnswer, type CountedAnswer, wayOf } from "./response-rows";
import { agentIn } from "./total-rows";
import type { Violation } from "./violation-rows";

/** Most rows per part, but all of a path. */
const DAYS = 10_000;

export interface ExportedVisits {
  path: string;
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  /** The crawler's token; null if the catalogue did not list the crawler. */
  token: string | null;
  provider: string | null;
  verdict: string;
  cache: number;
  render: number;
}

const verdictNames = Object.fromEntries(Object.entries(VERDICTS).map(([name, code]) => [code, name]));

/** Visits by path, day and crawler, for paths whose numbers are from `from` on. `next` continues them; null at the end. */
export function exportedDays(visits: KeptVisits, from: number): { rows: ExportedVisits[]; next: number | null } {
  const rows: ExportedVisits[] = [];
  const nameOf = namesOf(visits);
  for (const [number, cells] of eachCells(visits, usedPaths(visits, from))) {
    const path = nameOf(number);
    const own = Array.from(
      { length: cells.length / 3 },
      (_, i) => cells.slice(i * 3, i * 3 + 3) as [number, number, number],
    );
    for (const [low, cache, render] of added(own)) {
      const name = low % NAMES;
      if (low >> NAME_BITS < visits.since) continue;
      const { token, provider } = agentIn(visits, name);
      const verdict = verdictNames[verdictOfName(name)] ?? "unknown";
      rows.push({ path, day: dayText(lowOfKey(low) >> NAME_BITS), token, provider, verdict, cache, render });
    }
    if (rows.length >= DAYS) return { rows, next: number + 1 };
  }
  return { rows, next: null };
}

/** Cells by day and name, each once. */
function added(cells: Array<[low: number, cache: number, render: number]>): Array<[number, number, number]> {
  const sums = new Map<number, [number, number, number]>();
  for (const [low, cache, render] of cells) {
    const sum = sums.get(low);
    if (sum) {
      sum[1] += cache;
      sum[2] += render;
    } else sums.set(low, [low, cache, render]);
  }
  return [...sums.values()].sort(([a], [b]) => a - b);
}

export const EXPORTED_TABLES = ["visit_total", "robots_version", "visit_violation", "visit_response"] as const;
/** What an export has besides the visits by path, under the names that its readers know. */
export type ExportedTable = (typeof EXPORTED_TABLES)[number];

export type TableRow = Record<string, string | number>;

/** Rows of robots.txt per part. One has up to half a megabyte. */
const VERSIONS = 4;

/** Some rows after the day, or the version's time, `after`. `next`: null if there are no more. */
export function exportedTableRows(
  visits: KeptVisits,
  table: ExportedTable,
  after: number,
): { rows: TableRow[]; next: number | null } {
  if (table === "robots_version") {
    const rows = visits.sql
      .exec<TableRow>(
        "SELECT since, hash, text FROM robots_version WHERE since > ? ORDER BY since LIMIT ?",
        after,
        VERSIONS,
      )
      .toArray();
    return { rows, next: rows.length < VERSIONS ? null : Number(rows.at(-1)!["since"]) };
  }
  const { kinds, row } = COUNTER_ROWS[table];
  const rows: TableRow[] = [];
  const window = { firstDay: after + 1, lastDay: LAST_DAY };
  let day = Infinity;
  for (const kind of kinds)
    for (const [own, counters] of keptCounters(visits, window, kind)) {
      if (own > day) break;
      if (own < day) rows.length = 0;
      day = own;
      for (const [key, values] of counters) rows.push({ day, ...row(key, values) });
    }
  return { rows, next: day === Infinity ? null : day };
}

const LAST_DAY = 65_535;

function answerRow(path: string, answer: CountedAnswer, count: number) {
  const [name, source, form, status] = answer;
  const way = wayOf(answer);
  return { path, agent: agentOfName(name), verdict: verdictOfName(name), source, form, status, way, count };
}

type CounterRow = (key: string, values: readonly number[]) => TableRow;
type Kinds = ReadonlyArray<(typeof COUNTED)[keyof typeof COUNTED]>;
const COUNTER_ROWS: Record<Exclude<ExportedTable, "robots_version">, { kinds: Kinds; row: CounterRow }> = {
  visit_total: {
    kinds: [COUNTED.total],
    row: (key, [cache = 0, render = 0, saved_ms = 0, saved_count = 0]) => {
      const name = Number(key.slice(1));
      return { agent: agentOfName(name), verdict: verdictOfName(name), cache, render, saved_ms, saved_count };
    },
  },
  visit_violation: {
    kinds: [COUNTED.violation],
    row: (key, [count = 0]) => {
      const [path_id, agent, rule, line] = JSON.parse(key.slice(1)) as Violation;
      return { path_id, agent, rule, line, count };
    },
  },
  visit_response: {
    kinds: [COUNTED.answer, COUNTED.pathAnswer],
    row: (key, [count = 0]) =>
      key.startsWith(COUNTED.answer)
        ? answerRow("", JSON.parse(key.slice(1)) as CountedAnswer, count)
        : answerRow(...pathAnswer(key), count),
  },
};
